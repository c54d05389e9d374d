"""Rounds of the games that others are built on, dealt at random: each ends, settles every wager once, is the
fold of its events, agrees with what its cards say, and comes out the same written as text and played again."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from casino.money import Chips
from casino.refusals import Refusal
from casino.rulebooks import BOOKS, Rules
from rounds import engine, notation
from rounds.engine.events import Event
from rounds.engine.hands import addition_base
from rounds.engine.questions import nets
from rounds.engine.settlement.events import Settled
from tests.strategies import CHIPS, Shoe, on_a_layout, readings_of

NOT_SECONDED = {"aces_eleven", "bust_takes", "blackjack_beats_drawn_21"}
"""Readings that the second opinion below does not know."""
GAMES = [("ACT96", "blackjack"), ("ACT96", "triple_play"), ("ACT03", "blackjack"), ("UK", "blackjack")]
ROUNDS = 40


def table(rng: Random, book: str, game: str) -> engine.Setup:
    """A table of any size with any sign, float, elections and readings."""
    rules = BOOKS[book].games[game]
    minimum = rng.choice((1, 500, 1000))
    least = minimum * rules.wagers_least.value  # with less to a box nobody can play (ACT96-22.3)
    return engine.Setup(
        book,
        game,
        decks=rng.choice(rules.decks.value),
        boxes=on_a_layout(rules, rng.randint(2, rules.boxes_most.value)),
        elections=tuple(
            (election.name, rng.choice(election.values)) for election in BOOKS[book].elections[game]
        ),
        readings=tuple(
            (name, rng.choice(others)) for name, others in readings_of(rules).items() if rng.random() < 0.2
        ),
        signs=(
            engine.values.Sign("main", minimum, rng.choice((least, 5000, 1_000_000)), rng.choice((0, 500))),
        )
        if rng.random() < 0.8
        else (engine.values.Sign(),),
        chips=rng.choice(CHIPS),
    )


def command(rng: Random, rules: Rules, state: engine.State, due: engine.Due, shoe: Shoe) -> engine.Command:
    """Something that the table waits for; while wagers are taken it may be refused."""
    if due.action == "wagers":
        laid_so_far = sum(len(box.wagers) for box in state.boxes)
        if rng.random() < (0.95 if laid_so_far < 2 else 0.6):
            return wager(rng, rules, state)
        if not due.blockers:
            return engine.CallBets()
        blocker = rng.choice(due.blockers)
        if blocker.kind == "returned":
            return engine.RefuseWager(blocker.box, blocker.players[0], blocker.bet)
        if blocker.kind == "arrange":
            return engine.Arrange(blocker.box, blocker.players)
        if blocker.kind == "marker":
            return engine.PlaceMarker(blocker.box, blocker.players[0])
        laid = [
            own_wager for own_wager in state.box(blocker.box).wagers if own_wager.player in blocker.players
        ]
        if blocker.kind == "wagers" and rng.random() < 0.5:
            bet = next(
                bet for bet in rules.wagers_on_hand.value if bet not in [own_wager.bet for own_wager in laid]
            )
            return engine.PlaceWager(blocker.box, blocker.players[0], state.setup.main_sign.minimum, bet)
        return (
            engine.WithdrawWager(blocker.box, laid[-1].player, laid[-1].bet)
            if laid
            else wager(rng, rules, state)
        )
    if due.offers and rng.random() < 0.3:
        offer = rng.choice(due.offers)
        if offer.kind == "even_money":
            return engine.EvenMoney(offer.box, offer.player, offer.wager)
        return engine.Insure(offer.box, offer.player, rng.randint(1, offer.most), offer.wager)
    if due.action == "insurance":
        return engine.CloseInsurance()
    if due.action == "card":
        return engine.DealCard(shoe.next(state))
    if due.action == "settle":
        refs = tuple(item.ref for item in due.items)
        return engine.Settle(refs[: rng.randint(1, len(refs))])
    if due.action == "decision":
        return decision(rng, rules, state, due)
    assert due.action == "collect", due.action
    return engine.Collect()


def wager(rng: Random, rules: Rules, state: engine.State) -> engine.Command:
    box, player, sign = rng.randint(1, len(state.boxes)), rng.choice("ABCD"), state.setup.main_sign
    if rng.random() < 0.05:
        return engine.AllowSeveralBoxes(player, "game_supervisor")
    if rng.random() < 0.05:
        return engine.AllowLimit(box, player, 200_000, "casino_supervisor")
    if rng.random() < 0.1:
        return engine.Seat(box, player)
    amount = rng.choice((sign.minimum, 500, 1000, 1500, 2500, 333, sign.maximum + 350))
    return engine.PlaceWager(box, player, amount, rng.choice(rules.wagers_on_hand.value))


def decision(rng: Random, rules: Rules, state: engine.State, due: engine.Due) -> engine.Command:
    word = rng.choice(due.legal if rng.random() < 0.6 else due.legal[-1:])
    box = state.box(due.box)
    stakes = [stake for stake in box.hands[due.hand - 1].stakes if stake.base and stake.bet == "main"]
    joined = [stake for stake in stakes if rng.random() < 0.5]
    if word == "double":
        adds = tuple((stake.player, addition_base(rules, box, stake)) for stake in joined)
        return engine.Decide(due.box, word, due.hand, adds=adds)
    if word == "split":
        if rules.split_unnamed.value == "asked":
            joined = stakes
        return engine.Decide(
            due.box, word, due.hand, matches=tuple((stake.player, "split") for stake in joined)
        )
    return engine.Decide(due.box, word, due.hand)  # type: ignore[arg-type]


def refusal(rules: Rules, state: engine.State, chosen: engine.Command) -> Refusal | None:
    try:
        engine.apply(rules, state, chosen)
    except Refusal as refused:
        return refused
    return None


def dealt(setup: engine.Setup, rng: Random) -> tuple[engine.State, list[Event]]:
    """The end of a round and its events."""
    rules, shoe = setup.rules, Shoe(rng)
    events: list[Event] = list(engine.start(setup))
    state = engine.fold(events)
    for _ in range(3000):
        due = engine.due(rules, state)
        if due is None:
            assert engine.fold(events) == state
            return state, events
        chosen = command(rng, rules, state, due, shoe)
        refused = refusal(rules, state, chosen)
        if refused is None:
            state, recorded = engine.apply(rules, state, chosen)
            events.extend(recorded)
            continue
        assert refused.message
        assert refused.remedy
        # What is offered is refused only for an amount that chips or the unit do not allow, or the maximum, where
        # that covers what others on the box add.
        beyond = rules.maximum_covers.value == "all" and due.action == "decision"
        assert due.action == "wagers" or due.offers or beyond, (due, refused)
    raise AssertionError(f"the round does not end: {due}")


@pytest.mark.parametrize(("book", "game"), GAMES)
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_round_at_random(book: str, game: str, seed: int) -> None:
    rng = Random(f"{book} {game} {seed}")
    setup = table(rng, book, game)
    state, events = dealt(setup, rng)
    if state.phase == "collected":
        settled_once(state)
        second_opinion(state)
        cited(book, events)
        written_and_played_again(setup, state, events)
        following = replace(setup, carry=engine.carry(state))
        settled_once(dealt(following, rng)[0])


def settled_once(state: engine.State) -> None:
    """Every stake and insurance has one result, and none takes more than lay there."""
    expected = Counter(
        (box.number, number, stake.player, stake.bet, "main")
        for box in state.boxes
        for number, hand in enumerate(box.hands, start=1)
        for stake in hand.stakes
    )
    expected.update(
        (box.number, 0, insurance.player, "insurance", insurance.wager)
        for box in state.boxes
        for insurance in box.insurance
    )
    assert (
        Counter(
            (result.box, result.hand, result.player, result.bet, result.wager) for result in state.results
        )
        == expected
    )
    for result in state.results:
        assert 0 <= result.takes <= result.stake
        assert (result.result == "win") == (result.pays > 0)
        if result.result == "lose":
            assert result.takes == result.stake  # these books spare nothing that was added


def total(cards: tuple[str, ...]) -> int:
    low = sum(1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def opinion(beats_21: bool, hand: engine.values.Hand, dealer: tuple[str, ...]) -> tuple[str, Fraction]:
    """Result and odds of a hand against the dealer's, from the cards alone (ACT96-17, ACT03-13, UK-B09 to B16)."""
    mine, theirs = total(hand.cards), total(dealer)
    natural = len(hand.cards) == 2 and mine == 21 and not hand.split
    dealer_natural = len(dealer) == 2 and theirs == 21
    if mine > 21:
        return "lose", Fraction(0)
    if natural or dealer_natural:
        if natural and not dealer_natural:
            return "win", Fraction(3, 2)
        tied = natural or (mine == 21 and not beats_21)
        return ("stand_off" if tied else "lose"), Fraction(0)
    if theirs > 21 or mine > theirs:
        return "win", Fraction(1)
    return ("stand_off" if mine == theirs else "lose"), Fraction(0)


def second_opinion(state: engine.State) -> None:
    """Every result is what the cards say, and what chips can pay exactly is paid exactly."""
    readings = dict(state.setup.readings)
    if NOT_SECONDED & set(readings):
        return
    beats_21 = readings.get("blackjack_beats_21", "True") == "True"
    paid_early = (
        readings.get("blackjack_paid_at_once") == "no_ace_or_ten_spot" and state.dealer[0][0] in "JQK"
    )
    dealers = (*state.dealers, state.dealer)
    float_ = Chips(state.setup.chips)
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            for stake in hand.stakes:
                (result,) = [
                    result
                    for result in state.results
                    if (result.box, result.hand, result.player, result.bet)
                    == (box.number, number, stake.player, stake.bet)
                ]
                turn = int(stake.bet[-1]) if stake.bet != "main" else 1
                # A wager settled before the dealer came to its hand met the first card alone.
                outcome, odds = opinion(
                    beats_21, hand, dealers[turn - 1] if turn <= len(dealers) else dealers[-1][:1]
                )
                if not stake.base:
                    outcome, odds = "void", Fraction(0)
                elif (stake.player, stake.bet) in box.even_money:
                    outcome, odds = "win", Fraction(1)
                elif paid_early and len(hand.cards) == 2 and total(hand.cards) == 21 and not hand.split:
                    outcome, odds = "win", Fraction(3, 2)  # whatever the dealer's second card is
                assert result.result == outcome, (result, hand, dealers)
                exact = stake.whole * odds
                if exact.denominator == 1 and float_.can_pay(exact.numerator):
                    assert result.pays == exact, (result, exact)


def cited(book: str, events: list[Event]) -> None:
    """Whatever follows from a clause names one of its own book; only what a book is silent on names none."""
    for event in events:
        assert not event.clause or event.clause.startswith(f"{book}-"), event
        if isinstance(event, Settled):
            assert event.result.clause.startswith(f"{book}-"), event


def written_and_played_again(setup: engine.Setup, state: engine.State, events: list[Event]) -> None:
    text = notation.write_round(setup, events)
    played = notation.play(text)
    assert played.ok, (text, played.error)
    assert played.state is not None
    assert played.state.phase == "collected"
    assert played.state.drawn == state.drawn
    assert (*played.state.dealers, played.state.dealer) == (*state.dealers, state.dealer)
    assert set(played.state.results) == set(state.results), text
    assert nets(played.state) == nets(state)
