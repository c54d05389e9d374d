"""The words of a clause, one tap away."""

import pytest
from django.test import Client
from django.utils.html import escape

from casino import clause_register

pytestmark = pytest.mark.django_db


def test_a_clause_says_what_the_register_says() -> None:
    clause = clause_register.by_id()["VIC03-7.5.3(a)"]
    page = Client().get("/clauses/VIC03-7.5.3(a)/").content.decode()
    assert escape(clause.summary) in page
    assert 'href="/clauses/VIC03-7.5.3/"' in page
    assert "<html" in page


def test_a_clause_without_words_of_its_own_shows_those_under_it() -> None:
    page = Client().get("/clauses/VIC03-7/", headers={"HX-Request": "true"}).content.decode()
    assert "VIC03-7.1" in page
    assert "<html" not in page


@pytest.mark.parametrize("name", ["VIC03-99.9", "nonsense", "a/b", "VIC03-", "'\"<b>"])
def test_an_unknown_clause_is_not_found(name: str) -> None:
    assert Client().get(f"/clauses/{name}/").status_code == 404
