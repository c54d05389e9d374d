"""The Magnificent Sevens tournament: entries won at the tables, and a schedule and prizes that the book prescribes."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from casino.rulebooks.tournaments import MAGNIFICENT_SEVENS
from tables.tournaments import machine
from tables.tournaments.machine import Conditions, commands
from tables.tournaments.machine import conditions as of
from tests.tables.tournaments.house import (
    AT,
    DEPUTY,
    DESK,
    INSPECTOR,
    OPERATOR,
    SEVENS,
    Tournament,
)

# Table 3, read from the book: tables, heats, progress a table and other top chip holders of every round to the final.
SCHEDULES: dict[int, list[tuple[int, int, int, int]]] = {
    49: [(7, 1, 1, 0), (1, 1, 0, 0)],
    98: [(14, 2, 3, 7), (7, 1, 1, 0), (1, 1, 0, 0)],
    147: [(21, 3, 4, 14), (14, 2, 3, 7), (7, 1, 1, 0), (1, 1, 0, 0)],
    196: [(28, 4, 5, 7), (21, 3, 4, 14), (14, 2, 3, 7), (7, 1, 1, 0), (1, 1, 0, 0)],
}
FIELDS: dict[int, list[int]] = {
    49: [49, 7],
    98: [98, 49, 7],
    147: [147, 98, 49, 7],
    196: [196, 147, 98, 49, 7],
}
# In dollars, first to seventh place.
PRIZES: dict[int, tuple[int, list[int]]] = {
    49: (370_000, [250_000, 50_000, 25_000, 15_000, 10_000, 10_000, 10_000]),
    98: (740_000, [500_000, 100_000, 50_000, 30_000, 20_000, 20_000, 20_000]),
    147: (1_110_000, [750_000, 150_000, 75_000, 45_000, 30_000, 30_000, 30_000]),
    196: (1_480_000, [1_000_000, 200_000, 100_000, 60_000, 40_000, 40_000, 40_000]),
}
SERIES = MAGNIFICENT_SEVENS.series
assert SERIES is not None


def falling(session: machine.Session) -> list[int]:
    """Chips without a tie in the stage: the lower the entry's number, the more."""
    return [100_000 - 10 * seat.entry for seat in session.seats]


@pytest.mark.parametrize(
    "entrants",
    [
        pytest.param(
            49, marks=pytest.mark.clause("VIC03-13.9.6-T3-S49", "VIC03-13.9.6-T3-P49", "VIC03-13.9.6")
        ),
        pytest.param(98, marks=pytest.mark.clause("VIC03-13.9.6-T3-S98", "VIC03-13.9.6-T3-P98")),
        pytest.param(147, marks=pytest.mark.clause("VIC03-13.9.6-T3-S147", "VIC03-13.9.6-T3-P147")),
        pytest.param(196, marks=pytest.mark.clause("VIC03-13.9.6-T3-S196", "VIC03-13.9.6-T3-P196")),
    ],
)
@pytest.mark.clause("VIC03-13.9.3", "VIC03-13.9.5", "VIC03-13.9.5(a)", "VIC03-13.9.5(b)", "VIC03-13.9.5(g)")
def test_from_the_first_heats_to_the_final(entrants: int) -> None:
    played = Tournament(SEVENS).open().filled(entrants).close()
    assert [
        (stage.tables, stage.heats, stage.advance_per_table, stage.advance_others)
        for stage in played.now.stages
    ] == SCHEDULES[entrants]
    played.begin()
    # $770 to each, beside the pool: 49 entrants get $37,730.
    assert played.now.books.house == -entrants * 770_00
    fields = []
    while machine.next_stage(played.now):
        played.draw()
        sessions = [session for session in played.now.sessions if session.stage == played.now.stage]
        fields.append(sum(len(session.seats) for session in sessions))
        # Seven a table with the same chips, three shoes; seven tables in each heat, and one in the final.
        assert {len(session.seats) for session in sessions} == {7}
        assert {seat.start for session in sessions for seat in session.seats} == {1_000}
        assert {(session.length.unit, session.length.number) for session in sessions} == {("shoes", 3)}
        heats = [session.heat for session in sessions]
        assert {heats.count(heat) for heat in heats} == {len(sessions) if len(sessions) == 1 else 7}
        played.play_stage(falling)
    assert fields == FIELDS[entrants]
    played.do(commands.AwardPrizes())
    pool, prizes = PRIZES[entrants]
    assert [award.cents for award in played.now.awards] == [dollars * 100 for dollars in prizes]
    assert sum(award.cents for award in played.now.awards) == pool * 100
    assert played.events[-1].clause == f"VIC03-13.9.6-T3-P{entrants}"
    for award in played.now.awards:
        played.do(commands.PayPrize(award.entry, DEPUTY.number, "Receipt"), DESK)
    played.do(commands.Close(), OPERATOR)
    assert played.now.books.players == pool * 100 + entrants * 770_00
    assert played.now.books.house == -played.now.books.players


@pytest.mark.clause("VIC03-13.9.6")
def test_the_schedule_adds_up() -> None:
    """Tables of seven hold the entrants of every round, and who goes on is the next round's field: 21 x 4 + 14 = 98."""
    for column in SERIES.columns:
        fields = FIELDS[column.entrants]
        for stage, entrants, following in zip(column.stages, fields, [*fields[1:], 0], strict=True):
            assert stage.tables * 7 == entrants
            assert stage.tables * stage.advance_per_table + stage.advance_others == following
        assert sum(column.prizes) == column.pool


@pytest.mark.clause("VIC03-13.9.3")
@pytest.mark.parametrize(
    ("entries", "field", "waiting"), [(60, 49, 11), (97, 49, 48), (100, 98, 2), (200, 196, 4)]
)
def test_surplus_entries_wait_for_the_next_tournament(entries: int, field: int, waiting: int) -> None:
    """With sixty a field of 49 plays for $370,000, and eleven are carried over."""
    played = Tournament(SEVENS).open().filled(entries).close()
    statuses = [entry.status for entry in played.now.entries]
    assert (statuses.count("entered"), statuses.count("waiting")) == (field, waiting)
    assert [entry.status for entry in played.now.entries[:field]] == ["entered"] * field
    assert sum(prize.cents for prize in played.now.prizes) == PRIZES[field][0] * 100


@pytest.mark.clause("VIC03-13.9.3", "VIC03-13.9.5(g)")
def test_a_waiting_entry_takes_the_place_of_one_that_is_withdrawn() -> None:
    """Until the draw: the field stays at 49, and its tables at seven."""
    played = Tournament(SEVENS).open().filled(51).close()
    played.do(commands.Withdraw(5), DESK)
    assert [entry.status for entry in played.now.entries[49:]] == ["entered", "waiting"]
    assert [len(session.seats) for session in played.begin().draw().now.sessions] == [7] * 7
    assert 50 in played.now.draws[0].field


@pytest.mark.clause("VIC03-13.9.3")
def test_entries_are_won_at_the_tables() -> None:
    opened = Tournament(SEVENS).open()
    opened.refused(commands.Enter("P1"), "text", "VIC03-13.9.3", DESK)
    opened.enter("P1", source="BJ-07/214 box 3")
    opened.refused(commands.Enter("P2", source="BJ-07/214 box 3"), "entry_used", "VIC03-13.9.3", DESK)
    opened.enter("P1", source="BJ-07/301 box 1")
    assert [entry.player for entry in opened.now.entries] == ["P1", "P1"], "several for one player"


@pytest.mark.clause("VIC03-13.9.1")
def test_the_general_rules_hold_for_it_too() -> None:
    drafted = Tournament(SEVENS)
    drafted.refused(commands.OpenEntries(), "not_approved", "VIC03-16.1.3", OPERATOR)
    played = Tournament(SEVENS).drawn(49)
    played.designate("1-1", "BJ-07")
    played.refused(commands.BeginSession("1-1"), "not_briefed", "VIC03-16.2.2")


@pytest.mark.clause("VIC03-13.9.1", "VIC03-13.9.6")
@pytest.mark.parametrize(
    ("changes", "field", "code", "clause"),
    [
        ({"stages": (of.Stage("A", 1, 7, of.Length("shoes", 3)),)}, "stages", "series_fixed", "VIC03-13.9.6"),
        ({"prizes": (of.Prize(1, share=10_000),)}, "prizes", "series_fixed", "VIC03-13.9.6"),
        ({"ties": of.Ties()}, "ties", "series_fixed", "VIC03-13.9.6"),
        ({"entry_fee": 10_00}, "entry_fee", "series_won", "VIC03-13.9.3"),
        ({"players_min": 50}, "players_min", "series_players", "VIC03-13.9.3"),
        (
            {"buy_back": of.BuyBack(times=1, until_stage=1, chips=500)},
            "buy_back",
            "series_elimination",
            "VIC03-13.9.5",
        ),
        ({"side_bets": ()}, "side_bets", "series_side_bet", "VIC03-13.9.2"),
    ],
)
def test_what_the_series_prescribes_itself(
    changes: dict[str, Any], field: str, code: str, clause: str
) -> None:
    faults = machine.faults(replace(SEVENS, **changes))
    assert (field, f"tournament.{code}", clause) in {
        (fault.field, fault.code, fault.clause) for fault in faults
    }


@pytest.mark.clause("VIC03-13.9.2")
def test_its_tables_deal_magnificent_sevens() -> None:
    played = Tournament(SEVENS).drawn(49)
    pontoon = commands.Designate("1-1", "BJ-07", "VIC03", "crown_pontoon", ("magnificent_sevens",))
    played.refused(pontoon, "other_game", "VIC03-13.9.2")
    without = commands.Designate("1-1", "BJ-07", "VIC03", "blackjack", ("perfect_pairs",))
    played.refused(without, "side_bet_not_offered", "VIC03-13.9.2")
    played.designate("1-1", "BJ-07")


@pytest.mark.clause("VIC03-13.9.4")
def test_a_hundred_days_after_the_last_final() -> None:
    """Day 100 with 40 entries: they are too few, and that is recorded. With 49 a tournament is due."""
    opened = Tournament(SEVENS, previous_final=AT - timedelta(days=99)).open().filled(40)

    def kinds() -> list[str]:
        return [due.kind for due in machine.due(opened.now, opened.at)]

    assert "defer" not in kinds()
    opened.at = AT + timedelta(days=1)
    assert [(due.kind, due.clause) for due in machine.due(opened.now, opened.at)][-1] == (
        "defer",
        "VIC03-13.9.4",
    )
    opened.do(commands.CommitSeed(1, "0" * 64), OPERATOR)
    refusal = opened.refused(commands.CloseEntries(), "too_few_entries", "VIC03-13.9.4", OPERATOR)
    assert (refusal.values["entries"], refusal.values["least"]) == (40, 49)
    opened.do(commands.Defer("Nine entries are missing"), OPERATOR)
    assert [(put_off.entries, put_off.reason) for put_off in opened.now.deferrals] == [
        (40, "Nine entries are missing")
    ]
    assert kinds()[-1] == "wait_for_entries"
    for player in range(41, 50):
        opened.enter(f"P{player}", source=f"BJ-08/{player} box 1")
    assert kinds()[-1] == "schedule_series"
    opened.refused(commands.Defer("No table is free"), "enough_entries", "VIC03-13.9.4", OPERATOR)


@pytest.mark.clause("VIC03-13.9.5(a)")
def test_the_bonus_is_paid_before_the_first_heat() -> None:
    played = Tournament(SEVENS).open().filled(49).close()
    played.do(commands.SignOn())
    for entry in range(1, 49):
        played.do(commands.PayBonus(entry, DEPUTY.number), DESK)
    assert played.now.books.house == -48 * 770_00
    played.refused(commands.PayBonus(1, DEPUTY.number), "paid_already", "VIC03-13.9.5(a)", DESK)
    played.refused(commands.PayBonus(49, DESK.number), "same_person", "VIC03-13.9.5(a)", DESK)
    played.draw()
    played.ready("1-1")
    refusal = played.refused(commands.BeginSession("1-1"), "bonus_unpaid", "VIC03-13.9.5(a)")
    assert refusal.values["entries"] == [49]
    played.do(commands.PayBonus(49, DEPUTY.number), DESK)
    played.do(commands.BeginSession("1-1"))
    assert played.now.books.house == -37_730_00


@pytest.mark.clause("VIC03-13.9.5(b)")
def test_banks_are_not_carried_over() -> None:
    """Whoever ended the first heats with 5,000 begins the second with the same as the others."""
    played = Tournament(SEVENS).drawn(98)
    played.play_stage(lambda session: [5_000 - 10 * seat.entry for seat in session.seats])
    played.draw()
    assert {
        seat.start for session in played.now.sessions if session.stage == 2 for seat in session.seats
    } == {1_000}


@pytest.mark.clause("VIC03-13.9.5(c)")
def test_the_most_chips_win_a_table() -> None:
    """Three of each table go on: of 900, 800, 700 and 650 the first three."""
    played = Tournament(SEVENS).drawn(98)
    played.play_stage(lambda session: [900, 800, 700, 650 - session.table_no, 100 - session.table_no, 0, 0])
    first = played.session("1-1").seats
    through = played.now.outcomes[0].advancing
    assert through[:3] == tuple([seat.entry for seat in first[:3]])
    # The seven others have 649 down to 643: those of the first seven tables.
    others = [played.session(f"1-{table}").seats[3].entry for table in range(1, 8)]
    assert set(through[42:]) == set(others)
    assert played.events[-1].clause == "VIC03-13.9.5(c)"


@pytest.mark.clause("VIC03-13.9.5(g)")
def test_three_shoes_and_no_fourth() -> None:
    played = Tournament(SEVENS).drawn(49)
    assert [len(session.seats) for session in played.now.sessions] == [7] * 7
    played.ready("1-1")
    played.do(commands.BeginSession("1-1"))
    chips = played.stacks("1-1", falling(played.session("1-1")))
    played.refused(commands.ReportChips("1-1", chips, played=4), "played_more", "VIC03-13.9.5(g)")
    played.refused(commands.EndSession("1-1", chips, 2), "not_played_out", "VIC03-16.3.5(a)")
    played.do(commands.EndSession("1-1", chips, 3))


@pytest.mark.clause("VIC03-13.9.5(c)")
def test_the_length_of_the_final_is_the_conditions() -> None:
    """Three shoes as in a heat, or what the conditions say."""

    def final_of(conditions: Conditions) -> of.Length:
        plan = machine.plan_of(conditions, 49)
        assert plan is not None
        return plan.stages[-1].length

    assert final_of(SEVENS) == of.Length("shoes", 3)
    assert final_of(replace(SEVENS, final_shoes=5)) == of.Length("shoes", 5)


# --- ties


def heats(*first_table: int) -> Tournament:
    """The heats of 49 with these chips at the first table; at the others the first box wins."""
    played = Tournament(SEVENS).drawn(49)
    for session in played.now.sessions:
        played.ready(session.name)
        played.play(session.name, first_table if session.table_no == 1 else (900, 1, 0, 0, 0, 0, 0))
    return played


@pytest.mark.clause("VIC03-13.9.5(d)")
def test_a_tie_of_a_heat_is_broken_by_hands_among_the_tied() -> None:
    """Two are level at 40 chips, with a minimum of 50: both get the same new bank, and play until one leads."""
    with_fifty = replace(SEVENS, table_minimum=50, wager=of.Wager("minimum", 50))
    played = Tournament(with_fifty).drawn(49)
    for session in played.now.sessions:
        played.ready(session.name)
        chips = [40, 40, 0, 0, 0, 0, 0] if session.table_no == 1 else [900, 1, 0, 0, 0, 0, 0]
        played.play(session.name, chips)
    played.refused(commands.ConcludeStage(), "tied", "VIC03-13.9.5(d)")
    played.do(commands.BreakTie())
    extra = played.session("1-1-b1")
    assert [seat.start for seat in extra.seats] == [1_000, 1_000]
    played.play("1-1-b1", [950, 950])
    played.do(commands.BreakTie())
    assert [seat.start for seat in played.session("1-1-b2").seats] == [950, 950]
    played.play("1-1-b2", [900, 1_000])
    played.do(commands.ConcludeStage())
    assert played.session("1-1").seats[1].entry in played.now.outcomes[0].advancing


@pytest.mark.clause("VIC03-13.9.5(d)")
def test_the_tied_continue_with_their_chips() -> None:
    played = heats(600, 600, 300, 0, 0, 0, 0)
    played.do(commands.BreakTie())
    extra = played.session("1-1-b1")
    assert [seat.start for seat in extra.seats] == [600, 600]
    assert extra.length == of.Length("hands", 1)


def to_final(*chips: int) -> Tournament:
    played = heats(900, 1, 0, 0, 0, 0, 0)
    played.do(commands.ConcludeStage())
    played.draw()
    played.ready("2-1")
    played.play("2-1", chips)
    return played


@pytest.mark.clause("VIC03-13.9.5(e)")
def test_a_tie_for_first_is_played_off_over_one_shoe() -> None:
    """Level at 2,000: one shoe; level again at 1,500: further hands until one leads."""
    played = to_final(2_000, 2_000, 500, 400, 300, 200, 100)
    played.refused(commands.ConcludeStage(), "tied", "VIC03-13.9.5(e)")
    played.do(commands.BreakTie())
    shoe = played.session("2-1-b1")
    assert (shoe.length, [seat.start for seat in shoe.seats]) == (of.Length("shoes", 1), [2_000, 2_000])
    played.play("2-1-b1", [1_500, 1_500])
    played.do(commands.BreakTie())
    hands = played.session("2-1-b2")
    assert (hands.length, [seat.start for seat in hands.seats]) == (of.Length("hands", 1), [1_500, 1_500])
    played.play("2-1-b2", [1_400, 1_600])
    played.do(commands.ConcludeStage())
    played.do(commands.AwardPrizes())
    winner = played.session("2-1").seats[1].entry
    assert (played.now.awards[0].entry, played.now.awards[0].cents) == (winner, 250_000_00)


@pytest.mark.clause("VIC03-13.9.5(f)")
def test_a_tie_for_second_is_broken_by_further_hands() -> None:
    """The winner of them has $50,000, the other $25,000. Who is level for the fifth to seventh place has $10,000
    either way, and does not play for it."""
    played = to_final(2_000, 800, 800, 400, 0, 0, 0)
    played.refused(commands.ConcludeStage(), "tied", "VIC03-13.9.5(f)")
    played.do(commands.BreakTie())
    assert played.session("2-1-b1").length == of.Length("hands", 1)
    played.play("2-1-b1", [700, 900])
    played.do(commands.ConcludeStage())
    played.do(commands.AwardPrizes())
    seats = played.session("2-1").seats
    assert {award.entry: award.cents for award in played.now.awards} == {
        seats[0].entry: 250_000_00,
        seats[2].entry: 50_000_00,
        seats[1].entry: 25_000_00,
        seats[3].entry: 15_000_00,
        seats[4].entry: 10_000_00,
        seats[5].entry: 10_000_00,
        seats[6].entry: 10_000_00,
    }


# --- substitutes


@pytest.mark.clause("VIC03-13.9.7(a)")
def test_who_has_several_entries_names_substitutes_for_the_further_ones() -> None:
    """A player with three entries names two, who both play once they are approved; a player with one entry may only
    name a substitute for a session."""
    played = Tournament(SEVENS).open().filled(46)
    for won in (401, 402, 403):
        played.enter("P50", source=f"BJ-07/{won} box 2")
    played.close().begin()
    played.refused(commands.NameSubstitute(1, "P60"), "only_entry", "VIC03-13.9.7(a)", DESK)
    played.do(commands.NameSubstitute(48, "P61"), DESK)
    played.do(commands.NameSubstitute(49, "P62"), DESK)
    played.refused(commands.NameSubstitute(47, "P63"), "only_entry", "VIC03-13.9.7(a)", DESK)
    played.refused(commands.ApproveSubstitute(48, "P61"), "not_director", "VIC03-16.3.3", DESK)
    played.draw()
    own = {entry: name for name in _sessions(played) for entry in _entries(played, name)}
    session = own[48]
    played.ready(session)
    played.refused(commands.BeginSession(session), "substitute_unapproved", "VIC03-16.3.3")
    for entry, substitute in ((48, "P61"), (49, "P62")):
        played.do(commands.ApproveSubstitute(entry, substitute))
    played.do(commands.BeginSession(session))
    held = played.now.entry(48)
    assert held is not None
    assert (held.player, held.person_in(session), held.bonus_paid) == ("P50", "P61", True)
    bonus = [event for event in played.events if getattr(event, "entry", 0) == 48 and event.moves]
    assert [getattr(event, "player", "") for event in bonus] == ["P50"], "the bonus goes to who won the entry"


def _sessions(played: Tournament) -> list[str]:
    return [session.name for session in played.now.sessions]


def _entries(played: Tournament, name: str) -> list[int]:
    return [seat.entry for seat in played.session(name).seats]


@pytest.mark.clause("VIC03-13.9.7(a)")
def test_nobody_sits_twice_at_once() -> None:
    played = Tournament(SEVENS).open().filled(47)
    for won in (401, 402):
        played.enter("P50", source=f"BJ-07/{won} box 2")
    played.close().begin().draw()
    own = {entry: name for name in _sessions(played) for entry in _entries(played, name)}
    played.ready(own[48], "BJ-07")
    if own[48] != own[49]:
        played.ready(own[49], "BJ-08")
        played.do(commands.BeginSession(own[48]))
    played.refused(commands.BeginSession(own[49]), "sits_twice", "VIC03-13.9.7(a)")


@pytest.mark.clause("VIC03-13.9.7(b)")
def test_the_conditions_hold_the_particulars_of_substitution() -> None:
    for substitution in (None, of.Substitution(allowed=True, terms=" ")):
        conditions = replace(SEVENS, substitution=substitution)
        drafted = Tournament(conditions)
        drafted.refused(
            commands.Approve("DCS 26/114", "the Director", machine.fingerprint(conditions)),
            "not_stated",
            "VIC03-13.9.7(b)",
            INSPECTOR,
        )
