"""Equipment of a side bet that fails, and works again (NZ 16.12, VIC03 11.7.3)."""

import pytest

from rounds import engine
from rounds.engine.wagers.events import WagerRefused
from tests.engine.sides.answers import press
from tests.engine.sides.test_prizes import MADNESS, PANDEMONIUM, madness, offered, pandemonium, won
from tests.engine.story import Story, cents, deal


def fails(story: Story, bet: str = MADNESS, role: str = "game_supervisor", device: str = "display") -> Story:
    return story.do(engine.EquipmentFailed(bet, device, role))


def works(story: Story, bet: str = MADNESS, role: str = "game_supervisor") -> Story:
    return story.do(engine.EquipmentRepaired(bet, role, "test prize $5 shown"))


@pytest.mark.clause("NZ-16.12-S1")
def test_wagers_go_back_before_the_first_card_and_none_are_taken_until_it_works() -> None:
    story = deal("NZ", offer=[MADNESS]).bet(1, "A", 50).bet(1, "A", 5, MADNESS)
    fails(story)
    assert [(e.player, e.amount, e.clause) for e in story.recorded(WagerRefused)] == [
        ("A", cents(5), "NZ-16.12-S1")
    ]
    assert story.state.box(1).sides == ()
    story.refuses("side_bet.suspended", "NZ-16.12-S1").bet(1, "A", 5, MADNESS)
    # The game goes on: a round without it, and the next one too.
    story.call().initial("6d", "As Kd")
    assert story.items == [("pay", 1, "A", 75.0)]
    later = story.end().next_round().bet(1, "A", 50)
    later.refuses("side_bet.suspended", "NZ-16.12-S1").bet(1, "A", 5, MADNESS)
    works(later).bet(1, "A", 5, MADNESS)
    assert offered(later.call().initial("6d", "As Kd")) == "A"


@pytest.mark.clause("NZ-16.12-S1")
def test_wagers_go_back_between_the_call_and_the_first_card() -> None:
    story = deal("NZ", offer=[MADNESS]).bet(1, "A", 50).bet(1, "A", 5, MADNESS).call()
    fails(story)
    assert story.state.box(1).sides == ()
    assert [wager.effective for wager in story.state.box(1).wagers] == [cents(50)]
    assert story.initial("6d", "Ts 9d").action == "decision"


@pytest.mark.clause("NZ-16.12-S2")
def test_the_round_goes_on_as_it_was() -> None:
    # Reported at box 2's turn: it doubles at once.
    story = madness("Ts 9d", "5s 6h", A=2).settle().stand(1)
    fails(story).double(2).cards("Td Kd 5c").end()  # 21 against 21; box 1 has 19
    assert (story.net("A"), story.net("P2")) == (-52, 0)
    assert story.next_round().state.carry.suspended == (MADNESS,)


@pytest.mark.clause("NZ-16.12-S3")
def test_winners_of_the_round_are_paid_25_dollars_each() -> None:
    # Box 1: A $1 and B $5 with a Blackjack, box 2 loses $2. The display dies before the button is pressed.
    table = deal("NZ", offer=[MADNESS]).shared(1, A=50, B=50).bet(2, "C", 20)
    table.bet(1, "A", 1, MADNESS).bet(1, "B", 5, MADNESS).bet(2, "C", 2, MADNESS)
    story = table.call().initial("6d", "As Kd", "Ts 9d").settle()
    assert offered(story) == "A"
    fails(story)
    assert story.items == [("pay", 1, "A", 25.0), ("pay", 1, "B", 25.0)]
    assert story.due.items[0].result.clause == "NZ-16.12-S3"
    press(story.refuses("prize.equipment_failed", "NZ-16.12-S1"), 25)
    assert won(story.settle()) == {"A": 25, "B": 25}
    assert story.side(2, "C", MADNESS) == ("lose", -2)


@pytest.mark.clause("NZ-16.12-S3")
def test_in_the_other_reading_25_for_each_dollar() -> None:
    table = deal("NZ", offer=[MADNESS], read={"madness_21.fails_at": "per_dollar"})
    table.shared(1, A=50, B=50).bet(1, "A", 1, MADNESS).bet(1, "B", 5, MADNESS)
    assert won(fails(table.call().initial("6d", "As Kd")).settle()) == {"A": 25, "B": 125}


@pytest.mark.clause("NZ-16.12-S3")
def test_a_blackjack_completed_after_the_failure_is_paid_so_too() -> None:
    table = deal("NZ", offer=[MADNESS]).bet(1, "A", 50).bet(1, "A", 2, MADNESS).call().cards("As")
    fails(table).cards("6d Kd")
    assert won(table.settle()) == {"A": 25}


@pytest.mark.clause("NZ-16.12-S3")
def test_a_prize_that_was_shown_before_the_failure_is_kept() -> None:
    story = fails(press(madness("As Kd", A=2), 40))
    assert won(story.settle()) == {"A": 80}


@pytest.mark.clause("VIC03-11.7.3(b)")
@pytest.mark.parametrize(("scale", "pays"), [("1", 25), ("2", 50), ("3", 50), ("4", 50), ("5", 50)])
def test_winners_are_paid_the_least_prize_of_the_table(scale: str, pays: int) -> None:
    story = fails(pandemonium("As Kd", A=5, scale=scale), PANDEMONIUM)
    result = story.due.items[0].result
    assert (result.pays, result.clause) == (cents(pays), "VIC03-11.7.3(b)")


@pytest.mark.clause("VIC03-11.7.3(b)")
def test_the_other_reading_pays_the_least_wager_on_the_sign() -> None:
    table = deal(
        "VIC03",
        game="crown_pontoon",
        offer=[PANDEMONIUM],
        sign={PANDEMONIUM: (2, 100)},
        read={"pontoon_pandemonium.fails_at": "minimum"},
    )
    table.bet(1, "A", 50).bet(1, "A", 5, PANDEMONIUM)
    story = fails(table.call().initial("6d", "As Kd"), PANDEMONIUM)
    assert story.due.items[0].result.pays == cents(2)


@pytest.mark.clause("VIC03-11.7.3(a)")
def test_crown_pontoon_goes_on_without_it() -> None:
    story = deal("VIC03", game="crown_pontoon", offer=[PANDEMONIUM]).bet(1, "A", 50)
    fails(story, PANDEMONIUM)
    story.refuses("side_bet.suspended", "VIC03-11.7.3(a)").bet(1, "A", 5, PANDEMONIUM)
    story.call().initial("6d", "As Kd")
    assert story.items == [("pay", 1, "A", 75.0)]


@pytest.mark.clause("NZ-16.12-S1")
def test_a_supervisor_confirms_a_failure_and_the_repair() -> None:
    story = deal("NZ", offer=[MADNESS]).bet(1, "A", 50)
    fails(story.refuses("role.too_low", "NZ-16.12-S1"), role="dealer")
    fails(story.refuses("side_bet.no_device", "NZ-16.12-S1"), device=" ")
    works(story.refuses("side_bet.not_failed", "NZ-16.12-S1"))
    fails(story)
    fails(story.refuses("side_bet.failed_already", "NZ-16.12-S1"))
    works(story.refuses("role.too_low", "NZ-16.12-S1"), role="dealer")
    story.refuses("undo.role_decided", "").undo()  # a role decided it
    expected = engine.questions.required_role(story.rules, engine.EquipmentFailed(MADNESS, "display", ""))
    assert expected == ("game_supervisor", "NZ-16.12-S1", "Madness 21: display has failed")
    expected = engine.questions.required_role(story.rules, engine.EquipmentRepaired(MADNESS, ""))
    assert expected == ("game_supervisor", "NZ-16.12-S1", "Madness 21: works again")
    assert works(story).state.carry.suspended == ()


def test_a_repair_within_the_round_changes_nothing_for_its_winners() -> None:
    story = works(fails(madness("As Kd", A=2)))
    assert won(story.settle()) == {"A": 25}
    assert story.end().next_round().bet(1, "A", 50).bet(1, "A", 5, MADNESS).action == "wagers"
