"""The live pit dashboard: every tile and what waits on connecting, then one push a change."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from casino.live import NOT_FOUND, LiveConsumer
from casino.staff.access import require_roles
from tables.models import Pit
from tables.screen import looked_at, mark, render_asks, render_tile
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
        tables, lines = looked_at(self.pit, timezone.now())
        tiles = [
            {"content": render_tile(table), "version": table.version, "table": table.code} for table in tables
        ]
        return [*tiles, {"content": render_asks(self.pit, tables, lines)}]

    def digest(self) -> dict[str, Any]:
        tables, lines = looked_at(self.pit, timezone.now())
        return {
            "versions": {table.code: table.version for table in tables},
            "mark": mark(self.pit, lines),
        }
