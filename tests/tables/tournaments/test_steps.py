"""Every step of a tournament by its pages: what its form gives, who is offered it, what is refused with its clause."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from msgspec.structs import asdict

from casino.ledger.verify import verify
from rounds import engine
from tables.models import Table
from tables.tournaments import screen
from tables.tournaments.machine import commands
from tables.tournaments.machine import conditions as of
from tables.tournaments.machine.due import Kind
from tables.tournaments.models import Tournament
from tables.tournaments.steps import FORMS
from tests import floor
from tests.floor import cards, taps
from tests.refusing import code_and_clause, refused_with
from tests.tables.tournaments import pages
from tests.tables.tournaments.pages import People
from tests.tables.tournaments.test_desk import (
    DESK,
    DIRECTOR,
    INSPECTOR,
    MANAGER,
    entered,
    running,
    with_entries,
    with_session,
)

pytestmark = pytest.mark.django_db(transaction=True)


def refused(answer: Any) -> tuple[str, str]:
    """The code of what was refused, and its clause."""
    assert answer.status_code == 409
    code, clause = refused_with(answer.content.decode())
    return code.removeprefix("tournament."), clause


CALLED = {
    "begin_session": "begin", "buy_back_in": "buy_back", "give_ruling": "ruling", "award_prizes": "award",
}  # fmt: skip
"""Steps that are called otherwise than their commands."""
ELSEWHERE = {"draft", "amend", "report_chips"}
"""The conditions have pages of their own; the chips are reported with the steps that they matter to."""


def test_every_command_is_a_step_of_the_pages() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in commands.Command.__args__}
    assert {CALLED.get(tag, tag) for tag in tags - ELSEWHERE} == set(FORMS)
    assert set(screen.BUTTONS) == set(FORMS)


def test_whatever_is_due_has_words() -> None:
    assert set(Kind.__args__) == set(screen.DUE)


def test_every_refusal_that_has_a_field_has_words() -> None:
    from casino.words.refusals.tournaments import WORDS

    for form in FORMS.values():
        assert {code for code in form.AT if code.startswith("tournament.")} <= set(WORDS)


def seats(code: str) -> dict[int, str]:
    return dict(Table.objects.get(code=code).tournament["table"]["seats"])


def drawn_and_designated(people: People, code: str) -> None:
    """Entries are closed and drawn, and session 1-1 is at BJ-07."""
    people.done(MANAGER, code, "close_entries")
    people.done(DIRECTOR, code, "sign_on")
    people.done(DIRECTOR, code, "draw", cut="")
    pages.table()
    people.done(DIRECTOR, code, "designate", session="1-1", table="BJ-07")


def lose(stake: int, *boxes: int, code: str = "BJ-07") -> None:
    """Each of these boxes loses that many chips with 17 to the dealer's 18; with one box or three."""
    players = seats(code)
    taps(code, *[engine.PlaceWager(box, players[box], stake * 100) for box in boxes], engine.CallBets())
    firsts, seconds = (
        " ".join("T" + "shd"[n] for n in range(len(boxes))),
        " ".join("7" + "shd"[n] for n in range(len(boxes))),
    )
    taps(code, *cards(f"{firsts} 8c {seconds}"), *[engine.Decide(box, "stand") for box in boxes])
    taps(code, *cards("Tc"), engine.Settle(), engine.Collect())


def test_late_arrival_forfeit_ruling_retirement_and_disqualification() -> None:
    people, code = with_entries()
    drawn_and_designated(people, code)
    people.done(DIRECTOR, code, "brief", session="1-1", entries=["1", "2", "3"])
    people.done(DIRECTOR, code, "begin", session="1-1", entries=["3"])
    assert "P3" not in seats("BJ-07").values()
    box = next(box for box, player in seats("BJ-07").items() if player == "P1")
    lose(100, box)
    # One hand was missed: 100 chips of 1,000.
    state = people.done(DIRECTOR, code, "forfeit", session="1-1", entry="3", hands="1")
    chips = {seat.entry: seat.chips for seat in state.sessions[0].seats}
    assert chips == {1: 900, 2: 1_000, 3: 900}
    people.done(DIRECTOR, code, "arrive", session="1-1", entry="3")
    assert "P3" in seats("BJ-07").values()
    state = people.done(
        DIRECTOR,
        code,
        "ruling",
        session="1-1",
        subject="A late wager",
        ruling="It is void",
        reason="After the call",
    )
    assert [(ruling.by, ruling.reason) for ruling in state.rulings] == [("T-07", "After the call")]
    none = people.act(DIRECTOR, code, "disqualify", entry="2", ground="Collusion", reason="")
    assert refused(none)[0] == "text"
    state = people.done(DIRECTOR, code, "disqualify", entry="2", ground="Collusion", reason="Seen by V-03")
    state = people.done(DIRECTOR, code, "retire", entry="3", reason="Ill")
    assert [entry.status for entry in state.entries] == ["entered", "disqualified", "retired"]
    assert list(seats("BJ-07").values()) == ["P1"]
    assert verify().faults == []


@pytest.mark.clause("VIC03-16.3.3")
def test_a_substitute_plays_only_with_approval() -> None:
    people, code = People(), pages.drafted(pages.small(signed_copies=True))
    entered(people, code)
    drawn_and_designated(people, code)
    people.done(DIRECTOR, code, "brief", session="1-1", entries=["1", "2", "3"])
    unsigned = people.act(DIRECTOR, code, "begin", session="1-1")
    assert refused(unsigned)[0] == "not_signed"
    for entry in (1, 2, 3):
        people.done(DESK, code, "sign_conditions", entry=entry)
    people.done(DESK, code, "name_substitute", entry=1, substitute="P9", session="1-1", entitled="yes")
    without = people.act(DIRECTOR, code, "begin", session="1-1")
    assert refused(without) == ("substitute_unapproved", Tournament.objects.get().state.rules.substitutes)
    state = people.done(
        DIRECTOR, code, "refuse_substitute", entry=1, substitute="P9", session="1-1", reason="Not known here"
    )
    assert state.entries[0].nominations == ()
    people.done(DESK, code, "name_substitute", entry=1, substitute="P8", session="1-1", entitled="yes")
    people.done(DIRECTOR, code, "approve_substitute", entry=1, substitute="P8", session="1-1")
    if "brief" in {due.kind for due in machine_due(code)}:
        people.done(DIRECTOR, code, "brief", session="1-1", entries=["1"])
    people.done(DIRECTOR, code, "begin", session="1-1")
    assert set(seats("BJ-07").values()) == {"P8", "P2", "P3"}


def machine_due(code: str) -> Any:
    from tables.tournaments import machine

    return machine.due(Tournament.objects.get(code=code).state, timezone.now())


def test_who_has_lost_everything_buys_back_at_the_table() -> None:
    back = of.BuyBack(times=1, until_stage=1, price=50_00, chips=500)
    people, code = People(), pages.drafted(pages.small(buy_back=back))
    running(people, code)
    first = min(seats("BJ-07"))
    player = seats("BJ-07")[first]
    entry = int(player.removeprefix("P"))
    page = people.client(DESK).get(f"/tournaments/{code}/").content.decode()
    assert 'value="buy_back"' not in page
    lose(500, first)
    lose(500, first)
    wrong = people.act(DESK, code, "buy_back", entry=entry, price="40")
    assert refused(wrong)[0] == "fee_differs"
    state = people.done(DESK, code, "buy_back", entry=entry, price="50")
    seat = next(seat for seat in state.sessions[0].seats if seat.entry == entry)
    assert (seat.chips, state.books.pool) == (500, 270_00 + 50_00)
    lose(100, first)
    shown = people.client(DESK).get(f"/tournaments/{code}/board/now").content.decode()
    assert "400" in shown
    lose(100, first)
    state = people.done(DIRECTOR, code, "end_session", session="1-1")
    assert next(seat.chips for seat in state.sessions[0].seats if seat.entry == entry) == 300
    assert verify().faults == []


@pytest.mark.clause("VIC03-16.3.4")
def test_a_start_is_set_and_moved_with_notice() -> None:
    people, code = with_entries()
    drawn_and_designated(people, code)
    people.done(DIRECTOR, code, "schedule", session="1-1", **typed_moment(minutes=60))
    people.done(DIRECTOR, code, "brief", session="1-1", entries=["1", "2", "3"])
    early = people.act(DIRECTOR, code, "begin", session="1-1")
    assert refused(early)[0] == "too_early"
    soon = typed_moment(minutes=30)
    untold = people.act(DIRECTOR, code, "move_start", session="1-1", **soon, told="P1", told_at="")
    assert refused(untold)[0] in ("no_notice", "not_all_told")


def win(chips: int, *boxes: int, code: str = "BJ-07") -> None:
    """Each of these two boxes wins that many chips with 20 to the dealer's 18."""
    players = seats(code)
    taps(code, *[engine.PlaceWager(box, players[box], chips * 100) for box in boxes], engine.CallBets())
    taps(code, *cards("Ts Th 8c Td Tc"), *[engine.Decide(box, "stand") for box in boxes])
    taps(code, *cards("Th"), engine.Settle(), engine.Collect())


def test_a_tie_is_broken_by_a_hand_more_and_chips_of_value_are_paid_out() -> None:
    people, code = People(), pages.drafted(pages.small(cents_a_chip=1, buy_in=10_00))
    entered(people, code, players=0)
    for player in (1, 2, 3):
        people.done(DESK, code, "enter", player=f"P{player}", fee="100", buy_in="10", entitled="yes")
    drawn_and_designated(people, code)
    people.done(DIRECTOR, code, "brief", session="1-1", entries=["1", "2", "3"])
    people.done(DIRECTOR, code, "begin", session="1-1")
    for _ in range(4):
        win(100, 1, 2)
    people.done(DIRECTOR, code, "end_session", session="1-1")
    assert refused(people.act(DIRECTOR, code, "conclude_stage"))[0] == "tied"
    state = people.done(DIRECTOR, code, "break_tie")
    extra = state.sessions[-1]
    assert (extra.name, [seat.start for seat in extra.seats]) == ("1-1-b1", [1_400, 1_400])
    people.done(DIRECTOR, code, "begin", session="1-1-b1")
    lose(50, 2)
    people.done(DIRECTOR, code, "end_session", session="1-1-b1")
    people.done(DIRECTOR, code, "conclude_stage")
    state = people.done(DIRECTOR, code, "award")
    first, second = state.sessions[0].seats[0].entry, state.sessions[0].seats[1].entry
    assert [(award.entry, award.cents) for award in state.awards] == [(first, 189_00), (second, 81_00)]
    witness = {"number": pages.staff(MANAGER).number, "pin": floor.PIN}
    for entry in (1, 2, 3):
        people.done(DESK, code, "redeem_chips", entry=entry, **witness)
    for award in state.awards:
        people.done(DESK, code, "pay_prize", entry=award.entry, receipt="R 1", **witness)
    state = people.done(MANAGER, code, "close")
    # Paid in $330; $270 in prizes, 1,400, 1,350 and 1,000 chips at a cent each; the house has $30 of the fees, and lost
    # $7.50 with the chips.
    assert (state.books.players, state.books.kept, state.books.house) == (-22_50, 30_00, -7_50)
    assert state.books.balanced
    assert verify().faults == []


def typed_moment(minutes: int) -> dict[str, str]:
    """Day and time of that many minutes from now, as they are typed."""
    then = timezone.localtime(timezone.now() + timedelta(minutes=minutes))
    return {"day": f"{then:%Y-%m-%d}", "time": f"{then:%H:%M}"}


# --- bad input


def test_what_is_wrong_is_refused_with_its_clause_and_nothing_is_lost() -> None:
    people, code = with_entries(2)
    rules = Tournament.objects.get(code=code).state.rules
    twice = people.act(DESK, code, "enter", player="P1", fee="100", entitled="yes")
    assert refused(twice) == ("second_entry", rules.equal_chance)
    assert 'value="P1"' in twice.content.decode()
    people.done(DESK, code, "enter", player="P3", fee="100", entitled="yes")
    people.done(MANAGER, code, "close_entries")
    late = people.act(DESK, code, "enter", player="P4", fee="100", entitled="yes")
    assert refused(late) == ("entries_closed", rules.clause_of("entry_terms"))
    assert 'value="P4"' in late.content.decode()
    assert len(Tournament.objects.get(code=code).state.entries) == 3


def conditions_sent(people: People, code: str, **changes: str) -> Any:
    """The answer to the form of the conditions as the page has it, with other values in some fields."""
    client = people.client(MANAGER)
    page = client.get(f"/tournaments/{code}/conditions/")
    built = page.context["page"]
    sent = {name: built.form[name].value() or "" for name in built.form.fields}
    sent |= {"showed": built.showed, **pages.key(page.content.decode())}
    return client.post(f"/tournaments/{code}/conditions/", sent | changes)


@pytest.mark.clause("VIC03-16.2.1(j)")
def test_prizes_that_do_not_add_up_are_said_beside_their_rows() -> None:
    people, code = People(), pages.drafted()
    assert conditions_sent(people, code, prize1_share="80").status_code == 302
    page = people.client(MANAGER).get(f"/tournaments/{code}/conditions/")
    wrong = [fault for group in page.context["page"].groups for fault in group.faults]
    assert [code_and_clause(fault.refusal) for fault in wrong] == [
        ("tournament.shares_differ", "VIC03-16.2.1(j)")
    ]
    assert "VIC03-16.2.1(j)" in page.content.decode()
    unapproved = people.act(
        INSPECTOR, code, "approve", approved_by="Director of Casino Surveillance", reference="DCS 26/114"
    )
    assert refused(unapproved)[1] == "VIC03-16.2.1(j)"


def test_conditions_are_frozen_once_play_has_begun() -> None:
    people, code = with_session()
    version = Tournament.objects.get(code=code).state.version
    answer = conditions_sent(people, code, table_maximum="900")
    assert refused(answer)[0] == "conditions_frozen"
    assert 'value="900"' in answer.content.decode()
    assert Tournament.objects.get(code=code).state.version == version


def test_the_form_gives_the_conditions_that_it_shows() -> None:
    people, code = People(), pages.drafted()
    before = Tournament.objects.get(code=code).state.conditions
    assert conditions_sent(people, code, start_notice="By announcement").status_code == 302
    assert refused(conditions_sent(people, code))[0] == "nothing_changed"
    after = Tournament.objects.get(code=code).state.conditions
    # The form's moments are of whole minutes.
    times = {"opens_at", "closes_at", "free_withdrawal_until"}
    changed = {name for name in asdict(before) if getattr(before, name) != getattr(after, name)}
    assert changed - times == {"start_notice"}
