"""Entries and their money: who may enter, what it costs, what a withdrawal gives back."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tables.tournaments import machine
from tables.tournaments.machine import Conditions, commands
from tables.tournaments.machine import conditions as of
from tests.tables.tournaments.books import owing
from tests.tables.tournaments.house import (
    ACT96,
    AT,
    CLOSES,
    DEALER,
    DEPUTY,
    DESK,
    INSPECTOR,
    OPERATOR,
    VIC03,
    Tournament,
)

# --- who may enter


@pytest.mark.clause("VIC03-16.2.1(f)(i)")
def test_who_may_not_gamble_is_not_entered() -> None:
    opened = Tournament(VIC03).open()
    opened.refused(
        commands.Enter("P1", fee=100_00, entitled=False), "not_entitled", "VIC03-16.2.1(f)(i)", DESK
    )
    opened.do(commands.RefuseApplication("P1", "not_entitled", "Excluded"), DESK)
    assert opened.now.refused == (("P1", "Excluded"),)


@pytest.mark.clause("VIC03-16.2.1(f)(ii)")
def test_discretion_is_reserved_in_the_conditions_or_not_used() -> None:
    refuse = commands.RefuseApplication("P1", "discretion", "Known to the house")
    opened = Tournament(replace(VIC03, right_to_deny=False, denial_statement="")).open()
    opened.refused(refuse, "no_right_to_deny", "VIC03-16.2.1(f)(ii)", DESK)
    reserved = Tournament(VIC03).open()
    reserved.do(refuse, DESK)
    assert reserved.events[-1].clause == "VIC03-16.2.1(f)(ii)"


@pytest.mark.clause("VIC03-16.2.1(f)(iii)")
def test_criteria_of_the_conditions() -> None:
    members = Tournament(replace(VIC03, criteria_used=True, criteria="Members of the club.")).open()
    members.refused(commands.Enter("P1", fee=100_00, suits=False), "criteria", "VIC03-16.2.1(f)(iii)", DESK)
    opened = Tournament(VIC03).open()
    opened.refused(
        commands.RefuseApplication("P1", "criteria", "No member"), "no_criteria", "VIC03-16.2.1(f)(iii)", DESK
    )


@pytest.mark.clause("VIC03-16.1.1")
def test_one_entry_for_each_player() -> None:
    opened = Tournament(VIC03).open().filled(2)
    opened.refused(commands.Enter("P2", fee=100_00), "second_entry", "VIC03-16.1.1", DESK)
    opened.refused(commands.Enter(" P2 ", fee=100_00), "second_entry", "VIC03-16.1.1", DESK)
    opened.do(commands.Withdraw(2), DESK)
    opened.enter("P2")
    assert [(entry.player, entry.status) for entry in opened.now.entries] == [
        ("P1", "entered"),
        ("P2", "withdrawn"),
        ("P2", "entered"),
    ]


@pytest.mark.clause("VIC03-16.2.1(g)")
def test_no_more_players_than_the_conditions_allow() -> None:
    opened = Tournament(VIC03).open().filled(18)
    opened.refused(commands.Enter("P19", fee=100_00), "full", "VIC03-16.2.1(g)", DESK)


@pytest.mark.clause("VIC03-16.2.1(g)")
def test_no_fewer_players_than_the_conditions_allow() -> None:
    opened = Tournament(VIC03).open().filled(11)
    opened.do(commands.CommitSeed(1, "0" * 64), OPERATOR)
    opened.at = CLOSES
    refusal = opened.refused(commands.CloseEntries(), "too_few_players", "VIC03-16.2.1(g)", OPERATOR)
    assert (refusal.values["entries"], refusal.values["least"]) == (11, 12)


@pytest.mark.clause("VIC03-16.2.1(g)")
def test_entries_are_taken_while_they_are_open() -> None:
    opened = Tournament(VIC03)
    opened.at = AT - timedelta(hours=2)
    opened.open()
    late = commands.Enter("P1", fee=100_00)
    opened.refused(late, "not_open_yet", "VIC03-16.2.1(g)", DESK)
    opened.at = CLOSES
    opened.refused(late, "entries_closed", "VIC03-16.2.1(g)", DESK)
    opened.at = CLOSES - timedelta(minutes=1)
    opened.filled(12)
    opened.do(commands.CommitSeed(1, "0" * 64), OPERATOR)
    opened.refused(commands.CloseEntries(), "closes_later", "VIC03-16.2.1(g)", OPERATOR)
    opened.close()
    opened.at = CLOSES - timedelta(minutes=1)
    opened.refused(commands.Enter("P13", fee=100_00), "entries_closed", "VIC03-16.2.1(g)", DESK)


def test_a_full_field_is_closed_at_once() -> None:
    opened = Tournament(VIC03).open().filled(18)
    opened.do(commands.CommitSeed(1, "0" * 64), OPERATOR)
    opened.do(commands.CloseEntries(), OPERATOR)
    assert opened.now.phase == "closed"


def test_who_takes_entries() -> None:
    opened = Tournament(VIC03).open()
    for by in (DEALER, INSPECTOR):
        opened.refused(commands.Enter("P1", fee=100_00), "role", "VIC03-16.2.1(a)", by)
    opened.refused(commands.Enter("P" * 30, fee=100_00), "person", "", DESK)
    opened.refused(commands.Enter("P\n1", fee=100_00), "person", "", DESK)
    opened.refused(commands.Enter("P1", fee=100_00, source="BJ-07/1"), "not_won", "VIC03-16.1.1", DESK)


@pytest.mark.clause("VIC03-16.1.1")
@pytest.mark.parametrize(
    ("entered", "again"), [("P1", "p1"), ("P1", "Ｐ１"), ("P 1", "P\u00a01"), ("é2", "É2")]
)
def test_one_player_does_not_enter_under_two_spellings(entered: str, again: str) -> None:
    opened = Tournament(VIC03).open()
    opened.enter(entered)
    opened.refused(commands.Enter(again, fee=100_00), "second_entry", "VIC03-16.1.1", DESK)


def test_signed_copies_are_of_the_version_in_force() -> None:
    opened = Tournament(VIC03).open().filled(1)
    opened.do(commands.SignConditions(1), DESK)
    opened.refused(commands.SignConditions(1), "signed_already", "VIC03-16.2.3", DESK)
    opened.refused(commands.SignConditions(9), "no_entry", "", DESK)
    opened.do(commands.Amend(replace(VIC03, table_maximum=400)), OPERATOR)
    opened.approve()
    opened.do(commands.SignConditions(1), DESK)
    assert opened.now.entries[0].signed_version == 2


# --- money


@pytest.mark.clause("VIC03-16.2.1(a)")
def test_the_fee_is_what_the_conditions_say() -> None:
    opened = Tournament(VIC03).open()
    for paid in (0, 99_99, 100_01):
        opened.refused(commands.Enter("P1", fee=paid), "fee_differs", "VIC03-16.2.1(a)", DESK)
    opened.refused(commands.Enter("P1", fee=100_00, buy_in=50_00), "buy_in_differs", "VIC03-16.2.1(a)", DESK)


@pytest.mark.clause("ACT96-24.4-S2")
def test_the_part_that_is_kept_stays_kept_when_an_entrant_withdraws() -> None:
    """Fee $100, $10 of it kept: a withdrawal changes neither that nor the pool, as these conditions give nothing
    back."""
    opened = Tournament(ACT96).open().filled(2)
    before = opened.now.books
    assert (before.kept, before.pool) == (20_00, 180_00)
    opened.do(commands.Withdraw(1), DESK)
    assert opened.now.books == before


@pytest.mark.clause("ACT96-24.4-S2")
@pytest.mark.parametrize(
    ("refund", "kept", "pool"),
    # The pool gives back first: $90 of $100 leave the operator's $10, all of it leaves nothing.
    [(0, 10_00, 90_00), (40_00, 10_00, 50_00), (90_00, 10_00, 0), (95_00, 5_00, 0), (100_00, 0, 0)],
)
def test_what_the_conditions_give_back_is_prize_money_first(refund: int, kept: int, pool: int) -> None:
    opened = Tournament(replace(ACT96, refunds=of.Refunds(withdrawal=of.Refund(fee=refund)))).open().filled(1)
    opened.do(commands.Withdraw(1), DESK)
    books = opened.now.books
    assert (books.kept, books.pool, books.players) == (kept, pool, refund - 100_00)


@pytest.mark.clause("ACT96-24.4-S2")
def test_free_withdrawal_leaves_the_operator_the_part_that_the_book_gives() -> None:
    opened = Tournament(replace(ACT96, free_withdrawal_until=CLOSES)).open().filled(1)
    opened.do(commands.Withdraw(1), DESK)
    assert (opened.now.books.kept, opened.now.books.pool) == (10_00, 0)


@pytest.mark.clause("VIC03-16.2.1(g)")
def test_free_withdrawal_gives_back_everything() -> None:
    """Within the period all of the $100 and the buy-in; the day after, $50 as the conditions have it."""
    opened = Tournament(replace(VIC03, buy_in=200_00)).open().filled(2)
    opened.at = AT + timedelta(days=1)
    opened.do(commands.Withdraw(1), DESK)
    assert opened.now.books.players == -300_00, "only the other entrant's money is left"
    opened.at += timedelta(minutes=1)
    opened.do(commands.Withdraw(2), DESK)
    # $40 of the fee and the buy-in stay in the pool, $10 with the operator.
    assert (opened.now.books.pool, opened.now.books.kept) == (240_00, 10_00)
    opened.refused(commands.Withdraw(2), "not_in_it", "VIC03-16.2.1(g)", DESK)


def test_a_tournament_that_is_called_off_gives_all_money_back() -> None:
    opened = Tournament(replace(VIC03, buy_in=200_00)).open().filled(3)
    opened.at = AT + timedelta(days=1, minutes=1)
    opened.do(commands.Withdraw(2), DESK)
    opened.do(commands.Cancel("Too few entries"), OPERATOR)
    assert opened.now.books == machine.money.Books()
    opened.refused(commands.Enter("P9", fee=100_00, buy_in=200_00), "over", "", DESK)


@pytest.mark.clause("ACT96-24.4-S3")
def test_all_that_is_not_kept_is_prize_money() -> None:
    """Forty entries at $100 with 10 per cent kept make $3,600; the tournament is not closed while $3,500 of it is
    booked."""
    conditions = replace(
        ACT96,
        stages=(of.Stage("Final", tables=8, players_a_table=5, length=of.Length("hands", 10)),),
        players_min=10,
        players_max=40,
        prizes=(of.Prize(1, cents=3_000_00), of.Prize(2, cents=500_00)),
        prize_pool=3_500_00,
    )
    played = Tournament(conditions).drawn(40)
    assert played.now.books.pool == 3_600_00
    chips = iter(range(1_000, 3_000))
    played.play_stage(lambda session: [next(chips) for _ in session.seats])
    played.do(commands.AwardPrizes())
    # What the two prizes leave over goes to the first place: nothing stays with the operator.
    assert [award.cents for award in played.now.awards] == [3_100_00, 500_00]
    played.refused(commands.Close(), "prizes_unpaid", "ACT96-24.4-S3", OPERATOR)
    played.do(commands.PayPrize(played.now.awards[0].entry, DEPUTY.number, "Receipt 1"), DESK)
    played.refused(commands.Close(), "prizes_unpaid", "ACT96-24.4-S3", OPERATOR)
    played.do(commands.PayPrize(played.now.awards[1].entry, DEPUTY.number, "Receipt 2"), DESK)
    played.do(commands.Close(), OPERATOR)
    assert (played.now.books.kept, played.now.books.house) == (400_00, 0)


@pytest.mark.clause("ACT96-24.4-S3")
def test_nothing_of_the_fees_is_left_to_the_operator() -> None:
    faults = machine.faults(replace(ACT96, left_over="operator"))
    assert [(fault.code, fault.clause) for fault in faults] == [("tournament.left_over", "ACT96-24.4-S3")]
    assert machine.faults(replace(VIC03, left_over="operator")) == ()


def _bought_back(conditions: Conditions) -> Tournament:
    """Three players at one table; the first has lost all chips and has bought back for $50."""
    final = (of.Stage("Final", tables=1, players_a_table=3, length=of.Length("hands", 4)),)
    back = of.BuyBack(2, 1, 50_00, 500, "same_session")
    prizes = (of.Prize(1, share=7_000), of.Prize(2, share=3_000))
    small = replace(conditions, stages=final, players_min=2, players_max=3, prizes=prizes, buy_back=back)
    played = Tournament(small).open().filled(3).close().begin().draw()
    played.ready("1-1")
    played.do(commands.BeginSession("1-1"))
    played.do(commands.ReportChips("1-1", played.stacks("1-1", [0, 1500, 1500]), 1))
    played.do(commands.BuyBackIn(played.session("1-1").seats[0].entry, 50_00), DESK)
    return played


def test_a_tournament_that_everybody_has_left_gives_buy_backs_back_too() -> None:
    played = _bought_back(VIC03)
    for seat in played.session("1-1").seats:
        played.do(commands.Disqualify(seat.entry, "Collusion", "Seen by surveillance"))
    played.do(commands.Cancel("Nobody is left"), OPERATOR)
    assert (played.now.books.players, owing(played.now.books)) == (0, 0)


def test_who_was_paid_out_for_chips_is_not_given_the_buy_in_again() -> None:
    """Three buy-ins and the buy-back are $350; the first had 100 chips for $10 before all of it went back."""
    played = _bought_back(replace(VIC03, buy_in=100_00, cents_a_chip=10))
    played.do(commands.EndSession("1-1", played.stacks("1-1", [100, 1500, 1500]), 4))
    seats = played.session("1-1").seats
    for seat in seats:
        played.do(commands.Retire(seat.entry))
    played.do(commands.RedeemChips(seats[0].entry, DEPUTY.number), DESK)
    played.do(commands.Cancel("Nobody is left"), OPERATOR)
    assert (played.now.books.players, owing(played.now.books)) == (0, 0)
