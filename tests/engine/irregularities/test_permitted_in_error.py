"""A double or split that should not have been permitted (Player Select), and what a supervisor takes into custody."""

import pytest

from rounds.engine.events import Reconstructed
from tests.engine.nz.telling import nz
from tests.engine.story import Story, deal
from tests.refusing import refused_as


def table(first: str, second: str = "9s 5c") -> Story:
    """Boxes 2 and 3 with wagers of 60 at minima of 10 and 50."""
    story = nz("player_select", minimum=10, upper_min="50").bet(2, "A", 60).bet(3, "B", 60).call()
    return story.initial("9d", first, second)


@pytest.mark.clause("NZ-21.9(a)(i)", "NZ-21.9(a)-S1", "NZ-21.9(a)-S2")
def test_a_double_is_undone_and_its_card_stays() -> None:
    # 6, 5 and 4: the doubling wager goes back, the hand is 15 and is offered cards.
    story = table("6s 5h").double(2).cards("4d")
    story.wrong("double_in_error", hand="2").approve("game_supervisor")
    (reconstruction,) = story.recorded(Reconstructed)
    assert reconstruction.money == ("return $60 added: box 2, player A",)
    assert (story.hand(2).total, story.hand(2).doubled) == (15, False)
    assert (story.due.box, story.legal) == (2, ("hit", "stand"))


@pytest.mark.clause("NZ-21.9(a)-S1", "NZ-21.9(a)-S2")
def test_a_split_is_put_back_together_and_its_card_offered_next() -> None:
    # 8-8 split, 3 on the first 8: the pair again, 3 is the next card: 19.
    story = table("8s 8h").split(2).cards("3c")
    story.wrong("split_in_error", hand="2").approve("game_supervisor")
    (reconstruction,) = story.recorded(Reconstructed)
    assert reconstruction.money == ("return $60 added: box 2, player A",)
    assert story.hand(2).cards == ("8s", "8h")
    assert (story.legal, story.due.held) == (("hit", "stand"), "3c")
    story.refuses("split.undone", "NZ-21.9(a)-S2").split(2)
    assert story.hit(2).cards("3c").hand(2).total == 19


@pytest.mark.clause("NZ-21.9(b)(i)", "NZ-21.9(b)-S1", "NZ-21.9(a)(i)")
def test_once_a_later_box_has_a_third_card_it_stands() -> None:
    # 60 doubled to 120, 20 against 19.
    story = table("6s 5h").double(2).cards("9c").hit(3).cards("4d")
    story.wrong("double_in_error", hand="2").approve("game_supervisor")
    assert story.hand(2).doubled
    story.stand(3).cards("Tc").end()
    assert story.net("A") == 120


@pytest.mark.clause("NZ-21.9(b)(ii)", "NZ-21.9(a)(ii)")
def test_the_dealers_second_card_decides_too() -> None:
    early = table("6s 5h", "Ts 9c").double(2).cards("9c").stand(3)
    early.wrong("double_in_error", hand="2").approve("game_supervisor")
    assert not early.hand(2).doubled
    late = table("6s 5h", "Ts 9c").double(2).cards("9c").stand(3).cards("Tc")
    late.wrong("double_in_error", hand="2").approve("game_supervisor")
    assert late.hand(2).doubled


@pytest.mark.clause("NZ-21.9(a)(iii)", "NZ-21.9(b)(iii)")
def test_without_further_cards_it_is_undone_until_the_cards_are_racked() -> None:
    # Box 2 broke with its double, and was the only hand.
    story = nz("player_select", minimum=10, upper_min="50").bet(2, "A", 60).call().initial("9d", "7s 5h")
    story.double(2).cards("Tc").settle()
    assert story.net("A") == -120
    story.wrong("double_in_error", hand="2").approve("game_supervisor")
    while story.action == "settle":
        story.settle()
    assert story.net("A") == -60
    done = nz("player_select", minimum=10, upper_min="50").bet(2, "A", 60).call().initial("9d", "7s 5h")
    done.double(2).cards("Tc").end()
    done.refuses("round.over", "NZ-8.6").wrong("double_in_error", hand="2")


@pytest.mark.clause("NZ-21.9(a)-S1")
def test_what_the_record_refused_and_the_table_did() -> None:
    story = nz("player_select", minimum=10, upper_min="50", lower_double_on="none")
    story.bet(2, "A", 10).call().initial("9d", "6s 5h")
    assert "double" not in story.legal
    story.wrong("double_in_error", hand="2", card="4d").approve("game_supervisor")
    assert (story.hand(2).total, story.legal) == (15, ("hit", "stand"))


@pytest.mark.clause("VIC03-17.2.4", "VIC03-17.2.5")
@pytest.mark.parametrize(
    ("kind", "clause", "values"),
    [
        ("device_confiscated", "VIC03-17.2.4", {"player": "A", "item": "a_counter"}),
        ("player_detained", "VIC03-17.2.5", {"player": "A", "reason": "device"}),
    ],
)
def test_what_a_casino_supervisor_does_about_a_device_is_recorded(
    kind: str, clause: str, values: dict[str, str]
) -> None:
    story = deal("VIC03").bet(1, "A", 10).call()
    without = dict(list(values.items())[:-1])
    story.refuses("report.value_missing", clause).wrong(kind, **without)
    story.wrong(kind, **values)
    story.refuses("role.too_low", clause).approve("game_supervisor")
    before = story.state.boxes
    story.approve("casino_supervisor")
    assert story.last[0].clause == clause
    assert story.state.boxes == before


@pytest.mark.parametrize(
    ("kind", "nothing", "not_it"),
    [
        ("split_in_error", "report.not_split_nor_drawn_to", "report.not_a_pair"),
        ("double_in_error", "report.not_doubled_nor_drawn_to", "report.not_doubled"),
    ],
)
@pytest.mark.parametrize(("book", "clause"), [("VIC03", "VIC03-17.10"), ("ACT96", "ACT96-20.6")])
def test_where_nothing_was_doubled_or_split_there_is_nothing_to_undo_or_void(
    kind: str, nothing: str, not_it: str, book: str, clause: str
) -> None:
    story = deal(book).bet(1, "A", 10).bet(2, "B", 10).call()
    story.refuses(nothing, clause).wrong(kind, hand="1")  # no card lies yet
    story.initial("7c", "Ts 9d", "9h 8d")
    story.refuses(not_it, clause).wrong(kind, hand="1")
    story.refuses(nothing, clause).wrong(kind, hand="2", card="4c")  # it is not its turn
    story.stand(1).refuses(nothing, clause).wrong(kind, hand="1", card="4c")


@pytest.mark.clause("VIC03-17.10")
@pytest.mark.parametrize(("choice", "lies"), [("undo", ("6s", "5h", "4c")), ("void_hand", ())])
def test_a_double_that_the_record_refused_is_undone_or_its_hand_void(
    choice: str, lies: tuple[str, ...]
) -> None:
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 10).call().initial("7c", "6s 5h", "9h 8d")
    story.wrong("double_in_error", hand="1", card="4c").approve("casino_supervisor", choice)
    assert story.hand(1).cards == lies
    assert "4c" in (story.hand(1).cards or story.state.discarded)


@pytest.mark.clause("NZ-21.9(a)-S1")
def test_of_two_doubled_hands_the_one_named_is_undone() -> None:
    story = table("5s 5h").split(2).cards("6c").double(2).cards("4d").cards("6d").double(2, 2).cards("3c")
    story.wrong("double_in_error", hand="2.2").approve("game_supervisor")
    assert (story.hand(2, 1).doubled, story.hand(2, 2).doubled) == (True, False)


@pytest.mark.clause("NZ-21.9(a)-S1")
def test_the_card_of_a_double_that_the_record_refused_is_entered() -> None:
    story = nz("player_select", minimum=10, upper_min="50", lower_double_on="none")
    story.bet(2, "A", 10).call().initial("9d", "6s 5h")
    with refused_as("report.not_doubled", "NZ-21.9(a)-S1") as caught:
        story.wrong("double_in_error", hand="2")
    assert caught.value.values["place"] == (2, 1)
