"""Section 18: a flat fee beside every wager."""

import pytest

from rounds.engine.wagers.events import WagerWithdrawn
from tests.engine.nz.telling import nz
from tests.engine.story import Story
from tests.refusing import refused_as


def table(**more: object) -> Story:
    return nz("ante_up", **{"minimum": 20, "ante": "2.50", **more})  # type: ignore[arg-type]


@pytest.mark.clause("NZ-1.1-B01", "NZ-18.3")
@pytest.mark.parametrize(
    ("minimum", "ante", "allowed"),
    [
        (20, "2.50", True),
        (20, "2.51", False),
        (15, "1.87", True),
        (15, "1.88", False),
        (10, "2.50", False),
        (10, "1.25", True),
    ],
)
def test_at_most_an_eighth_of_the_table_minimum(minimum: int, ante: str, allowed: bool) -> None:
    """12.5 % of 20 is 2.50, of 15 is 1.875, of 10 is 1.25."""
    if allowed:
        table(minimum=minimum, ante=ante)
        return
    with refused_as("sign.ante", "NZ-1.1-B01") as refused:
        table(minimum=minimum, ante=ante)
    assert "NZ-18.3" in refused.value.also


@pytest.mark.clause("NZ-18.3")
def test_it_is_the_one_amount_on_the_sign_whatever_the_wager() -> None:
    story = table().bet(3, "A", 200)
    story.refuses("ante.wrong_amount", "NZ-18.3").bet(3, "A", 2, "ante")
    story.refuses("ante.wrong_amount", "NZ-18.3").bet(3, "A", 5, "ante")
    story.bet(3, "A", "2.50", "ante").refuses("ante.placed", "NZ-18.5").bet(3, "A", "2.50", "ante")
    assert ("Ante $2.50", "NZ-18.3") in story.rules.notices
    # no ante in another version
    nz(minimum=20).refuses("side_bet.not_offered", "NZ-5.1").bet(3, "A", "2.50", "ante")


@pytest.mark.clause("NZ-18.5")
def test_every_initial_wager_has_its_ante_before_the_first_card() -> None:
    story = table().bet(3, "A", 20)
    assert "ante of $2.50" in story.due.text
    story.refuses("call.ante_missing", "NZ-18.5").call()
    story.bet(3, "B", 20).bet(3, "A", "2.50", "ante")
    story.refuses("call.ante_missing", "NZ-18.5").call()  # B's too
    story.bet(3, "B", "2.50", "ante").call().initial("6d", "6s 5h").settle()
    story.double(3).cards("Kc")  # doubling and splitting need none
    story.cards("Td Ac").end()
    # A: 21 against 17 wins 40, B 20; each has paid 2.50.
    assert (story.net("A"), story.net("B")) == (37.5, 17.5)


@pytest.mark.clause("NZ-18.5")
def test_the_ante_goes_back_with_its_wager() -> None:
    story = table().bet(3, "A", 20).bet(3, "A", "2.50", "ante").unbet(3, "A")
    story.bet(4, "B", 20).bet(4, "B", "2.50", "ante")
    story.refuses("call.ante_alone", "NZ-18.5").call()  # an ante without a wager
    story.unbet(3, "A", "ante").call()
    # After the call the two go together, and the ante never alone.
    story = (
        table().bet(3, "A", 20).bet(3, "A", "2.50", "ante").bet(4, "B", 20).bet(4, "B", "2.50", "ante").call()
    )
    story.refuses("ante.with_its_wager", "NZ-18.5").unbet(3, "A", "ante")
    story.unbet(3, "A")
    assert [event.bet for event in story.recorded(WagerWithdrawn)] == ["ante", "main"]
    assert not story.state.box(3).sides
    story.initial("6d", "Ts 9h")
    assert story.items == [("take", 4, "B", 2.5)]


@pytest.mark.clause("NZ-18.4")
def test_waived_for_each_wager_that_reaches_the_sum_by_itself() -> None:
    waived = {"ante_waived_from": "100"}
    table(**waived).bet(3, "A", 95).refuses("call.ante_missing", "NZ-18.5").call()
    table(**waived).bet(3, "A", 100).call()
    both = table(**waived).bet(3, "A", 50).bet(3, "B", 50).bet(3, "A", "2.50", "ante")
    both.refuses("call.ante_missing", "NZ-18.5").call()  # B's $50 does not reach it
    both.bet(3, "B", "2.50", "ante").call()
    raised = table(**waived).bet(3, "A", 50).bet(3, "A", "2.50", "ante").bet(3, "A", 50)
    raised.refuses("call.ante_waived", "NZ-18.4").call()
    raised.unbet(3, "A", "ante").call()
    assert ("No ante on a wager of $100 or more", "NZ-18.4") in raised.rules.notices


@pytest.mark.clause("NZ-18.6")
def test_collected_after_the_initial_deal_whatever_comes_of_the_wager() -> None:
    story = table()
    for box, player in enumerate("ABCD", start=1):
        story.bet(box, player, 20).bet(box, player, "2.50", "ante")
    story.call().cards("Ts Ts Ts As 6d 9h 8h 7h")
    assert story.action == "card"  # not before the last card of it
    story.cards("Kh")
    antes = [item for item in story.items if item[0] == "take"]
    assert sum(item[3] for item in antes) == 10
    assert story.due.clause == "NZ-18.6"
    story.refuses("decision.taking_first", "NZ-18.6").stand(1)
    # D's Blackjack is paid in the same settlement; then A 19, B 18, C 17 against 18.
    story.settle().stand(1).stand(2).stand(3).cards("Td 2c").end()
    assert [story.net(player) for player in "ABCD"] == [17.5, -2.5, -22.5, 27.5]
    assert story.result(1, "A", hand=0, bet="ante").clause == "NZ-18.6"


@pytest.mark.clause("NZ-18.6")
def test_with_an_ace_up_insurance_comes_first_and_the_ante_before_any_decision() -> None:
    story = (
        table().bet(1, "A", 20).bet(1, "A", "2.50", "ante").call().initial("Ah", "Ts 9h").insure(1, "A", 10)
    )
    assert story.items == [("take", 1, "A", 2.5)]
    assert story.settle().stand(1).cards("Kc").end().net() == -2.5
