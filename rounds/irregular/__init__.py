"""What went wrong, on the screens: ``offered`` lists what can be reported now, ``fields`` are the values of a report
by taps, ``said`` reads them, ``plan`` is the layout as it is beside the layout as it must be, ``incident`` what the
record says of one that is decided. ``views`` are the tablet's steps, ``pit_views`` the supervisor's page.

What happens is the engine's (`rounds.engine.irregularities`); nothing is decided here.
"""
