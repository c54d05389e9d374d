"""What Daphne serves: HTTP, and WebSockets from pages of our own hosts only."""

import gc
import os
import threading
from collections.abc import Callable

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import SessionMiddlewareStack
from django.conf import settings
from django.urls import re_path

from casino.web.finishing import Finishing
from casino.web.origin import OwnOrigin
from casino.web.serving import Handler

# Nearly everything that is loaded stays: garbage collection meanwhile takes a sixth of the time of a start.
gc.disable()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django.setup(set_prefix=False)
http = Finishing(Handler())

# Must come after the line above: consumers import models, which need the applications loaded.
import casino.urls  # noqa: E402, F401  # every view, before anybody waits for the first
from casino.ledger import chainstate, clocks, keeping  # noqa: E402
from casino.staff import sessions  # noqa: E402
from casino.staff.arrival import SocketPeople  # noqa: E402
from casino.web import preload  # noqa: E402
from casino.web.live import NoSuchSocket  # noqa: E402
from casino.web.wire import Wired  # noqa: E402
from casino.words import read_back  # noqa: E402
from rounds.pit.alerts import watch as alert_watch  # noqa: E402
from rounds.pit.routing import websocket_urlpatterns as table_sockets  # noqa: E402
from rounds.surveillance.routing import websocket_urlpatterns as ledger_sockets  # noqa: E402
from rounds.tablet.routing import websocket_urlpatterns as round_sockets  # noqa: E402

preload.templates()
read_back.load()


def _run_in_thread(watch: Callable[[threading.Event], object], name: str) -> None:
    """Run a watch in its own thread, which ends with the worker."""
    threading.Thread(target=watch, args=(threading.Event(),), name=name, daemon=True).start()


if settings.LEDGER_VERIFY_HOURS:
    _run_in_thread(chainstate.watch, "watch ledger")
if settings.COMPARE_CLOCKS:
    _run_in_thread(clocks.watch, "compare clocks")
if settings.WATCH_ALERTS:
    _run_in_thread(alert_watch.run, "watch alerts")
_run_in_thread(sessions.watch, "clear sessions")
if settings.WATCH_KEEPING:
    _run_in_thread(keeping.watch, "keeping")

nowhere = re_path("", NoSuchSocket.as_asgi())

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": Wired(
            OwnOrigin(
                SessionMiddlewareStack(
                    SocketPeople(URLRouter([*round_sockets, *table_sockets, *ledger_sockets, nowhere]))
                )
            )
        ),
    }
)

# Everything loaded so far stays: the garbage collector need not walk it again while every screen waits. Only one object
# in a hundred is garbage by now, so nothing is collected first.
gc.freeze()
gc.enable()
