"""A house's own language reaches every page: each text of the catalogue is marked, and what is read outside a mark is a
text that no catalogue can change."""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from msgspec import to_builtins

from casino import clause_register
from casino.postgres import outages
from casino.rulebooks import BOOKS
from casino.rulebooks.irregularities import irregularities
from casino.staff.models import Approval, Staff
from casino.staff.roles import Role
from casino.web.server_errors import render_fault
from casino.words.scripts import SCRIPTS
from rounds import engine
from rounds.play import service
from rounds.read_model.irregularities.fields import fields
from rounds.simulation.autoplay import Croupier
from rounds.surveillance.desk_settings import lists
from rounds.tablet.dispute_views import QUESTIONS
from sidebets import EVERY
from tables.tournaments.models import Tournament
from tables.tournaments.steps import FORMS
from tests import floor, pages
from tests.examples import each_time, long_run
from tests.foundation.catalogue import every_text
from tests.own_words import OWN, READ, english_of, house_marks
from tests.rounds.play.test_versions import by_later_version, of_another_kind
from tests.rounds.surveillance.evidence.packs import wrong
from tests.screens.test_role_walk import ANYONE, DEALING, DOORS, browser_of, house
from tests.signed_in import dealer_at
from tests.tables.games import GAMES as EVERY_GAME
from tests.tables.games import setup_of
from tests.tables.tournaments.test_desk import hand, with_session

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

    def __init__(self, typed: Iterable[str] = ()) -> None:
        self.typed = sorted(typed, key=len, reverse=True)
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
            for typed in self.typed:
                line = line.replace(typed, " ")
            if READ.search(DIGESTS.sub(" ", CLAUSES.sub(" ", IN_PLACE.sub(" ", line)))):
                self.left.setdefault(line, where)


@contextmanager
def walking(folder: Path, typed: Iterable[str] = ()) -> Iterator[Walk]:
    """A walk through the house as it is now, which marks every text; nothing may be left unmarked but what people
    `typed`."""
    walked = Walk(typed)
    with house_marks(folder, every_text()):
        yield walked
    assert walked.left == {}


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Walk]:
    """The same through a house with a table in play."""
    house()
    with walking(tmp_path) as walked:
        yield walked


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


# --- answers


def test_what_a_second_person_says_at_the_tablet_is_in_the_language_of_the_house(tmp_path: Path) -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    signed = {"number": floor.person(Role.OPERATIONS_MANAGER).number, "pin": floor.PIN}
    tablet = dealer_at("BJ-07")
    with walking(tmp_path) as walk:
        _sign_in_every_way(walk, tablet, signed)


def test_what_waits_in_the_pit_and_is_decided_there_is_in_the_language_of_the_house(tmp_path: Path) -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    pit, panel = browser_of(Role.CASINO_SUPERVISOR), browser_of(Role.CASINO_SUPERVISOR)
    panel.defaults["HTTP_PIT_PANEL"] = "1"
    with walking(tmp_path) as walk:
        for amount, decision in ((600_00, "approve"), (700_00, "refuse")):
            waits = floor.tap("BJ-07", engine.AllowLimit(3, "A", amount, role="")).approval_id
            walk.look(pit, reverse("pit"))
            walk.look(pit, reverse("pit_table", args=("BJ-07",)))
            address = reverse("pit_decide", args=(waits,))
            assert 'role="status"' in walk.look(panel, address, "post", decision=decision, reason="7")


def _sign_in_every_way(walk: Walk, tablet: Client, signed: dict[str, str]) -> None:
    asked = [engine.AllowLimit(3, "A", amount, role="") for amount in (600_00, 700_00, 800_00)]
    for command, do in zip(asked, ("approve", "refuse:That is not what happened", ""), strict=True):
        assert floor.tap("BJ-07", command).approval_id is not None
        waits = str(Approval.objects.get(state="waiting").pk)
        walk.look(tablet, reverse("tablet", args=("BJ-07",)))
        if do:
            answer = walk.look(
                tablet, reverse("sign", args=("BJ-07",)), "post", approval=waits, do=do, **signed
            )
        else:
            answer = walk.look(tablet, reverse("withdraw", args=("BJ-07",)), "post", approval=waits)
        assert 'class="notice note"' in answer
    assert not Approval.objects.filter(state="waiting").exists()


def test_the_steps_of_the_shoe_to_come_are_in_the_language_of_the_house(tmp_path: Path) -> None:
    floor.open_table("BJ-07", shoe=False)
    client = dealer_at("BJ-07")
    with walking(tmp_path) as walk:
        assert 'class="then"' in walk.look(client, reverse("tablet", args=("BJ-07",)))


WRONG_SET_UPS: Final[list[dict[str, str]]] = [
    {
        "decks": "3",
        "boxes": "10",
        "seats": "10",
        "face_down": "on",
        "results_display": "on",
        "chips": '["5"]',
    },
    {"chips": "[500, 0]"},
    {"book": "VIC99"},
    {"game": "vegas"},
    {"elections": '{"limits": "pit"}'},
    {"elections": "[1]"},
    {"readings": '{"split_loss": "none"}'},
    {"readings": '{"decks": "3"}'},
    {"book": "NZ", "game": "ante_up", "decks": "6", "results_display": "on"},
    {"book": "NZ", "game": "ante_up", "decks": "6", "elections": '{"ante": "50"}'},
]


@pytest.mark.long
def test_what_a_book_refuses_on_the_set_up_page_is_in_the_language_of_the_house(tmp_path: Path) -> None:
    table = floor.set_up("BJ-07")
    boss = Staff.objects.create_superuser("M-9", "4100")
    client = Client()
    client.force_login(boss, backend="casino.staff.backend.PinBackend")
    with walking(tmp_path) as walk:
        for page, changed in (
            *((f"/admin/tables/table/{table.pk}/change/", fields) for fields in WRONG_SET_UPS),
            (f"/admin/staff/staff/{boss.pk}/change/", {"is_superuser": ""}),
            (f"/admin/staff/staff/{boss.pk}/change/", {"pin": "8642"}),
            (f"/admin/staff/staff/{floor.dealer().pk}/change/", {"pin": "1111"}),
            ("/admin/staff/staff/add/", {"number": "D-900", "role": "dealer"}),
        ):
            form = pages.set_up_form(client, page) if "change" in page else pages.Form(page)
            answer = client.post(page, form.filled(**changed))
            assert answer.status_code == 200, (page, changed)
            for fault in re.findall(r'<ul class="errorlist[^>]*>.*?</ul>', answer.text, re.DOTALL):
                # Values are names as they are typed there.
                walk.read(re.sub(r"⟨[^⟩]*⟩", "", fault), f"{page}: {changed}")
    assert walk.pages > len(WRONG_SET_UPS)


def texts_in(entered: Any) -> Iterator[str]:
    """The texts of conditions, which somebody typed."""
    if isinstance(entered, str) and len(entered) > 3:
        yield entered
    for part in (
        entered.values()
        if isinstance(entered, dict)
        else entered
        if isinstance(entered, list | tuple)
        else ()
    ):
        yield from texts_in(part)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_tournament_in_play_is_in_the_language_of_the_house(tmp_path: Path) -> None:
    people, code = with_session()
    hand()
    entered = ["river", *texts_in(to_builtins(Tournament.objects.get(code=code).state.conditions))]
    with walking(tmp_path, [*entered, "Director of Casino Surveillance"]) as walk:
        for role in (Role.OPERATIONS_MANAGER, Role.INSPECTOR, Role.TOURNAMENT_DIRECTOR, Role.GAME_SUPERVISOR):
            for page in ("", f"{code}/", f"{code}/conditions/", f"{code}/board/", f"{code}/board/now"):
                walk.look(people.client(role), f"/tournaments/{page}")
        boss = people.client(Role.OPERATIONS_MANAGER)
        for page in (f"/tournaments/{code}/report/", "/pit/", "/pit/table/BJ-07/", "/table/BJ-07/watch"):
            walk.look(boss, page)
        walk.look(boss, reverse("tablet", args=("BJ-07",)))
        for step in FORMS:
            answer = people.act(Role.TOURNAMENT_DIRECTOR, code, step)
            walk.read(answer.text, f"{step}: {answer.status_code}")
    assert walk.pages > 30


@pytest.mark.long
def test_evidence_is_in_the_language_of_the_house(tmp_path: Path) -> None:
    wrong(book="VIC03")
    floor.person(Role.SURVEILLANCE)
    client = browser_of(Role.SURVEILLANCE)
    address = reverse("replay_evidence", args=("BJ-07", 1))
    with walking(tmp_path) as walk:
        walk.look(client, reverse("replay", args=("BJ-07", 1)))
        walk.look(client, address, "post")
        answer = client.post(address, {"reason": "INC 7", "key": "k1"})
        with zipfile.ZipFile(io.BytesIO(b"".join(answer) if answer.streaming else answer.content)) as files:
            # An entry is worked through letter for letter, as it is hashed.
            page = re.sub(r"<pre.*?</pre>", "", files.read("report.html").decode(), flags=re.DOTALL)
            walk.read(page, "report.html")


FEW: Final = [("VIC03", "blackjack"), ("NZ", "blackjack")]


@pytest.mark.parametrize(("book", "game"), each_time(FEW, EVERY_GAME))
def test_the_tablet_of_every_game_is_in_the_language_of_the_house(
    book: str, game: str, tmp_path: Path
) -> None:
    """As guests play: what the table waits for, what is offered, what is settled."""
    floor.open_table("BJ-07", **setup_of(book, game))
    floor.offer_some("BJ-07")
    client = dealer_at("BJ-07")
    croupier = Croupier("BJ-07", floor.dealer(), seed=3, crowd=0.6, slips=0.05)
    waited: set[str] = set()
    with walking(tmp_path, ["vault"]) as walk:
        for _ in range(400 if long_run() else 60):
            want = service.current("BJ-07").due.action
            if want not in waited:
                waited.add(want)
                walk.look(client, reverse("tablet", args=("BJ-07",)))
            croupier.tap()
    assert len(waited) > 3


def test_the_pages_of_errors_are_in_the_language_of_the_house(walk: Walk) -> None:
    client = browser_of(DEALING)
    for address in (
        "/nowhere/",
        "/table/BJ-99/",
        "/replay/BJ-07/99/",
        "/staff/",
        "/tournaments/T-9/",
        "/unanswered",
    ):
        walk.look(client, address)
    walk.look(client, reverse("play", args=("BJ-07",)))  # not by this method
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    for origin in ("http://testserver", "http://elsewhere.example"):
        answer = strict.post(reverse("lock"), {"pin": "1"}, headers={"Origin": origin})
        assert answer.status_code == 403
        walk.read(answer.text, f"403 from {origin}")
    walk.read(Client().get("/", headers={"Host": "elsewhere.example"}).text, "another host")
    for method in ("get", "post"):
        for kind in ("", outages.AWAY):
            request = getattr(RequestFactory(), method)("/")
            walk.read(render_fault(request, kind).content.decode(), f"a fault {kind}")


@pytest.mark.parametrize(
    "what", [of_another_kind, lambda body: body | {"card": 7}], ids=["too old", "broken"]
)
def test_a_table_whose_record_cannot_be_read_says_so_in_the_language_of_the_house(
    walk: Walk, what: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    client = browser_of(DEALING)
    by_later_version(what)
    for name in ("tablet", "watch", "now"):
        walk.look(client, reverse(name, args=("BJ-07",)))
