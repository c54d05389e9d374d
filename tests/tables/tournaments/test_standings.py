"""Who goes on, how ties are broken, and how prizes are shared."""

from typing import Any

import pytest
from msgspec.structs import replace

from tables.tournaments import machine
from tables.tournaments.machine import commands
from tables.tournaments.machine import conditions as of
from tables.tournaments.machine.commands import Stack
from tables.tournaments.machine.money import divided, prizes_of
from tests.tables.tournaments.house import ACT96, DEPUTY, DESK, OPERATOR, VIC03, Tournament

HEATS = VIC03.stages or ()


def entries(played: Tournament, name: str, *boxes: int) -> tuple[int, ...]:
    seats = played.session(name).seats
    return tuple([seats[box - 1].entry for box in boxes])


def play_all(played: Tournament, *tables: list[int]) -> None:
    """Play the sessions of the stage, with the final chips of each table by box."""
    sessions = [session for session in played.now.sessions if session.stage == played.now.stage]
    for session, chips in zip(sessions, tables, strict=True):
        played.ready(session.name)
        played.play(session.name, chips)


def test_a_tie_for_the_last_place_that_goes_on_is_broken_by_further_hands() -> None:
    played = Tournament(VIC03).drawn()
    play_all(
        played,
        [900, 700, 700, 700, 0, 0],
        [900, 800, 0, 0, 0, 0],
        # Level, and both go on: nothing has to be decided.
        [600, 600, 100, 100, 0, 0],
    )
    tied = entries(played, "1-1", 2, 3, 4)
    refusal = played.refused(commands.ConcludeStage(), "tied", "VIC03-16.2.1(d)")
    assert refusal.values["entries"] == sorted(tied)
    assert [due.entries for due in machine.due(played.now, played.at) if due.kind == "break_tie"] == [
        tuple(sorted(tied))
    ]
    played.do(commands.BreakTie())
    extra = played.session("1-1-b1")
    assert (extra.table, extra.length, extra.tie_for) == ("BJ-07", of.Length("hands", 1), 1)
    assert {seat.start for seat in extra.seats} == {700}, "they play on with the chips that they have"
    by_entry = dict(zip(tied, (750, 600, 750), strict=True))
    played.play("1-1-b1", [by_entry[seat.entry] for seat in extra.seats])
    # Two are level again, and play on without the third.
    played.do(commands.BreakTie())
    again = played.session("1-1-b2")
    assert {seat.entry for seat in again.seats} == {tied[0], tied[2]}
    assert {seat.start for seat in again.seats} == {750}
    by_entry = {tied[0]: 700, tied[2]: 775}
    played.play("1-1-b2", [by_entry[seat.entry] for seat in again.seats])
    played.refused(commands.BreakTie(), "no_tie", "VIC03-16.2.1(d)")
    played.do(commands.ConcludeStage())
    assert set(played.now.outcomes[0].advancing) == {
        *entries(played, "1-1", 1),
        tied[2],
        *entries(played, "1-2", 1, 2),
        *entries(played, "1-3", 1, 2),
    }


def test_players_with_less_than_the_minimum_get_equal_new_chips() -> None:
    played = Tournament(VIC03).drawn()
    play_all(played, [900, 5, 5, 0, 0, 0], [9, 8, 0, 0, 0, 0], [9, 8, 0, 0, 0, 0])
    played.do(commands.BreakTie())
    assert [seat.start for seat in played.session("1-1-b1").seats] == [1_000, 1_000]


def test_other_top_chip_holders_are_counted_over_all_tables() -> None:
    """One of each table goes on, and the three others with the most chips wherever they sit."""
    stages = (replace(HEATS[0], advance_per_table=1, advance_others=3), HEATS[1])
    played = Tournament(replace(VIC03, stages=stages)).drawn()
    play_all(
        played,
        [900, 850, 840, 10, 0, 0],
        [500, 400, 0, 0, 0, 0],
        [300, 290, 0, 0, 0, 0],
    )
    played.do(commands.ConcludeStage())
    assert played.now.outcomes[0].advancing == (
        *entries(played, "1-1", 1),
        *entries(played, "1-2", 1),
        *entries(played, "1-3", 1),
        *entries(played, "1-1", 2, 3),
        *entries(played, "1-2", 2),
    )


def test_a_tie_among_other_top_chip_holders_is_played_at_a_table_of_its_own() -> None:
    stages = (replace(HEATS[0], advance_per_table=1, advance_others=1), replace(HEATS[1], players_a_table=4))
    played = Tournament(replace(VIC03, stages=stages)).drawn()
    play_all(played, [900, 400, 0, 0, 0, 0], [500, 400, 0, 0, 0, 0], [300, 290, 0, 0, 0, 0])
    played.do(commands.BreakTie())
    session = played.session("1-0-b1")
    assert {seat.entry for seat in session.seats} == {
        *entries(played, "1-1", 2),
        *entries(played, "1-2", 2),
    }
    assert [seat.box for seat in session.seats] == [1, 2]
    played.refused(commands.BeginSession("1-0-b1"), "no_table", "VIC03-16.3.1")
    played.designate("1-0-b1", "BJ-09")
    played.play("1-0-b1", [410, 390])
    played.do(commands.ConcludeStage())
    assert session.seats[0].entry in played.now.outcomes[0].advancing


def test_many_who_are_level_play_at_several_tables() -> None:
    """Ten without chips for one place: two tables of five, then only those who lead."""
    stages = (
        of.Stage("Heats", 3, 5, of.Length("hands", 5), advance_per_table=1, advance_others=3),
        of.Stage("Final", 1, 6, of.Length("hands", 5)),
    )
    played = Tournament(replace(VIC03, stages=stages, players_max=15)).drawn(15)
    play_all(played, [900, 400, 0, 0, 0], [500, 400, 0, 0, 0], [300, 0, 0, 0, 0])
    played.do(commands.BreakTie())
    first, second = played.session("1-0-b1"), played.session("1-0-b2")
    assert (len(first.seats), len(second.seats), first.tie_for) == (5, 5, 1)
    for session, chips in ((first, [1_000, 1_200, 900, 0, 0]), (second, [1_200, 1_000, 900, 0, 0])):
        played.designate(session.name, "BJ-07")
        played.play(session.name, chips)
    played.do(commands.BreakTie())
    last = played.session("1-0-b3")
    assert {seat.entry for seat in last.seats} == {first.seats[1].entry, second.seats[0].entry}


def test_repechage() -> None:
    """One of each heat goes on; the eliminated play for two more places in the final."""
    stages = (
        replace(HEATS[0], advance_per_table=1),
        of.Stage("Second chance", 2, 6, of.Length("hands", 10), advance_per_table=1, kind="repechage"),
        of.Stage("Final", 1, 5, of.Length("hands", 30)),
    )
    conditions = replace(VIC03, stages=stages, repechage=True)
    assert machine.faults(conditions) == ()
    played = Tournament(conditions).drawn()
    play_all(played, *[[900, 800, 700, 600, 500, 400]] * 3)
    played.do(commands.ConcludeStage())
    through = set(played.now.outcomes[0].advancing)
    played.draw()
    # Twelve of the fifteen who are out have a seat: those with the most chips.
    again = {seat.entry for session in played.now.sessions if session.stage == 2 for seat in session.seats}
    assert again == {*entries(played, "1-1", 2, 3, 4, 5), *entries(played, "1-2", 2, 3, 4, 5)} | {
        *entries(played, "1-3", 2, 3, 4, 5)
    }
    play_all(played, *[[900, 800, 700, 600, 500, 400]] * 2)
    played.do(commands.ConcludeStage())
    played.draw()
    final = {seat.entry for seat in played.session("3-1").seats}
    assert final == through | set(played.now.outcomes[1].advancing)
    assert len(final) == 5


# --- the final


def final(changes: dict[str, Any], *chips: int) -> Tournament:
    """A final of six with these chips, after three heats."""
    played = Tournament(replace(VIC03, **changes)).drawn()
    play_all(played, *[[900, 800, 0, 0, 0, 0]] * 3)
    played.do(commands.ConcludeStage())
    played.draw()
    play_all(played, list(chips))
    return played


def test_a_play_off_over_a_shoe() -> None:
    played = final({"ties": of.Ties(first="play_off")}, 900, 900, 500, 0, 0, 0)
    played.do(commands.BreakTie())
    shoe = played.session("2-1-b1")
    assert (shoe.length, [seat.start for seat in shoe.seats]) == (of.Length("shoes", 1), [900, 900])
    played.play("2-1-b1", [800, 800])
    played.do(commands.BreakTie())
    assert played.session("2-1-b2").length == of.Length("hands", 1)
    played.play("2-1-b2", [700, 900])
    played.do(commands.ConcludeStage())
    assert machine.places(played.now)[:2] == (entries(played, "2-1", 2), entries(played, "2-1", 1))


def test_ties_that_are_shared() -> None:
    """Level for second and third: $486 and $162 make $648, $324 for each."""
    played = final({}, 900, 500, 500, 100, 0, 0)
    played.do(commands.ConcludeStage())
    played.do(commands.AwardPrizes())
    tied = sorted(entries(played, "2-1", 2, 3))
    assert [(award.entry, award.place, award.cents) for award in played.now.awards] == [
        (*entries(played, "2-1", 1), 1, 972_00),
        (tied[0], 2, 324_00),
        (tied[1], 2, 324_00),
    ]


def test_a_tie_that_decides_nothing_is_left() -> None:
    played = final({"ties": of.Ties(places="extra_hands")}, 900, 500, 400, 0, 0, 0)
    played.do(commands.ConcludeStage())
    assert played.now.phase == "results"


def test_who_lost_the_last_chips_later_comes_first() -> None:
    played = Tournament(replace(VIC03, ties=of.Ties(later_out_first=True))).drawn()
    play_all(played, [900, 1, 0, 0, 0, 0], [900, 800, 0, 0, 0, 0], [900, 800, 0, 0, 0, 0])
    played.do(commands.ConcludeStage())
    played.draw()
    session = played.ready("2-1")
    played.do(commands.BeginSession("2-1"))
    out = [0, 12, 30, 7, 30, 4]
    stacks = [
        Stack(seat.entry, 0 if hand else 6_000, hand) for seat, hand in zip(session.seats, out, strict=True)
    ]
    played.do(commands.EndSession("2-1", tuple(stacks), 30))
    assert machine.standings.final_ranking(played.now) == (
        entries(played, "2-1", 1),
        tuple(sorted(entries(played, "2-1", 3, 5))),
        entries(played, "2-1", 2),
        entries(played, "2-1", 4),
        entries(played, "2-1", 6),
    )


def test_who_retired_or_is_disqualified_has_no_place() -> None:
    played = final({}, 900, 500, 400, 300, 0, 0)
    played.do(commands.Disqualify(*entries(played, "2-1", 1), "Collusion", "Signals"))
    played.do(commands.ConcludeStage())
    played.do(commands.AwardPrizes())
    assert [award.entry for award in played.now.awards] == [*entries(played, "2-1", 2, 3, 4)]


def test_a_prize_is_paid_once_with_two_signatures() -> None:
    played = final({}, 900, 500, 400, 300, 0, 0)
    played.do(commands.ConcludeStage())
    pay = commands.PayPrize(*entries(played, "2-1", 1), DEPUTY.number, "Receipt 1")
    played.refused(pay, "not_now", "VIC03-16.2.1(j)", DESK)
    played.do(commands.AwardPrizes())
    played.refused(replace(pay, witness=DESK.number), "same_person", "VIC03-16.2.1(j)", DESK)
    played.refused(replace(pay, receipt=""), "text", "VIC03-16.2.1(j)", DESK)
    played.refused(replace(pay, entry=entries(played, "2-1", 6)[0]), "no_prize", "VIC03-16.2.1(j)", DESK)
    played.do(pay, DESK)
    played.refused(pay, "paid_already", "VIC03-16.2.1(j)", DESK)


@pytest.mark.clause("VIC03-16.2.1(j)")
def test_only_the_listed_prizes_are_paid() -> None:
    """Guaranteed prizes of $2,000 on a pool of $1,620: the operator adds $380."""
    fixed = {"prizes": (of.Prize(1, cents=1_500_00), of.Prize(2, cents=500_00)), "prize_pool": 2_000_00}
    played = final(fixed, 900, 500, 400, 300, 0, 0)
    played.do(commands.ConcludeStage())
    played.do(commands.AwardPrizes())
    assert [award.cents for award in played.now.awards] == [1_500_00, 500_00]
    assert (played.now.books.house, played.now.books.prizes, played.now.books.pool) == (-380_00, 2_000_00, 0)


def test_the_cents_of_shares() -> None:
    """A third each of $100.00, in hundredths of a percent: the first place has the cent that is left."""
    thirds = (of.Prize(1, share=3_334), of.Prize(2, share=3_333), of.Prize(3, share=3_333))
    assert prizes_of(thirds, 100_00, "operator") == ((33_34, 33_33, 33_33), 0, 0)
    assert prizes_of(thirds, 1, "first") == ((1, 0, 0), 0, 0)
    fixed = (of.Prize(1, cents=60_00), of.Prize(2, cents=30_00))
    assert prizes_of(fixed, 100_00, "first") == ((70_00, 30_00), 0, 0)
    assert prizes_of(fixed, 100_00, "operator") == ((60_00, 30_00), 0, 10_00)
    assert prizes_of(fixed, 80_00, "operator") == ((60_00, 30_00), 10_00, 0)
    assert divided(100, 3) == (34, 33, 33)


# --- chips with a value


def test_chips_that_become_cash() -> None:
    """A chip is ten cents. The buy-in of $100 buys 1,000; what players lose at the table is the house's."""
    stages = (of.Stage("Final", 1, 6, of.Length("hands", 20)),)
    conditions = replace(
        VIC03,
        stages=stages,
        players_min=3,
        players_max=3,
        buy_in=100_00,
        cents_a_chip=10,
        prizes=(of.Prize(1, share=10_000),),
    )
    played = Tournament(conditions).drawn(3)
    assert played.now.books.chips == 300_00
    play_all(played, [1_500, 700, 0])
    first, second, third = entries(played, "1-1", 1, 2, 3)
    played.refused(commands.RedeemChips(first, DEPUTY.number), "nothing_to_redeem", "VIC03-16.3.5(b)", DESK)
    played.do(commands.ConcludeStage())
    played.do(commands.RedeemChips(first, DEPUTY.number), DESK)
    assert played.now.books.chips == 150_00
    played.refused(commands.RedeemChips(first, DEPUTY.number), "nothing_to_redeem", "VIC03-16.3.5(b)", DESK)
    played.refused(commands.RedeemChips(third, DEPUTY.number), "nothing_to_redeem", "VIC03-16.3.5(b)", DESK)
    played.do(commands.AwardPrizes())
    played.do(commands.PayPrize(first, DEPUTY.number, "Receipt 1"), DESK)
    played.refused(commands.Close(), "chips_unpaid", "VIC03-16.3.5(b)", OPERATOR)
    played.do(commands.RedeemChips(second, DEPUTY.number), DESK)
    played.do(commands.Close(), OPERATOR)
    # $300 came in and $220 were paid out.
    assert (played.now.books.chips, played.now.books.house) == (0, 80_00)


def test_chips_that_go_along_are_cash_at_the_end_alone() -> None:
    stages = (replace(HEATS[0], advance_per_table=1), replace(HEATS[1], carry_over=True))
    conditions = replace(ACT96, stages=stages, buy_in=100_00, cents_a_chip=10)
    played = Tournament(conditions).drawn()
    play_all(played, *[[900, 800, 0, 0, 0, 0]] * 3)
    first, second = entries(played, "1-1", 1, 2)
    played.do(commands.ConcludeStage())
    played.refused(commands.RedeemChips(first, DEPUTY.number), "nothing_to_redeem", "ACT96-24.2", DESK)
    played.do(commands.RedeemChips(second, DEPUTY.number), DESK)
    played.draw()
    assert {seat.start for seat in played.session("2-1").seats} == {900}
