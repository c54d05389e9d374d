"""The screens of a correction of the record: the table was right and the record was not.

``fields`` is what there is to tap of each kind, ``said`` reads what was tapped, ``views`` has the tablet's steps. What
a correction leads to is the engine's (`rounds.engine.corrections`); how it is drawn, `rounds.irregular` has.
"""
