"""The write side: commands are locked, decided, recorded and answered here, and nowhere else.

Begin with `service.play`. Nothing here knows about screens: `signals` announces what was recorded.
"""
