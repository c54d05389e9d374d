"""One scale at every table of the house, and how another takes its place, by times that are passed in."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from rounds import engine
from rounds.pit.screen import render_asks, side
from rounds.play import service
from tables import signals
from tables.bets import offering, scales
from tables.models import HouseScale, Pit, ScaleOrder, Table
from tables.offers import offers_of
from tests import floor
from tests.floor import AT, tap, taps
from tests.refusing import refusal_of
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

ONE, TWO, THREE = "BJ-01", "BJ-02", "BJ-03"
SEVENS = "magnificent_sevens"


def minutes(number: float) -> datetime:
    return AT + timedelta(minutes=number)


def scale_of(code: str, bet: str = SEVENS) -> str:
    return next(offer.scale for offer in offers_of(Table.objects.get(code=code)) if offer.bet == bet)


def manager() -> Any:
    return floor.person(Role.OPERATIONS_MANAGER)


def order(scale: str, bet: str = SEVENS, by: Any = None, up: float = 0, **expected: Any) -> ScaleOrder:
    return scales.order(
        ONE, bet, scales.ScalePlan(scale=scale, **expected), by=by or manager(), at=minutes(up)
    )


def boss(after: float) -> dict[str, Any]:
    return {"by": floor.casino_supervisor(), "at": minutes(after)}


def tables_on(scale: str, *codes: str) -> None:
    for code in codes:
        floor.open_table(code)
        floor.offer(code, SEVENS, scale=scale)


def play_round(code: str) -> None:
    taps(code, engine.PlaceWager(1, "A", 1000), engine.CallBets(), *floor.cards("Ts 9d 9c"))
    taps(code, engine.Decide(1, "stand"), *floor.cards("Td"), engine.Collect())


@pytest.fixture
def entries() -> Iterator[list[int]]:
    """What the rounds count as entries won; a test sets it."""
    count = [0]
    won = signals.entries_won
    before = list(won.receivers)

    def counted(**_: object) -> int:
        return count[0]

    won.receivers = []
    won.sender_receivers_cache.clear()
    won.connect(counted)
    yield count
    won.receivers = before
    won.sender_receivers_cache.clear()


CHANGE: dict[str, Any] = {"notice": "Magnificent Sevens goes to version 2", "closed_minutes": 10}


@pytest.mark.clause("VIC03-13.7.2", "VIC03-13.7.1(a)", "VIC03-13.7.1(b)")
def test_every_table_has_the_version_of_the_house() -> None:
    tables_on("1", ONE, TWO)
    floor.open_table(THREE)
    wrong = refusal_of("scale.same_everywhere", "VIC03-13.7.2", floor.offer, THREE, SEVENS, scale="2")
    assert "scale 1 at every table" in wrong.message
    floor.offer(THREE, SEVENS)
    assert scale_of(THREE) == "1"
    setup = service.current(THREE).setup
    assert setup.offers == (engine.values.SideBetConfig(SEVENS, "1"),)
    # What a table's own form cannot do: another version, though it is the last to offer the bet.
    for code in (TWO, THREE):
        offering.withdraw(code, SEVENS, by=floor.casino_supervisor(), at=AT)
    refusal_of("scale.same_everywhere", "VIC03-13.7.2", floor.offer, ONE, SEVENS, scale="2")


@pytest.mark.clause("VIC03-13.7.3")
def test_a_change_of_version_hangs_as_a_notice_first(entries: list[int]) -> None:
    tables_on("1", ONE, TWO)
    refusal_of("scale.notice_missing", "VIC03-13.7.3", order, "2", closed_minutes=10)
    refusal_of("scale.notice_minutes", "VIC03-13.7.3", order, "2", **CHANGE, notice_minutes=0)
    refusal_of("staff.role_too_low", "VIC03-13.7.2", order, "2", **CHANGE, by=floor.casino_supervisor())
    ordered = order("2", **CHANGE)
    assert (ordered.notice_minutes, ordered.ordered_by, ordered.shown_from) == (20, "M-1", AT)
    refusal_of("scale.change_under_way", "VIC03-13.7.2", order, "2", **CHANGE)
    refusal_of("scale.before_notice", "VIC03-13.7.3(a)", scales.close_games, ordered.pk, **boss(19))
    assert Entry.objects.filter(kind="scale_ordered").count() == 2
    play_round(ONE)  # dealing goes on meanwhile
    assert scale_of(ONE) == "1"


@pytest.mark.clause("VIC03-13.7.3(a)", "VIC03-13.7.2")
def test_from_version_1_to_2_all_games_close_and_reopen(entries: list[int]) -> None:
    tables_on("1", ONE, TWO)
    floor.open_table(THREE)
    taps(TWO, engine.PlaceWager(1, "A", 1000))
    ordered = order("2", **CHANGE)
    refusal_of(
        "staff.role_too_low",
        "VIC03-13.7.3(a)",
        scales.close_games,
        ordered.pk,
        by=floor.person(Role.GAME_SUPERVISOR),
        at=minutes(20),
    )
    scales.close_games(ordered.pk, **boss(20))
    # No round begins with the bet; the one in hand is finished, and other tables are not concerned.
    answer = tap(ONE, engine.PlaceWager(1, "A", 1000), at=minutes(21))
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == ("table.game_held", "VIC03-13.7.3(a)")
    assert tap(THREE, engine.PlaceWager(1, "A", 1000), at=minutes(21)).ok
    refusal_of("scale.closed_until", "VIC03-13.7.3(a)", scales.reopen, ordered.pk, **boss(29))
    busy = refusal_of("scale.round_open", "VIC03-13.7.3(a)", scales.reopen, ordered.pk, **boss(30))
    assert TWO in busy.message
    taps(TWO, engine.CallBets(), *floor.cards("Ts 9d 9c"), engine.Decide(1, "stand"), *floor.cards("Td"))
    assert service.current(TWO).setup.offers[0].scale == "1"
    taps(TWO, engine.Collect())
    scales.reopen(ordered.pk, **boss(30))
    assert (scale_of(ONE), scale_of(TWO)) == ("2", "2")
    assert HouseScale.objects.get().scale == "2"
    play_round(ONE)
    entries = Entry.objects.filter(chain=TWO, kind__startswith="scale").order_by("seq")
    assert [entry.kind for entry in entries] == ["scale_ordered", "scale_closing", "scale_changed"]
    ordered.refresh_from_db()
    assert (ordered.closed_at, ordered.ended_at, ordered.state) == (minutes(20), minutes(30), "in_force")
    assert verify().ok


@pytest.mark.clause("VIC03-13.7.3(a)")
@pytest.mark.parametrize(
    ("won", "field", "allowed"),
    [(12, 49, False), (12, 0, False), (0, 49, True), (0, 0, True), (49, 49, True)],
)
def test_entries_that_were_won_are_played_for_first(
    won: int, field: int, allowed: bool, entries: list[int]
) -> None:
    tables_on("1", ONE)
    entries[0] = won
    if allowed:
        scales.close_games(order("2", **CHANGE, field=field).pk, **boss(20))
        assert ScaleOrder.objects.get().entries == won
    else:
        wrong = refusal_of("scale.entries_pending", "VIC03-13.7.3(a)", order, "2", **CHANGE, field=field)
        assert "12 entries" in wrong.message


@pytest.mark.clause("VIC03-13.7.3(a)")
def test_an_entry_won_while_the_notice_hangs_bars_the_change(entries: list[int]) -> None:
    tables_on("1", ONE)
    ordered = order("2", **CHANGE)
    entries[0] = 1
    refusal_of("scale.entries_pending", "VIC03-13.7.3(a)", scales.close_games, ordered.pk, **boss(20))
    scales.cancel(ordered.pk, by=manager(), at=minutes(21))
    assert (scale_of(ONE), scale_of(ONE)) == ("1", "1")
    play_round(ONE)


@pytest.mark.clause("VIC03-13.7.3(b)")
def test_from_version_2_to_1_date_and_time_are_named(entries: list[int]) -> None:
    entries[0] = 12  # of version 1, which is not the one in force
    tables_on("2", ONE, TWO)
    refusal_of("scale.date_missing", "VIC03-13.7.3(b)", order, "1", **CHANGE)
    refusal_of("scale.notice_too_short", "VIC03-13.7.3", order, "1", **CHANGE, change_at=minutes(19))
    ordered = order("1", **CHANGE, change_at=minutes(60))
    assert tap(ONE, engine.PlaceWager(1, "A", 1000), at=minutes(59)).ok
    # At the named time no further round begins, whether or not somebody has closed the games.
    answer = tap(TWO, engine.PlaceWager(1, "A", 1000), at=minutes(60))
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == ("table.game_held", "VIC03-13.7.3(b)")
    refusal_of("scale.before_notice", "VIC03-13.7.3(b)", scales.close_games, ordered.pk, **boss(59))
    scales.close_games(ordered.pk, **boss(60))
    taps(ONE, engine.CallBets(), *floor.cards("Ts 9d 9c"), engine.Decide(1, "stand"), *floor.cards("Td"))
    taps(ONE, engine.Collect())
    scales.reopen(ordered.pk, **boss(70))
    assert (scale_of(ONE), scale_of(TWO)) == ("1", "1")
    assert tap(TWO, engine.PlaceWager(1, "A", 1000), at=minutes(71)).ok


@pytest.mark.clause("VIC03-13.7.3(a)")
def test_a_closed_game_goes_on_without_the_bet(entries: list[int]) -> None:
    tables_on("1", ONE, TWO)
    ordered = order("2", **CHANGE)
    scales.close_games(ordered.pk, **boss(20))
    offering.withdraw(TWO, SEVENS, by=floor.casino_supervisor(), at=minutes(21))
    assert tap(TWO, engine.PlaceWager(1, "A", 1000), at=minutes(22)).ok
    assert not tap(ONE, engine.PlaceWager(1, "A", 1000), at=minutes(22)).ok


@pytest.mark.clause("NZ-15B.8-S2")
def test_in_new_zealand_all_tables_change_together_between_rounds() -> None:
    for code in (ONE, TWO):
        floor.open_table(code, **setup_of("NZ", "blackjack"))
        floor.offer(code, "perfect_pairs", scale="two" if code == ONE else "")
    assert (scale_of(ONE, "perfect_pairs"), scale_of(TWO, "perfect_pairs")) == ("2", "2")
    floor.open_table(THREE, **setup_of("NZ", "blackjack"))
    refusal_of("scale.same_everywhere", "NZ-15B.8-S2", floor.offer, THREE, "perfect_pairs", scale="1")
    taps(TWO, engine.PlaceWager(1, "A", 1000))
    ordered = order("1", "perfect_pairs")
    # A round is in hand at one of them: none begins elsewhere until all can change.
    assert ordered.state == "closed"
    answer = tap(ONE, engine.PlaceWager(1, "A", 1000), at=minutes(1))
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == ("table.game_held", "NZ-15B.8-S2")
    refusal_of("scale.round_open", "NZ-15B.8-S2", scales.reopen, ordered.pk, **boss(1))
    taps(TWO, engine.CallBets(), *floor.cards("Ts 9d 9c"), engine.Decide(1, "stand"), *floor.cards("Td"))
    taps(TWO, engine.Collect())
    scales.reopen(ordered.pk, **boss(2))
    assert (scale_of(ONE, "perfect_pairs"), scale_of(TWO, "perfect_pairs")) == ("1", "1")
    # With none in hand it is one step.
    assert order("3", "perfect_pairs", up=3).state == "in_force"
    assert scale_of(TWO, "perfect_pairs") == "3"


@pytest.mark.clause("NZ-15B.8-S1")
def test_the_new_scale_is_displayed_before_the_next_round() -> None:
    floor.open_table(ONE, **setup_of("NZ", "blackjack"))
    floor.offer(ONE, "perfect_pairs", scale="2")
    order("1", "perfect_pairs")
    answer = tap(ONE, engine.PlaceWager(1, "A", 1000), at=minutes(1))
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == ("opening.not_confirmed", "NZ-15B.8-S1")
    from tables.opening import checklist

    checklist.confirm(ONE, "scale_perfect_pairs", by=floor.dealer(), at=minutes(1))
    assert tap(ONE, engine.PlaceWager(1, "A", 1000), at=minutes(2)).ok


def test_a_change_is_of_a_scale_that_is_one_for_all() -> None:
    floor.open_table(ONE, **setup_of("NZ", "blackjack"))
    floor.offer(ONE, "buster")
    refusal_of("scale.per_table", "NZ-15H.10a", order, "B", "buster")
    floor.offer(ONE, "perfect_pairs")
    refusal_of("scale.unchanged", "NZ-15B.8-S2", order, "1", "perfect_pairs")
    refusal_of("scale.unknown", "NZ-15B.7", order, "9", "perfect_pairs")
    refusal_of("scale.no_such_change", "", scales.cancel, 99, by=manager(), at=AT)


def test_a_change_that_is_under_way_is_beside_the_notices(entries: list[int]) -> None:
    tables_on("1", ONE)
    assert side(None, AT).orders == []
    ordered = order("2", **CHANGE)
    before = side(None, AT)
    (shown,) = before.orders
    assert (shown.title, shown.until, shown.closed, shown.due) == (
        "Magnificent Sevens",
        minutes(20),
        False,
        False,
    )
    assert "Magnificent Sevens to scale 2: notice posted, games close" in render_asks(None)
    scales.close_games(ordered.pk, **boss(20))
    (shown,) = side(None, minutes(31)).orders
    assert (shown.until, shown.closed, shown.due) == (minutes(30), True, True)
    assert side(None, AT).mark != before.mark
    assert side(Pit.objects.create(code="P9", name="Empty"), AT).orders == []


@pytest.mark.clause("NZ-15B.8-S2")
def test_a_change_names_its_scale() -> None:
    """A form without a choice orders nothing: the default of a layout would go to every table at once."""
    floor.open_table(ONE, **setup_of("NZ", "blackjack"))
    floor.offer(ONE, "perfect_pairs")
    HouseScale.objects.filter(bet="perfect_pairs").update(scale="2")
    missing = refusal_of("scale.not_chosen", "NZ-15B.8-S2", order, "", "perfect_pairs")
    assert missing.values == {"scales": ["1", "3"]}
    assert not ScaleOrder.objects.exists()


@pytest.mark.clause("VIC03-13.7.3(a)")
def test_by_the_other_reading_entries_do_not_bar_the_change(entries: list[int]) -> None:
    floor.open_table(ONE, readings={"magnificent_sevens.entries_bar_change": "no"})
    floor.offer(ONE, SEVENS, scale="1")
    entries[0] = 12
    scales.close_games(order("2", **CHANGE).pk, **boss(20))
    assert ScaleOrder.objects.get().state == ScaleOrder.State.CLOSED
