"""The write side: a command is locked, decided, recorded and answered here, and nowhere else.

Begin with `service.play`. Nothing here knows a screen: what was recorded is announced by `signals`.
"""
