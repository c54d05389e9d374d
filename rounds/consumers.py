"""The live felt of one table: the whole of it on connecting, then one push a command."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async

from casino.live import LiveConsumer
from casino.staff import presence, tablets
from casino.staff.access import FORBIDDEN, require_roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds import screen, service

NOT_FOUND = 4404


@require_roles(Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR)
class TableConsumer(LiveConsumer):
    """Watched by the table's own tablet, by supervisors, surveillance and inspectors."""

    @property
    def code(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["code"])

    def group_names(self) -> tuple[str, ...]:
        return (f"table.{self.code}",)

    def whole(self) -> list[dict[str, Any]]:
        live = service.current(self.code)
        return [{"content": screen.render_felt(live), "version": live.version, "table": self.code}]

    def digest(self) -> Any:
        return screen.digest(service.current(self.code))

    async def connect(self) -> None:
        refused = await database_sync_to_async(self._refused)()
        if refused:
            # Accepted first: a refusal in the handshake reaches a browser without its code.
            await self.accept()
            await self.close(code=refused)
            return
        await super().connect()

    def _refused(self) -> int:
        try:
            service.current(self.code)
        except service.NoSuchTable:
            return NOT_FOUND
        return 0 if may_see(self.scope["user"], self.code, self._dealing_at()) else FORBIDDEN

    def _dealing_at(self) -> str:
        return presence.dealing_in(
            self.scope["session"], self.scope["user"], lambda: tablets.enrolled_scope(self.scope)
        )


def may_see(person: Staff, code: str, dealing_at: str) -> bool:
    """Whether the person may see that table: a dealer only the one at which this session deals."""
    return person.role != Role.DEALER or dealing_at == code
