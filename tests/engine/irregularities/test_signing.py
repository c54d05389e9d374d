"""Reporting an irregularity, holding the table, signing and refusing."""

import pytest

from rounds import engine
from rounds.engine.irregularities.events import IrregularityDecided
from tests.engine.story import Story, deal


def started() -> Story:
    return deal("VIC03").bet(1, "A", 10).bet(2, "B", 50).call()


def test_everything_else_is_held_while_one_is_open() -> None:
    story = started().cards("9s 7h").wrong("outcome_disrupted", cause="fire")
    assert story.action == "approval"
    assert story.due.role == "casino_supervisor"
    assert story.due.clause == "VIC03-17.3.1"
    story.refuses("irregularity.open", "VIC03-17.3.1").cards("2c")
    story.refuses("irregularity.open", "VIC03-17.3.1").settle()
    story.refuses("irregularity.open", "VIC03-17.3.1").wrong("wrong_cards")


def test_what_is_shown_is_what_is_done() -> None:
    story = started().cards("9s 7h").wrong("outcome_disrupted", cause="fire")
    plan = story.due.plan
    story.approve("casino_supervisor")
    done = tuple(
        f"{line.kind.replace('_', ' ')}: {line.detail}" for line in map(engine.describe, story.last[1:])
    )
    assert done == plan
    assert story.state.phase == "void"


@pytest.mark.clause("VIC03-17.3.1")
def test_a_role_below_does_not_sign() -> None:
    story = started().cards("9s 7h").wrong("outcome_disrupted", cause="fire")
    story.refuses("role.too_low", "VIC03-17.3.1").approve("game_supervisor")
    story.refuses("role.too_low", "VIC03-17.3.1").refuse("dealer")


def test_after_a_refusal_the_round_goes_on_as_it_was() -> None:
    story = started().cards("9s 7h")
    before = story.due
    story.wrong("outcome_disrupted", cause="fire").refuse("casino_supervisor")
    (decision,) = story.recorded(IrregularityDecided)
    assert not decision.approved
    assert story.due == before
    story.cards("2c")


def test_a_report_is_taken_back_but_not_a_signature() -> None:
    story = started().cards("9s 7h").wrong("exclude_player", player="B", reason="past_posting")
    assert story.undo().action == "card"
    story.wrong("exclude_player", player="B", reason="past_posting").approve("casino_supervisor")
    story.refuses("undo.role_decided", "").undo()


def test_a_kind_or_value_that_the_book_does_not_have() -> None:
    story = started()
    story.refuses("irregularity.unknown", "").wrong("no_such_thing")
    story.refuses("report.value_wrong", "VIC03-17.3.1").wrong("outcome_disrupted", cause="power_failure")
    story.refuses("report.value_missing", "VIC03-17.3.1").wrong("outcome_disrupted")
    story.refuses("report.value_unknown", "VIC03-17.3.1").wrong(
        "outcome_disrupted", cause="fire", colour="red"
    )
    story.refuses("irregularity.none_open", "").approve("casino_supervisor")


def test_the_signature_that_no_clause_names_is_a_setting() -> None:
    story = deal("VIC03", elect={"auto_shuffler": "yes"}, read={"irregularity_role": "dealer"})
    story.bet(1, "A", 10).call().cards("9s").wrong("cards_at_once")
    assert story.state.phase == "void"  # the dealer's own report is enough


@pytest.mark.clause("VIC03-9.6")
def test_what_a_player_chooses_is_not_signed_for_him() -> None:
    story = started().cards("9s Kd 7h 9h").wrong("dealer_without_card")
    story.refuses("irregularity.choice_missing", "VIC03-9.6").approve("game_supervisor")
    assert story.due.legal == ("finish_hand", "dealer_first")
    assert story.approve("game_supervisor", "finish_hand").state.irregular is None


def test_the_plain_procedure_needs_no_choice() -> None:
    story = deal("UK").bet(1, "A", 10).call().cards("9s")
    story.wrong("excess_card", seen="yes", card="4c").approve("casino_supervisor")
    assert [drawn.card for drawn in story.state.held] == ["4c"]
