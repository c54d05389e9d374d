"""`make demo`: the whole house in one process, only on this machine."""

import asyncio
import logging
import os
import signal
import socket
import threading
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper

from casino.postgres import EmbeddedServer, ServerInUse
from tables.demonstration import database
from tables.demonstration.house import TABLES

log = logging.getLogger(__name__)

INTERFACE = "127.0.0.1"
SEAL_SECONDS = 60


class Command(BaseCommand):
    help = (
        "Start the demonstration: embedded PostgreSQL, migrations, seed data, the three screens on localhost. "
        "Ctrl-C stops all of it; the data stays under var/ for the next time."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--autoplay", action="store_true", help="deal on some tables by itself")
        parser.add_argument("--tournament", action="store_true", help="play its tournament by itself")
        parser.add_argument("--tables", type=int, default=len(TABLES), help="60 fills a wall screen")
        parser.add_argument("--reset", action="store_true", help="remove the demonstration's data and end")

    def handle(
        self,
        *args: Any,
        port: int,
        autoplay: bool,
        tournament: bool,
        tables: int,
        reset: bool,
        **options: Any,
    ) -> None:
        if not settings.DEMO or not settings.DEMO_DATABASE:
            raise CommandError(database.why_foreign())
        embedded: EmbeddedServer | None = settings.DATABASES["default"].get("EMBEDDED")
        if reset:
            self._reset(embedded)
            return
        _check_free(port)
        # A shell that starts it in the background would make it ignore Ctrl-C, which must stop the house in any
        # case.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.environ["PORT"] = str(port)  # seed_demo prints the address
        try:
            if "ledger_entry" in connections["default"].introspection.table_names():
                database.require()  # before anything in it is changed
            call_command("migrate", interactive=False, verbosity=options["verbosity"] - 1)
            call_command("seed_demo", tables=tables)
            connections.close_all()
            self._serve(port, autoplay, tournament)
        except KeyboardInterrupt:
            self.stdout.write("")
        finally:
            self._leave(embedded)
        self.stdout.write(
            "Stopped. The data stays: make demo goes on with it, make demo-reset starts afresh."
        )

    def _reset(self, embedded: EmbeddedServer | None) -> None:
        if embedded is None:
            raise CommandError("DATABASE_URL names a server of yours: it is not ours to empty.")
        try:
            embedded.wipe()
        except ServerInUse as use:
            raise CommandError(f"{use} A running make demo is one such user.") from use
        for key in settings.VAR_DIR.glob("*.demo"):
            key.unlink()
        self.stdout.write("The demonstration's data is gone; make demo starts afresh.")

    def _serve(self, port: int, autoplay: bool, tournament: bool) -> None:
        logging.getLogger("daphne").setLevel(logging.WARNING)
        # The application is loaded only now, when the database exists.
        from daphne.server import Server

        from casino.asgi import application

        def ready() -> None:
            self.stdout.write(f"\nThe house is open on http://{INTERFACE}:{port}   (Ctrl-C closes it)")
            self.stdout.flush()
            _Background("seal_ledger", every=SEAL_SECONDS, verbosity=0).start()
            if autoplay:
                _Background("autoplay").start()
            if tournament:
                _Background("play_tournament").start()

        Server(
            application,
            endpoints=[f"tcp:port={port}:interface={INTERFACE}"],
            ready_callable=ready,
            verbosity=0,
        ).run()

    def _leave(self, embedded: EmbeddedServer | None) -> None:
        for connection in connections.all(initialized_only=True):
            connection.close()  # first: an open connection would ask for its pool, and so for the server, again
            # Asking for a pool that does not exist would create one, and start the server for it.
            pools = getattr(connection, "_connection_pools", {})
            if connection.alias in pools and isinstance(connection, DatabaseWrapper):
                connection.close_pool()
        if embedded is not None:
            embedded.release(for_good=True)
            embedded.wait_until_stopped()


class _Background:
    """A management command that runs in the server's process until the server stops.

    It shares the process because without Redis the channel layer reaches no further: what the command does must be
    pushed to this server's screens. ``sync_to_async`` ties its pushes to the server's event loop. The command is
    called with ``stop``, a threading.Event, and must return soon after it is set.
    """

    def __init__(self, command: str, **options: Any) -> None:
        self.command = command
        self.options = options
        self.stop = threading.Event()

    def start(self) -> None:
        from twisted.internet import reactor
        from twisted.internet.defer import Deferred

        task = asyncio.ensure_future(sync_to_async(self._call, thread_sensitive=False)())

        def finish() -> "Deferred[None]":
            # Before the loop ends: a command that is just pushing needs it.
            self.stop.set()
            return Deferred.fromFuture(task)

        reactor.addSystemEventTrigger("before", "shutdown", finish)  # type: ignore[arg-type]

    def _call(self) -> None:
        try:
            call_command(self.command, stop=self.stop, **self.options)
        except Exception:
            # The screens stay up for dealing by hand.
            log.exception("%s ended", self.command)
        finally:
            connections.close_all()


def _check_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((INTERFACE, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} is taken ({error.strerror}). Is a demonstration running already? "
                f"Otherwise choose another: make demo PORT={port + 1}"
            ) from None
