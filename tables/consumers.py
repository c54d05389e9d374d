"""The live pit dashboard: every tile and what waits on connecting, then one push a change."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from casino.live import NOT_FOUND, LiveConsumer
from casino.staff.access import require_roles
from tables import watch
from tables.models import Pit
from tables.running import due_now
from tables.screen import mark, notices, render_asks, render_tile, scale_orders, tables_of, waiting
from tables.views import WATCHERS

EVERY = "all"
"""In place of a pit's code: all pits."""


@require_roles(*WATCHERS)
class PitConsumer(LiveConsumer):
    """One pit, or all of them."""

    pit: Pit | None = None

    @property
    def code(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["code"])

    async def connect(self) -> None:
        if self.code != EVERY:
            # The database takes no NUL, not even to look for it.
            found = Pit.objects.none() if "\0" in self.code else Pit.objects.filter(code=self.code)
            self.pit = await database_sync_to_async(found.first)()
            if self.pit is None:
                # Accepted first: a refusal in the handshake reaches a browser without its code.
                await self.accept()
                await self.close(code=NOT_FOUND)
                return
        await super().connect()

    def group_names(self) -> tuple[str, ...]:
        return (f"pit.{self.code}",)

    def whole(self) -> list[dict[str, Any]]:
        """Each tile with its version, so that one which is older than what the screen shows is left out."""
        due_now(self.pit)
        tiles = [
            {"content": render_tile(table), "version": table.version, "table": table.code}
            for table in tables_of(self.pit)
        ]
        return [*tiles, {"content": render_asks(self.pit)}]

    def digest(self) -> dict[str, Any]:
        due_now(self.pit)
        seen = watch.look(self.pit, timezone.now())["seen"]
        versions = dict(tables_of(self.pit).values_list("code", "version"))
        return {
            "versions": versions,
            "mark": mark(waiting(self.pit), notices(self.pit), scale_orders(self.pit)) + seen,
        }
