"""Random rounds with the side bets of ACT96, ACT03, VIC03 and the United Kingdom against a second opinion: what
each wager comes to, when it is settled, and that the main game goes as it would without it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from rounds import engine
from rounds.engine.cards.events import CardDealt, CardsShown
from rounds.engine.events import Undone
from rounds.engine.settlement.events import Collected, Settled
from rounds.engine.sides.events import BetSuspended, PrizeSelected
from tests.engine import test_oracle
from tests.engine.sides.acts_by_the_book import LOST, PRIZES, Cards, paid_up, pontoon, to_one
from tests.examples import examples
from tests.strategies import CHIPS, Shoe, next_command, on_a_layout, seeds

OFFERS = {
    ("ACT96", "blackjack"): (("over_13", "under_13"), ("super_sevens",)),
    ("ACT03", "blackjack"): (("super_sevens", "perfect_pairs"), ("super_sevens",), ("perfect_pairs",)),
    ("VIC03", "blackjack"): (("perfect_pairs",), ("magnificent_sevens",)),
    ("VIC03", "crown_blackjack"): (("perfect_pairs",), ("magnificent_sevens",)),
    ("VIC03", "crown_pontoon"): (("pontoon_pandemonium",),),
    ("UK", "blackjack"): (
        ("perfect_pairs", "21_plus_3", "top_3"),
        ("21_plus_3",),
        ("top_3", "perfect_pairs"),
    ),
}
SCALES = {"magnificent_sevens": ("1", "2"), "pontoon_pandemonium": ("1", "2", "3", "4", "5")}
RANKS = ("7", "77K", "7777A8", "AK", "QKA", "A23", "88", "6789", "JQ9", "A23456789TJQK")
SUITS = ("shdc", "s", "sh", "shd")
PLAYERS = "ABCDE"
SEVENS = ("super_sevens", "magnificent_sevens")


class FewCards(Shoe):
    """A shoe of few ranks and suits, so that pairs, runs and sevens come often."""

    def __init__(self, rng: Random, missing: str = "") -> None:
        super().__init__(rng, missing)
        self.sevens = False
        self.change()

    def change(self) -> None:
        """Other cards come from now on."""
        ranks = self.rng.choice(RANKS[:3] if self.sevens and self.rng.random() < 0.6 else RANKS)
        self.ranks = "".join(rank for rank in ranks if rank not in self.missing)
        self.suits = self.rng.choice(SUITS)

    def next(self, state: engine.State) -> str:
        if self.rng.random() < 0.1:
            self.change()
        for _ in range(20):
            card = self.rng.choice(self.ranks) + self.rng.choice(self.suits)
            if state.drawn.count(card) < state.setup.decks:
                return card
        return super().next(state)


@dataclass
class Round:
    """A round that was played: the commands that were taken, and their events."""

    setup: engine.Setup
    state: engine.State
    commands: list[tuple[int, engine.Command]] = field(default_factory=list)
    events: list[engine.Event] = field(default_factory=list)
    prolonged: bool = False
    """Insurance was placed while the button was offered, later than it could have been without."""

    def standing(self) -> tuple[list[engine.Command], list[engine.Event]]:
        """What was not taken back."""
        gone = {event.undone_tap for event in self.events if isinstance(event, Undone)}
        commands = [
            command
            for tap, command in self.commands
            if tap not in gone and not isinstance(command, engine.Undo)
        ]
        events = [event for event in self.events if event.tap not in gone and not isinstance(event, Undone)]
        return commands, events


def opened(rng: Random, book: str, game: str) -> engine.Setup:
    """A table with side bets, signs and chips of many kinds."""
    offers = rng.choice(OFFERS[book, game])
    signs = [engine.values.Sign(bet, 5_00, rng.choice((5_00, 12_50, 1_000_000))) for bet in offers]
    boxes = on_a_layout(BOOKS[book].games[game], rng.randint(1, 5))
    return engine.Setup(
        book,
        game,
        decks=rng.choice(BOOKS[book].games[game].decks.value),
        boxes=boxes,
        elections=(("limits", rng.choice(("box", "player"))),),
        offers=tuple(engine.values.SideBetConfig(bet, rng.choice(SCALES.get(bet, ("",)))) for bet in offers),
        signs=(engine.values.Sign("main", 5_00, rng.choice((10_00, 12_35, 30_00, 1_000_000))), *signs),
        chips=rng.choice(CHIPS),
        face_down=book == "VIC03" and rng.random() < 0.15,
        carry=engine.values.Carry(
            warned=tuple(rng.sample(PLAYERS, rng.choice((0, 0, 1)))),
            several_boxes=tuple(PLAYERS),
        ),
    )


def wagers(rng: Random, setup: engine.Setup) -> Iterator[engine.Command]:
    """Wagers on boxes and beside them, some of which are refused."""
    for box in range(1, setup.boxes + 1):
        players = rng.sample(PLAYERS, rng.choice((0, 1, 1, 2, 3)))
        for player in players:
            yield engine.PlaceWager(box, player, rng.choice((5_00, 10_00, 25_00, 33_33, 2_00)))
        for player in (*players, rng.choice(PLAYERS)):
            for offer in setup.offers:
                amount = rng.choice((5_00, 5_00, 7_00, 12_50, 15_55, 40_00, 3_00))
                if offer.bet == "super_sevens":
                    amount = {"ACT96": 1_00, "ACT03": 5_00}[setup.book]
                if rng.random() < 0.7:
                    yield engine.PlaceWager(box, player, amount, offer.bet)


def dealt_to_the_end(book: str, game: str, seed: int) -> Round:
    """A random round; some taps are taken back."""
    rng = Random(seed)
    setup = opened(rng, book, game)
    rules = setup.rules
    shoe = FewCards(rng, rules.missing_ranks.value)
    shoe.sevens = setup.offers[0].bet in SEVENS
    shoe.change()
    start = list(engine.start(setup))
    played = Round(setup, engine.fold(start), events=start)
    pending = list(wagers(rng, setup))
    for _ in range(2000):
        due = engine.due(rules, played.state)
        if due is None:
            return played
        if pending:
            command: engine.Command | None = pending.pop(0)
        elif due.action == "wagers" and not due.blockers:
            command = engine.CallBets()
        else:
            command = next_command(rng, rules, played.state, shoe)
        assert command is not None
        if rng.random() < 0.05:
            command = engine.Undo()
        try:
            played.state, events = engine.apply(rules, played.state, command)
        except Refusal:
            continue
        played.prolonged |= due.action == "prize" and isinstance(command, engine.Insure)
        played.commands.append((events[0].tap, command))
        played.events += events
    raise AssertionError("the round does not end")


# --- what the books make of it


def first_cards(events: list[engine.Event]) -> dict[int, Cards]:
    """The first three cards that came to each box (0 the dealer), those dealt face down as they were shown."""
    dealt: dict[int, list[str]] = {}
    for event in events:
        if isinstance(event, CardDealt):
            dealt.setdefault(event.box, []).append(event.card)
        elif isinstance(event, CardsShown):
            for card in event.cards:
                dealt[event.box][dealt[event.box].index("??")] = card
    return {box: tuple(cards[:3]) for box, cards in dealt.items()}


Expected = dict[tuple[int, str, str], tuple[str, int, int]]
"""By box, player and bet: how it came out, what the house pays and what it takes, in cents."""


def expected(played: Round, events: list[engine.Event]) -> Expected:
    setup = played.setup
    cards = first_cards(events)
    chips = setup.chips if setup.book in ("VIC03", "ACT96") else (1,)
    scales = {offer.bet: offer.scale for offer in setup.offers}
    failed = any(isinstance(event, BetSuspended) for event in events)
    prizes = {
        (event.box, event.player): event.per_dollar // 100
        for event in events
        if isinstance(event, PrizeSelected)
    }
    expected: Expected = {}
    for box in played.state.boxes:
        for side, counts in counting(played, box):
            key = box.number, side.player, side.bet
            if not counts:
                expected[key] = ("void", 0, 0)
                continue
            if side.bet == "pontoon_pandemonium":
                # 11.7.3(b): without a prize from a button that failed, the least of the table.
                least = 5 if scales[side.bet] == "1" else 10
                gain, twice = LOST, 0
                if pontoon(cards[box.number]):
                    for_dollar = prizes.pop((box.number, side.player), least if failed else 0)
                    assert for_dollar in PRIZES[scales[side.bet]]
                    gain, twice = 0, for_dollar * 2 * counts
            else:
                odds = to_one(
                    setup.book, side.bet, scales[side.bet], setup.decks, cards[box.number], cards[0]
                )
                gain, twice = odds, 2 * odds * counts
            if gain == LOST:
                expected[key] = ("lose", 0, counts)
            else:
                expected[key] = ("win", paid_up(chips, -(-twice // 2)), 0)
    assert not prizes
    return expected


def counting(played: Round, box: engine.values.Box) -> Iterator[tuple[engine.values.Wager, int]]:
    """How much of each side wager on the box counts: nothing without the player's own wager there that counts
    (ACT03 17.5, 18.10), nor a second time what is under the minimum (VIC03 6.2.1, ACT03 3.4, ACT96 4.1(c)), no more
    than the sign allows (VIC03 6.2.2, ACT03 3.5, ACT96 4.1(d)), or than the main wager (ACT96 21.4)."""
    setup = played.setup
    shared = dict(setup.elections).get("limits") == "box"
    left: dict[tuple[str, str], int] = {}
    for side in box.sides:
        main = sum(wager.effective for wager in box.wagers if wager.player == side.player)
        approved = side.bet == "super_sevens"  # each wager alone is of the approved amount
        purse = side.bet, "" if shared and not approved else side.player
        sign = setup.sign(side.bet)
        most = left.get(purse, sign.maximum)
        counts = min(side.amount, most) if main else 0
        dollar = setup.book == "ACT96" and side.bet == "super_sevens"
        if side.amount < sign.minimum and side.player in setup.carry.warned and not dollar:
            counts = 0
        if side.bet in ("over_13", "under_13"):
            counts = min(counts, main)
        left[purse] = most - counts
        yield side, counts


def compared(played: Round) -> Expected:
    """The side bets of the round, which agree with the books."""
    _, events = played.standing()
    sides = {offer.bet for offer in played.setup.offers}
    results = [result for result in played.state.results if result.bet in sides]
    assert len({(r.box, r.player, r.bet) for r in results}) == len(results)
    recorded = {(r.box, r.player, r.bet): (r.result, r.pays, r.takes) for r in results}
    by_oracle = expected(played, events)
    assert recorded == by_oracle
    for result in results:
        paid = sum(chip * number for chip, number in result.chips)
        assert paid == result.pays or not result.chips
    return by_oracle


# --- when


def settled_in_time(played: Round) -> None:
    """Losers before winners of each bet; the interim settlement before any Blackjack; sevens before the next card;
    three suited sevens when the round has been dealt (ACT96 23.10) or is complete (ACT03 17.9)."""
    _, events = played.standing()
    if any(isinstance(event, CardsShown) for event in events):
        return  # cards that lay face down are settled as they are shown
    cards = first_cards(events)
    dealt = [at for at, event in enumerate(events) if isinstance(event, CardDealt)]
    in_initial_deal = 2 * sum(bool(box.hands) for box in played.state.boxes) + 1
    initial = dealt[in_initial_deal - 1]
    further = dealt[in_initial_deal] if len(dealt) > in_initial_deal else len(events)
    settled = [(at, event.result) for at, event in enumerate(events) if isinstance(event, Settled)]
    mains = [at for at, result in settled if result.bet == "main" and result.result == "win"]
    sides = [(at, result) for at, result in settled if result.bet in {o.bet for o in played.setup.offers}]
    for at, result in sides:
        assert at > initial
        if result.result == "void":
            continue
        box_cards = cards[result.box]
        if result.bet not in SEVENS or not box_cards[0][0] == box_cards[1][0] == "7":
            assert at < further
            assert all(at < main for main in mains)
        elif len(box_cards) == 3 and len(set(box_cards)) == 1 and played.setup.book == "ACT96":
            assert at > max(dealt)
        elif len(box_cards) == 3 and len(set(box_cards)) == 1 and played.setup.book == "ACT03":
            assert at > next(i for i, event in enumerate(events) if isinstance(event, Collected))
        elif len(box_cards) == 3:
            third = nth_card(events, result.box, 3)
            assert third < at
            assert not any(third < card < at for card in dealt)
            split = played.state.box(result.box).hands[0].split
            if played.setup.book == "ACT96" and box_cards[2][0] in "89TJQK" and not split:
                # It breaks the hand, which is collected first (23.8(c)).
                main = result.box, "main", "lose"
                lost = [at_loss for at_loss, other in settled if (other.box, other.bet, other.result) == main]
                assert max(lost) < at
        else:
            # The player stood on fourteen: paid before the next box, or the dealer, gets a card.
            assert all(at < card for card in dealt[in_initial_deal:] if after(events[card], result.box))


def nth_card(events: list[engine.Event], box: int, number: int) -> int:
    positions = [at for at, event in enumerate(events) if isinstance(event, CardDealt) and event.box == box]
    return positions[number - 1]


def after(event: engine.Event, box: int) -> bool:
    """A card that goes to a box further on, or to the dealer."""
    assert isinstance(event, CardDealt)
    return not event.box or event.box > box


def button_in_turn(played: Round) -> None:
    """VIC03 11.6.4: who decides for the box presses first, then the others as their wagers lie; each prize is paid
    before the next press."""
    _, events = played.standing()
    unpaid = 0
    pressed: dict[int, list[str]] = {}
    for event in events:
        if isinstance(event, PrizeSelected):
            assert not unpaid
            unpaid += 1
            pressed.setdefault(event.box, []).append(event.player)
        elif isinstance(event, Settled) and event.result.bet == "pontoon_pandemonium":
            unpaid -= event.result.result == "win"
            unpaid = max(unpaid, 0)  # the least prize, after a failure
    if not any(isinstance(event, CardsShown) for event in events):
        assert list(pressed) == sorted(pressed)
    for number, players in pressed.items():
        box = played.state.box(number)
        line = [wager.player for wager in box.wagers]
        assert players == sorted(players, key=lambda player: (player != box.caller, line.index(player)))


def losers_first(played: Round) -> None:
    """In one stage of a bet what is lost is taken before anything is paid."""
    _, events = played.standing()
    paid: Counter[str] = Counter()
    for event in events:
        if isinstance(event, CardDealt | CardsShown):
            paid.clear()
        elif isinstance(event, Settled) and event.result.hand == 0:
            if event.result.result == "lose":
                assert not paid[event.result.bet]
            elif event.result.result == "win":
                paid[event.result.bet] += 1


# --- the main game


def without_side_bets(played: Round) -> engine.State:
    """The same round laid again with the main wagers alone."""
    commands, _ = played.standing()
    sides = {offer.bet for offer in played.setup.offers}
    setup = replace(played.setup, offers=())
    rules = setup.rules
    state = engine.fold(engine.start(setup))
    for command in commands:
        if getattr(command, "bet", "") in sides or isinstance(command, engine.Settle):
            continue
        while (due := engine.due(rules, state)) and due.action == "settle":
            state, _ = engine.apply(rules, state, engine.Settle())
        state, _ = engine.apply(rules, state, command)
    return state


def main_game(state: engine.State, sides: set[str]) -> list[engine.values.Result]:
    return sorted(
        (result for result in state.results if result.bet not in sides),
        key=lambda result: (result.box, result.hand, result.player, result.bet),
    )


def agreed(book: str, game: str, seed: int) -> None:
    """Plays a round and compares all of it."""
    played = dealt_to_the_end(book, game, seed)
    compared(played)
    settled_in_time(played)
    losers_first(played)
    button_in_turn(played)
    sides = {offer.bet for offer in played.setup.offers}
    if not played.prolonged:
        assert main_game(played.state, sides) == main_game(without_side_bets(played), sides)
    if (book, game) == ("VIC03", "blackjack"):
        gains = test_oracle.recorded(played.state)
        main = {key: gain for key, gain in gains.items() if key[2] not in sides}
        assert main == test_oracle.settle(played.state)


@pytest.mark.parametrize(("book", "game"), list(OFFERS))
def test_side_bets_agree_with_the_books_words(book: str, game: str) -> None:
    @given(seeds())
    @examples(40)
    def agree(seed: int) -> None:
        agreed(book, game, seed)

    agree()
