"""The record was right and the dealer paid something else: too much, too little, the wrong player, the wrong wager."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.rulebooks import BOOKS
from casino.rulebooks.corrections import corrections
from rounds import engine, notation
from rounds.engine.corrections.events import PaymentCorrected
from rounds.engine.irregularities.events import Voided
from rounds.engine.questions import nets
from rounds.notation.write import write_round
from rounds.play.projection.bet_figures import by_bet
from rounds.play.projection.rows import rows_of, win_of
from tests.engine.story import Story, cents, deal
from tests.notation import stored
from tests.refusing import refused_as

# VIC03-17.10: what the rules do not cover is for the casino supervisor.
SIGNS = "casino_supervisor"


def over(**setup: object) -> Story:
    """A (50 on box 1) has 20, B (20 on box 3) 17, C (30 on box 5) 18, and the dealer 18: A is paid 50, B loses 20, C
    stands off. Nothing is collected yet."""
    story = deal("VIC03", **setup).bet(1, "A", 50).bet(3, "B", 20).bet(5, "C", 30).call()  # type: ignore[arg-type]
    story.initial("6d", "Ts Tc", "9h 8c", "9s 9c").stand(1).stand(3).stand(5).cards("Th 2h")
    while story.action == "settle":
        story.settle()
    return story


def wrong(story: Story, box: int, player: str, **facts: object) -> Story:
    """A payment that was made wrongly, with what was in fact; dollars."""
    money = ("paid", "took", "unrecovered", "unpaid", "due")
    named = {
        name: cents(value) if name in money and value is not None else value  # type: ignore[arg-type]
        for name, value in facts.items()
    }
    return story.do(engine.CorrectPayment(box, player, **named))  # type: ignore[arg-type]


def put_right(story: Story) -> PaymentCorrected:
    return story.recorded(PaymentCorrected)[-1]  # type: ignore[no-any-return]


def net(story: Story) -> dict[str, float]:
    return {player: amount / 100 for player, amount in nets(story.state).items()}


RIGHT = {"A": 50, "B": -20, "C": 0}


@pytest.mark.parametrize(
    ("box", "player", "facts", "money"),
    [
        # Too much, too little, not at all, and the winner's stake taken: 50 of stake and 50 of winnings.
        (1, "A", {"paid": 75}, ("recover $25: box 1, player A",)),
        (1, "A", {"paid": 25}, ("pay $25: box 1, player A",)),
        (1, "A", {"paid": 0}, ("pay $50: box 1, player A",)),
        (1, "A", {"took": 50}, ("pay $100: box 1, player A",)),
        # A loser paid, who kept his stake; a loser whose stake was left lying.
        (3, "B", {"paid": 20}, ("recover $40: box 3, player B",)),
        (3, "B", {"took": 0}, ("recover $20: box 3, player B",)),
        # A stand-off paid, or taken.
        (5, "C", {"paid": 30}, ("recover $30: box 5, player C",)),
        (5, "C", {"took": 30}, ("pay $30: box 5, player C",)),
        # A's winnings went to B.
        (1, "A", {"to": "B"}, ("recover $50: box 1, player B", "pay $50: box 1, player A")),
        (1, "A", {"to": "B", "paid": 25}, ("recover $25: box 1, player B", "pay $50: box 1, player A")),
    ],
)
@pytest.mark.clause("VIC03-17.10")
def test_the_difference_is_worked_out_and_the_money_comes_right(
    box: int, player: str, facts: dict[str, object], money: tuple[str, ...]
) -> None:
    story = over()
    results = story.state.results
    wrong(story, box, player, **facts)
    assert (story.due.role, story.due.plan[2:]) == (SIGNS, money)
    assert net(story) == RIGHT  # nothing moves before it is signed
    story.approve(SIGNS)
    assert put_right(story).money == money
    assert put_right(story).clause == "VIC03-17.10"
    assert story.state.results == results  # what was due stays in the record
    assert net(story) == RIGHT
    assert win_of(story.state) == -3000
    story.end()
    assert net(story) == RIGHT


def test_what_is_not_recovered_stays_with_the_player() -> None:
    story = wrong(over(), 1, "A", paid=75, unrecovered=None, why="left").approve(SIGNS)
    assert put_right(story).money == ("$25 not recovered from player A: the player has left",)
    assert net(story) == {"A": 75, "B": -20, "C": 0}
    assert win_of(story.state) == -5500
    assert sum(figures.win for figures in by_bet(story.state).values()) == -5500
    wagers = rows_of(story.state).wagers
    assert sum(values[6] - values[5] for values in wagers.values()) == -5500
    assert wagers[1, 1, "A", "payment"][3:7] == ("overpaid", "", 2500, 0)
    # He comes back and pays: what lies with him altogether is named again.
    wrong(story, 1, "A", paid=75).approve(SIGNS)
    assert net(story) == RIGHT


def test_part_of_it_is_recovered_and_a_player_who_left_is_still_owed() -> None:
    story = wrong(over(), 1, "A", to="B", unrecovered=20, unpaid=None, why="refuses").approve(SIGNS)
    # B got 50 and gave 30 back; A got nothing of his 50.
    assert net(story) == {"A": 0, "B": 0, "C": 0}
    assert [
        (share.player, share.recover, share.pay, share.open) for share in put_right(story).put_right.shares
    ] == [
        ("B", 5000, 0, 2000),
        ("A", 0, 5000, 5000),
    ]


def test_somebody_who_has_no_wager_was_paid() -> None:
    story = wrong(over(), 1, "A", to="Z", unrecovered=None, why="left").approve(SIGNS)
    assert net(story) == RIGHT | {"Z": 50}


@pytest.mark.parametrize(
    ("box", "player", "facts", "code"),
    [
        (1, "A", {"paid": 50}, "payment.as_recorded"),
        (3, "B", {"paid": 0}, "payment.as_recorded"),
        (1, "A", {"paid": 52.3}, "payment.not_in_chips"),
        (1, "A", {"took": 60}, "payment.not_taken"),
        (1, "A", {"paid": 75, "unrecovered": 30}, "payment.more_unrecovered"),
        (1, "A", {"paid": 75, "unrecovered": 12}, "payment.difference_not_in_chips"),
        (1, "A", {"paid": 0, "to": "B"}, "payment.nothing_to_other"),
        (2, "A", {"paid": 5}, "payment.wager_not_settled"),
        (1, "A", {"bet": "insurance", "paid": 5}, "payment.bet_not_settled"),
        (1, "A", {"paid": 75, "round_no": 2}, "payment.round_not_dealt"),
    ],
)
def test_what_cannot_have_been_is_refused(box: int, player: str, facts: dict[str, object], code: str) -> None:
    story = over(chips=(2.5, 5, 25, 100))
    with refused_as(code, "VIC03-17.10") as refusal:
        wrong(story, box, player, **facts)
    assert refusal.value.remedy


def test_what_was_put_right_is_not_put_right_twice() -> None:
    story = wrong(over(), 1, "A", paid=75).approve(SIGNS)
    with refused_as("payment.put_right_already", "VIC03-17.10"):
        wrong(story, 1, "A", paid=75)


def test_from_the_settlement_of_the_bet_until_the_next_round() -> None:
    # A Blackjack paid before the further deal: 75 on 50.
    story = deal("VIC03").bet(1, "A", 50).bet(3, "B", 20).call().initial("6d", "As Kc", "9h 8c").settle()
    assert story.action == "decision"
    wrong(story, 1, "A", paid=50).approve(SIGNS)
    assert put_right(story).money == ("pay $25: box 1, player A",)
    assert story.action == "decision"
    story.stand(3).cards("Th 2h").end()
    assert story.state.phase == "collected"
    wrong(story, 3, "B", took=0).approve(SIGNS)
    assert (story.state.phase, net(story)) == ("collected", {"A": 75, "B": -20})


def test_taken_back_before_it_is_signed_and_never_after() -> None:
    story = over()
    before = story.state
    wrong(story, 1, "A", paid=75).undo()
    assert story.state.results == before.results
    assert story.action == before.phase.replace("final_settlement", "collect")
    wrong(story, 1, "A", paid=75).approve(SIGNS)
    story.refuses("undo.role_decided", "").undo()
    wrong(over(), 1, "A", paid=75).refuses("role.too_low", "VIC03-17.10").approve("game_supervisor").refuse(
        SIGNS
    )


def test_the_dealer_alone_where_the_house_has_chosen_a_lesser_role() -> None:
    story = wrong(over(read={"payment_role": "game_supervisor"}), 1, "A", paid=75)
    assert story.due.role == "game_supervisor"


def test_a_later_correction_of_the_record_leaves_it_as_it_was_paid() -> None:
    # B has 17 by the record and in fact 19, with a 9 more; his 20 was not taken when it lay there.
    story = wrong(over(), 1, "A", paid=75, unrecovered=None, why="left").approve(SIGNS)
    card = next(at for at, card_drawn in enumerate(story.state.drawn, start=1) if card_drawn == "8c")
    story.do(engine.CorrectCard(card, "Td")).approve()
    assert net(story) == {"A": 75, "B": 20, "C": 0}


@pytest.mark.clause("VIC03-17.10")
def test_by_the_decision_on_a_dispute_another_sum_is_due() -> None:
    # C stood off with 18; a review finds for C: 30 is to be paid to him, beside his stake.
    story = wrong(over(), 5, "C", due=30, dispute=4).approve(SIGNS)
    assert put_right(story).money == ("pay $30: box 5, player C",)
    assert "by the decision on a dispute $30 is due" in put_right(story).said
    assert net(story) == {"A": 50, "B": -20, "C": 30}


@pytest.mark.clause("ACT96-20.6", "ACT03-16.6-B01", "VIC03-17.10", "NZ-16.5(a)", "UK-A01")
def test_the_book_says_who_signs() -> None:
    # The clause of the general power of each book; the operator acts through the casino supervisor.
    extra = {}
    for key, book in BOOKS.items():
        rules = engine.Setup(key).rules
        kind = corrections(rules)["payment"]
        extra[key] = (kind.clause, kind.role)
        assert book.key == key
    assert extra == {
        "ACT96": ("ACT96-20.6", "casino_supervisor"),
        "ACT03": ("ACT03-16.6-B01", "casino_supervisor"),
        "VIC03": ("VIC03-17.10", "casino_supervisor"),
        "NZ": ("NZ-16.5(a)", "casino_supervisor"),
        "UK": ("UK-A01", "casino_supervisor"),
    }


@st.composite
def mistakes(draw: st.DrawFn) -> tuple[stored.Round, bool]:
    """A round that was dealt to its end, with payments of it that were made wrongly and put right."""
    play = draw(stored.rounds())
    whole = draw(st.booleans())
    chips = play.setup.rules and play.setup.chips
    for _ in range(draw(st.integers(1, 4))):
        if not play.state.results:
            break
        result = draw(st.sampled_from(play.state.results))
        unit = max(chips)
        command = engine.CorrectPayment(
            result.box,
            result.player,
            result.bet,
            result.hand or 1,
            result.wager,
            paid=draw(st.sampled_from([None, 0, unit, 3 * unit])),
            took=draw(st.sampled_from([None, 0, result.stake])),
            to=draw(st.sampled_from(["", "", "Z"])),
            unrecovered=0 if whole else draw(st.sampled_from([0, None])),
            unpaid=0 if whole else draw(st.sampled_from([0, None])),
            why="left",
        )
        if play.take(command):
            assert play.take(engine.Approve(SIGNS))
    return play, whole


@given(mistakes())
def test_any_wrong_payments_put_right_give_the_figures_of_the_right_round(
    played: tuple[stored.Round, bool],
) -> None:
    play, whole = played
    state = play.state
    due = sum(result.takes - result.pays for result in state.results)
    left = sum(share.open if share.recover else -share.open for _, share in _last_shares(state))
    # Stakes in and what the house adds are what the players take away and what the house keeps.
    assert sum(nets(state).values()) == -win_of(state)
    assert win_of(state) == due - left
    assert sum(figures.win for figures in by_bet(state).values()) == win_of(state)
    wagers = rows_of(state).wagers.values()
    assert sum(values[6] - values[5] for values in wagers) == win_of(state)
    if whole:
        assert win_of(state) == due
    # Written as a text and played again it is the same money.
    again = notation.play(write_round(play.setup, play.events))
    assert again.error is None, again.error
    assert again.state is not None
    assert nets(again.state) == nets(state)
    assert again.state.payments == state.payments


def _last_shares(state: engine.State) -> list[tuple[object, object]]:
    """Of each settlement and player the last share, worked out beside the code that is tested."""
    last: dict[object, object] = {}
    for payment in state.payments:
        for share in payment.shares:
            last[payment.box, payment.hand, payment.player, payment.bet, payment.wager, share.player] = share
    return list(last.items())


def test_what_was_paid_back_wrongly_in_a_void_round_is_put_right() -> None:
    # The Blackjack of A was paid 75; the round is void, and the dealer left 75 with A as if it were not.
    story = deal("VIC03").bet(1, "A", 50).bet(3, "B", 20).call().initial("6d", "As Kc", "9h 8c").settle()
    story.wrong("ruling", case="other", reason="cards_mixed_up").approve(SIGNS, "void_round")
    assert (story.state.phase, net(story)) == ("void", {"A": 0, "B": 0})
    wrong(story, 1, "A", paid=75)
    assert story.due.role == SIGNS
    story.approve(SIGNS)
    assert put_right(story).money == ("recover $75: box 1, player A",)
    assert (story.state.phase, net(story)) == ("void", {"A": 0, "B": 0})


# --- what is open of a payment, once the settlement it belongs to is another


def lost(**facts: object) -> Story:
    """A (50 on box 1) has 19 against 6, 10 and 5, which is 21: he loses 50. His payment was put right as ``facts``."""
    story = deal("VIC03").bet(1, "A", 50).call().initial("6d", "Ts 9h").stand(1).cards("Td 5c")
    while story.action == "settle":
        story.settle()
    return wrong(story, 1, "A", **facts).approve(SIGNS)


def dealer_has_22(story: Story) -> Story:
    """The dealer's last card was a six: 22, and A wins 50."""
    story.do(engine.CorrectCard(5, "6c")).approve()
    while story.action == "settle":
        story.settle()
    return story


@pytest.mark.parametrize(
    ("facts", "left", "came"),
    [
        # His 50 stayed with him and 50 is due beside it: nothing is unrecovered any more.
        ({"took": 0, "unrecovered": None}, 0, 50),
        # Of the 50 he gave 30 back; 30 of his stake and 50 are due, and he gets both.
        ({"took": 0, "unrecovered": 20}, -30, 50),
        # He was paid 75 and kept them: 25 more than is due now.
        ({"paid": 75, "unrecovered": None}, 75, 75),
        # He was paid 75 and gave all but 10 back: he holds 10 less than nothing lost, and gets the rest.
        ({"paid": 75, "unrecovered": 60}, 10, 50),
    ],
)
@pytest.mark.clause("VIC03-17.10")
def test_what_was_not_recovered_is_measured_by_what_is_due_now(
    facts: dict[str, object], left: int, came: int
) -> None:
    story = lost(**facts, why="left")
    assert net(story) == {"A": left}
    assert net(dealer_has_22(story)) == {"A": came}
    assert win_of(story.state) == -100 * came
    assert sum(figures.win for figures in by_bet(story.state).values()) == -100 * came


def test_the_chips_that_move_are_counted_from_what_the_player_holds() -> None:
    # By the settlement alone 50 of stake would go back to him, which he never gave.
    story = lost(took=0, unrecovered=None, why="left")
    story.do(engine.CorrectCard(5, "6c"))
    assert not [line for line in story.due.plan if "give back" in line]


def test_a_decision_on_a_dispute_is_not_paid_twice() -> None:
    # He lost 50; a review lets him have 50 beside his stake. Then the card is found to have made the dealer 22.
    story = lost(due=50)
    assert net(story) == {"A": 50}
    assert net(dealer_has_22(story)) == {"A": 50}


def test_a_stand_off_that_was_paid_is_not_paid_again_once_it_has_won() -> None:
    # A (50 on box 1) has 20 and so has the dealer: A was paid 75 and kept it. The dealer's 4 was a 6, which makes 22:
    # 50 is due, and nothing more goes to him.
    story = deal("VIC03").bet(1, "A", 50).call().initial("6d", "Ts Kh").stand(1).cards("Kd 4h")
    wrong(story, 1, "A", paid=75, unrecovered=None, why="left").approve(SIGNS)
    story.do(engine.CorrectCard(5, "6h"))
    assert not [line for line in story.due.plan if "pay $" in line]
    story.approve()
    assert story.action != "settle"
    assert net(story) == {"A": 75}


@pytest.mark.parametrize(
    ("facts", "back", "left"),
    [
        # A Blackjack of 50 was paid 50 for 75, and 25 not paid: 50 comes back, and he has lost nothing.
        ({"paid": 50, "unpaid": None}, -50, 0),
        # It was paid 100, and 10 of the 25 too much not recovered: 75 comes back.
        ({"paid": 100, "unrecovered": 10}, -75, 10),
        # His stake was taken as well and nothing paid, and 20 of the 125 was not paid: he has 55 and gives them back.
        ({"took": 50, "unpaid": 20}, -55, 0),
        # His stake was taken, nothing was paid, and all of it stays unpaid: his stake of 50 is still owed.
        ({"took": 50, "unpaid": None}, 0, -50),
    ],
)
@pytest.mark.clause("VIC03-17.4", "VIC03-17.10")
def test_a_void_round_recovers_what_was_paid_in_fact(facts: dict[str, object], back: int, left: int) -> None:
    story = deal("VIC03").bet(1, "A", 50).bet(3, "B", 20).call().initial("6d", "As Kc", "9h 8c").settle()
    wrong(story, 1, "A", **facts, why="left").approve(SIGNS)
    story.wrong("outcome_disrupted", cause="fire").approve(SIGNS)
    voided = [event for event in story.recorded(Voided) if event.result.player == "A"]
    assert [event.back for event in voided] == [100 * back]
    assert net(story) == {"A": left, "B": 0}
    assert win_of(story.state) == -100 * left
