"""Random rounds with money that stays in action: every chip is where it should be, whatever is doubled and split."""

from collections import Counter
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from casino.cards import is_natural
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.decisions.events import Doubled, Split
from rounds.engine.events import Event
from rounds.engine.insurance.events import Insured
from rounds.engine.settlement.events import Settled
from rounds.engine.sides.events import Rode
from rounds.engine.wagers.events import BetsCalled, WagerPlaced, WagerRefused, WagerWithdrawn
from tests.examples import examples
from tests.strategies import Shoe, next_command, seeds

GAMES = ("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select")
NEEDED = {"ante_up": (("ante", "0.25"),), "player_select": (("upper_min", "40"),)}

thorough = examples(60)


@st.composite
def setups(draw: st.DrawFn) -> engine.Setup:
    """A New Zealand table with House Money or Let It Ride, Perfect Pairs beside it, also on split hands."""
    game = draw(st.sampled_from(GAMES))
    bet = draw(st.sampled_from(("house_money", "let_it_ride")))
    elections = (
        ("limits", draw(st.sampled_from(("box", "player")))),
        ("blackjack_pays", draw(st.sampled_from(("3:2", "6:5", "1:1")))),
        ("pairs_on_split", "yes"),
        *NEEDED.get(game, ()),
    )
    return engine.Setup(
        "NZ",
        game,
        boxes=3,
        elections=elections,
        offers=(engine.values.SideBetConfig("perfect_pairs"), engine.values.SideBetConfig(bet)),
        signs=(engine.values.Sign("main", 200, draw(st.sampled_from((6000, 10_000, 1_000_000)))),),
        chips=draw(st.sampled_from(((1,), (50, 100, 500), (250, 500)))),
    )


def command_for(rng: Random, rules: Rules, state: engine.State, shoe: Shoe) -> engine.Command | None:
    """What somebody does next: side bets and their answers here, all else as in any random round."""
    due = engine.due(rules, state)
    if due is not None and due.action == "wagers" and rng.random() < 0.5:
        box, player = rng.randint(1, 3), rng.choice("ABC")
        key = rng.choice([offer.bet for offer in state.setup.offers])
        for blocker in due.blockers:
            if blocker.kind == "ante":
                number, owner = blocker.box, blocker.players[0]
                if state.box(number).side_of(owner, "ante"):
                    return engine.WithdrawWager(number, owner, "ante")
                return engine.PlaceWager(number, owner, rules.ante.value, "ante")
        return engine.PlaceWager(box, player, rng.choice((100, 250, 500, 1000)), key)
    if due is not None and due.action == "ride":
        offer = rng.choice([offer for offer in due.offers if offer.kind == "ride"])
        if rng.random() < 0.1:
            return engine.Ride(offer.box, offer.player, offer.wager, 0, decided_first=True)
        most = offer.most
        return engine.Ride(
            offer.box, offer.player, offer.wager, rng.choice((most, most, 0, rng.randint(0, most)))
        )
    pairs = [offer for offer in due.offers if offer.kind == "pair"] if due is not None else []
    if pairs and rng.random() < 0.5:
        spot = rng.choice(pairs)
        return engine.PlaceWager(spot.box, rng.choice("ABC"), 500, spot.wager, hand=spot.hand)
    if due is not None and due.action == "decision" and (pairs or rng.random() < 0.5):
        stakes = state.box(due.box).hands[due.hand - 1].stakes
        word = rng.choice(
            [decision for decision in due.legal if decision in ("double", "split")] or list(due.legal)
        )
        return engine.Decide(
            due.box,
            word,
            due.hand,
            matches=tuple(
                (stake.player, rng.choice(("split", "hand1", "hand2")))
                for stake in stakes
                if word == "split" and stake.player != due.player
            ),
        )
    return next_command(rng, rules, state, shoe)


def play(setup: engine.Setup, seed: int) -> tuple[engine.State, list[tuple[engine.State, Event]]]:
    """A random round to its end, and each event with the state that it met."""
    rng, rules = Random(seed), setup.rules
    shoe = Shoe(rng)
    state = engine.fold(engine.start(setup))
    met: list[tuple[engine.State, Event]] = []
    for _ in range(2000):
        command = command_for(rng, rules, state, shoe)
        if command is None:
            return state, met
        try:
            after, events = engine.apply(rules, state, command)
        except Refusal:
            continue
        for event in events:
            met.append((state, event))
            state = engine.evolve(state, event)
        assert state == after
    raise AssertionError("the round does not end")


@given(setups(), seeds())
@thorough
def test_every_chip_is_accounted_for(setup: engine.Setup, seed: int) -> None:
    """What each player lays out and gets back, chip by chip as the events say, is what the results say he gained."""
    state, met = play(setup, seed)
    purse: Counter[str] = Counter()
    for before, event in met:
        match event:
            case WagerPlaced(player=player, amount=amount) | Insured(player=player, amount=amount):
                purse[player] -= amount
            case WagerWithdrawn(player=player, amount=amount) | WagerRefused(player=player, amount=amount):
                purse[player] += amount
            case BetsCalled(wagers=wagers):
                # What is over a maximum goes back; all of a void wager does so by its own result.
                for fixed in wagers:
                    box = before.box(fixed.box)
                    (laid,) = [
                        w for w in (*box.wagers, *box.sides) if (w.player, w.bet) == (fixed.player, fixed.bet)
                    ]
                    purse[fixed.player] += laid.amount - fixed.effective if fixed.effective else 0
            case Doubled(adds=adds, free=free):
                purse.subtract({player: amount for player, amount in adds if player not in free})
            case Split(matches=matches, free=free):
                for player, stays, follows in matches:
                    if stays and follows and player not in free:
                        purse[player] -= follows
            case Rode(player=player, amount=amount):
                purse[player] -= amount  # of the payment that is made with it, this stays on the layout
            case Settled(result=result):
                purse[result.player] += result.stake - result.takes + result.pays
            case _:
                pass
    gained: Counter[str] = Counter()
    for result in state.results:
        gained[result.player] += result.pays - result.takes
    assert {p: n for p, n in purse.items() if n} == {p: n for p, n in gained.items() if n}


@given(setups(), seeds())
@thorough
def test_what_stays_goes_with_the_original_wager(setup: engine.Setup, seed: int) -> None:
    """It raises additions as the book says, keeps to the limits, and ends once, as the stake does that was the
    original wager."""
    state, met = play(setup, seed)
    rules = setup.rules
    stayed: dict[tuple[int, str], int] = {}
    for before, event in met:
        match event:
            case Rode(box=number, player=player, amount=amount):
                won = next(
                    settled for _, settled in met if isinstance(settled, Settled) and settled.tap == event.tap
                    and (settled.result.box, settled.result.player, settled.result.bet) == (number, player, event.bet)
                ).result  # fmt: skip
                assert 0 <= amount <= won.stake + won.pays
                stayed[number, player] = amount
                on_box = before.box(number).wagers
                own = tuple(wager for wager in on_box if wager.player == player)
                counted = on_box if rules.limits_on.value == "box" else own
                riding = sum(
                    staying for (box, who), staying in stayed.items()
                    if box == number and (who == player or rules.limits_on.value == "box")
                )  # fmt: skip
                if amount and not before.carry.limits:
                    assert sum(wager.effective for wager in counted) + riding <= setup.main_sign.maximum
            case Doubled(box=number, adds=adds, free=free):
                for player, added in adds:
                    rides = 0 if player in free else _still_there(before, number, player, stayed)
                    assert 0 <= added <= _original(before, number, player) + rides
            case Split(box=number, matches=matches, free=free):
                for player, stays, follows in matches:
                    if stays and follows:
                        rides = 0 if player in free else _still_there(before, number, player, stayed)
                        assert follows == _original(before, number, player) + rides
            case _:
                pass
    ended = {(result.box, result.player): result for result in state.results if result.wager == "in_action"}
    assert {spot: rode.stake for spot, rode in ended.items()} == {k: v for k, v in stayed.items() if v}
    assert all(
        not side.riding and side.settled for box in state.boxes for side in box.sides if side.bet != "ante"
    )
    natural = state.dealer_blackjack
    for (number, player), rode in ended.items():
        ((hand_no, hand),) = [
            (n, hand)
            for n, hand in enumerate(state.box(number).hands, start=1)
            for stake in hand.stakes
            if stake.first and stake.player == player
        ]
        (main,) = [
            r for r in state.results if (r.box, r.hand, r.player, r.bet) == (number, hand_no, player, "main")
        ]
        if main.result == "win":
            odds = main.odds if is_natural(hand.cards) and not hand.split else "1:1"
            win, stake_part = map(int, odds.split(":"))
            assert rode.result == "win"
            assert rode.pays >= Fraction(rode.stake * win, stake_part) > rode.pays - max(setup.chips)
        elif natural and not hand.bust:
            assert (rode.result, rode.pays, rode.takes) == ("stand_off", 0, 0)
        elif main.result == "lose":
            assert (rode.result, rode.pays, rode.takes) == ("lose", 0, rode.stake)
        else:
            assert (rode.result, rode.pays, rode.takes) == ("stand_off", 0, 0)


def _original(state: engine.State, number: int, player: str) -> int:
    wager = state.box(number).wager_of(player)
    assert wager is not None
    return wager.effective


def _still_there(state: engine.State, number: int, player: str, stayed: dict[tuple[int, str], int]) -> int:
    """What stayed in action, until it was decided: in cents."""
    ended = {(result.box, result.player) for result in state.results if result.wager == "in_action"}
    return 0 if (number, player) in ended else stayed.get((number, player), 0)
