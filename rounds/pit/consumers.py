"""The live pit dashboard: all tiles and everything that waits on connecting, then one push per change.

What a dashboard asks for, on connecting and with each ping, covers all tables of its pit, so it is worked out once
for everyone who watches that pit (`casino.web.live.SharedAnswer`). Pushes do not wait while a screen gets everything:
they go out at once, and the full screen then leaves out the pieces they brought, since it may have been read earlier.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.utils import timezone

from casino.staff.access import require_roles
from casino.staff.models import Staff
from casino.staff.roles import WATCHERS
from casino.staff.sockets import CONNECTING
from casino.web.live import NOT_FOUND, CurrentFacts, LiveConsumer, shared_answer
from rounds.pit.screen import look_at, mark, named_pits, render_asks, render_tile, tables_of
from tables.models import Pit

EVERY: Final = "all"
"""Stands for all pits, in place of a pit's code."""
SIDE: Final = ""
"""The key of the side among the pieces of a dashboard, in place of a table's code."""
KEPT: Final = 2.0
"""Seconds for which the answer to one ping serves others, unless the side has changed."""


@require_roles(*WATCHERS)
class PitConsumer(LiveConsumer):
    """One pit, or all of them."""

    pit: Pit | None = None
    begun = False
    """Whether everything has been shown; until then `pushed` collects what pushes have brought."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pushed: set[str] = set()

    @property
    def code(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["code"])

    async def connect(self) -> None:
        if self.code != EVERY:
            # PostgreSQL does not accept a NUL, even in a search.
            pits = Pit.objects.none() if "\0" in self.code else Pit.objects.filter(code=self.code)
            self.pit = await CONNECTING.do(pits.first)
            if self.pit is None:
                # Accept first: a browser does not see the code of a refusal during the handshake.
                await self.accept()
                await self.close(code=NOT_FOUND)
                return
        self.codes = await CONNECTING.do(self._codes)
        # By the row, not the code: a pit that was set up again under the same code is another pit.
        of = self.pit.pk if self.pit is not None else EVERY
        self.shown = shared_answer(("pit", of), partial(shown, self.pit), CONNECTING)
        self.reached = shared_answer(("reached", of), partial(reached, self.pit))
        await super().connect()

    def _codes(self) -> set[str]:
        return set(tables_of(self.pit).values_list("code", flat=True))

    def group_names(self) -> tuple[str, ...]:
        return (f"pit.{self.code}",)

    def fits(self, now: CurrentFacts, person: Staff, session: Mapping[str, object]) -> bool:
        """Restart the screen of a pit when its tables have changed, since their pushes no longer match it."""
        return self.codes == now.tables_of(self.pit.code if self.pit is not None else None)

    async def begin(self) -> None:
        self.beside(self.show())

    async def show(self) -> None:
        pieces = await self.shown.ask()
        await self.say({"content": "".join(html for key, html in pieces if key not in self.pushed)})
        self.begun = True

    async def answer(self) -> tuple[bool, Any]:
        if not await self.may_go_on():
            return False, None
        return True, await self.reached.ask(KEPT)

    def noticed(self, message: dict[str, Any]) -> None:
        if message["side"]:
            # An old version does no harm; an old mark would make every screen ask for what it has.
            self.reached.forget()
        if not self.begun:
            self.pushed |= {*message["tables"], *([SIDE] if message["side"] else [])}


def shown(pit: Pit | None) -> list[tuple[str, str]]:
    """Every tile with its table's code, and the side."""
    tables, lines = look_at(pit, timezone.now())
    return [
        *((table.code, render_tile(table, lines)) for table in tables),
        (SIDE, render_asks(pit, tables, lines)),
    ]


def reached(pit: Pit | None) -> dict[str, Any]:
    """What is current: the tables with their versions and marks, a digest of the side, the pit's current code, and a
    digest of the names of all pits."""
    now = timezone.now()
    tables, lines = look_at(pit, now)
    code = Pit.objects.filter(pk=pit.pk).values_list("code", flat=True).first() if pit is not None else ""
    return {
        "versions": {table.code: table.version for table in tables},
        "marks": {table.code: table.mark for table in tables},
        "mark": mark(pit, tables, lines, now),
        "pit": code or "",
        "names": named_pits(pit).pits_mark,
    }
