"""Documents of approved rules: what they are known by, who signs them, when they are in force, who gets them."""

import hashlib
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from casino.ledger import Entry
from casino.staff.roles import Role
from tables.approved_rules import documents
from tables.disputes import disputes
from tables.models import ApprovedRules
from tests import floor
from tests.refusing import refused_as, refused_with
from tests.rounds.surveillance.find.test_find import reader

pytestmark = pytest.mark.django_db

PDF = b"%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n"
DIGEST = hashlib.sha256(PDF).hexdigest()
FIRST = date(2026, 1, 1)


RULES = documents.HandedIn(PDF, "VIC03", game="", title="Rules 2003", from_day=FIRST)


def added(content: bytes = PDF, **more: Any) -> ApprovedRules:
    manager, second = floor.person(Role.OPERATIONS_MANAGER), floor.casino_supervisor()
    handed_in = replace(RULES, content=content, **more)
    return documents.add(handed_in, by=manager, signed_by=second, at=floor.AT)


def test_a_document_is_named_by_its_hash_in_the_record() -> None:
    document = added()
    entry = Entry.objects.get(kind="approved_rules_added")
    assert document.sha256 == DIGEST
    assert DIGEST in entry.detail
    assert "S-07" in entry.detail
    assert entry.actor == "M-1"
    call_command("verify_ledger")


def test_a_document_that_was_changed_is_named() -> None:
    document = added()
    with floor.behind_the_database():
        ApprovedRules.objects.filter(pk=document.pk).update(content=PDF + b"x")
    with pytest.raises(SystemExit):
        call_command("verify_ledger")


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"content": b"<html>%PDF-1.7 %%EOF"}, "approved_rules.not_a_pdf"),
        ({"content": b"%PDF-1.7 without an end"}, "approved_rules.not_a_pdf"),
        ({"content": PDF + b" " * documents.MOST_BYTES}, "approved_rules.too_large"),
        ({"book": "XX"}, "approved_rules.no_such_version"), ({"game": "poker"}, "approved_rules.no_such_version"),
        ({"title": " "}, "approved_rules.title"), ({"from_day": None}, "approved_rules.days"),
        ({"to_day": FIRST - timedelta(days=1)}, "approved_rules.days"),
    ],
)  # fmt: skip
def test_documents_that_are_not_kept(more: dict[str, object], code: str) -> None:
    with refused_as(code):
        added(**more)
    assert not ApprovedRules.objects.exists()


def test_two_people_sign() -> None:
    manager, dealer = floor.person(Role.OPERATIONS_MANAGER), floor.dealer()
    for by, second, code in (
        (manager, manager, "signature.alone"),
        (manager, dealer, "staff.role_too_low"),
        (floor.casino_supervisor(), manager, "staff.role_too_low"),
    ):
        with refused_as(code):
            documents.add(RULES, by=by, signed_by=second, at=floor.AT)


def test_which_document_is_in_force() -> None:
    """The version's own before that of the book, the later before the earlier, and a withdrawn one until the day
    before."""
    book = added()
    later = added(PDF + b"\n2 %%EOF", from_day=date(2026, 6, 1))
    own = added(PDF + b"\n3 %%EOF", game="crown_pontoon", to_day=date(2026, 3, 31))
    assert documents.in_force("VIC03", "blackjack", date(2026, 5, 31)) == book
    assert documents.in_force("VIC03", "blackjack", date(2026, 6, 1)) == later
    assert documents.in_force("VIC03", "crown_pontoon", date(2026, 3, 31)) == own
    assert documents.in_force("VIC03", "crown_pontoon", date(2026, 4, 1)) == book
    assert documents.in_force("VIC03", "blackjack", date(2025, 12, 31)) is None
    documents.withdraw(
        later.pk, by=floor.person(Role.OPERATIONS_MANAGER), signed_by=floor.casino_supervisor(), at=floor.AT
    )
    assert documents.in_force("VIC03", "blackjack", date(2026, 11, 27)) == later
    assert documents.in_force("VIC03", "blackjack", date(2026, 11, 28)) == book
    call_command("verify_ledger")


def test_everybody_who_asks_for_the_rules_gets_the_document_and_a_dispute_names_it() -> None:
    floor.open_table()
    added()
    page = Client().get("/rules/BJ-07/").content.decode()
    assert f'href="/rules/approved/{DIGEST}.pdf"' in page
    copy = Client().get(f"/rules/approved/{DIGEST}.pdf")
    assert copy.content == PDF
    assert copy["Content-Type"] == "application/pdf"
    assert copy["Content-Disposition"].startswith("attachment")
    assert DIGEST in Client().get("/clauses/VIC03-7.5/").content.decode()
    assert Client().get(f"/rules/approved/{'0' * 64}.pdf").status_code == 404
    disputes.raise_dispute("BJ-07", disputes.Complaint("A", "the nine"), by=floor.dealer(), at=floor.AT)
    assert DIGEST in Entry.objects.get(kind="dispute_raised").body


def test_a_document_is_added_on_the_page_once_for_its_key() -> None:
    floor.casino_supervisor()
    client = reader(Role.OPERATIONS_MANAGER)
    fields = {
        "version": "VIC03/", "title": "Rules 2003", "from_day": "2026-01-01", "number": "S-07", "pin": floor.PIN,
        "key": "k1",
    }  # fmt: skip
    for _ in range(2):
        file = SimpleUploadedFile("rules.exe", PDF, content_type="application/octet-stream")
        assert client.post("/rules/approved/add", fields | {"file": file}).status_code == 302
    assert ApprovedRules.objects.get().signed_by == "S-07"
    page = client.get("/rules/approved/").content.decode()
    assert "in force" in page
    assert DIGEST in page
    wrong = client.post(
        "/rules/approved/add", fields | {"key": "k2", "file": SimpleUploadedFile("a.pdf", b"no")}
    )
    assert wrong.status_code == 409
    assert refused_with(wrong.content.decode()) == ("approved_rules.not_a_pdf", "")
    without = client.post("/rules/approved/add", fields | {"key": "k3"})
    assert without.status_code == 409
    held = client.post(
        f"/rules/approved/{ApprovedRules.objects.get().pk}/withdraw", {"number": "S-07", "pin": "0000"}
    )
    assert held.status_code == 409
