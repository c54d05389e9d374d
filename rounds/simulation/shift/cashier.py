"""The chips of a shift, counted independently of the books: what left the tray and what came into it, hand by hand.

The tray is a second set of books. It changes by what was done (a buy-in, a fill, what was taken and paid on the
layout), never by what the float's books say, so that its count can prove them wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from casino.money import Cents
from casino.staff.models import Staff
from rounds.engine import State
from rounds.play.projection.rows import win_of
from rounds.simulation.shift.house import Crew
from tables.float import cash, counts, slips
from tables.float.models import DropBox, Slip
from tables.models import Table
from tables.opening import closing

EACH: Final = 100
"""How many chips of each denomination are in the opening float of a table that has never been open."""
LOW: Final = 0.35
"""The part of the opening float below which a fill is requested."""


@dataclass
class Tray:
    """The chips in the tray, in cents."""

    code: str
    crew: Crew
    chips: tuple[int, ...]
    opened_with: Cents = 0
    moved: Cents = 0
    """Chips in less chips out, other than by play."""
    rounds: dict[int, Cents] = field(default_factory=dict)
    """What each round brought in less what it cost, as last seen, since a correction changes it."""
    boxes: list[int] = field(default_factory=list)
    bought: set[str] = field(default_factory=set)
    fills: int = 0
    credits: int = 0
    buy_ins: int = 0

    @property
    def total(self) -> Cents:
        return self.opened_with + self.moved + sum(self.rounds.values())

    def saw(self, state: State) -> None:
        """A completed round: what was taken from the layout, and what was paid."""
        self.rounds[state.round_no] = win_of(state)

    def counted(self) -> dict[int, int]:
        """The tray by denomination: half of what is left in each, largest first, and the rest in the smallest."""
        left, by_chip = self.total, dict[int, int]()
        for chip in sorted(self.chips, reverse=True):
            share = left if chip == min(self.chips) else left // 2
            by_chip[chip] = share // chip
            left -= by_chip[chip] * chip
        if left:
            raise AssertionError(f"{left} cents of the tray are no chips: something was paid that cannot be.")
        return by_chip

    # --- opening, counts and close

    def open(self, dealer: Staff, at: datetime) -> None:
        """The opening float, and the drop box."""
        last = counts.last_closing(Table.objects.get(code=self.code))
        float_ = dict[int, int](last.chips) if last is not None else dict.fromkeys(self.chips, EACH)
        count = counts.count_opening(self.code, float_, by=dealer, signed_by=self.crew.game_supervisor, at=at)
        self.opened_with = count.total
        self.change_box(dealer, at)

    def change_box(self, dealer: Staff, at: datetime, *, last: bool = False) -> None:
        """Replace the drop box on the table; at the end, only remove it."""
        on = cash.box_on(Table.objects.get(code=self.code))
        number = DropBox.objects.filter(table__code=self.code).count() + 1
        # The one from the previous session was left on the table.
        box = cash.change_box(
            self.code, old=on.number if on else "", new="" if last else f"{self.code[3:]}-{number}",
            by=dealer, signed_by=self.crew.game_supervisor, at=at,
        )  # fmt: skip
        if box is not None:
            self.boxes.append(box.pk)

    def count(self, dealer: Staff, at: datetime) -> None:
        """A count in the middle of the shift. Raises Refusal if it differs from the books, since no note explains
        it."""
        counts.count_now(self.code, self.counted(), by=dealer, signed_by=self.crew.game_supervisor, at=at)

    def close(self, dealer: Staff, at: datetime) -> None:
        """The closing count, also without a note, and the drop boxes counted."""
        self.change_box(dealer, at, last=True)
        closing.count_float(self.code, self.counted(), by=dealer, signed_by=self.crew.game_supervisor, at=at)
        for box in DropBox.objects.filter(pk__in=self.boxes):
            cash.count_box(
                box.pk, cash.recorded_in(box), by=self.crew.game_supervisor,
                signed_by=self.crew.casino_supervisor, at=at,
            )  # fmt: skip

    # --- during play

    def buy_in(self, player: str, amount: Cents, dealer: Staff, at: datetime) -> int:
        """Cash for chips; returns the number of the exchange."""
        exchange = cash.buy_in(
            self.code, amount, self.chips_for(amount), by=dealer, at=at, player=player,
            key=f"buy-{self.code}-{at.timestamp():.3f}-{player}",
        )  # fmt: skip
        self.moved -= amount
        self.buy_ins += 1
        return exchange.pk

    def taken_back(self, exchange: int, amount: Cents, dealer: Staff, at: datetime) -> None:
        """Reverse a buy-in that was entered wrongly."""
        cash.reverse(exchange, "entered twice", by=dealer, signed_by=self.crew.game_supervisor, at=at)
        self.moved += amount

    def colour_up(self, player: str, dealer: Staff, at: datetime) -> None:
        """Exchange small chips for one large chip."""
        small, large = sorted(self.chips)[-3:-1]
        cash.colour_up(self.code, {small: large // small}, {large: 1}, by=dealer, at=at, player=player)

    def is_low(self) -> bool:
        """Whether chips should be requested."""
        return self.total < LOW * self.opened_with

    def fill(self, amount: Cents, dealer: Staff, at: datetime) -> None:
        """Chips from the cage, with every signature that the house requires."""
        self._slip(Slip.Kind.FILL, amount, dealer, at)
        self.moved += amount
        self.fills += 1

    def credit(self, amount: Cents, dealer: Staff, at: datetime) -> None:
        """Chips back to the cage."""
        self._slip(Slip.Kind.CREDIT, amount, dealer, at)
        self.moved -= amount
        self.credits += 1

    def _slip(self, kind: str, amount: Cents, dealer: Staff, at: datetime) -> None:
        slip = slips.request(
            self.code, kind, self.chips_for(amount), by=dealer, at=at, key=f"{kind}-{at.timestamp():.3f}"
        )
        signed = 1
        while (following := slips.next_signature(slip, signed)) is not None:
            dealers = following.role == dealer.role
            slip = slips.sign(slip.pk, by=dealer if dealers else self.crew.of_role(following.role), at=at)
            signed = slip.signatures.count()

    def chips_for(self, amount: Cents) -> Mapping[int, int]:
        """An amount in chips, the large ones first."""
        chips: dict[int, int] = {}
        for chip in sorted(self.chips, reverse=True):
            if amount >= chip:
                chips[chip], amount = divmod(amount, chip)
        return chips
