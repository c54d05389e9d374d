"""Rounds told as short stories: ``deal().bet(3, "A", 50).call().initial("6d", "Ts 7h").stand(3)``.

Every step goes through ``engine.apply`` alone. Amounts are dollars, since the book's are; inside they are
cents. After every step the story checks that the state is the fold of the events so far.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from casino.cards import score
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.cards.events import CardDealt
from rounds.engine.events import Event
from rounds.engine.wagers.events import WagerPlaced
from tests.refusing import refused_as

Dollars = int | float | str


def cents(amount: Dollars) -> int:
    """Cents of an amount in dollars."""
    return int(Decimal(str(amount)) * 100)


def deal(
    book: str = "VIC03",
    *,
    minimum: Dollars = 1,
    maximum: Dollars = 10_000,
    multiple: Dollars = 0,
    chips: Sequence[Dollars] = ("0.01",),
    elect: dict[str, str] | None = None,
    read: dict[str, str] | None = None,
    carry: engine.values.Carry | None = None,
    offer: Sequence[str] = (),
    sign: dict[str, tuple[Dollars, Dollars]] | None = None,
    **setup: Any,
) -> "Story":
    """A table at which a round has been opened. ``read`` takes other readings of ambiguous clauses, ``offer`` side
    bets with their scales (``"buster A"``), ``sign`` their limits."""
    return Story.of(
        engine.Setup(
            book,
            elections=tuple((elect or {}).items()),
            readings=tuple((read or {}).items()),
            offers=tuple([engine.values.SideBetConfig(*bet_and_scale.split()) for bet_and_scale in offer]),
            signs=(
                engine.values.Sign("main", cents(minimum), cents(maximum), cents(multiple)),
                *(
                    engine.values.Sign(bet, cents(low), cents(high))
                    for bet, (low, high) in (sign or {}).items()
                ),
            ),
            chips=tuple(cents(chip) for chip in chips),
            carry=carry or engine.values.Carry(),
            **setup,
        )
    )


@dataclass
class Story:
    """One round, step by step. Each step returns the story."""

    rules: Rules
    state: engine.State
    events: list[Event] = field(default_factory=list)
    last: tuple[Event, ...] = ()
    """The events of the last step."""

    @classmethod
    def of(cls, setup: engine.Setup, round_no: int = 1) -> Self:
        events = list(engine.start(setup, round_no))
        return cls(setup.rules, engine.fold(events), events, tuple(events))

    def do(self, command: engine.Command) -> Self:
        self.state, self.last = engine.apply(self.rules, self.state, command)
        self.events.extend(self.last)
        assert engine.fold(self.events) == self.state
        return self

    def refuses(self, code: str, clause: str) -> "Refusing":
        """The step that follows must be refused with this code under this clause, "" if none forbids it, and change
        nothing."""
        return Refusing(self, code, clause)

    def refuses_dealer(self, clause: str) -> "Refusing":
        """The same of a further card to the dealer, whose hand is complete, soft or hard."""
        _, soft = score(self.state.dealer)
        return self.refuses("card.dealer_complete_soft" if soft else "card.dealer_complete", clause)

    # --- wagers

    def seat(self, box: int, player: str) -> Self:
        return self.do(engine.Seat(box, player))

    def leave(self, player: str) -> Self:
        return self.do(engine.Leave(player))

    def bet(self, box: int, player: str, amount: Dollars, bet: str = "main", medium: str = "chips") -> Self:
        return self.do(engine.PlaceWager(box, player, cents(amount), bet, medium))

    def unbet(self, box: int, player: str, bet: str = "main") -> Self:
        return self.do(engine.WithdrawWager(box, player, bet))

    def hands(self, box: int, player: str, *amounts: Dollars) -> Self:
        """Wagers on hand 1, hand 2 … of Triple Play; 0 leaves one out."""
        for number, amount in enumerate(amounts, start=1):
            if amount:
                self.bet(box, player, amount, f"hand_{number}")
        return self

    def hand_back(self, box: int, player: str) -> Self:
        return self.do(engine.RefuseWager(box, player))

    def say(self, box: int, player: str, amount: Dollars, backing: Any) -> Self:
        return self.do(engine.DeclareWager(box, player, cents(amount), backing))

    def line(self, box: int, *players: str) -> Self:
        return self.do(engine.Arrange(box, players))

    def shared(self, box: int, **wagers: Dollars) -> Self:
        """Several players on one box; the first named lies nearest the dealer and calls."""
        for player, amount in wagers.items():
            self.bet(box, player, amount)
        return self.seat(box, next(iter(wagers)))

    def several(
        self,
        player: str,
        role: str = "game_supervisor",
        *,
        revoke: bool = False,
        extra: int = 0,
        behind: bool = False,
    ) -> Self:
        return self.do(engine.AllowSeveralBoxes(player, role, revoke, extra, behind))

    def limit(
        self, box: int, player: str, maximum: Dollars, minimum: Dollars = 0, role: str = "casino_supervisor"
    ) -> Self:
        return self.do(engine.AllowLimit(box, player, cents(maximum), role, cents(minimum)))

    def marker(self, box: int, player: str) -> Self:
        return self.do(engine.PlaceMarker(box, player))

    def at_most(self, box: int, most: int, role: str = "game_supervisor") -> Self:
        return self.do(engine.LimitPlayers(box, most, role, "service"))

    def restrict(
        self,
        player: str,
        *,
        one_box: bool,
        role: str = "operations_manager",
        notified: str = "delegate, 14:00",
        lift: bool = False,
        minimum: bool = True,
    ) -> Self:
        return self.do(engine.RestrictPlayer(player, one_box, role, notified, lift=lift, minimum=minimum))

    def shuffle(self) -> Self:
        return self.do(engine.Shuffle())

    def call(self) -> Self:
        return self.do(engine.CallBets())

    # --- cards

    def cards(self, text: str) -> Self:
        for card in text.split():
            self.do(engine.DealCard(card))
        return self

    def initial(self, dealer: str, *hands: str) -> Self:
        """The initial deal: the dealer's first card, and two cards to each box in play from the left."""
        pairs = [hand.split() for hand in hands]
        assert len(pairs) == len(self.state.in_play())
        return self.cards(" ".join([*(a for a, _ in pairs), dealer, *(b for _, b in pairs)]))

    def cut_card(self) -> Self:
        return self.do(engine.CutCard())

    def show(self, box: int, cards: str, hand: int = 1) -> Self:
        return self.do(engine.ShowCards(box, hand, tuple(cards.split())))

    # --- irregularities

    def wrong(self, kind: str, **values: object) -> Self:
        """Something went wrong: reported by the dealer."""
        return self.do(
            engine.Irregularity(kind, tuple([(name, str(value)) for name, value in values.items()]), "dealer")
        )

    def approve(self, role: str = "game_supervisor", choice: str = "") -> Self:
        return self.do(engine.Approve(role, choice))

    def refuse(self, role: str = "game_supervisor") -> Self:
        return self.do(engine.Refuse(role))

    # --- insurance

    def insure(self, box: int, player: str, amount: Dollars, wager: str = "main") -> Self:
        return self.do(engine.Insure(box, player, cents(amount), wager))

    def even_money(self, box: int, player: str, wager: str = "main") -> Self:
        return self.do(engine.EvenMoney(box, player, wager))

    def asked(self) -> Self:
        """Every player has been asked for insurance."""
        return self.do(engine.CloseInsurance())

    # --- decisions

    def hit(self, box: int, hand: int = 1, by: str = "") -> Self:
        return self.do(engine.Decide(box, "hit", hand, by))

    def stand(self, box: int, hand: int = 1, by: str = "") -> Self:
        return self.do(engine.Decide(box, "stand", hand, by))

    def double(self, box: int, hand: int = 1, **adds: Dollars) -> Self:
        added = tuple((player, cents(amount)) for player, amount in adds.items())
        return self.do(engine.Decide(box, "double", hand, adds=added))

    def split(self, box: int, hand: int = 1, **matches: str) -> Self:
        return self.do(engine.Decide(box, "split", hand, matches=tuple(matches.items())))

    def surrender(self, box: int, *players: str) -> Self:
        return self.do(engine.Surrender(box, players))

    def kept(self) -> Self:
        """Nobody (else) surrenders."""
        return self.do(engine.CloseSurrender())

    def rescue(self, box: int, player: str, hand: int = 1) -> Self:
        return self.do(engine.Rescue(box, player, hand))

    def play_on(self, box: int, hand: int = 1) -> Self:
        return self.do(engine.PlayOn(box, hand))

    def ask(self, box: int, hand: int = 1, reason: Any = "no_action") -> Self:
        return self.do(engine.AskDirection(box, hand, reason))

    def direct(self, box: int, hand: int = 1, role: str = "game_supervisor", *, wait: bool = False) -> Self:
        return self.do(engine.DirectHand(box, hand, role, wait))

    # --- settlement and end

    def settle(self, *refs: str) -> Self:
        return self.do(engine.Settle(refs))

    def collect(self) -> Self:
        return self.do(engine.Collect())

    def undo(self) -> Self:
        return self.do(engine.Undo())

    def end(self) -> Self:
        """Everything due is settled and the cards are collected."""
        while self.action == "settle":
            self.settle()
        return self.collect()

    def stands_to_the_end(self, box: int, further: str) -> Self:
        """The box stands, insurance declined; the dealer gets these further cards, and the round ends."""
        if self.action == "insurance":
            self.asked()
        if self.action == "decision":
            self.stand(box)
        return self.cards(further).end()

    def next_round(self) -> "Story":
        """The next round at the same table."""
        assert self.state.phase in ("collected", "void")
        setup = replace(self.state.setup, carry=engine.carry(self.state))
        return Story.of(setup, self.state.round_no + 1)

    # --- what one asks of it

    @property
    def due(self) -> engine.Due:
        due = engine.due(self.rules, self.state)
        assert due is not None, "the round is over"
        return due

    @property
    def action(self) -> str:
        due = engine.due(self.rules, self.state)
        return due.action if due else ""

    @property
    def legal(self) -> tuple[str, ...]:
        return self.due.legal

    def why_not(self, decision: str) -> str:
        """The clause under which a decision is shown as refused."""
        return next(refused.clause for refused in self.due.refused if refused.decision == decision)

    @property
    def targets(self) -> list[int]:
        """The boxes that the cards went to so far, 0 for the dealer."""
        return [event.box for event in self.events if isinstance(event, CardDealt)]

    @property
    def items(self) -> list[tuple[str, int, str, float]]:
        """The settlements due: action, box, player, dollars."""
        return [
            (
                item.action,
                item.result.box,
                item.result.player,
                (item.result.pays or abs(item.result.takes)) / 100,
            )
            for item in self.due.items
        ]

    def hand(self, box: int, number: int = 1) -> engine.values.Hand:
        return self.state.box(box).hands[number - 1]

    def result(
        self, box: int, player: str = "A", hand: int = 1, bet: str = "main", wager: str = "main"
    ) -> engine.values.Result:
        """The result of a wager; ``wager`` names the one that an insurance goes with."""
        if bet == "insurance":
            hand = 0
        (result,) = [
            result
            for result in self.state.results
            if (result.box, result.hand, result.player, result.bet) == (box, hand, player, bet)
            and wager in ("main", result.wager)
        ]
        return result

    def side(self, box: int, player: str, bet: str) -> tuple[str, float]:
        """What a side bet came to: its result, and what the player gained by it in dollars."""
        result = self.result(box, player, 0, bet)
        return result.result, (result.pays - result.takes) / 100

    def net(self, player: str = "A") -> float:
        """What a player has gained over the round, in dollars."""
        return (
            sum(result.pays - result.takes for result in self.state.results if result.player == player) / 100
        )

    def recorded(self, kind: type[Event]) -> list[Any]:
        """The events of one type in the last step."""
        return [event for event in self.last if isinstance(event, kind)]

    def notice(self) -> tuple[str, str]:
        """Notice and clause of the wager just placed."""
        (placed,) = self.recorded(WagerPlaced)
        return placed.notice, placed.clause


class Refusing(Story):
    """The same steps, each of which must be refused with the code under the clause and leave everything as it was."""

    def __init__(self, story: Story, code: str, clause: str) -> None:
        super().__init__(story.rules, story.state, story.events, story.last)
        self._story = story
        self._code = code
        self._clause = clause

    def do(self, command: engine.Command) -> Any:
        before, count = self._story.state, len(self._story.events)
        with refused_as(self._code, self._clause) as refused:
            engine.apply(self._story.rules, before, command)
        refusal = refused.value
        assert refusal.message
        assert refusal.remedy
        assert msgspec.json.encode(refusal.values), "values can be kept and sent"
        assert self._story.state == before == engine.fold(self._story.events)
        assert len(self._story.events) == count
        return self._story
