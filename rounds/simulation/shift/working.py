"""A shift as the dealer and the pit work it: the plan hour by hour, and tap by tap what the table waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Final

from casino.staff import approvals
from casino.staff.models import Approval
from rounds import engine
from rounds.engine import Command
from rounds.play import service
from rounds.play.answer import Answer
from rounds.play.snapshot import Live
from rounds.simulation.autoplay import PACE, Croupier, Guest
from rounds.simulation.shift import mishaps
from rounds.simulation.shift.balance import Outcome, compare
from rounds.simulation.shift.cashier import Tray
from rounds.simulation.shift.clock import Clock
from rounds.simulation.shift.house import HIGHER, LIMITS, Crew, Place, set_up
from rounds.simulation.shift.mishaps import Mishap
from tables.book import house_at
from tables.float import record
from tables.floor import dealers, scheduled_changes
from tables.models import Session, Table
from tables.opening import checklist, closing, closing_notices, deck_count, opening, packs
from tables.signs import signs

LASTS: Final = timedelta(hours=8)
OPENING: Final = timedelta(minutes=15)
"""From the first work on the cards to the first round."""
CLOSING: Final = timedelta(minutes=15)
"""From the closing of the table to the end of the shift."""
SPARE: Final = timedelta(minutes=10)
"""Between the last planned round and the closing, so that a slow round is not cut off."""
NOTICE: Final = timedelta(minutes=25)
"""How long this house displays a notice; Victoria requires 20 minutes (VIC03-6.1-FN2-66(2), VIC03-17.7)."""
LAST_ROUNDS: Final = 3
BOXES: Final = (2, 4)
BUYS: Final = 0.6
"""The share of new players who bring cash; the others have chips."""
PATIENCE: Final = 4
MOST_TAPS: Final = 2000
"""The most taps in one round: a table that waits for ever is a fault."""


class ShiftStopped(RuntimeError):
    """The table cannot go on; the message says why."""


class Shift:
    """One shift at one table. `rounds` is at least 10; `begins` is when the crew comes."""

    def __init__(self, place: Place, *, rounds: int, seed: int, begins: datetime) -> None:
        self.rounds = rounds
        self.crew = Crew.of(place.code)
        self.clock = Clock(begins)
        self.begins = begins
        self.chance = Random(f"shift {seed} {place.code}")  # noqa: S311 — people's habits, no shuffle for money
        self.table = set_up(place, self.crew, begins)
        self.code = place.code
        self.croupier = Croupier(self.code, self.crew.dealers[0], seed, taken=BOXES)
        self.tray = Tray(self.code, self.crew, tuple(self.table.chips))
        self.closes = begins + LASTS - CLOSING
        self.armed: list[Mishap] = []
        self.met: Counter[str] = Counter()
        self.refused: list[str] = []
        self._known: set[Guest] = set()
        self._notice: datetime | None = None

    # --- the shift

    def work(self, say: Callable[[str], object] = lambda words: None) -> Outcome:
        """Work from the opening to the close. Raises ShiftStopped if the table does not go on, Refusal if it refuses
        what a shift must do."""
        self._open()
        say(f"{self.clock.now:%H:%M} open with {len(self.croupier.guests)} players")
        plan = self._plan()
        span = self.closes - SPARE - self.clock.now
        first = self.clock.now
        for number in range(1, self.rounds + 1):
            self.clock.until(first + span * (number - 1) / self.rounds)
            while plan and plan[0][0] <= number:
                _, words, task = plan.pop(0)
                task()
                say(f"{self.clock.now:%H:%M} round {number}: {words}")
            self._between_rounds(number)
            self._round(number)
        if self.armed:
            raise ShiftStopped(f"no moment has come for: {', '.join(mishap.name for mishap in self.armed)}")
        self._close()
        say(f"{self.clock.now:%H:%M} closed")
        session = Session.objects.filter(table=self.table).order_by("-number").first()
        assert session is not None
        return compare(
            session, self.tray, since=self.begins, met=self.met, refused=self.refused, taps=self.croupier.taps
        )

    def _plan(self) -> list[tuple[int, str, Callable[[], object]]]:
        """The parts of the shift, each with the number of the round before which it happens."""
        _, _, third = dealers = self.crew.dealers
        wrong = mishaps.IRREGULARITIES
        plan: list[tuple[float, str, Callable[[], object]]] = [
            (0.20, f"{dealers[1].number} comes on", lambda: self._hand_over(1)),
            (0.45, f"{third.number} comes on", lambda: self._hand_over(2)),
            (0.72, f"{dealers[0].number} is back", lambda: self._hand_over(0)),
            (0.15, "notice of a higher minimum", self._raise_minimum),
            (0.60, "the minimum is lowered", self._lower_minimum),
            (0.05, "a buy-in entered twice", self._buy_in_twice),
            (0.25, "small chips changed", self._colour_up),
            (0.35, "a fill", lambda: self.tray.fill(500_000, self.croupier.dealer, self.clock.passes(120))),
            (0.68, "a credit", lambda: self.tray.credit(200_000, self.croupier.dealer, self.clock.passes(120))),
            (0.50, "float counted, another drop box", self._mid_shift),
        ]  # fmt: skip
        moments = (0.08, 0.18, 0.30, 0.42, 0.65, 0.80)
        several = zip((*moments, 0.38, 0.55), (*wrong, mishaps.CARD, mishaps.AMOUNT), strict=True)
        plan += [(when, mishap.name, partial(self.armed.append, mishap)) for when, mishap in several]
        return [
            (max(2, round(when * self.rounds)), words, task)
            for when, words, task in sorted(plan, key=lambda mishap: mishap[0])
        ]

    # --- opening

    def _open(self) -> None:
        dealer, boss = self.croupier.dealer, self.crew.casino_supervisor
        dealers.come_to_table(self.code, dealer, self.clock.now)
        if house_at(self.table).cards_checked:
            packs.check_all_right(self.code, dealer, self.crew.game_supervisor, at=self.clock.passes(240))
        for item in checklist.confirmations(self.table):
            checklist.confirm(self.code, item, by=dealer, at=self.clock.passes(10))
        self.tray.open(dealer, self.clock.passes(180))
        opening.open_table(self.code, by=boss, at=self.clock.passes(30))
        self._seat()
        for _ in range(20):
            live = service.current(self.code)
            command = self.croupier.preparing(live)
            if command is None:
                break
            self._give(command, live, 20.0)
        self.clock.until(self.begins + OPENING)

    def _seat(self) -> None:
        """The first players come: they may look at the cards before the shuffle (NZ-6.3), and one of them cuts."""
        self.croupier.come_and_go(service.current(self.code))
        for guest in self.croupier.guests:
            live = service.current(self.code)
            if not live.state.box(guest.box).caller:
                self._give(engine.Seat(guest.box, guest.mark), live, 5.0)

    # --- between two rounds

    def _between_rounds(self, number: int) -> None:
        self._saw()
        if number > self.rounds - LAST_ROUNDS or self.clock.now + NOTICE >= self.closes - SPARE:
            self._announce_closing()
        scheduled_changes.apply_due_changes(self.code, self.clock.now)
        live = service.current(self.code)
        for item in checklist.wanted_before_round(live.table):
            checklist.confirm(self.code, item, by=self.croupier.dealer, at=self.clock.passes(5))
        if self.tray.is_low():
            self.tray.fill(self.tray.opened_with // 2, self.croupier.dealer, self.clock.passes(180))
        self._goes_wrong(service.current(self.code), just_over=True)
        if number == self.rounds - LAST_ROUNDS + 1 and live.rules.last_rounds.value:
            self._give(engine.AnnounceLastRounds("dealer"), service.current(self.code), 5.0)
        self._saw()

    def _saw(self) -> None:
        live = service.current(self.code)
        if live.previous is not None and live.table.rounds:
            self.tray.saw(live.previous)

    def _hand_over(self, number: int) -> None:
        """Another dealer comes to the table and checks the sign (VIC03-6.1)."""
        self.croupier.dealer = self.crew.dealers[number]
        dealers.come_to_table(self.code, self.croupier.dealer, self.clock.passes(20))

    def _raise_minimum(self) -> None:
        by = self.crew.of_role(self.table.rules.limits_role.value)
        signs.put_up(self.code, minimum=HIGHER, change_at=self.clock.now + NOTICE, by=by, at=self.clock.now)

    def _lower_minimum(self) -> None:
        by = self.crew.of_role(self.table.rules.limits_role.value)
        signs.set_limits(self.code, LIMITS, told=True, by=by, at=self.clock.passes(30))

    def _buy_in_twice(self) -> None:
        dealer, amount = self.croupier.dealer, 20_000
        self.tray.buy_in("P1", amount, dealer, self.clock.passes(20))
        again = self.tray.buy_in("P1", amount, dealer, self.clock.passes(20))
        self.tray.taken_back(again, amount, dealer, self.clock.passes(60))

    def _colour_up(self) -> None:
        self.tray.colour_up(self.croupier.guests[0].mark, self.croupier.dealer, self.clock.passes(20))

    def _mid_shift(self) -> None:
        self._saw()
        self.tray.count(self.croupier.dealer, self.clock.passes(180))
        self.tray.change_box(self.croupier.dealer, self.clock.passes(60))

    def _announce_closing(self) -> None:
        if self._notice is None:
            self._notice = max(self.closes, self.clock.now + NOTICE)
            closing_notices.announce(
                self.code, close_at=self._notice, inspector=self.crew.inspector, reason="end of the shift",
                by=self.crew.casino_supervisor, at=self.clock.now,
            )  # fmt: skip

    # --- a round

    def _round(self, number: int) -> None:
        for _ in range(MOST_TAPS):
            live = service.current(self.code)
            if live.table.rounds >= number:
                return
            if live.table.state != Table.State.OPEN and not live.begun:
                raise ShiftStopped(f"{self.code} is {live.table.state} before round {number}")
            if self._goes_wrong(live):
                continue
            self._give(self.croupier.command(live), live)
            self._buy_in()
        raise ShiftStopped(f"round {number} does not end: {service.current(self.code).due.text}")

    def _buy_in(self) -> None:
        """Players who have just come change cash, most of them."""
        for guest in self.croupier.guests:
            if guest not in self._known:
                self._known.add(guest)
                if self.chance.random() < BUYS:
                    amount = guest.stake * self.chance.choice((5, 10, 20))
                    self.tray.buy_in(guest.mark, amount, self.croupier.dealer, self.clock.passes(8))

    def _goes_wrong(self, live: Live, *, just_over: bool = False) -> bool:
        """Report the next mishap if this is the moment, and take it to its end."""
        for mishap in self.armed:
            if mishap.just_over != just_over:
                continue
            command = mishap.report(self.croupier, live)
            if command is None:
                continue
            self.armed.remove(mishap)
            answer = self._give(command, live, 15.0)
            if not answer.ok:
                raise ShiftStopped(f"{mishap.name}: {answer.refusal or 'not taken'}")
            mishap.then(self.croupier, live, command)
            self.met["signed" if self._sign(signed=mishap.signed) else "seen to by the dealer"] += 1
            return True
        return False

    def _sign(self, *, signed: bool) -> bool:
        """Ask the person who must sign, who signs or refuses; returns False if nobody has to."""
        wants_signature = False
        while (live := service.current(self.code)).due.action == "approval":
            wants_signature = True
            command = engine.Approve(live.due.role, next(iter(live.due.legal), ""))
            self._give(command, live, 5.0, signed=signed)
        return wants_signature

    def _give(self, command: Command, live: Live, seconds: float = 0.0, *, signed: bool = True) -> Answer:
        """A tap of the dealer's, with the signature that it waits for."""
        shortest, longest = PACE.get(live.due.action, (0.8, 1.6))
        at = self.clock.passes(seconds or self.chance.uniform(shortest, longest))
        answer = self.croupier.give(command, live, at)
        if answer.approval_id is not None:
            self._decide(answer.approval_id, signed)
        elif not answer.ok:
            why = answer.refusal.message if answer.refusal is not None else "the table has gone on"
            self.refused.append(f"round {live.round_no}: {why}")
            if self.croupier.refusals >= PATIENCE:
                raise ShiftStopped(f"round {live.round_no}: {why} ({command})")
        return answer

    def _decide(self, number: int, signed: bool) -> None:
        approval = Approval.objects.get(pk=number)
        by = self.crew.of_role(approval.role_wanted)
        approvals.acknowledge(approval, by, at=self.clock.passes(15))
        words = "seen on the table" if signed else "the wager lay there in time"
        approvals.decide(approval, by, signed, words, at=self.clock.passes(25))

    # --- close

    def _close(self) -> None:
        dealer, boss = self.croupier.dealer, self.crew.casino_supervisor
        self._saw()
        assert self._notice is not None, "the last rounds are announced"
        scheduled_changes.apply_due_changes(self.code, self.clock.until(self._notice))
        if house_at(self.table).cards_counted:
            cards = deck_count.right(self.table)
            closing.count_cards(self.code, cards, by=dealer, at=self.clock.passes(300))
        self.tray.close(dealer, self.clock.passes(240))
        if Table.objects.get(code=self.code).state != Table.State.CLOSED:
            closing.close_table(self.code, by=boss, at=self.clock.passes(60))
        if record.running(self.table) is not None:
            raise ShiftStopped(f"the session of {self.code} is not closed")
