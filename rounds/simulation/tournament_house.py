"""A tournament played automatically: its people take the step that is due, and a dealer deals at each table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Final

from django.utils import timezone

from casino.refusals import Refusal
from casino.staff.models import Staff
from rounds.play import service as play
from rounds.simulation.autoplay import PACE, Croupier
from tables.floor import dealers
from tables.models import Table
from tables.tournaments import machine, service
from tables.tournaments.machine import Due, Session, State, commands
from tables.tournaments.steps import counted, stacks

CUT: Final = "harbour"
"""The word that an entrant calls at each draw."""
STEP: Final = (2.0, 4.0)
"""The shortest and longest seconds for a step that is not a tap at a table."""


@dataclass(frozen=True, slots=True)
class People:
    """The people of an automatic tournament, and who deals at which table."""

    manager: Staff
    director: Staff
    desk: Staff
    inspector: Staff
    witness: Staff
    dealers: dict[str, Staff]


class House:
    """Takes a tournament from where it is to its end, one step at a time."""

    def __init__(self, code: str, people: People, seed: int = 1991) -> None:
        self.code, self.people = code, people
        self.chance = Random(f"{seed} {code}")  # noqa: S311 — play for show, not a draw
        self.seed = seed
        self.croupiers: dict[str, Croupier] = {}
        self.turn = 0
        self.running: list[Session] = []
        """The sessions that were running when the tournament was last looked at."""
        self.in_hand: set[str] = set()
        """Those sessions with a hand in progress: only its next tap is due there."""

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return service.of_code(self.code).phase in machine.state.OVER

    def step(self, at: datetime | None = None) -> float:
        """Do the next thing; returns the seconds it takes, or 0 if nothing can be done now. Raises Refusal."""
        at = at or timezone.now()
        if self.running and (session := self.running[self.turn % len(self.running)]).name in self.in_hand:
            return self._tap(session, at)
        state = service.of_code(self.code).state
        waits = machine.due(state, at)
        for due in waits:
            taken = self._taken(state, due, at)
            if taken is not None:
                by, command = taken
                service.take(self.code, command, by=by, at=at)
                return self.chance.uniform(*STEP)
            if due.kind == "commit_seed":
                service.new_seed(self.code, due.stage, by=self.people.manager, at=at)
                return self.chance.uniform(*STEP)
        return self._play(state, [due.session for due in waits if due.kind == "play"], at)

    # --- steps of the tournament

    def _taken(self, state: State, due: Due, at: datetime) -> tuple[Staff, machine.Command] | None:
        """Who takes the step that is due, and by which command; None if it is nobody's step."""
        people = self.people
        plain: dict[str, Callable[[], tuple[Staff, machine.Command]]] = {
            "approve": lambda: (
                people.inspector,
                commands.Approve(
                    reference="demonstration only",
                    approved_by="the authority",
                    fingerprint=machine.fingerprint(state.conditions),
                ),
            ),
            "appoint_director": lambda: (
                people.manager,
                commands.AppointDirector(number=people.director.number, qualified=True),
            ),
            "open_entries": lambda: (people.manager, commands.OpenEntries()),
            "close_entries": lambda: (people.manager, commands.CloseEntries()),
            "sign_on": lambda: (people.director, commands.SignOn()),
            "draw": lambda: (people.director, commands.Draw(seed="", cut=CUT)),
            "designate": lambda: (people.director, self._designated(state, due.session)),
            "sign_conditions": lambda: (people.desk, commands.SignConditions(entry=due.entries[0])),
            "brief": lambda: (people.director, commands.Brief(session=due.session, understood=due.entries)),
            "begin": lambda: (people.director, commands.BeginSession(session=due.session)),
            "break_tie": lambda: (people.director, commands.BreakTie()),
            "conclude_stage": lambda: (people.director, commands.ConcludeStage()),
            "award": lambda: (people.director, commands.AwardPrizes()),
            "pay_prize": lambda: (
                people.desk,
                commands.PayPrize(
                    entry=due.entries[0], witness=people.witness.number, receipt=f"R-{due.entries[0]}"
                ),
            ),
            "redeem_chips": lambda: (
                people.desk,
                commands.RedeemChips(entry=due.entries[0], witness=people.witness.number),
            ),
            "close": lambda: (people.manager, commands.Close()),
        }
        if due.kind == "play":
            return self._ended(state, due.session, at)
        return plain[due.kind]() if due.kind in plain else None

    def _designated(self, state: State, session: str) -> commands.Designate:
        taken = {held.table for held in state.sessions if held.status != "ended"}
        code = next((code for code in self.people.dealers if code not in taken), "")
        table = Table.objects.filter(code=code).first()
        if table is None:
            raise Refusal("table.unknown", table=code)
        return commands.Designate(session=session, table=table.code, book=table.book, game=table.game)

    def _ended(self, state: State, name: str, at: datetime) -> tuple[Staff, machine.Command] | None:
        """The end of a session that is played to its length, or in which nobody can wager any more."""
        session = state.session(name)
        result = None if session is None else counted(state, session)
        if session is None or result is None or not result.between:
            return None
        chips, played = stacks(state, session, at)
        least = state.conditions.table_minimum or 1
        if played < session.length.number and any(stack.chips >= least for stack in chips):
            return None
        return self.people.director, commands.EndSession(session=name, stacks=chips, played=played)

    # --- play at the tables

    def _play(self, state: State, sessions: list[str], at: datetime) -> float:
        """A tap at one of the tables with a running session, taking turns."""
        self.running = [session for name in sessions if (session := state.session(name)) is not None]
        self.in_hand &= set(sessions)
        if not self.running:
            return 0.0
        return self._tap(self.running[self.turn % len(self.running)], at)

    def _tap(self, session: Session, at: datetime) -> float:
        self.turn += 1
        action = self._croupier(session, at).tap(at)
        if action in ("", "collect"):
            self.in_hand.discard(session.name)
        else:
            self.in_hand.add(session.name)
        return self.chance.uniform(*PACE.get(action, (0.8, 1.6))) / len(self.running)

    def _croupier(self, session: Session, at: datetime) -> Croupier:
        code = session.table
        if code not in self.croupiers:
            dealer = self.people.dealers[code]
            self.croupiers[code] = Croupier(code, dealer, self.seed)
            if play.current(code).table.dealer != dealer.number:
                dealers.come_to_table(code, dealer, at)
            self.croupiers[code].take_place(at)
        return self.croupiers[code]
