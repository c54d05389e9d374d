"""A tournament by its pages: from the conditions to the session that runs at a table, and what its pages refuse."""

from __future__ import annotations

import re

import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from casino.words.refusals import REFUSALS
from rounds import engine
from rounds.models import Round
from tables.models import Table
from tables.tournaments.at_table import at_table
from tables.tournaments.models import Tournament
from tables.tournaments.steps import FORMS
from tests import floor
from tests.floor import cards, taps
from tests.refusing import refused_with
from tests.snapshots import made_once
from tests.tables.tournaments import pages
from tests.tables.tournaments.books import owing
from tests.tables.tournaments.house import SEVENS
from tests.tables.tournaments.pages import People

pytestmark = pytest.mark.django_db(transaction=True)

MANAGER, INSPECTOR, DESK = Role.OPERATIONS_MANAGER, Role.INSPECTOR, Role.GAME_SUPERVISOR
DIRECTOR = Role.TOURNAMENT_DIRECTOR


def entered(people: People, code: str, players: int = 3) -> None:
    """Approved, directed, and with that many entries."""
    people.done(
        INSPECTOR, code, "approve", approved_by="Director of Casino Surveillance", reference="DCS 26/114"
    )
    people.client(DIRECTOR)
    people.done(MANAGER, code, "appoint_director", number=pages.NUMBERS[DIRECTOR])
    people.done(MANAGER, code, "open_entries")
    people.done(MANAGER, code, "commit_seed", stage="1")
    for player in range(1, players + 1):
        people.done(DESK, code, "enter", player=f"P{player}", fee="100", entitled="yes")


def running(people: People, code: str) -> None:
    """With its only session running at BJ-07."""
    entered(people, code)
    people.done(MANAGER, code, "close_entries")
    people.done(DIRECTOR, code, "sign_on")
    people.done(DIRECTOR, code, "draw", cut="river")
    pages.table()
    people.done(DIRECTOR, code, "designate", session="1-1", table="BJ-07")
    people.done(DIRECTOR, code, "brief", session="1-1", entries=["1", "2", "3"])
    people.done(DIRECTOR, code, "begin", session="1-1")


def with_entries(players: int = 3) -> tuple[People, str]:
    """A new tournament with that many entries, and its people. By its pages once in a process; then it is put back."""
    made_once(("tournament with entries", players), lambda: entered(People(), pages.drafted(), players))
    return People(), Tournament.objects.get().code


def with_session() -> tuple[People, str]:
    """A new tournament with its only session running at BJ-07, likewise."""
    made_once("tournament with a session", lambda: running(People(), pages.drafted()))
    return People(), Tournament.objects.get().code


@pytest.mark.clause("VIC03-16.3.1")
def test_from_the_conditions_to_a_session_at_a_table() -> None:
    _, code = with_session()
    session = at_table(Table.objects.get(code="BJ-07"))
    assert session is not None
    assert session.status == "running"
    # Three players with 1,000 chips each, in hundredths of a unit; the minimum of 10 chips in place of the sign.
    assert {chips for _, chips in session.table.stacks} == {100_000}
    assert {player for _, player in session.table.seats} == {"P1", "P2", "P3"}
    assert [(limit.bet, limit.minimum) for limit in session.limits] == [("main", 1_000)]
    state = Tournament.objects.get(code=code).state
    assert (state.books.pool, state.books.kept) == (270_00, 30_00)
    assert verify().faults == []


def test_every_page_is_shown_to_everybody_who_may_look() -> None:
    people, code = with_session()
    for role in (MANAGER, INSPECTOR, DESK, DIRECTOR, Role.SURVEILLANCE):
        for page in ("", f"{code}/", f"{code}/conditions/", f"{code}/conditions/print/"):
            assert people.client(role).get(f"/tournaments/{page}").status_code == 200, (role, page)
    for page in ("", f"{code}/", f"{code}/conditions/"):
        assert people.client(Role.DEALER).get(f"/tournaments/{page}").status_code == 403
    assert people.client(DESK).get("/tournaments/T-9/").status_code == 404


def test_a_form_that_is_sent_again_enters_nobody_twice() -> None:
    people, code = with_entries(0)
    fields = {
        "step": "enter", "player": "P1", "fee": "100", "entitled": "yes", "key": "k-1", "showed": pages.showed(code),
    }  # fmt: skip
    client = people.client(DESK)
    assert [client.post(f"/tournaments/{code}/act", fields).status_code for _ in range(2)] == [302, 302]
    assert len(Tournament.objects.get(code=code).state.entries) == 1
    another = client.post(f"/tournaments/{code}/act", fields | {"player": "P2"})
    assert another.status_code == 409
    assert len(Tournament.objects.get(code=code).state.entries) == 1


def test_an_outdated_page_and_a_refusal_keep_what_was_typed() -> None:
    people, code = with_entries(2)
    before = pages.showed(code)
    people.done(DESK, code, "enter", player="P3", fee="100", entitled="yes")
    people.done(MANAGER, code, "close_entries")
    late = people.client(DESK).post(
        f"/tournaments/{code}/act",
        {"step": "enter", "player": "P4", "fee": "100", "entitled": "yes", "key": "k-9", "showed": before},
    )
    assert (late.status_code, refused_with(late.content.decode())) == (409, ("tournament.outdated", ""))
    refused = people.act(DESK, code, "enter", player="P4", fee="100", entitled="yes")
    assert (refused.status_code, refused_with(refused.content.decode())) == (
        409,
        ("tournament.entries_closed", "VIC03-16.2.1(g)"),
    )
    assert 'value="P4"' in refused.content.decode()


@pytest.mark.clause("VIC03-16.3.1")
def test_who_may_not_take_a_step_is_refused() -> None:
    people, code = with_entries()
    assert people.act(DESK, code, "close_entries").status_code == 409
    assert (
        people.act(Role.SURVEILLANCE, code, "enter", player="P8", fee="100", entitled="yes").status_code
        == 409
    )
    assert people.client(Role.DEALER).post(f"/tournaments/{code}/act", {"step": "sign_on"}).status_code == 403
    assert len(Tournament.objects.get(code=code).state.entries) == 3


def test_what_is_refused_is_said_beside_its_field() -> None:
    for form in FORMS.values():
        assert set(form.AT) <= set(REFUSALS), form
        assert set(form.AT.values()) <= set(form.base_fields), form
    people, code = with_entries(1)
    for wrong, fields in {
        "fee": {"player": "P2", "fee": "99", "entitled": "yes"},
        "buy_in": {"player": "P2", "fee": "100", "buy_in": "1", "entitled": "yes"},
        "player": {"player": "p1", "fee": "100", "entitled": "yes"},
    }.items():
        page = people.act(DESK, code, "enter", **fields).content.decode()
        refused = re.search(rf'<(?:input|textarea|select)[^>]*name="{wrong}"[^>]*aria-invalid="true"', page)
        assert refused, wrong


def test_a_row_that_was_changed_is_named() -> None:
    _, code = with_entries()
    Tournament.objects.filter(code=code).update(phase="finished")
    assert [(fault.chain, fault.what) for fault in verify().faults] == [(code, "row")]


def hand(code: str = "BJ-07") -> None:
    """Box 1 wins 100 chips with 20, box 2 loses 20 chips with 17, to the dealer's 18; box 3 wagers nothing."""
    seats = dict(Table.objects.get(code=code).tournament["table"]["seats"])
    taps(
        code, engine.PlaceWager(1, seats[1], 10_000), engine.PlaceWager(2, seats[2], 2_000), engine.CallBets()
    )
    taps(code, *cards("Ts 9s 6d Tc 8h"), engine.Decide(1, "stand"), engine.Decide(2, "stand"))
    taps(code, *cards("Th 2h"), engine.Settle(), engine.Collect())


def test_from_the_session_to_the_closed_books() -> None:
    people, code = with_session()
    assert people.act(DIRECTOR, code, "end_session", session="1-1").status_code == 409
    for _ in range(4):
        hand()
    shown = people.client(DIRECTOR).get(f"/tournaments/{code}/").content.decode()
    assert "4 / 4" in shown
    state = people.done(DIRECTOR, code, "end_session", session="1-1")
    # 1,000 chips each: 4 times 100 won, 4 times 20 lost, and nothing wagered.
    assert [seat.chips for seat in state.sessions[0].seats] == [1_400, 920, 1_000]
    assert Table.objects.get(code="BJ-07").tournament is None
    people.done(DIRECTOR, code, "conclude_stage")
    state = people.done(DIRECTOR, code, "award")
    # Three fees of $100, $10 of each kept: 70 and 30 per cent of $270.
    assert [(award.place, award.cents) for award in state.awards] == [(1, 189_00), (2, 81_00)]
    second = pages.staff(MANAGER).number
    for award in state.awards:
        alone = people.act(
            DESK,
            code,
            "pay_prize",
            entry=award.entry,
            receipt="R 1",
            number=pages.staff(DESK).number,
            pin=floor.PIN,
        )
        assert alone.status_code == 409
        people.done(DESK, code, "pay_prize", entry=award.entry, receipt="R 1", number=second, pin=floor.PIN)
    state = people.done(MANAGER, code, "close")
    assert (state.phase, state.books.players, state.books.kept, owing(state.books)) == (
        "finished",
        -30_00,
        30_00,
        0,
    )
    # As if it had been of a series: the next one counts its hundred days from the award of these prizes.
    Tournament.objects.filter(code=code).update(series=SEVENS.series)
    awarded = Entry.objects.get(chain=code, kind="tournament_prizes_awarded")
    assert Tournament.objects.get(code=pages.drafted(SEVENS)).state.previous_final == awarded.at
    Tournament.objects.filter(code=code).update(series="")
    # No cash: the table's own figures have nothing of it.
    assert set(Round.objects.filter(table__code="BJ-07").values_list("handle", "win")) == {(0, 0)}
    assert verify().faults == []


@pytest.mark.clause("VIC03-16.3.1")
def test_a_table_with_other_packs_than_the_conditions_say_is_not_designated() -> None:
    people, code = People(), pages.drafted(pages.small(decks=6))
    entered(people, code)
    people.done(MANAGER, code, "close_entries")
    people.done(DIRECTOR, code, "sign_on")
    people.done(DIRECTOR, code, "draw", cut="river")
    pages.table()  # eight packs
    refused = people.act(DIRECTOR, code, "designate", session="1-1", table="BJ-07")
    assert (refused.status_code, refused_with(refused.content.decode())) == (
        409,
        ("tournament.other_packs", "VIC03-16.3.1"),
    )
    assert Tournament.objects.get(code=code).state.sessions[0].table == ""
