"""Tournaments by their pages: people who are signed in, each at a screen of their own, and the steps that they take."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.models import Table
from tables.tournaments import machine, service
from tables.tournaments.machine import Conditions
from tables.tournaments.machine import conditions as of
from tables.tournaments.models import Tournament
from tests import floor
from tests.tables.tournaments.house import VIC03

NUMBERS = {
    Role.OPERATIONS_MANAGER: "M-02",
    Role.INSPECTOR: "G-21",
    Role.TOURNAMENT_DIRECTOR: "T-07",
    Role.GAME_SUPERVISOR: "S-03",
    Role.SURVEILLANCE: "V-03",
    Role.DEALER: "D-114",
}


class People:
    """Each role with a client that is signed in."""

    def __init__(self) -> None:
        self.clients: dict[str, Client] = {}

    def client(self, role: str) -> Client:
        if role not in self.clients:
            number = floor.person(role, NUMBERS[Role(role)]).number
            self.clients[role] = Client()
            # Who was signed in when the tournament was put back goes on here.
            fields = {"number": number, "pin": floor.PIN, "take_over": number}
            self.clients[role].post("/sign-in/", fields)
        return self.clients[role]

    def page(self, role: str, code: str) -> str:
        """The desk of the tournament, as that person sees it."""
        return self.client(role).get(f"/tournaments/{code}/").content.decode()

    def act(self, role: str, code: str, step: str, *, page: str = "", **fields: Any) -> Any:
        """The answer to a step whose form was just shown to that person, on that page if one is given."""
        given = {"step": step, "showed": showed(code, **fields), **fields} | key(
            page or self.page(role, code)
        )
        return self.client(role).post(f"/tournaments/{code}/act", given)

    def done(self, role: str, code: str, step: str, **fields: Any) -> machine.State:
        """The state after a step that is taken, which the page offers to that person."""
        page = self.page(role, code)
        assert f'name="step" value="{step}"' in page, f"{step} is not offered to {role}"
        answer = self.act(role, code, step, page=page, **fields)
        assert answer.status_code == 302, (step, re.findall(r'data-code="([^"]+)"', answer.content.decode()))
        return Tournament.objects.get(code=code).state


def key(page: str) -> dict[str, str]:
    """The key in the first form of the page."""
    given = re.search(r'name="key" value="([^"]+)"', page)
    return {"key": given[1]} if given else {}


def showed(code: str, **fields: Any) -> str:
    """What a page that was loaded now shows for such a step."""
    from casino.forms import shown_facts
    from tables.tournaments.shown import facts

    state = Tournament.objects.get(code=code).state
    return shown_facts.as_field(
        facts(state, session=str(fields.get("session", "")), entry=int(fields.get("entry", 0) or 0))
    )


def small(**changes: Any) -> Conditions:
    """Conditions of a final alone: two or three players, four hands at one table. Entries can be closed as soon as
    three are in."""
    now = timezone.now()
    return replace(
        VIC03,
        stages=(of.Stage("Final", tables=1, players_a_table=3, length=of.Length("hands", 4)),),
        players_min=2,
        players_max=3,
        opens_at=now - timedelta(days=2),
        closes_at=now + timedelta(days=1),
        free_withdrawal_until=now - timedelta(days=1),
        prizes=(of.Prize(1, share=7_000), of.Prize(2, share=3_000)),
        **changes,
    )


def drafted(conditions: Conditions | None = None) -> str:
    """The code of a tournament that was drafted."""
    by = floor.person(Role.OPERATIONS_MANAGER, NUMBERS[Role.OPERATIONS_MANAGER])
    return service.draft(conditions or small(), by=by, at=timezone.now()).code


def table(code: str = "BJ-07") -> Table:
    """A gaming table that is open."""
    return floor.open_table(code)


def staff(role: str) -> Staff:
    return floor.person(role, NUMBERS[Role(role)])
