"""Sessions: what has to be so before play begins, who plays, and how a session ends."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tables.tournaments import machine
from tables.tournaments.machine import commands
from tables.tournaments.machine import conditions as of
from tables.tournaments.machine.commands import Stack
from tests.refusing import refused_as
from tests.tables.tournaments.house import (
    ACT96,
    CLOSES,
    DEALER,
    DEPUTY,
    DESK,
    DIRECTOR,
    OPERATOR,
    VIC03,
    Tournament,
)

# --- equal chances


@pytest.mark.clause("VIC03-16.1.1", "VIC03-16.2.1(b)")
def test_everybody_begins_a_session_with_the_same_chips() -> None:
    """Of two entrants one cannot have 1,000 chips and the other 1,500."""
    played = Tournament(VIC03).drawn()
    assert {seat.start for session in played.now.sessions for seat in session.seats} == {1_000}
    session = played.ready("1-1")
    played.do(commands.BeginSession("1-1"))
    unequal = played.stacks("1-1", [1_000, 1_500, 1_000, 1_000, 1_000, 1_000])
    played.refused(commands.ReportChips("1-1", unequal, played=0), "unequal_start", "VIC03-16.1.1")
    played.do(commands.ReportChips("1-1", unequal, played=1))
    table = machine.table_of(played.now, "1-1")
    assert dict(table.stacks) == {f"P{seat.entry}": 100_000 for seat in session.seats}


@pytest.mark.clause("VIC03-16.2.1(c)")
@pytest.mark.parametrize(
    ("wager", "compulsory"), [(of.Wager("compulsory", 10), 1_000), (of.Wager("minimum", 10), 0)]
)
def test_a_compulsory_wager_is_set_for_the_table(wager: of.Wager, compulsory: int) -> None:
    played = Tournament(replace(VIC03, wager=wager)).drawn()
    assert machine.table_of(played.now, "1-1").compulsory == compulsory


# --- before play


@pytest.mark.clause("VIC03-16.2.2")
def test_players_are_briefed_before_play() -> None:
    played = Tournament(VIC03).drawn()
    played.designate("1-1", "BJ-07")
    played.refused(commands.BeginSession("1-1"), "not_briefed", "VIC03-16.2.2")
    entries = [seat.entry for seat in played.session("1-1").seats]
    played.do(commands.Brief("1-1", tuple(entries[:5])))
    refusal = played.refused(commands.BeginSession("1-1"), "not_briefed", "VIC03-16.2.2")
    assert refusal.values["player"] == f"P{entries[5]}"
    played.refused(commands.Brief("1-1", (99,)), "no_seat", "VIC03-16.2.2")
    played.refused(commands.Brief("1-1", ()), "nobody_briefed", "VIC03-16.2.2")
    played.do(commands.Brief("1-1", (entries[5],)))
    played.do(commands.BeginSession("1-1"))


def test_the_other_book_asks_for_no_briefing() -> None:
    played = Tournament(ACT96).drawn()
    played.designate("1-1", "BJ-07")
    played.do(commands.BeginSession("1-1"))
    assert played.session("1-1").status == "running"


@pytest.mark.clause("VIC03-16.2.3")
def test_copies_are_signed_where_the_director_requires_it() -> None:
    played = Tournament(replace(VIC03, signed_copies=True)).drawn()
    session = played.ready("1-1")
    for seat in session.seats[:-1]:
        played.do(commands.SignConditions(seat.entry), DESK)
    refusal = played.refused(commands.BeginSession("1-1"), "not_signed", "VIC03-16.2.3")
    assert refusal.values["player"] == f"P{session.seats[-1].entry}"
    played.do(commands.SignConditions(session.seats[-1].entry), DESK)
    played.do(commands.BeginSession("1-1"))


@pytest.mark.clause("VIC03-16.3.1")
def test_the_director_designates_the_tables() -> None:
    played = Tournament(VIC03).drawn()
    designate = commands.Designate("1-1", "BJ-07", "VIC03", "blackjack")
    played.refused(designate, "not_director", "VIC03-16.3.1", DEALER)
    played.refused(designate, "not_director", "VIC03-16.3.1", OPERATOR)
    played.do(commands.Brief("1-1", tuple([seat.entry for seat in played.session("1-1").seats])))
    played.refused(commands.BeginSession("1-1"), "no_table", "VIC03-16.3.1")
    played.do(designate)
    assert played.session("1-1").table == "BJ-07"
    played.refused(replace(designate, boxes=5), "too_few_boxes", "VIC03-16.3.1")
    played.do(replace(designate, boxes=6, decks=8))
    played.refused(replace(designate, game="crown_pontoon"), "other_game", "VIC03-16.3.1")


@pytest.mark.clause("VIC03-16.3.2")
def test_a_table_is_used_for_one_session() -> None:
    played = Tournament(VIC03).drawn()
    played.ready("1-1", "BJ-07")
    played.refused(commands.Designate("1-2", "BJ-07", "VIC03", "blackjack"), "table_taken", "VIC03-16.3.2")
    played.do(commands.BeginSession("1-1"))
    played.refused(commands.Designate("1-1", "BJ-08", "VIC03", "blackjack"), "session_began", "VIC03-16.3.1")


@pytest.mark.clause("VIC03-16.2.4")
def test_nobody_is_in_charge_when_the_director_has_left() -> None:
    """The director leaves in mid-session and no deputy is there: the session can neither begin nor go on to its end. A
    deputy signs on, and it goes on."""
    played = Tournament(VIC03).drawn()
    played.ready("1-1")
    played.ready("1-2", "BJ-08")
    played.do(commands.BeginSession("1-1"))
    played.do(commands.SignOff("Called away"))
    assert played.now.present == ""
    assert next(due.kind for due in machine.due(played.now, played.at)) == "sign_on"
    end = commands.EndSession("1-1", played.stacks("1-1", [1_000] * 6), 20)
    for by in (DIRECTOR, DEPUTY):
        played.refused(end, "sign_on_first", "VIC03-16.2.4", by)
        played.refused(commands.BeginSession("1-2"), "sign_on_first", "VIC03-16.2.4", by)
    played.do(commands.SignOn(), DEPUTY)
    played.do(end, DEPUTY)
    assert [(type(event).__name__, event.by) for event in played.events[-3:]] == [
        ("SignedOff", "S-07"),
        ("SignedOn", "S-08"),
        ("SessionEnded", "S-08"),
    ]


def test_a_session_by_the_clock() -> None:
    by_clock = replace((VIC03.stages or ())[0], length=of.Length("minutes", 45))
    played = Tournament(replace(VIC03, stages=(by_clock, (VIC03.stages or ())[1]))).drawn()
    assert machine.ends_at(played.ready("1-1")) is None
    played.do(commands.BeginSession("1-1"))
    assert machine.ends_at(played.session("1-1")) == played.at + timedelta(minutes=45)
    assert machine.table_of(played.now, "1-1").minutes == 45
    assert machine.ends_at(played.session("1-2")) is None


def test_the_table_of_a_session() -> None:
    """Absent players have their stacks and no seat; the button is at the first box with a player."""
    played = Tournament(replace(VIC03, betting=of.Betting("announced", secret_hands=2, last_hands=3))).drawn()
    session = played.ready("1-1")
    absent = session.seats[session.first_box - 1].entry
    before = machine.table_of(played.now, "1-1")
    assert (before.first_box, len(before.seats)) == (session.first_box, 6)
    played.do(commands.BeginSession("1-1", absent=(absent,)))
    table = machine.table_of(played.now, "1-1")
    assert (table.code, table.session, table.hands, table.order) == ("T-1", "1-1", 20, "announced")
    assert (table.secret, table.last_hands, len(table.seats), len(table.stacks)) == (2, 3, 5, 6)
    assert f"P{absent}" not in dict(table.seats).values()
    assert table.first_box == session.first_box % 6 + 1
    with refused_as("tournament.no_session"):
        machine.table_of(played.now, "9-9")


@pytest.mark.clause("VIC03-16.3.4")
def test_a_start_is_moved_with_notice() -> None:
    played = Tournament(VIC03).drawn()
    eight = CLOSES + timedelta(hours=1)
    played.refused(commands.MoveStart("1-1", eight), "not_scheduled", "VIC03-16.3.4")
    played.do(commands.Schedule("1-1", eight))
    played.refused(commands.Schedule("1-1", eight), "scheduled_already", "VIC03-16.3.4")
    later = eight + timedelta(minutes=30)
    players = tuple([f"P{seat.entry}" for seat in played.session("1-1").seats])
    played.refused(commands.MoveStart("1-1", later), "no_notice", "VIC03-16.3.4")
    played.refused(
        commands.MoveStart("1-1", later, told=players[1:], told_at=played.at), "not_all_told", "VIC03-16.3.4"
    )
    played.refused(
        commands.MoveStart("1-1", CLOSES - timedelta(hours=1), players, played.at),
        "start_is_past",
        "VIC03-16.3.4",
    )
    played.do(commands.MoveStart("1-1", later, told=players, told_at=played.at))
    session = played.session("1-1")
    assert (session.starts_at, session.notices[0].minutes, session.notices[0].told) == (later, 60, players)
    played.ready("1-1")
    played.refused(commands.BeginSession("1-1"), "too_early", "VIC03-16.3.4")
    played.at = later
    played.do(commands.BeginSession("1-1"))


# --- late and absent players


@pytest.mark.clause("VIC03-16.2.1(i)")
def test_an_absent_player_forfeits_chips_for_each_hand() -> None:
    """The conditions take 100 chips for each hand missed."""
    played = Tournament(VIC03).drawn()
    session = played.ready("1-1")
    first, second = session.seats[0].entry, session.seats[1].entry
    played.do(commands.BeginSession("1-1", absent=(first,)))
    played.refused(commands.Forfeit("1-1", second, hands=1), "not_absent", "VIC03-16.2.1(i)")
    played.do(commands.Forfeit("1-1", first, hands=3))
    assert played.session("1-1").seats[0].chips == 700
    assert dict(machine.table_of(played.now, "1-1").given) == {f"P{first}": -30_000}
    played.do(commands.Arrive("1-1", first))
    played.refused(commands.Forfeit("1-1", first, hands=1), "not_absent", "VIC03-16.2.1(i)")


@pytest.mark.clause("VIC03-16.2.1(i)")
def test_who_never_comes_ends_without_chips() -> None:
    played = Tournament(VIC03).drawn()
    session = played.ready("1-1")
    played.do(commands.BeginSession("1-1", absent=(session.seats[0].entry,)))
    played.do(commands.EndSession("1-1", played.stacks("1-1", [1_000, 900, 800, 700, 600, 500]), 20))
    assert [seat.chips for seat in played.session("1-1").seats] == [0, 900, 800, 700, 600, 500]
    assert played.now.absentees == (session.seats[0].entry,)


def test_somebody_has_to_be_there() -> None:
    played = Tournament(VIC03).drawn()
    session = played.ready("1-1")
    everybody = tuple([seat.entry for seat in session.seats])
    played.refused(commands.BeginSession("1-1", absent=everybody), "nobody_seated", "VIC03-16.2.1(i)")


# --- substitutes


@pytest.mark.clause("VIC03-16.3.3")
def test_a_substitute_takes_the_seat_with_its_chips_once_approved() -> None:
    """The seat keeps its 850 chips."""
    played = Tournament(VIC03).drawn()
    session = played.ready("1-1")
    entry = session.seats[0].entry
    name = commands.NameSubstitute(entry, "P40", "1-1")
    played.do(name, DESK)
    played.refused(commands.BeginSession("1-1"), "substitute_unapproved", "VIC03-16.3.3")
    approve = commands.ApproveSubstitute(entry, "P40", "1-1")
    played.refused(approve, "not_director", "VIC03-16.3.3", DESK)
    played.do(commands.RefuseSubstitute(entry, "P40", "1-1", "Came too late"))
    played.refused(approve, "not_named", "VIC03-16.3.3")
    played.do(commands.BeginSession("1-1"))
    # In mid-session the player asks again.
    played.do(commands.ReportChips("1-1", (Stack(entry, 850),), 5))
    played.do(name, DESK)
    played.do(approve)
    held = played.now.entry(entry)
    assert held is not None
    assert (held.player, held.person_in("1-1"), held.person_in("2-1")) == (f"P{entry}", "P40", f"P{entry}")
    assert played.session("1-1").seats[0].chips == 850
    assert played.session("1-1").seats[0].player == f"P{entry}", "the stack keeps its name at the table"


@pytest.mark.clause("VIC03-16.3.3")
def test_a_substitute_plays_once_in_a_stage() -> None:
    played = Tournament(VIC03).drawn()
    first, second = (played.session(name).seats[0].entry for name in ("1-1", "1-2"))
    played.do(commands.NameSubstitute(first, "P90", "1-1"), DESK)
    twice = commands.NameSubstitute(second, "p90", "1-2")
    played.refused(twice, "seated_already", "VIC03-16.3.3", DESK)


@pytest.mark.clause("VIC03-16.3.3")
def test_substitutes_are_subject_to_the_conditions() -> None:
    played = Tournament(replace(VIC03, substitution=of.Substitution())).drawn()
    entry, other = [seat.entry for seat in played.session("1-1").seats[:2]]
    name = commands.NameSubstitute(entry, "P40", "1-1")
    played.refused(name, "no_substitutes", "VIC03-16.3.3", DESK)
    allowed = Tournament(VIC03).drawn()
    allowed.refused(replace(name, substitute=f"P{other}"), "seated_already", "VIC03-16.3.3", DESK)
    allowed.refused(replace(name, substitute=f"P{entry}"), "own_substitute", "VIC03-16.3.3", DESK)
    allowed.refused(replace(name, session="1-2"), "no_seat", "VIC03-16.3.3", DESK)
    allowed.refused(replace(name, session=""), "substitute_for_session", "VIC03-16.3.3", DESK)
    allowed.refused(replace(name, entitled=False), "not_entitled", "VIC03-16.2.1(f)(i)", DESK)


# --- buying back


def rebuying(**changes: object) -> Tournament:
    back = of.BuyBack(times=1, until_stage=2, price=50_00, chips=500)
    stages = (
        of.Stage("First", 3, 6, of.Length("hands", 20), advance_per_table=4),
        of.Stage("Second", 2, 6, of.Length("hands", 20), advance_per_table=3),
        of.Stage("Final", 1, 6, of.Length("hands", 20)),
    )
    return Tournament(replace(VIC03, buy_back=replace(back, **changes), stages=stages)).drawn()


@pytest.mark.clause("VIC03-16.2.1(e)")
def test_one_buy_back_until_the_end_of_the_second_stage() -> None:
    played = rebuying()
    first = played.ready("1-1").seats[0].entry
    played.do(commands.BeginSession("1-1"))
    back = commands.BuyBackIn(first, 50_00)
    played.refused(back, "not_eliminated", "VIC03-16.2.1(e)", DESK)
    played.do(commands.ReportChips("1-1", (Stack(first, 0, 4),), 4))
    played.refused(commands.BuyBackIn(first, 40_00), "fee_differs", "VIC03-16.2.1(e)", DESK)
    played.do(back, DESK)
    seat = played.session("1-1").seats[0]
    assert (seat.chips, seat.given, played.now.books.pool) == (500, 500, 18 * 90_00 + 50_00)
    # A second request is refused.
    played.do(commands.ReportChips("1-1", (Stack(first, 0, 9),), 9))
    played.refused(back, "bought_back_already", "VIC03-16.2.1(e)", DESK)


@pytest.mark.clause("VIC03-16.2.1(e)")
def test_no_buy_back_in_the_third_stage() -> None:
    played = rebuying()
    for _ in range(2):
        played.play_stage(lambda session: [2_000 - box for box in range(len(session.seats))])
        played.draw()
    first = played.ready("3-1").seats[0].entry
    played.do(commands.BeginSession("3-1"))
    played.do(commands.ReportChips("3-1", (Stack(first, 0, 4),), 4))
    played.refused(commands.BuyBackIn(first, 50_00), "buy_back_over", "VIC03-16.2.1(e)", DESK)
    other = Tournament(VIC03).drawn()
    other.refused(commands.BuyBackIn(1, 50_00), "no_buy_back", "VIC03-16.2.1(e)", DESK)


@pytest.mark.clause("VIC03-16.2.1(e)")
def test_buying_back_into_the_next_stage() -> None:
    played = Tournament(
        replace(
            VIC03,
            buy_back=of.BuyBack(times=1, until_stage=1, price=50_00, method="next_stage"),
            stages=(
                of.Stage("Heats", 3, 6, of.Length("hands", 20), advance_per_table=1),
                of.Stage("Final", 1, 4, of.Length("hands", 20)),
            ),
        )
    ).drawn()
    played.refused(commands.BuyBackIn(1, 50_00), "not_eliminated", "VIC03-16.2.1(e)", DESK)
    played.play_stage(lambda session: [2_000 - box for box in range(len(session.seats))])
    out = list(played.now.outcomes[0].eliminated)
    played.do(commands.BuyBackIn(out[0], 50_00), DESK)
    played.refused(commands.BuyBackIn(out[1], 50_00), "full", "VIC03-16.2.1(e)", DESK)
    played.draw()
    assert sorted(seat.entry for seat in played.session("2-1").seats) == sorted(
        [*played.now.outcomes[0].advancing, out[0]]
    )
    assert {seat.start for seat in played.session("2-1").seats} == {1_000}


# --- the end


@pytest.mark.clause("VIC03-16.2.1(d)")
def test_a_session_is_played_to_its_length() -> None:
    played = Tournament(VIC03).drawn()
    played.ready("1-1")
    played.do(commands.BeginSession("1-1"))
    stacks = played.stacks("1-1", [1_000, 900, 800, 700, 600, 500])
    refusal = played.refused(commands.EndSession("1-1", stacks, 19), "not_played_out", "VIC03-16.3.5(a)")
    assert refusal.values["left"] == 1
    played.refused(commands.EndSession("1-1", stacks, 21), "played_more", "VIC03-16.2.1(d)")
    played.refused(commands.EndSession("1-1", stacks[:5], 20), "stack_missing", "VIC03-16.1.1")
    played.refused(commands.EndSession("1-1", (*stacks, stacks[0]), 20), "stacks", "VIC03-16.1.1")
    played.do(commands.EndSession("1-1", stacks, 20))
    played.refused(commands.EndSession("1-1", stacks, 20), "not_running", "VIC03-16.2.4")


@pytest.mark.clause("VIC03-16.3.5(a)")
def test_an_early_end_once_it_is_decided_who_goes_on() -> None:
    """One player of each table goes on. While two have chips the place is open; when one has them all it is decided."""
    stages = (
        of.Stage("Heats", 3, 6, of.Length("hands", 20), advance_per_table=1),
        of.Stage("Final", 1, 6, of.Length("hands", 30)),
    )
    played = Tournament(replace(VIC03, stages=stages)).drawn()
    played.ready("1-1")
    played.do(commands.BeginSession("1-1"))

    def early(*chips: int) -> commands.EndEarly:
        return commands.EndEarly("1-1", played.stacks("1-1", chips), 12, "One player left")

    played.refused(early(500, 500, 0, 0, 0, 0), "not_determined", "VIC03-16.3.5(a)")
    played.refused(early(900, 5, 0, 0, 0, 0), "not_determined", "VIC03-16.3.5(a)")
    played.refused(early(0, 0, 0, 0, 0, 0), "not_determined", "VIC03-16.3.5(a)")
    played.refused(early(900, 0, 0, 0, 0, 0), "not_director", "VIC03-16.3.5(a)", DEALER)
    played.do(early(900, 0, 0, 0, 0, 0))
    assert (played.session("1-1").status, played.session("1-1").early) == ("ended", "One player left")


@pytest.mark.clause("VIC03-16.3.5(a)")
def test_who_may_still_buy_back_is_not_out() -> None:
    played = rebuying()
    session = played.ready("1-1")
    played.do(commands.BeginSession("1-1"))
    stacks = played.stacks("1-1", [900, 800, 700, 600, 0, 0])
    early = commands.EndEarly("1-1", stacks, 12, "Four are left")
    played.refused(early, "may_buy_back", "VIC03-16.3.5(a)")
    played.do(replace(early, waived=(session.seats[4].entry, session.seats[5].entry)))


@pytest.mark.clause("VIC03-16.3.5(b)")
def test_all_at_the_table_agree_where_chips_become_cash() -> None:
    """Five players: four consents are not enough, five are; where chips have no value nobody is asked."""
    stages = (
        of.Stage("Heats", 3, 5, of.Length("hands", 20), advance_per_table=1),
        of.Stage("Final", 1, 3, of.Length("hands", 20)),
    )
    conditions = replace(VIC03, stages=stages, players_max=15, cents_a_chip=10, buy_in=100_00)
    cash = Tournament(conditions).drawn(15)
    entries = [seat.entry for seat in cash.ready("1-1").seats]
    cash.do(commands.BeginSession("1-1"))
    stacks = cash.stacks("1-1", [900, 0, 0, 0, 0])
    early = commands.EndEarly("1-1", stacks, 12, "One player left", consents=tuple(entries[:4]))
    refusal = cash.refused(early, "no_consent", "VIC03-16.3.5(b)")
    assert (refusal.values["agreed"], refusal.values["players"]) == (4, 5)
    cash.do(replace(early, consents=tuple(entries)))
    free = Tournament(replace(conditions, cents_a_chip=0, buy_in=0)).drawn(15)
    free.ready("1-1")
    free.do(commands.BeginSession("1-1"))
    free.do(commands.EndEarly("1-1", free.stacks("1-1", [900, 0, 0, 0, 0]), 12, "One player left"))


def test_nobody_can_play_on_without_chips() -> None:
    played = Tournament(VIC03).drawn()
    played.ready("1-1")
    played.do(commands.BeginSession("1-1"))
    played.do(commands.EndSession("1-1", played.stacks("1-1", [0, 0, 5, 0, 0, 0]), 9))
    assert played.session("1-1").status == "ended"


# --- who drops out, and rulings


@pytest.mark.clause("VIC03-16.2.1(h)")
def test_a_ground_for_disqualification_is_one_of_the_conditions() -> None:
    refunds = of.Refunds(disqualification=of.Refund(fee=20_00), retirement=of.Refund(fee=100_00))
    played = Tournament(replace(VIC03, refunds=refunds)).drawn()
    played.refused(
        commands.Disqualify(1, "Bad manners", "Rude to the dealer"), "no_such_ground", "VIC03-16.2.1(h)"
    )
    played.refused(commands.Disqualify(1, "Collusion", " "), "text", "VIC03-16.2.1(h)")
    played.refused(commands.Retire(1), "withdraw_instead", "VIC03-16.2.1(h)")
    played.do(commands.Disqualify(1, "Collusion", "Signals with P9"))
    assert played.now.books.pool == 18 * 90_00 - 20_00
    played.ready("1-1")
    playing = [seat.entry for seat in played.session("1-1").seats if seat.entry != 1]
    played.do(commands.BeginSession("1-1"))
    played.refused(commands.Withdraw(playing[0]), "play_has_begun", "VIC03-16.2.1(g)", DESK)
    played.do(commands.Retire(playing[0], "Unwell"))
    # The whole fee back: $90 of it from the pool, and the $10 that were kept.
    assert (played.now.books.pool, played.now.books.kept) == (17 * 90_00 - 20_00, 170_00)
    played.refused(commands.Retire(playing[0]), "not_in_it", "VIC03-16.2.1(h)")


def test_a_ruling_says_why() -> None:
    played = Tournament(VIC03).drawn()
    ruling = commands.GiveRuling("Wager of box 3", "It is void", "It came after the call", "1-1")
    played.refused(ruling, "not_director", "VIC03-16.1.2(a)", DEALER)
    played.refused(replace(ruling, reason=""), "text", "VIC03-16.1.2(a)")
    played.refused(replace(ruling, session="9-9"), "no_session", "")
    played.do(ruling)
    assert [(given.number, given.by) for given in played.now.rulings] == [(1, "S-07")]
