"""A house's own language reaches every page: each text of the catalogue is marked, and what is read outside a mark is a
text that no catalogue can change."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse

from casino import clause_register
from casino.rulebooks import BOOKS
from casino.rulebooks.irregularities import irregularities
from casino.staff.roles import Role
from casino.words.scripts import SCRIPTS
from rounds.play import service
from rounds.read_model.irregularities.fields import fields
from rounds.surveillance.desk_settings import lists
from rounds.tablet.dispute_views import QUESTIONS
from sidebets import EVERY
from tests.foundation.catalogue import every_text
from tests.own_words import OWN, READ, english_of, house_marks
from tests.screens.test_role_walk import ANYONE, DEALING, DOORS, browser_of, house

pytestmark = pytest.mark.django_db

GAMES: Final = [rules for book in BOOKS.values() for rules in book.games.values()]
EXCUSED: Final[dict[str, Iterable[str]]] = {
    "names of books, games and side bets": [
        *(book.title for book in BOOKS.values()),
        *(rules.game_title for rules in GAMES),
        *(bet.title for bet in EVERY),
        *BOOKS,
    ],
    "what people of the house typed, or begin with and change": [
        *("Pit 1", "P1"),
        *(level for path in lists.USUAL["types"] for level in path),
        *lists.USUAL["tags"],
    ],
    "names of columns of the house's file, which programs read": ["number", "role", "pits"],
    "months and zones, which the framework says": "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez UTC".split(),
    "clauses in short, which are the rule book's": [row.summary for row in clause_register.clauses()],
}
"""What stays as it is on every page, by its reason."""
IN_PLACE: Final = re.compile(
    "|".join(
        rf"(?<!\w){re.escape(text)}(?!\w)"
        for text in sorted({text for texts in EXCUSED.values() for text in texts}, key=len, reverse=True)
    ),
    re.IGNORECASE,
)
CLAUSES: Final = re.compile(r"[\w.]+\((?:[a-z]+|[ivx]+)\)(?:\([ivx]+\))?")
DIGESTS: Final = re.compile(r"\b[0-9a-f]{8,}\b")
"""A digest may have no figure, and then looks like a word."""


class Walk:
    """Looks at pages, and keeps what is read there outside every mark."""

    def __init__(self) -> None:
        self.left: dict[str, str] = {}
        self.pages = 0

    def look(self, client: Client, address: str, method: str = "get", **fields: Any) -> str:
        """A page, or the answer to a form."""
        answer = getattr(client, method)(address, fields)
        kind = answer.get("Content-Type", "")
        if not kind.startswith("text/html"):
            return ""
        text = b"".join(answer).decode() if answer.streaming else answer.text
        self.read(text, f"{method} {address}: {answer.status_code}")
        return str(text)

    def read(self, text: str, where: str) -> None:
        self.pages += 1
        for line in english_of(text):
            if READ.search(DIGESTS.sub(" ", CLAUSES.sub(" ", IN_PLACE.sub(" ", line)))):
                self.left.setdefault(line, where)


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Walk]:
    """A walk through a house that marks every text; nothing may be left unmarked."""
    house()
    walked = Walk()
    with house_marks(tmp_path, every_text()):
        yield walked
    assert walked.left == {}


ONE_EACH: Final = (ANYONE, DEALING, Role.OPERATIONS_MANAGER, Role.SURVEILLANCE)
"""Who between them see every page."""


def doors(who: str, others: Iterable[str] = ()) -> Iterator[str]:
    """The addresses of the pages that somebody may look at, and none of the others."""
    for name, door in DOORS.items():
        if door.method == "get" and who in door.who and not door.who & {*others} and not door.token:
            yield reverse(name, args=door.args)


def test_every_page_is_in_the_language_of_the_house(walk: Walk) -> None:
    for at, who in enumerate(ONE_EACH):
        client = browser_of(who)
        for address in doors(who, ONE_EACH[:at]):
            walk.look(client, address)
    assert walk.pages > 60


@pytest.mark.long
@pytest.mark.parametrize("who", [who for who in sorted({*Role.values, DEALING}) if who not in ONE_EACH])
def test_every_page_of_every_other_role(walk: Walk, who: str) -> None:
    client = browser_of(who)
    for address in doors(who):
        walk.look(client, address)


def test_what_is_reported_and_corrected_is_in_the_language_of_the_house(walk: Walk) -> None:
    client = browser_of(DEALING)
    for kind in irregularities(service.current("BJ-07").rules):
        walk.look(client, reverse("wrong_one", args=("BJ-07", kind)))
    for kind in ("card", "box", "player", "amount", "decision", "payment"):
        walk.look(client, reverse("correct_one", args=("BJ-07", kind)))


def test_what_is_reported_is_in_the_language_of_the_house_under_every_book(walk: Walk) -> None:
    state = service.current("BJ-07").state
    for rules in GAMES:
        for kind in irregularities(rules).values():
            for field in fields(rules, state, kind):
                for option in field.options:
                    walk.read(option.words, f"{rules.book} {kind.kind}: {field.name}")


def test_the_question_of_a_dispute_that_was_tapped_is_in_the_language_of_the_house(walk: Walk) -> None:
    tablet, desk = browser_of(DEALING), browser_of(Role.SURVEILLANCE)
    for question in QUESTIONS:
        sent = {"v:who": "3|A", "v:question": question}
        assert tablet.post(reverse("tablet_dispute_record", args=("BJ-07",)), sent).status_code == 200
    shown = walk.look(desk, reverse("disputes", args=("BJ-07",)))
    assert [question for question in QUESTIONS if f"{OWN}{question}" not in shown] == []
    for name in ("pit", "audit", "desk_disputes", "desk_log"):
        walk.look(desk, reverse(name))


def test_what_scripts_write_is_in_the_language_of_the_house(walk: Walk) -> None:
    assert Client().get(reverse("script_words")).text.count(f'": "{OWN}') == len(SCRIPTS)
