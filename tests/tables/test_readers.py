"""Who assigns a reader to a table and unassigns it, and what is kept of its token."""

import re

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.staff.roles import Role
from tables.models import Reader, Report, Table
from tables.readers import registration
from tests import floor, pages
from tests.refusing import refused_as

pytestmark = pytest.mark.django_db
CODE = "BJ-07"


def test_a_casino_supervisor_ties_it_and_the_token_is_kept_as_a_hash() -> None:
    floor.open_table(CODE)
    reader, token = registration.issue(CODE, "shoe", " serial 7 ", by=floor.casino_supervisor(), at=floor.AT)
    assert len(token) >= 40
    assert token not in str(list(Reader.objects.values()))
    assert Reader.objects.get().token_hash == registration.hash_of(token)
    assert registration.of_token(token) == reader
    assert Table.objects.get(code=CODE).cards_from == "reader"
    entry = Entry.objects.get(chain=CODE, kind="reader_tied")
    assert (entry.actor, entry.detail) == (
        "S-07", f"{reader.number} (electronic shoe, serial 7) reports the cards",
    )  # fmt: skip
    assert token not in entry.body


@pytest.mark.parametrize(
    ("role", "code", "clause"),
    [
        (Role.DEALER, "place.not_dealing", "VIC03-1.2"),
        (Role.GAME_SUPERVISOR, "staff.role_too_low", ""),
        (Role.SURVEILLANCE, "place.other_pit", "VIC03-1.2"),
    ],
)
def test_nobody_below_a_casino_supervisor(role: Role, code: str, clause: str) -> None:
    floor.open_table(CODE)
    with refused_as(code, clause):
        registration.issue(CODE, "shoe", "", by=floor.person(role), at=floor.AT)
    reader, _ = registration.issue(CODE, "shoe", "", by=floor.casino_supervisor(), at=floor.AT)
    with refused_as(code, clause):
        registration.revoke(reader.pk, by=floor.person(role), at=floor.AT)


def test_one_reader_a_table() -> None:
    floor.open_table(CODE)
    first, _ = registration.issue(CODE, "shoe", "", by=floor.casino_supervisor(), at=floor.AT)
    with refused_as("reader.already"):
        registration.issue(CODE, "scanner", "", by=floor.casino_supervisor(), at=floor.AT)
    registration.revoke(first.pk, by=floor.casino_supervisor(), at=floor.AT)
    scanner, token = registration.issue(CODE, "scanner", "", by=floor.casino_supervisor(), at=floor.AT)
    assert (scanner.number, token) == (f"SCAN-{scanner.pk}", "")


def test_what_still_waited_is_named_when_it_is_untied() -> None:
    floor.open_table(CODE)
    reader, _ = registration.issue(CODE, "shoe", "", by=floor.casino_supervisor(), at=floor.AT)
    Report.objects.create(reader=reader, sequence=1, what="card", card="Ts", at=floor.AT, outcome="waits")
    registration.revoke(reader.pk, by=floor.casino_supervisor(), at=floor.AT)
    assert Entry.objects.get(kind="reader_untied").detail.endswith("without a place: 10♠")
    assert Report.objects.get().outcome == "aside"
    assert Table.objects.get(code=CODE).cards_from == ""


def test_the_page_shows_the_token_once() -> None:
    floor.open_table(CODE)
    client = Client()
    client.force_login(floor.casino_supervisor(), backend="casino.staff.backend.PinBackend")
    page = client.post(
        "/readers/issue", {"table": CODE, "kind": "shoe", "label": "serial 7"}
    ).content.decode()
    token = re.search(r'<code id="token">([^<]+)</code>', page)
    assert token is not None
    assert registration.of_token(token[1]) is not None
    assert token[1] not in client.get("/readers/").content.decode()
    refused = client.post("/readers/issue", {"table": CODE, "kind": "scanner", "label": "serial 8"})
    assert refused.status_code == 409
    assert pages.wrong(refused.content.decode()) == {"table": ("reader.already", "")}
    for stays in (f'value="{CODE}" selected', 'value="scanner" selected', 'value="serial 8"'):
        assert stays in refused.content.decode()
    path = f"/readers/{Reader.objects.get().pk}/revoke"
    assert b"Unassign it from " in client.post(path).content
    assert Reader.objects.get().revoked_at is None
    assert client.post(path, {"sure": "yes"}).status_code == 302
    assert "none: the cards are entered by hand" in client.get("/readers/").content.decode()
