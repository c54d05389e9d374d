"""The live felt of one table: all of it on connecting, then one push per command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casino.staff import arrival, sockets, tablets
from casino.staff.access import FORBIDDEN, require_roles
from casino.staff.models import Staff, Tablet
from casino.staff.roles import Role
from casino.web.live import NOT_FOUND, CurrentFacts, LiveConsumer
from rounds.play import service
from rounds.tablet import live_parts, live_screen
from rounds.tablet.access import may_see


@require_roles(Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR)
class TableConsumer(LiveConsumer):
    """Watched by the table's own tablet, by supervisors, surveillance and inspectors."""

    @property
    def code(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["code"])

    tablet: Tablet | None = None
    """The tablet that this socket runs on, if the person watches as the table's dealer."""
    pit = ""
    """The pit of the table when this screen connected: the screen restarts if the table moves to another pit."""

    def group_names(self) -> tuple[str, ...]:
        own = () if self.tablet is None else (
            sockets.group_of_tablet(self.tablet.pk), sockets.group_of_dealers(self.code),
        )  # fmt: skip
        return (f"table.{self.code}", *own)

    def tablet_heard(self) -> int | None:
        return self.tablet.pk if self.tablet is not None else None

    def whole(self) -> list[dict[str, Any]]:
        live = service.refresh(self.code)
        return [{"content": live_parts.render_felt(live), "version": live.version, "table": self.code}]

    def digest(self) -> Any:
        return live_screen.digest(service.refreshed(self.code))

    async def connect(self) -> None:
        refused = await sockets.CONNECTING.do(self._refused)
        if refused:
            # Accept first: a browser does not see the code of a refusal during the handshake.
            await self.accept()
            await self.close(code=refused)
            return
        await super().connect()

    def _refused(self) -> int:
        try:
            self.pit = service.current(self.code).table.pit.code
        except service.NoSuchTable:
            return NOT_FOUND
        person = self.scope["user"]
        cookies = self.scope.get("cookies", {})
        dealing_at = arrival.dealing_table_of(
            self.scope["session"], person, lambda: tablets.assigned_table(cookies)
        )
        if not may_see(person, self.code, dealing_at):
            return FORBIDDEN
        self.tablet = tablets.enrolled_scope(self.scope) if person.role == Role.DEALER else None
        return 0

    def fits(self, now: CurrentFacts, person: Staff, session: Mapping[str, object]) -> bool:
        place = now.places.get(self.code)
        if place is None or place.pit != self.pit:
            return False

        def assigned_table() -> tablets.AssignedTable | None:
            tablet = tablets.among(now.tablets, self.scope)
            return (
                tablets.AssignedTable(tablet.table_code, now.dealer_of(tablet.table_code))
                if tablet is not None
                else None
            )

        return may_see(person, self.code, arrival.dealing_table_of(session, person, assigned_table))
