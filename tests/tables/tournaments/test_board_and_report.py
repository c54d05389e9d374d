"""The leader board in the hall, and the final report as page, PDF and CSV."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from casino.ledger.verify import verify
from casino.staff.roles import Role
from tables.tournaments.models import Tournament
from tests import floor
from tests.tables.tournaments import pages
from tests.tables.tournaments.pages import People
from tests.tables.tournaments.test_desk import DESK, DIRECTOR, MANAGER, hand, running, with_session

pytestmark = pytest.mark.django_db(transaction=True)


def lines(page: str) -> list[tuple[str, ...]]:
    """Rank, player and chips of each line of the board."""
    return re.findall(
        r'class="rank">(\d+)</td>\s*<th scope="row">(\w+).*?class="amount">([\d,]+)<', page, re.DOTALL
    )


def shown(client: Client, code: str, mark: str = "") -> Any:
    return client.get(f"/tournaments/{code}/board/now", {"mark": mark})


def test_the_board_follows_the_rounds() -> None:
    people, code = with_session()
    dealer = people.client(Role.DEALER)
    assert dealer.get(f"/tournaments/{code}/board/").status_code == 200
    before = shown(dealer, code).content.decode()
    assert {line[2] for line in lines(before)} == {"1,000"}
    mark = re.search(r'data-mark="([^"]+)"', before)
    assert mark is not None
    assert shown(dealer, code, mark[1]).status_code == 204
    hand()
    after = shown(dealer, code, mark[1])
    assert after.status_code == 200
    text = after.content.decode()
    # Box 1 has won 100 chips, box 2 has lost 20, and box 3 wagered nothing; one hand of four is dealt.
    assert [line[2] for line in lines(text)] == ["1,100", "1,000", "980"]
    assert [line[0] for line in lines(text)] == ["1", "2", "3"]
    assert "3 of 4 hands left" in text


def test_nothing_of_a_hand_is_on_the_board_before_it_is_over() -> None:
    from rounds import engine
    from tables.models import Table

    people, code = with_session()
    seats = dict(Table.objects.get(code="BJ-07").tournament["table"]["seats"])
    floor.taps("BJ-07", engine.PlaceWager(1, seats[1], 40_000), engine.PlaceWager(2, seats[2], 2_000))
    text = shown(people.client(DESK), code).content.decode()
    assert {line[2] for line in lines(text)} == {"1,000"}
    assert "400" not in text


def test_only_who_is_signed_in_sees_it_until_it_is_in_the_hall() -> None:
    people, code = with_session()
    anybody = Client()
    assert anybody.get(f"/tournaments/{code}/board/").status_code in (302, 403)
    assert people.client(DESK).post(f"/tournaments/{code}/board/hall", {"shown": "yes"}).status_code == 403
    assert people.client(MANAGER).post(f"/tournaments/{code}/board/hall", {"shown": "yes"}).status_code == 302
    assert anybody.get(f"/tournaments/{code}/board/").status_code == 200
    assert shown(anybody, code).status_code == 200
    assert verify().faults == []
    people.client(DIRECTOR).post(f"/tournaments/{code}/board/hall", {"shown": "no"})
    assert anybody.get(f"/tournaments/{code}/board/").status_code in (302, 403)
    assert verify().faults == []
    Tournament.objects.filter(code=code).update(hall=True)
    assert [fault.chain for fault in verify().faults] == [code]
    assert anybody.get("/tournaments/T-9/board/").status_code in (302, 403)


def played_out(people: People, code: str) -> None:
    """Played to its length, prizes paid and closed, with a ruling and a player whose number is Cyrillic."""
    running(people, code)
    people.done(
        DIRECTOR, code, "ruling", subject="Wager after the call", ruling="The wager stands", reason="Żółć, ведро, ξ",
        session="1-1",
    )  # fmt: skip
    for _ in range(4):
        hand()
    people.done(DIRECTOR, code, "end_session", session="1-1")
    people.done(DIRECTOR, code, "conclude_stage")
    state = people.done(DIRECTOR, code, "award")
    for award in state.awards:
        people.done(
            DESK, code, "pay_prize", entry=award.entry, receipt=f"R-{award.place}",
            number=pages.staff(MANAGER).number, pin=floor.PIN,
        )  # fmt: skip
    people.done(MANAGER, code, "close")


def test_the_report_has_the_same_figures_on_page_pdf_and_csv() -> None:
    people, code = People(), pages.drafted()
    played_out(people, code)
    client = people.client(Role.INSPECTOR)
    page = client.get(f"/tournaments/{code}/report/").content.decode()
    sheet = client.get(f"/tournaments/{code}/report.csv").content.decode().removeprefix("\ufeff")
    answer = client.get(f"/tournaments/{code}/report.pdf")
    pdf = re.sub(
        r"\s+", " ", " ".join(leaf.extract_text() for leaf in PdfReader(io.BytesIO(answer.content)).pages)
    )
    rows = list(csv.reader(io.StringIO(sheet)))
    # Three fees of $100 less $10 each: 70 and 30 per cent of $270.
    for amount, plain in (("$189.00", "189.00"), ("$81.00", "81.00"), ("$30.00", "30.00")):
        assert amount in page
        assert amount in pdf
        assert any(plain in row for row in rows)
    for words in (
        "1400",
        "920",
        "Wager after the call",
        "R-1",
        "R-2",
        "DCS 26/114",
        "river",
        "Żółć, ведро, ξ",
    ):
        assert words in page, words
        assert words in pdf, words
        assert any(words in cell for row in rows for cell in row), words
    assert "balanced" in page
    assert [row[:2] for row in rows if row[:1] == ["Together"]] == [["Together", "balanced"]]
    assert people.client(Role.DEALER).get(f"/tournaments/{code}/report/").status_code == 403
    assert people.client(MANAGER).get("/tournaments/T-9/report.pdf").status_code == 404
    final = people.client(Role.DEALER).get(f"/tournaments/{code}/board/").content.decode()
    assert "$189" in final


def test_a_key_that_was_used_for_something_else_is_refused_in_words() -> None:
    people, code = People(), pages.drafted()
    client, address = people.client(Role.OPERATIONS_MANAGER), f"/tournaments/{code}/board/hall"
    assert client.post(address, {"shown": "yes", "key": "k-1"}).status_code == 302
    refused = client.post(address, {"shown": "no", "key": "k-1"})
    assert refused.status_code == 409
    assert 'data-code="' in refused.content.decode()
    assert Tournament.objects.get(code=code).hall
