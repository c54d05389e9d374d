"""Automatic play: a shoe, guests with their habits, and the dealer's next tap at a table.

It works as people do: it looks at what the table shows (`service.current`) and taps (`service.play`), and knows
nothing that a dealer would not. Its random numbers are its own, from a seed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Final

from django.utils import timezone

from casino.cards import UNKNOWN, Card, pack_without
from casino.rulebooks.irregularities import irregularities
from casino.staff.models import Staff
from rounds import engine
from rounds.engine import Command
from rounds.engine.questions import Place, facts_of
from rounds.play import prize_draw, service
from rounds.play.answer import Answer
from rounds.play.snapshot import Live
from rounds.simulation import guests, tournament
from tables.floor import dealers
from tables.models import Table
from tables.opening import checklist, dealing

PACE: Final = {
    "wagers": (0.5, 1.4),
    "card": (0.7, 1.3),
    "insurance": (2.0, 4.0),
    "surrender": (1.5, 3.0),
    "rescue": (0.9, 2.6),
    "ride": (1.5, 3.0),
    "prize": (2.0, 3.5),
    "settle": (1.5, 3.0),
    "decision": (0.9, 2.6),
    "direction": (2.0, 4.0),
    "approval": (25.0, 45.0),
    "collect": (1.2, 2.0),
    "shuffle": (6.0, 12.0),
    "shoe": (2.0, 4.0),
}
"""The shortest and longest seconds that a dealer takes before a tap, by what the table waits for."""
CARE: Final = 0.95
"""How often a guest plays basic strategy rather than by habit. Theo assumes basic strategy: habit alone costs ten
times as much, and would soon put every table outside the interval of its theo."""
PATIENCE: Final = 3
"""After this many refusals in a row a table is left alone for a while."""


@dataclass
class Shoe:
    """The cards of a shoe in the order in which they come, with the cutting card near the end if it has one."""

    chance: Random
    packs: int
    cutting_card: bool
    missing: str = ""
    """Ranks missing from the game's packs."""
    cards: list[Card] = field(default_factory=list)
    cut_at: int = 0

    def shuffle(self) -> None:
        self.cards = self.full * self.packs
        self.chance.shuffle(self.cards)
        # The cutting card is one to one and a half packs from the end; with few packs, a third of the shoe.
        deep = min(52, len(self.cards) // 3)
        self.cut_at = self.chance.randint(deep, deep * 3 // 2) if self.cutting_card else 0
        self.cards.pop()  # burned (VIC03-4.3.1)

    @property
    def full(self) -> list[Card]:
        return list(pack_without(self.missing))

    def next(self) -> Command:
        """The next thing to leave the shoe: a card, or the cutting card."""
        if len(self.cards) <= 1:
            self.shuffle()
        if self.cut_at and len(self.cards) <= self.cut_at:
            self.cut_at = 0
            return engine.CutCard()
        if not self.cutting_card:
            # A continuous shuffler takes the cards back after each round: every card comes from a full shoe.
            return engine.DealCard(self.chance.choice(self.full))
        return engine.DealCard(self.cards.pop())


@dataclass(frozen=True, slots=True)
class Guest:
    """A player at a box: the usual stake, and how bold the player is (0 to 1)."""

    mark: str
    box: int
    stake: int
    boldness: float


class Croupier:
    """The dealer of one table, with the guests who sit there."""

    def __init__(
        self,
        code: str,
        dealer: Staff,
        seed: int,
        *,
        crowd: float = 0.7,
        slips: float = 0.0,
        taken: tuple[int, int] = (1, 0),
    ) -> None:
        self.code = code
        self.dealer = dealer
        self.chance = Random(f"{seed} {code}")  # noqa: S311 — play for show, not a shuffle that anybody wagers on
        self.crowd = crowd
        """How full the table is, from 0 to 1."""
        self.slips = slips
        """The probability, at a card of the initial deal, that two cards were swapped."""
        self.fewest, self.most = taken
        """The fewest and the most boxes taken; 0 for no maximum."""
        self.guests: list[Guest] = []
        self.shoe: Shoe | None = None
        self.wanted: list[engine.PlaceWager] = []
        """Wagers that the guests still want to place on the coming round."""
        self.planned = 0
        self.taps = 0
        self.refusals = 0
        self.answer: Answer | None = None

    def take_place(self, at: datetime) -> None:
        """Come to the table and check the limit sign (VIC03-6.1)."""
        table = service.current(self.code).table
        if table.dealer != self.dealer.number:
            dealers.come_to_table(self.code, self.dealer, at)
        checklist.confirm(self.code, "sign", by=self.dealer, at=at)

    def tap(self, at: datetime | None = None) -> str:
        """Do what the table waits for, and first display what must be displayed; returns what it waited for, or
        ``""`` if somebody else deals here or the game is closed for a while. `at` is the time, if it is not now."""
        at = at or timezone.now()
        live = service.current(self.code)
        if not live.table.is_open or live.table.dealer != self.dealer.number:
            return ""
        if not live.begun:
            for item in checklist.wanted_before_round(live.table):
                checklist.confirm(self.code, item, by=self.dealer, at=at)
                live = service.current(self.code)
            if dealing.may_deal(live.table, new_round=True, at=at) is not None:
                return ""
        if live.state.phase == "wagers" and live.table.tournament and tournament.waits_for_director(live, at):
            return ""
        if self._reader_deals(live):
            return live.due.action
        self.give(self.command(live), live, at)
        return live.due.action

    def give(self, command: Command, live: Live, at: datetime) -> Answer:
        """Tap the command."""
        self.taps += 1
        key = f"auto-{live.version}-{self.chance.getrandbits(48):x}"
        # The button is the house's own machine: it draws when pressed.
        if isinstance(command, engine.Prize):
            answer, _ = prize_draw.press(
                self.code, command, by=self.dealer, key=key, expected=live.version, at=at
            )
        else:
            answer, _ = service.play(
                self.code, command, by=self.dealer, key=key, expected=live.version, at=at
            )
        self.answer = answer
        if answer.ok:
            self.refusals = 0
        elif not answer.stale and answer.approval_id is None:
            self.refusals += 1
            self.wanted = self.wanted[1:]  # a guest who could not place it plays without it
        return answer

    @staticmethod
    def _reader_deals(live: Live) -> bool:
        """Whether what is due comes automatically, as a report of the table's reader."""
        if live.table.cards_from != Table.CardsFrom.READER:
            return False
        todo = engine.questions.pending(live.rules, live.state)
        return todo[0] == "burn" if todo else live.due.action == "card"

    def command(self, live: Live) -> Command:
        """The tap that answers what the table waits for."""
        due, state, rules, chance = live.due, live.state, live.rules, self.chance
        if self.shoe is None:
            self.shoe = Shoe(chance, live.setup.decks, rules.cutting_card.value, rules.missing_ranks.value)
            self.shoe.shuffle()
        if due.action == "wagers":
            return self._wagers(live)
        if due.action == "approval":
            # Asked once; if nobody comes, the report is taken back after a while and play goes on.
            waiting = live.table.live.get("waiting")
            return engine.Undo() if waiting else engine.Approve(due.role, next(iter(due.legal), ""))
        if self._slips(live):
            return engine.Irregularity(self.misplaced(live), (("lies", self.swapped(live)),), "dealer")
        if due.action == "card":
            return self._card(live)
        if due.action in ("decision", "surrender", "rescue") and chance.random() < CARE:
            return guests.sensible(chance, rules, state, due)
        if due.action == "decision":
            bold = next((guest.boldness for guest in self.guests if guest.mark == due.player), 0.5)
            return guests.decision(chance, rules, state, due, bold)
        if due.action == "insurance":
            return guests.insurance(chance, rules, state, due)
        if due.action == "surrender":
            return guests.surrender(chance, state, due)
        if due.action == "rescue":
            return guests.rescue(chance, state, due)
        if due.action == "ride":
            return guests.ride(chance, due)
        if due.action == "prize":
            return guests.press(due)
        if due.action == "shoe":
            return self._prepare(live)
        if due.action == "shuffle":
            self.shoe.shuffle()
            return engine.Shuffle(cause="the cutting card came first")
        if due.action == "direction":
            return engine.DirectHand(due.box, due.hand, role="")
        if due.action == "settle":
            return engine.Settle()
        return engine.Collect()

    # --- wagers

    def _wagers(self, live: Live) -> Command:
        state, rules = live.state, live.rules
        if self.planned != live.round_no:
            self.planned = live.round_no
            self.wanted = self._planned(live)
        if live.table.tournament and (asked := tournament.in_turn(live, self.wanted)) is not None:
            return asked
        while self.wanted:
            wish, *self.wanted = self.wanted
            lies = state.box(wish.box)
            if lies.wager_of(wish.player, wish.bet) or lies.side_of(wish.player, wish.bet):
                continue
            taken = guests.placeable(rules, state, wish)
            if taken is not None:
                return taken
            if wish.bet in rules.wagers_on_hand.value:
                # A wager that depends on a refused wager is not placed either.
                self.wanted = [
                    wager for wager in self.wanted if (wager.box, wager.player) != (wish.box, wish.player)
                ]
        if not state.in_play() and not live.table.tournament:
            guest = self.guests[0]
            self.wanted = self._wished(live, guest)[1:]
            bet = rules.wagers_on_hand.value[0]
            return engine.PlaceWager(guest.box, guest.mark, self._stake(live, guest), bet)
        for blocker in live.due.blockers:
            if blocker.kind == "shoe":
                return self._prepare(live)
            command = guests.unblocking(rules, state, blocker)
            if isinstance(command, engine.Shuffle):
                assert self.shoe is not None
                self.shoe.shuffle()
            return command
        return engine.CallBets()

    def _planned(self, live: Live) -> list[engine.PlaceWager]:
        """The wagers planned for the coming round."""
        if live.table.tournament:
            return tournament.wishes(self.chance, live)
        self.come_and_go(live)
        present = [guest for guest in self.guests if self.chance.random() < 0.93]
        if len({guest.box for guest in present}) < self.fewest:
            present = self.guests
        return [wish for guest in present for wish in self._wished(live, guest)]

    def _prepare(self, live: Live) -> Command:
        command = self.preparing(live)
        assert command is not None, "the shoe waits for something"
        return command

    def preparing(self, live: Live) -> Command | None:
        """The next step with the shoe's cards, which change their order when shuffled; None if the shoe is ready."""
        command = guests.preparing(live.rules, live.state, person=self.dealer.number)
        if isinstance(command, engine.ShoeStep) and "shuffle" in command.steps and self.shoe is not None:
            self.shoe.shuffle()
        return command

    def _wished(self, live: Live, guest: Guest) -> list[engine.PlaceWager]:
        stake = self._stake(live, guest)
        laid = guests.wagers(self.chance, live.rules, live.state, guest.box, guest.mark, stake)
        # The bolder a guest, the fonder of side bets.
        fondness = 0.1 + 0.5 * guest.boldness
        return laid + guests.side_wagers(self.chance, live.state, guest.box, guest.mark, fondness)

    def come_and_go(self, live: Live) -> None:
        """Guests leave and others sit down, so that the felt changes from round to round."""
        chance, sign = self.chance, live.setup.main_sign
        self.guests = [guest for guest in self.guests if chance.random() > 0.06]
        for box in range(1, live.setup.boxes + 1):
            guests_here = sum(1 for guest in self.guests if guest.box == box)
            joins = chance.random() < (self.crowd if not self.guests else self.crowd * 0.35)
            if not guests_here and self.most and len({guest.box for guest in self.guests}) >= self.most:
                continue
            room = guests_here == 0 or (
                guests_here < live.rules.players_per_box.value and chance.random() < 0.12
            )
            if joins and room:
                typical = sign.minimum * chance.choice((1, 1, 2, 2, 3, 5, 10))
                self.guests.append(Guest(self._mark(live), box, min(typical, sign.maximum), chance.random()))
        while len(held := {guest.box for guest in self.guests}) < self.fewest:
            free = [box for box in range(1, live.setup.boxes + 1) if box not in held]
            if not free:
                return
            self.guests.append(Guest(self._mark(live), chance.choice(free), sign.minimum, 0.5))

    def _mark(self, live: Live) -> str:
        taken = {guest.mark for guest in self.guests} | set(dict(live.state.carry.excluded))
        return next(mark for mark in (f"P{number}" for number in range(1, 100)) if mark not in taken)

    def _stake(self, live: Live, guest: Guest) -> int:
        sign = live.setup.main_sign
        # Canberra's wagers rise in units of the minimum unless the sign says otherwise (ACT96-4.1(b)).
        unit = sign.multiple or (sign.minimum if live.rules.steps.multiples else min(live.setup.chips))
        amount = guest.stake * (2 if self.chance.random() < 0.12 else 1)
        rising = max(0, amount - sign.minimum) // unit * unit
        return min(sign.minimum + rising, sign.maximum)

    # --- what goes wrong

    def _slips(self, live: Live) -> bool:
        """Whether the last two cards of the initial deal were swapped, as sometimes happens."""
        state = live.state
        if not self.slips or live.due.action != "card" or state.phase != "initial_deal":
            return False
        lies = len(state.drawn) > 2 and not state.results and not state.irregularities
        return lies and bool(self.misplaced(live)) and self.chance.random() < self.slips

    def misplaced(self, live: Live) -> str:
        """The kind of irregularity by which the book puts misplaced cards right."""
        kinds = irregularities(live.rules).values()
        return next((kind.kind for kind in kinds if kind.procedure == "reconstruct"), "")

    def swapped(self, live: Live) -> str:
        """The places of the last two cards if each was put in the other's place."""
        *_, fact, other = enumerate(facts_of(live.state).cards, start=1)
        return ",".join(
            f"{number}:{_where(card.place)}" for number, card in ((fact[0], other[1]), (other[0], fact[1]))
        )

    # --- cards

    def _card(self, live: Live) -> Command:
        assert self.shoe is not None
        if live.state.held and live.state.held[0].card != UNKNOWN:
            return engine.DealCard(live.state.held[0].card)  # drawn in error: it is dealt next
        command = self.shoe.next()
        if isinstance(command, engine.DealCard) and live.state.drawn.count(command.card) >= live.setup.decks:
            return self._card(live)
        return command


def _where(place: Place | None) -> str:
    box, hand = place or (0, 0)
    return "dealer" if not box else f"{box}.{hand}" if hand > 1 else str(box)
