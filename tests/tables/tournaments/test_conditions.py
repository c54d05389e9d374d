"""What conditions must state, what in them contradicts the book or itself, their approval, and who is responsible."""

from typing import Any

import pytest
from msgspec.structs import replace

from casino.rulebooks.rule import RuleBookError
from tables.tournaments import machine
from tables.tournaments.machine import Conditions, Person, commands
from tables.tournaments.machine import conditions as of
from tests.refusing import code_and_clause
from tests.tables.tournaments.house import (
    ACT96,
    ANOTHER_OPERATOR,
    DEALER,
    DEPUTY,
    DESK,
    DIRECTOR,
    INSPECTOR,
    OPERATOR,
    SEVENS,
    VIC03,
    Tournament,
)


def faults_in(conditions: Conditions) -> set[tuple[str, str, str]]:
    """Field, code without its noun, and clause of every fault."""
    return {(fault.field, fault.code.partition(".")[2], fault.clause) for fault in machine.faults(conditions)}


@pytest.mark.parametrize("conditions", [VIC03, ACT96, SEVENS], ids=["VIC03", "ACT96", "series"])
def test_complete_conditions(conditions: Conditions) -> None:
    assert faults_in(conditions) == set()


@pytest.mark.parametrize(
    ("field", "blank", "named", "clause"),
    [
        pytest.param(
            "entry_fee", None, "entry_fee", "VIC03-16.2.1(a)", marks=pytest.mark.clause("VIC03-16.2.1(a)")
        ),
        pytest.param(
            "starting_chips",
            None,
            "starting_chips",
            "VIC03-16.2.1(b)",
            marks=pytest.mark.clause("VIC03-16.2.1(b)"),
        ),
        pytest.param("wager", None, "wager", "VIC03-16.2.1(c)", marks=pytest.mark.clause("VIC03-16.2.1(c)")),
        pytest.param("stages", (), "stages", "VIC03-16.2.1(d)", marks=pytest.mark.clause("VIC03-16.2.1(d)")),
        pytest.param(
            "repechage", None, "repechage", "VIC03-16.2.1(d)", marks=pytest.mark.clause("VIC03-16.2.1(d)")
        ),
        ("catch_up", None, "catch_up", "VIC03-16.2.1(d)"),
        ("secondary", None, "secondary", "VIC03-16.2.1(d)"),
        ("ties", None, "ties", "VIC03-16.2.1(d)"),
        pytest.param(
            "buy_back", None, "buy_back", "VIC03-16.2.1(e)", marks=pytest.mark.clause("VIC03-16.2.1(e)")
        ),
        pytest.param(
            "eligibility",
            " ",
            "eligibility",
            "VIC03-16.2.1(f)(i)",
            marks=pytest.mark.clause("VIC03-16.2.1(f)(i)"),
        ),
        ("right_to_deny", None, "right_to_deny", "VIC03-16.2.1(f)(ii)"),
        pytest.param(
            "denial_statement",
            "",
            "denial_statement",
            "VIC03-16.2.1(f)(ii)",
            marks=pytest.mark.clause("VIC03-16.2.1(f)(ii)"),
        ),
        ("criteria_used", None, "criteria_used", "VIC03-16.2.1(f)(iii)"),
        ("entry_terms", "", "entry_terms", "VIC03-16.2.1(g)"),
        pytest.param(
            "free_withdrawal_until",
            None,
            "free_withdrawal_until",
            "VIC03-16.2.1(g)",
            marks=pytest.mark.clause("VIC03-16.2.1(g)"),
        ),
        ("application_form", "", "application_form", "VIC03-16.2.1(g)"),
        ("players_min", None, "players_min", "VIC03-16.2.1(g)"),
        ("players_max", None, "players_max", "VIC03-16.2.1(g)"),
        pytest.param(
            "disqualification_grounds",
            (),
            "disqualification_grounds",
            "VIC03-16.2.1(h)",
            marks=pytest.mark.clause("VIC03-16.2.1(h)"),
        ),
        ("retirement_terms", "", "retirement_terms", "VIC03-16.2.1(h)"),
        ("refunds", None, "refunds", "VIC03-16.2.1(h)"),
        pytest.param("late", None, "late", "VIC03-16.2.1(i)", marks=pytest.mark.clause("VIC03-16.2.1(i)")),
        pytest.param("prizes", (), "prizes", "VIC03-16.2.1(j)", marks=pytest.mark.clause("VIC03-16.2.1(j)")),
        pytest.param(
            "precedence", "", "precedence", "VIC03-16.2.1(k)", marks=pytest.mark.clause("VIC03-16.2.1(k)")
        ),
    ],
)
def test_what_is_not_stated_is_named_and_keeps_the_approval_back(
    field: str, blank: Any, named: str, clause: str
) -> None:
    conditions = replace(VIC03, **{field: blank})
    assert (named, "not_stated", clause) in faults_in(conditions)
    drafted = Tournament(conditions)
    drafted.refused(
        commands.Approve("DCS 26/114", "the Director", machine.fingerprint(conditions)),
        "not_stated",
        clause,
        INSPECTOR,
    )


@pytest.mark.clause("VIC03-16.2.1(a)")
def test_no_fee_is_chosen() -> None:
    free = replace(
        VIC03,
        entry_fee=0,
        fee_kept=0,
        refunds=of.Refunds(),
        prizes=(of.Prize(1, cents=500_00),),
        prize_pool=500_00,
    )
    assert faults_in(free) == set()


@pytest.mark.clause("VIC03-16.2.1(f)(iii)")
def test_criteria_that_are_used_are_set_out() -> None:
    assert ("criteria", "not_stated", "VIC03-16.2.1(f)(iii)") in faults_in(replace(VIC03, criteria_used=True))
    assert faults_in(replace(VIC03, criteria_used=True, criteria="Members of the club.")) == set()


@pytest.mark.clause("ACT96-24.2", "ACT96-24.4-S1")
def test_what_the_other_book_requires_to_be_stated() -> None:
    empty = Conditions(book="ACT96", name="Cup")
    named = {(field, clause) for field, code, clause in faults_in(empty) if code == "not_stated"}
    assert {
        ("entry_fee", "ACT96-24.4-S1"),
        ("prizes", "ACT96-24.4-S3"),
        ("stages", "ACT96-24.2"),
        ("starting_chips", "ACT96-24.2"),
        ("players_max", "ACT96-24.2"),
    } <= named
    assert "eligibility" not in dict(named)


@pytest.mark.clause("ACT96-24.4-S2")
@pytest.mark.parametrize(("kept", "allowed"), [(10_00, True), (11_00, False), (10_01, False), (0, True)])
def test_a_tenth_of_the_fee_may_be_kept(kept: int, allowed: bool) -> None:
    """Of $100 the operator keeps $10 and not $11."""
    faults = faults_in(replace(ACT96, entry_fee=100_00, fee_kept=kept))
    assert faults == (set() if allowed else {("fee_kept", "kept_too_much", "ACT96-24.4-S2")})


def test_the_victorian_book_sets_no_limit_to_what_is_kept() -> None:
    assert faults_in(replace(VIC03, fee_kept=40_00)) == set()
    assert ("fee_kept", "kept_more_than_fee", "VIC03-16.2.1(a)") in faults_in(replace(VIC03, fee_kept=100_01))


@pytest.mark.clause("ACT96-24.4-S1")
def test_a_fee_is_optional() -> None:
    """$0 is accepted; $100 makes one record of $100 for each entrant."""
    free = replace(ACT96, entry_fee=0, fee_kept=0, prizes=(of.Prize(1, cents=500_00),), prize_pool=500_00)
    assert faults_in(free) == set()
    entered = Tournament(ACT96).open().filled(1)
    assert [entry.fee for entry in entered.now.entries] == [100_00]
    assert entered.now.books.players == -100_00


# --- figures that do not fit


@pytest.mark.parametrize(
    ("changes", "field", "code", "clause"),
    [
        # 60, 30 and 9 per cent of the pool are 99.
        (
            {"prizes": (of.Prize(1, share=6_000), of.Prize(2, share=3_000), of.Prize(3, share=900))},
            "prizes",
            "shares_differ",
            "VIC03-16.2.1(j)",
        ),
        (
            {"prizes": (of.Prize(1, cents=900_00), of.Prize(2, cents=99_99)), "prize_pool": 1_000_00},
            "prizes",
            "prizes_differ",
            "VIC03-16.2.1(j)",
        ),
        ({"prizes": (of.Prize(1, cents=900_00),)}, "prize_pool", "not_stated", "VIC03-16.2.1(j)"),
        ({"prizes": (of.Prize(2, share=10_000),)}, "prizes", "places", "VIC03-16.2.1(j)"),
        ({"prizes": (of.Prize(1),)}, "prizes", "prize", "VIC03-16.2.1(j)"),
        (
            {"prizes": (of.Prize(1, share=9_000), of.Prize(2, cents=100_00))},
            "prizes",
            "prize_kinds",
            "VIC03-16.2.1(j)",
        ),
        (
            {"prizes": tuple([of.Prize(place, share=1_000) for place in range(1, 14)])},
            "prizes",
            "too_many_places",
            "VIC03-16.2.1(j)",
        ),
        (
            {"entry_fee": 0, "fee_kept": 0, "refunds": of.Refunds()},
            "prizes",
            "no_pool",
            "VIC03-16.2.1(j)",
        ),
        ({"players_min": 19}, "players_min", "players", "VIC03-16.2.1(g)"),
        ({"table_minimum": 600}, "table_minimum", "limits", "VIC03-16.1.3"),
        ({"starting_chips": 5}, "starting_chips", "too_few_chips", "VIC03-16.2.1(b)"),
        ({"starting_chips": 1_001}, "starting_chips", "multiple", "VIC03-16.2.1(b)"),
        ({"wager": of.Wager("compulsory")}, "wager", "wager", "VIC03-16.2.1(c)"),
        ({"wager": of.Wager("none", 10)}, "wager", "wager", "VIC03-16.2.1(c)"),
        ({"repechage": True}, "repechage", "stage_kind", "VIC03-16.2.1(d)"),
        ({"buy_back": of.BuyBack(times=1)}, "buy_back", "buy_back", "VIC03-16.2.1(e)"),
        (
            {"refunds": of.Refunds(retirement=of.Refund(fee=100_01))},
            "refunds",
            "refund_too_large",
            "VIC03-16.2.1(h)",
        ),
        ({"betting": of.Betting(secret_hands=21)}, "betting", "last_hands", "VIC03-16.2.1(d)"),
        ({"betting": of.Betting(last_hands=-1)}, "betting", "last_hands", "VIC03-16.2.1(d)"),
        (
            {"prizes": (of.Prize(1, cents=10**13),), "prize_pool": 10**13},
            "prizes",
            "prize",
            "VIC03-16.2.1(j)",
        ),
        ({"game": "poker"}, "game", "no_game", ""),
        ({"side_bets": ("super_sevens",)}, "side_bets", "side_bet", "VIC03-16.1.1"),
        ({"entry_fee": -1}, "entry_fee", "amount", "VIC03-16.2.1(a)"),
        ({"starting_chips": 10**12}, "starting_chips", "number", "VIC03-16.2.1(b)"),
    ],
)
def test_what_contradicts_itself(changes: dict[str, Any], field: str, code: str, clause: str) -> None:
    assert (field, code, clause) in faults_in(replace(VIC03, **changes))


HEATS = VIC03.stages or ()


@pytest.mark.parametrize(
    "stages",
    [
        # Eighteen players do not fit at two tables of six.
        (replace(HEATS[0], tables=2, advance_per_table=3), HEATS[1]),
        # Nobody goes on from the heats, or somebody from the final.
        (replace(HEATS[0], advance_per_table=0), HEATS[1]),
        (HEATS[0], replace(HEATS[1], advance_per_table=1)),
        # Nine go on to a final of six.
        (replace(HEATS[0], advance_per_table=3), HEATS[1]),
        (replace(HEATS[0], advance_others=1), HEATS[1]),
    ],
)
@pytest.mark.clause("VIC03-16.2.1(d)")
def test_a_progression_that_leads_nowhere(stages: tuple[of.Stage, ...]) -> None:
    assert ("stages", "progression", "VIC03-16.2.1(d)") in faults_in(replace(VIC03, stages=stages))


@pytest.mark.clause("VIC03-16.1.1")
def test_nobody_begins_a_stage_with_more_than_the_others() -> None:
    carried = (HEATS[0], replace(HEATS[1], carry_over=True))
    assert faults_in(replace(VIC03, stages=carried)) == {("stages", "carry_over", "VIC03-16.1.1")}
    assert faults_in(replace(ACT96, stages=carried)) == set(), "the other book leaves it to the conditions"


@pytest.mark.parametrize("book", ["ACT03", "NZ", "UK", "XX"])
def test_other_books_have_no_tournaments(book: str) -> None:
    assert [*map(code_and_clause, machine.faults(replace(VIC03, book=book)))] == [
        ("tournament.not_in_book", "")
    ]
    with pytest.raises(RuleBookError) as raised:
        Tournament(replace(VIC03, book=book))
    assert code_and_clause(raised.value) == ("tournament.not_in_book", "")


# --- what prevails


@pytest.mark.clause("VIC03-16.2.1(k)")
def test_the_rules_prevail_over_the_conditions() -> None:
    """Blackjack at 2 to 1 is pointed out; it keeps nobody back, and is of no effect at the table."""
    conditions = replace(VIC03, overrides=(("blackjack_pays", "2 to 1"),))
    faults = machine.faults(conditions)
    assert [(fault.code, fault.clause, fault.blocks) for fault in faults] == [
        ("tournament.rules_prevail", "VIC03-16.2.1(k)", False)
    ]
    played = Tournament(conditions).drawn()
    assert machine.table_of(played.now, "1-1").overrides == ()


@pytest.mark.clause("ACT96-24.3")
def test_the_conditions_prevail_over_the_rules() -> None:
    conditions = replace(
        ACT96, overrides=(("insurance", "no"),), betting=of.Betting(below="made_up", above="reduced")
    )
    assert faults_in(conditions) == set()
    played = Tournament(conditions).drawn()
    table = machine.table_of(played.now, "1-1")
    assert (table.overrides, table.below, table.above) == ((("insurance", "no"),), "made_up", "reduced")
    assert ("overrides", "no_override", "ACT96-24.3") in faults_in(
        replace(ACT96, overrides=(("blackjack_pays", "2 to 1"),))
    )


# --- approval


@pytest.mark.clause("VIC03-16.1.3")
def test_nothing_happens_on_conditions_that_are_not_approved() -> None:
    drafted = Tournament(VIC03)
    drafted.refused(commands.OpenEntries(), "not_approved", "VIC03-16.1.3", OPERATOR)
    drafted.refused(commands.Enter("P1", fee=100_00), "not_approved", "VIC03-16.1.3", DESK)
    drafted.approve()
    approval = drafted.now.approval
    assert approval is not None
    assert (approval.reference, approval.version, approval.recorded_by) == ("DCS 26/114", 1, "I-01")


@pytest.mark.clause("ACT96-24.2")
def test_the_other_authority() -> None:
    drafted = Tournament(ACT96)
    refusal = drafted.refused(commands.OpenEntries(), "not_approved", "ACT96-24.2", OPERATOR)
    assert refusal.values["authority"] == "Casino Surveillance Authority"


@pytest.mark.clause("VIC03-16.1.3", "ACT96-24.2")
@pytest.mark.parametrize(("conditions", "clause"), [(VIC03, "VIC03-16.1.3"), (ACT96, "ACT96-24.2")])
def test_a_change_voids_the_approval(conditions: Conditions, clause: str) -> None:
    entered = Tournament(conditions).open().filled(18)
    entered.do(commands.Amend(replace(conditions, table_maximum=400)), OPERATOR)
    assert (entered.now.version, entered.now.approval) == (2, None)
    entered.refused(commands.Enter("P30", fee=100_00), "not_approved", clause, DESK)
    entered.refused(commands.CloseEntries(), "not_approved", clause, OPERATOR)
    entered.refused(
        commands.Approve("DCS 26/114", "the Director", machine.fingerprint(conditions)),
        "other_version",
        clause,
        INSPECTOR,
    )
    entered.approve().close()
    assert entered.now.phase == "closed"


@pytest.mark.clause("VIC03-16.1.3")
def test_a_change_after_the_draw_has_it_drawn_again() -> None:
    drawn = Tournament(VIC03).drawn()
    drawn.do(commands.Amend(replace(VIC03, table_maximum=400)), OPERATOR)
    assert (drawn.now.phase, drawn.now.sessions, drawn.now.commitments[0].stage) == ("entries", (), 2)
    drawn.refused(commands.Draw("00" * 32), "not_now", "VIC03-16.1.1")


@pytest.mark.clause("VIC03-16.1.3")
def test_conditions_are_frozen_once_play_has_begun() -> None:
    played = Tournament(VIC03).drawn()
    played.ready("1-1")
    played.do(commands.BeginSession("1-1"))
    played.refused(
        commands.Amend(replace(VIC03, table_maximum=400)), "conditions_frozen", "VIC03-16.1.3", OPERATOR
    )


@pytest.mark.clause("VIC03-16.1.1")
def test_the_fee_is_the_same_for_all() -> None:
    entered = Tournament(VIC03).open().filled(1)
    entered.refused(commands.Amend(replace(VIC03, entry_fee=150_00)), "paid_for", "VIC03-16.1.1", OPERATOR)


def test_two_people_write_and_record() -> None:
    drafted = Tournament(VIC03)
    approve = commands.Approve("DCS 26/114", "the Director", machine.fingerprint(VIC03))
    drafted.refused(approve, "own_conditions", "VIC03-16.1.3", OPERATOR)
    drafted.refused(approve, "role", "VIC03-16.1.3", DEALER)
    drafted.refused(replace(approve, reference=" "), "text", "VIC03-16.1.3", INSPECTOR)
    drafted.do(approve, ANOTHER_OPERATOR)
    drafted.refused(approve, "approved_already", "VIC03-16.1.3", INSPECTOR)


def test_the_operator_writes_the_conditions() -> None:
    drafted = Tournament(VIC03)
    drafted.refused(commands.Amend(replace(VIC03, name="Cup")), "role", "VIC03-16.1.3", DEALER)
    drafted.refused(commands.Amend(VIC03), "nothing_changed", "VIC03-16.1.3", OPERATOR)
    drafted.refused(commands.Draft("T-2", VIC03), "drafted_already", "", OPERATOR)


# --- the director and the deputies


@pytest.mark.clause("VIC03-16.1.2(a)")
def test_the_director_is_qualified_as_a_game_supervisor() -> None:
    drafted = Tournament(VIC03).approve()
    drafted.refused(commands.OpenEntries(), "no_director", "VIC03-16.1.2(a)", OPERATOR)
    drafted.refused(
        commands.AppointDirector("D-114", qualified=False), "not_qualified", "VIC03-16.1.2(a)", OPERATOR
    )
    drafted.refused(commands.AppointDirector("S-07", qualified=True), "role", "VIC03-16.1.2(a)", DEALER)
    drafted.do(commands.AppointDirector("S-07", qualified=True), OPERATOR)
    assert drafted.now.director == "S-07"


@pytest.mark.clause("VIC03-16.1.2(b)")
def test_a_deputy_acts_only_while_the_director_is_absent() -> None:
    played = Tournament(VIC03).open().filled(18).close()
    played.refused(
        commands.NameDeputy("D-114", qualified=False), "not_qualified", "VIC03-16.1.2(b)", OPERATOR
    )
    played.do(commands.SignOn())
    draw = commands.Draw("0" * 63 + "1")
    played.refused(draw, "director_present", "VIC03-16.1.2(b)", DEPUTY)
    played.refused(commands.SignOn(), "director_present", "VIC03-16.1.2(b)", DEPUTY)
    played.do(commands.SignOff("Called to the cage"))
    assert (played.now.present, played.now.director_absent) == ("", "Called to the cage")
    played.refused(draw, "sign_on_first", "VIC03-16.2.4", DEPUTY)
    played.do(commands.SignOn(), DEPUTY)
    played.do(draw, DEPUTY)
    # The director comes back, and the deputy has no powers any more.
    played.do(commands.SignOn())
    assert (played.now.present, played.now.director_absent) == ("S-07", "")
    played.refused(commands.Brief("1-1", (1,)), "director_present", "VIC03-16.1.2(b)", DEPUTY)


@pytest.mark.clause("VIC03-16.1.2(b)")
def test_the_operator_logs_the_absence_of_a_director_who_is_not_there() -> None:
    played = Tournament(VIC03).open()
    played.refused(commands.SignOff("Ill"), "role", "VIC03-16.1.2(b)", DEPUTY)
    played.do(commands.SignOff("Ill"), OPERATOR)
    played.refused(commands.SignOff("Ill"), "absent_already", "VIC03-16.1.2(b)", OPERATOR)
    played.do(commands.SignOn(), DEPUTY)
    assert played.now.present == DEPUTY.number


def test_nobody_else_is_in_charge() -> None:
    played = Tournament(VIC03).open()
    played.refused(commands.SignOn(), "not_director", "VIC03-16.1.2(a)", Person("S-99", "game_supervisor"))
    played.do(commands.DismissDeputy(DEPUTY.number), OPERATOR)
    played.do(commands.SignOff("Ill"), OPERATOR)
    played.refused(commands.SignOn(), "not_director", "VIC03-16.1.2(a)", DEPUTY)
    played.do(commands.SignOn(), DIRECTOR)
    played.refused(commands.SignOn(), "in_charge_already", "VIC03-16.2.4", DIRECTOR)
