"""What must hold in every round, whatever the table, the cards and the decisions."""

from collections import Counter
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from casino.cards import UNKNOWN, hard_total, score
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.cards.events import CardDealt
from rounds.engine.events import Undone
from rounds.engine.settlement.events import Settled
from rounds.engine.state import PHASES
from tests.examples import examples
from tests.strategies import PLAYERS, played, seeds, setups, steps

DECISIONS = ("hit", "stand", "double", "split")

quick = examples(20)
thorough = examples(60)


# --- money


@given(setups(), seeds())
@thorough
def test_money_balances(setup: engine.Setup, seed: int) -> None:
    """What lies on the layout and what the house pays goes back to the players or is kept, to the cent."""
    state, _ = played(setup, seed)
    laid = returned = 0
    for box in state.boxes:
        for wager in box.wagers:
            # Of the stakes on the hands, all beyond the original was added by doubling and splitting.
            whole = sum(
                stake.whole for hand in box.hands for stake in hand.stakes if stake.player == wager.player
            )
            laid += wager.amount + whole - wager.effective
            returned += wager.amount - wager.effective if wager.effective else 0  # over the maximum
        for side in box.sides:
            laid += side.amount
            returned += side.amount - side.effective if side.effective else 0
        laid += sum(insurance.amount for insurance in box.insurance)
    for result in state.results:
        assert result.pays >= 0
        assert (result.result == "win") == (result.pays > 0)
        assert result.takes <= result.stake
        returned += result.stake - result.takes + result.pays
    kept = sum(result.takes for result in state.results)
    paid_out = sum(result.pays for result in state.results)
    assert laid + paid_out == returned + kept
    gains = dict.fromkeys({result.player for result in state.results}, 0)
    for result in state.results:
        gains[result.player] += result.pays - result.takes
    assert sum(gains.values()) + (kept - paid_out) == 0  # the players' and the house's


@given(setups(), seeds())
@thorough
def test_every_wager_is_settled_exactly_once(setup: engine.Setup, seed: int) -> None:
    state, _ = played(setup, seed)
    expected = Counter(
        (box.number, number, stake.player, "main")
        for box in state.boxes
        for number, hand in enumerate(box.hands, start=1)
        for stake in hand.stakes
    )
    expected.update(
        (box.number, 0, insurance.player, "insurance") for box in state.boxes for insurance in box.insurance
    )
    expected.update(
        (box.number, side.hand, side.player, side.bet) for box in state.boxes for side in box.sides
    )
    settled = Counter((r.box, r.hand, r.player, r.bet) for r in state.results)
    assert settled == expected
    assert set(settled.values()) <= {1}
    assert all(not hand.live for box in state.boxes for hand in box.hands)
    assert all(side.settled for box in state.boxes for side in box.sides)


@given(setups(), seeds())
@quick
def test_a_payment_is_made_of_its_chips(setup: engine.Setup, seed: int) -> None:
    state, _ = played(setup, seed)
    for result in state.results:
        assert sum(chip * count for chip, count in result.chips) == result.pays
        assert all(chip in setup.chips for chip, _ in result.chips)


# --- due and decide say the same


def accepted(rules: Rules, state: engine.State, command: engine.Command) -> Refusal | None:
    """None when the command is accepted, else its refusal."""
    try:
        engine.apply(rules, state, command)
    except Refusal as refusal:
        return helpful(refusal)
    return None


def helpful(refusal: Refusal) -> Refusal:
    """The refusal, which must say why and what to do."""
    assert refusal.message
    assert refusal.remedy
    return refusal


def fully(state: engine.State, box: int, hand: int, decision: Any) -> engine.Decide:
    """The decision with every player on the box taking part, so that no reading is in its way."""
    if decision not in ("double", "split") or not 0 < box <= len(state.boxes):
        return engine.Decide(box, decision, hand)
    hands = state.box(box).hands
    stakes = hands[hand - 1].stakes if 0 < hand <= len(hands) else ()
    if decision == "double":
        return engine.Decide(box, decision, hand, adds=tuple((s.player, s.base) for s in stakes if s.base))
    return engine.Decide(box, decision, hand, matches=tuple((s.player, "split") for s in stakes if s.base))


def agrees(rules: Rules, state: engine.State) -> None:
    """Asserts that each command is accepted if and only if ``due`` offers it."""
    due = engine.due(rules, state)
    action = due.action if due else ""
    spare = next(card for card in ("2s", "3h", "9d", "Kc") if state.drawn.count(card) < state.setup.decks)

    def only_if(offered: bool, command: engine.Command) -> Refusal | None:
        refusal = accepted(rules, state, command)
        assert (refusal is None) is offered, (due, command, refusal)
        assert refusal is None or refusal.clause, command
        return refusal

    only_if(action == "card", engine.DealCard(spare))
    only_if(action == "settle", engine.Settle())
    only_if(action == "collect", engine.Collect())
    only_if(action == "insurance", engine.CloseInsurance())
    only_if(action == "wagers" and bool(due) and not due.blockers, engine.CallBets())  # type: ignore[union-attr]
    if action == "wagers" and due and due.blockers:
        refusal = accepted(rules, state, engine.CallBets())
        assert refusal is not None
        assert (refusal.code, refusal.clause) == (due.blockers[0].code, due.blockers[0].clause)
        assert all(blocker.text and blocker.refusal().remedy for blocker in due.blockers)
    if action == "settle" and due:
        for item in due.items[1:]:
            only_if(False, engine.Settle((item.ref,)))
        only_if(True, engine.Settle((due.items[0].ref,)))

    turn = (due.box, due.hand) if due and action in ("decision", "direction") else None
    if turn and due:
        assert {*due.legal, *(refused.decision for refused in due.refused)} == set(DECISIONS)
        assert len(due.legal) + len(due.refused) == len(DECISIONS)
        assert all(refused.message and refused.remedy for refused in due.refused)
        assert due.legal
    places = {
        (box.number, number)
        for box in state.boxes
        if box.hands
        for number in range(1, min(len(box.hands) + 2, 4))
    } | {(1, 1)}
    for number, hand in places:
        for decision in DECISIONS:
            legal = (number, hand) == turn and due is not None and decision in due.legal
            refusal = only_if(legal, fully(state, number, hand, decision))
            if (number, hand) == turn and due and refusal:
                (refused,) = [refused for refused in due.refused if refused.decision == decision]
                assert (refusal.code, refusal.clause, refusal.values) == (
                    refused.code,
                    refused.clause,
                    refused.values,
                )
        only_if(action == "decision" and (number, hand) == turn, engine.AskDirection(number, hand, "absent"))
        only_if(
            action == "direction" and (number, hand) == turn,
            engine.DirectHand(number, hand, "operations_manager"),
        )
        only_if(False, engine.DirectHand(number, hand, "dealer"))

    offers = {(offer.box, offer.player, offer.kind): offer.most for offer in (due.offers if due else ())}
    for box in state.boxes:
        for player in (*box.players, "nobody"):
            most = offers.get((box.number, player, "insure"), 0)
            only_if(most > 0, engine.Insure(box.number, player, most or 1))
            only_if(False, engine.Insure(box.number, player, most + 1 if most else 10**9))
            only_if(False, engine.Insure(box.number, player, 0))
            even = (box.number, player, "even_money") in offers
            only_if(even, engine.EvenMoney(box.number, player))


@given(setups(), seeds())
@examples(35)
def test_decide_accepts_exactly_what_due_offers(setup: engine.Setup, seed: int) -> None:
    rules = setup.rules
    agrees(rules, engine.fold(engine.start(setup)))
    for _, _, _, state in steps(setup, seed):
        agrees(rules, state)


# --- the record


@given(setups(), seeds())
@quick
def test_the_state_is_the_fold_of_events_that_went_through_the_ledgers_form(
    setup: engine.Setup, seed: int
) -> None:
    state, events = played(setup, seed)
    assert engine.fold(events) == state
    written = [engine.encode_event(event) for event in events]
    read = [engine.decode_event(text) for text in written]
    assert read == events
    assert engine.fold(read) == state
    assert [engine.encode_event(event) for event in read] == written


@given(setups(), seeds())
@quick
def test_commands_go_through_json(setup: engine.Setup, seed: int) -> None:
    for _, command, _, _ in steps(setup, seed):
        assert engine.decode_command(engine.encode_command(command)) == command


@given(setups(), seeds())
@quick
def test_every_event_has_its_clause_its_tap_and_its_words(setup: engine.Setup, seed: int) -> None:
    _, events = played(setup, seed)
    for event in events:
        assert event.clause.startswith("VIC03-") or isinstance(event, Undone), event
        description = engine.describe(event)
        assert description.kind
        assert description.detail
        assert description.clause == event.clause
    taps = [event.tap for event in events]
    assert taps == sorted(taps)
    assert set(taps) == set(range(max(taps) + 1))


@given(setups(), seeds())
@quick
def test_undo_gives_back_the_state_before_unless_chips_moved_or_a_role_decided(
    setup: engine.Setup, seed: int
) -> None:
    rules = setup.rules
    for before, command, events, after in steps(setup, seed):
        if isinstance(command, engine.Undo):
            continue
        moved = any(isinstance(e, Settled) and (e.result.pays or e.result.takes) for e in events)
        ruled = any(getattr(event, "role", "") for event in events)  # a higher role decided it
        if moved or ruled or after.phase == "collected":
            assert accepted(rules, after, engine.Undo()) is not None
        else:
            undone, (event,) = engine.apply(rules, after, engine.Undo())
            assert isinstance(event, Undone)
            assert event.undone_tap == events[0].tap
            assert replace(undone, tap=before.tap) == before
            assert undone.tap == after.tap + 1


@given(setups(), seeds())
@quick
def test_the_next_round_begins_from_what_this_one_leaves(setup: engine.Setup, seed: int) -> None:
    state, _ = played(setup, seed)
    following = replace(setup, carry=engine.carry(state))
    text = msgspec.json.encode(following)
    assert msgspec.json.decode(text, type=engine.Setup) == following
    after, _ = played(following, seed ^ 1)
    assert after.phase == "collected"
    assert engine.carry(state).shoe_rounds >= 1


# --- nothing illegal is reachable


def lawful_card(rules: Rules, before: engine.State, event: CardDealt) -> None:
    """Asserts what the book says of a card's place, from the state that it came to."""
    if not event.box:
        if before.dealer and len(before.dealer) >= 2:
            assert score(before.dealer)[0] <= 16  # 7.5.6(a), 3.2.1(b)
        if before.dealer:
            assert before.phase == "dealer_draw"  # 7.3.1(c): one card in the initial deal
            for box in before.boxes:
                for hand in box.hands:  # 7.5.6: decisions have been made on every hand
                    done = hand.stood or hand.doubled or hand.hidden or hand.total >= 21
                    assert done or hand.aces or hand.directed or not hand.live
        return
    hand = before.box(event.box).hands[event.hand - 1]
    if before.phase == "initial_deal":
        assert len(hand.cards) < 2
        return
    assert before.phase == "subsequent_deal"
    assert hand.live
    assert not hand.stood  # 7.5.1(c)
    if not hand.hidden:
        assert hand.total < 21  # 7.5.1(d)
    assert not hand.aces or len(hand.cards) == 1  # 7.5.5(c)(iii)
    assert not hand.doubled or len(hand.cards) == 2  # 7.5.4(a)(i)
    for box in before.boxes:  # 7.5.1, 7.5.5(b): from the left, hand by hand
        for number, other in enumerate(box.hands, start=1):
            if (box.number, number) < (event.box, event.hand):
                assert other.stood or other.doubled or other.hidden or not other.live or other.aces or (
                    other.total >= 21 or other.directed
                )  # fmt: skip


def lawful_state(rules: Rules, state: engine.State) -> None:
    """Asserts what the book says of any moment of a round."""
    assert state.phase in PHASES
    together = [card for box in state.boxes for hand in box.hands for card in hand.cards] + list(state.dealer)
    if not state.setup.face_down:
        assert Counter(together) == Counter(state.drawn)
    assert len(together) == len(state.drawn)
    assert all(count <= state.setup.decks for card, count in Counter(together).items() if card != UNKNOWN)
    for box in state.boxes:
        assert len(box.wagers) <= 3  # 5.8
        assert len({wager.player for wager in box.wagers}) == len(box.wagers)
        assert len(box.hands) <= 3  # 7.5.5(d)
        assert sum(hand.aces for hand in box.hands) in (0, 2)  # 7.5.5(c)(iii)
        if state.called and box.wagers:
            assert engine.values.caller_of(box) == box.wagers[0].player  # 5.9: nearest the dealer
        for hand in box.hands:
            assert not hand.aces or len(hand.cards) <= 2
            for stake in hand.stakes:
                wager = box.wager_of(stake.player)
                assert wager is not None
                assert stake.base == wager.effective  # 7.5.5(a)(i): never more, never less
                assert 0 <= stake.added <= stake.base  # 7.5.4(a)(i)
                assert not stake.added or hand.doubled
            if hand.doubled and rules.double_counts.value == "hard":
                assert hard_total(hand.cards[:2]) == score(hand.cards[:2])[0]
                assert 9 <= hard_total(hand.cards[:2]) <= 11  # 7.5.4(a)
        for insurance in box.insurance:
            wager = box.wager_of(insurance.player)
            assert wager is not None
            assert 0 < insurance.amount * 2 <= wager.effective  # 8.1
            assert state.dealer[0][0] == "A"  # 5.5.2
        if box.wagers and state.called and rules.limits_on.value == "box":
            counted = [w for w in box.wagers if not state.limit_of(box.number, w.player)]
            assert sum(w.effective for w in counted) <= state.setup.main_sign.maximum  # 6.5


@given(setups(), seeds())
@thorough
def test_nothing_unlawful_is_reachable(setup: engine.Setup, seed: int) -> None:
    rules = setup.rules
    for before, _, events, after in steps(setup, seed):
        lawful_state(rules, after)
        state = before
        for event in events:
            if isinstance(event, CardDealt):
                lawful_card(rules, state, event)
            state = engine.evolve(state, event)
        assert state == after


# --- any command at all


TEXTS = st.one_of(
    st.sampled_from(
        [
            *PLAYERS,
            "",
            "main",
            "perfect_pairs",
            "magnificent_sevens",
            "insurance",
            "dealer",
            "game_supervisor",
            "operations_manager",
        ]
    ),
    st.text(max_size=20),
)
NUMBERS = st.one_of(st.integers(-2, 10), st.integers(-(10**12), 10**12), st.sampled_from((500, 1000, 2500)))


def of_type(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a field's type that a decoder lets through."""
    if kind is int:
        return NUMBERS
    if kind is bool:
        return st.booleans()
    if isinstance(kind, UnionType):
        return st.one_of(
            [st.none() if argument is NoneType else of_type(argument) for argument in get_args(kind)]
        )
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return st.lists(of_type(inner[0]), max_size=3).map(tuple)
        return st.tuples(*map(of_type, inner))
    assert kind is str, kind
    return TEXTS


def any_command() -> st.SearchStrategy[engine.Command]:
    """A command of any type with any field values."""
    return st.one_of(
        [
            st.builds(kind, **{field.name: of_type(field.type) for field in msgspec.structs.fields(kind)})
            for kind in get_args(engine.Command)
        ]
    )


@given(setups(), seeds(), st.integers(0, 60), st.lists(any_command(), min_size=1, max_size=40))
@examples(60)
def test_no_command_breaks_the_engine(
    setup: engine.Setup, seed: int, stop: int, commands: list[engine.Command]
) -> None:
    """Whatever comes, it gives events or a refusal with its reason and a way out."""
    rules = setup.rules
    state = engine.fold(engine.start(setup))
    for number, (_, _, _, after) in enumerate(steps(setup, seed)):
        if number == stop:
            break
        state = after
    for command in commands:
        before = state
        assert engine.decode_command(engine.encode_command(command)) == command
        try:
            state, events = engine.apply(rules, state, command)
        except Refusal as refusal:
            helpful(refusal)
            assert state == before
        else:
            assert events
            for event in events:
                assert engine.decode_event(engine.encode_event(event)) == event
                engine.describe(event)
        engine.due(rules, state)


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
@quick
def test_no_text_breaks_the_decoders(text: bytes) -> None:
    for decode in (engine.decode_command, engine.decode_event):
        with pytest.raises((msgspec.DecodeError, msgspec.ValidationError)):
            decode(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"deal_card"}',
        '{"type":"deal_card","card":7}',
        '{"type":"deal_card","card":"Ts","shoe":1}',
        '{"type":"place_wager","box":1,"player":"A","amount":10.5}',
        '{"type":"place_wager","box":true,"player":"A","amount":10}',
        '{"type":"decide","box":1,"decision":"fold"}',
        '{"type":"unheard_of"}',
        "[]",
    ],
)
def test_bad_commands_are_refused_by_the_decoder(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        engine.decode_command(text)


@given(seeds())
@quick
def test_a_command_that_was_refused_can_be_given_again(seed: int) -> None:
    """A refusal leaves nothing behind: the same round goes on as though it had not been tried."""
    rng = Random(seed)
    setup = engine.Setup("VIC03")
    clean, _ = played(setup, seed, slips=False)
    state = engine.fold(engine.start(setup))
    rules = setup.rules
    tried = 0
    for before, command, _, _ in list(steps(setup, seed, slips=False)):
        assert before == state
        for wrong in (engine.Decide(rng.randint(1, 9), "split", 4), engine.Insure(1, "nobody", 1)):
            assert accepted(rules, state, wrong) is not None
            tried += 1
        state, _ = engine.apply(rules, state, command)
    assume(tried)
    assert state == clean
