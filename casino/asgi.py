"""What Daphne serves: HTTP, and WebSockets from pages of our own hosts only."""

import gc
import os
import threading

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import SessionMiddlewareStack
from django.conf import settings
from django.urls import re_path

from casino.web.finishing import Finishing
from casino.web.origin import OwnOrigin
from casino.web.serving import Handler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django.setup(set_prefix=False)
http = Finishing(Handler())

# After the line above: consumers import models, which need the applications loaded.
import casino.urls  # noqa: E402, F401  # every view, before anybody waits for the first
from casino.ledger import chainstate, clocks, keeping  # noqa: E402
from casino.staff import sessions  # noqa: E402
from casino.staff.arrival import SocketPeople  # noqa: E402
from casino.web import fragments  # noqa: E402
from casino.web.live import NoSuchSocket  # noqa: E402
from rounds.pit.alerts import watch as alert_watch  # noqa: E402
from rounds.pit.routing import websocket_urlpatterns as table_sockets  # noqa: E402
from rounds.surveillance.routing import websocket_urlpatterns as ledger_sockets  # noqa: E402
from rounds.tablet.routing import websocket_urlpatterns as round_sockets  # noqa: E402

fragments.load()

if settings.LEDGER_VERIFY_HOURS:
    threading.Thread(
        target=chainstate.watch, args=(threading.Event(),), name="watch ledger", daemon=True
    ).start()

if settings.COMPARE_CLOCKS:
    threading.Thread(
        target=clocks.watch, args=(threading.Event(),), name="compare clocks", daemon=True
    ).start()

if settings.WATCH_ALERTS:
    threading.Thread(
        target=alert_watch.run, args=(threading.Event(),), name="watch alerts", daemon=True
    ).start()

threading.Thread(target=sessions.watch, args=(threading.Event(),), name="clear sessions", daemon=True).start()

if settings.WATCH_KEEPING:
    threading.Thread(target=keeping.watch, args=(threading.Event(),), name="keeping", daemon=True).start()

nowhere = re_path("", NoSuchSocket.as_asgi())

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": OwnOrigin(
            SessionMiddlewareStack(
                SocketPeople(URLRouter([*round_sockets, *table_sockets, *ledger_sockets, nowhere]))
            )
        ),
    }
)

# What is loaded now stays: the collector of circles need not look through it again, for which every screen would wait.
gc.collect()
gc.freeze()
