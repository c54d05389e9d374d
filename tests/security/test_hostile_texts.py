"""No text that can be sent makes the house fail or work for long: in every address, query, field, header, cookie and
message of every socket, as the person who gets furthest and as a stranger. `make test-long` sends more of them."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from casino.staff import devices, tablets
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.models import Table
from tables.readers import registration
from tests import floor
from tests.floor import AT
from tests.screens.test_role_walk import (
    ANYONE,
    DEALING,
    DOORS,
    SOCKETS,
    browser_of,
    house,
    own_layer,
    socket_of,
)
from tests.security.hostile import (
    FEW,
    HEADERS,
    TEXTS,
    Form,
    addresses,
    client_headers,
    forms_of,
    header,
    names_in_code,
    sent,
)

__all__ = ["own_layer"]  # a fixture of these tests too

pytestmark = pytest.mark.django_db

SECONDS = 3.0
"""Of the processor, for any one request beyond twenty times what a short text costs there."""
ENDS_THE_WALK = {"sign_out", "lock", "healthz", "readyz"}
FORM = "application/x-www-form-urlencoded"


class Sender:
    """Sends, and notes what failed or took long."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.client.raise_request_exception = False
        self.usual: dict[str, float] = {}
        self.wrong: list[str] = []
        self.sent = 0

    def send(
        self, what: str, method: str, address: str, body: str = "", *, of: str = "", **more: Any
    ) -> None:
        """`of`: what short and long texts have in common, by which their costs are compared."""
        kind = more.pop("content_type", FORM)
        started = time.process_time()
        if method == "get":
            answer = (
                self.client.get(address, QUERY_STRING=body, **more)
                if body
                else self.client.get(address, **more)
            )
        else:
            answer = self.client.post(address, body, content_type=kind, **more)
        for _ in getattr(answer, "streaming_content", ()):
            pass
        taken = time.process_time() - started
        self.sent += 1
        if answer.status_code >= 500:
            self.wrong.append(f"{what[:120]}: {answer.status_code}")
        usual = self.usual.setdefault(of or address, taken)
        if taken > SECONDS + 20 * usual:
            self.wrong.append(f"{what[:120]}: {taken:.1f} s")


def sender_of(who: str) -> Sender:
    client = browser_of(who)
    if who == Role.OPERATIONS_MANAGER:
        Staff.objects.filter(number=floor.NUMBERS[Role.OPERATIONS_MANAGER]).update(is_superuser=True)
    return Sender(client)


FURTHEST = (DEALING, Role.OPERATIONS_MANAGER)
EVERY = (ANYONE, DEALING, *Role.values)


def names(which: str, few: tuple[str, ...] = FEW) -> dict[str, str]:
    return {name: TEXTS[name] for name in (few if which == "few" else TEXTS)}


BEHIND = ("long brackets", "longer than any", "superscript", "larger", "JSON")
"""The few for the walks through everything: what is refused at the door is the same in each field."""


def often(*few: Any, others: Any = ()) -> Any:
    """Each of the few each time; the others in the long run, with every text."""
    some = [pytest.param(case, "few", id=str(case)) for case in few]
    return [
        *some,
        *(pytest.param(case, "all", id=f"{case}-all", marks=pytest.mark.long) for case in (*few, *others)),
    ]


@pytest.mark.parametrize(
    ("who", "which"), often(Role.OPERATIONS_MANAGER, others=(ANYONE, DEALING, Role.SURVEILLANCE))
)
def test_outsider_no_address_fails_on_a_text(who: str, which: str) -> None:
    house()
    sender = sender_of(who)
    for label, text in {"short": "x", **names(which)}.items():
        if len(text) > 5_000:
            text = text[:5_000]  # no server lets a longer address through
        for name, address in addresses(text):
            method = DOORS[name].method if name in DOORS else "get"
            sender.send(f"{name} in the address, {label}", method, address, of=name)
    assert sender.wrong == []
    assert sender.sent > 200


def all_fields(text: str) -> str:
    return "&".join(f"{name}={sent(text)}" for name in names_in_code())[:60_000]


@pytest.mark.long
@pytest.mark.parametrize(("who", "which"), often(DEALING, others=(ANYONE, *Role.values)))
def test_outsider_no_field_that_the_code_asks_for_fails_on_a_text(who: str, which: str) -> None:
    """All of them at once, to every address; queries too."""
    house()
    sender = sender_of(who)
    assert len(names_in_code()) > 60
    for label, text in {"short": "x", **names(which, BEHIND)}.items():
        for name, door in DOORS.items():
            # Who is turned away at a door is so before anything is read; in the long run that is tried too.
            if name not in ENDS_THE_WALK and (who in door.who or door.token or which == "all"):
                address = reverse(name, args=door.args)
                sender.send(f"{name}, {label}", door.method, address, all_fields(text[:250]), of=name)
    assert sender.wrong == []


def forms(sender: Sender) -> Iterator[Form]:
    """Every kind of form that is shown, on the pages of the house and of its set-up."""
    seen = set()
    pages = [reverse(name, args=door.args) for name, door in DOORS.items() if door.method == "get"]
    for page in [
        *pages,
        "/admin/",
        "/admin/staff/staff/",
        "/admin/staff/staff/add/",
        "/admin/tables/table/add/",
    ]:
        if page in ("/healthz", "/readyz"):
            continue
        for form in forms_of(sender.client, page):
            if form.name not in seen and not form.action.startswith(("/sign-out", "/lock", "/admin/logout")):
                seen.add(form.name)
                yield form


CHOOSES = ("step", "do", "kind", "item", "thing", "what", "action", "command")


def filled(form: Form, text: str, only: str = "") -> str:
    """The form as the page sends it, but for the one field, or all that choose nothing."""
    return "&".join(
        f"{sent(name)}={sent(text if name == only or (not only and name not in CHOOSES) else value)}"
        for name, value in form.fields.items()
    )


@pytest.mark.parametrize(("who", "which"), often(DEALING, others=Role.values))
def test_outsider_no_form_of_a_page_fails_on_a_text(who: str, which: str) -> None:
    """All its fields at once; and each by itself beside what the page would send, with fewer texts of the few."""
    house()
    sender = sender_of(who)
    shown = list(forms(sender))
    texts = names(which, BEHIND)
    alone = texts if which == "all" else {"larger": TEXTS["larger"]}
    for form in shown:
        where = f"{form.method} {form.action} of {form.page}"
        sender.send(where, form.method, form.action, filled(form, "x"), of=where)
        for label, text in texts.items():
            if len(form.fields) * len(text) < 60_000:
                sender.send(f"{where}, {label}", form.method, form.action, filled(form, text), of=where)
        for name in form.fields:
            for label, text in alone.items():
                sender.send(
                    f"{where}, {name}: {label}", form.method, form.action, filled(form, text, name), of=where
                )
    assert sender.wrong == []
    assert len(shown) >= (15 if who in FURTHEST else 1)


@pytest.mark.long
@pytest.mark.parametrize(("who", "which"), often(ANYONE, others=(Role.OPERATIONS_MANAGER,)))
def test_outsider_no_header_and_no_cookie_fails_on_a_text(who: str, which: str, settings: Any) -> None:
    house()
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")  # what is forwarded is believed
    sender = sender_of(who)
    for label, text in {"short": "x", **names(which)}.items():
        for name in HEADERS:
            for method, page in (("get", "/pit/"), ("post", "/sign-in/")):
                more = client_headers(name, text)
                sender.send(f"{name}: {label}", method, page, of=f"{method} {page}", **more)
        for name in ("sessionid", "csrftoken", "messages", tablets.COOKIE, devices.COOKIE):
            stranger = Sender(Client())
            clean = "".join(
                character for character in text[:1_500] if character >= " "
            )  # the test client's cookies take no others
            stranger.client.cookies[name] = header(clean)
            stranger.send(f"cookie {name}: {label}", "post", "/sign-in/", "number=D-114&pin=0000", of=name)
            sender.wrong += stranger.wrong
    assert sender.wrong == []


BODIES = [
    "", "null", "[]", "{", "x", "NaN", '"\\ud800"', "[" * 20_000, '{"a":' * 9_000, "9" * 30_000, "\ufeff{}",
    '{"a": "' + "x" * 30_000 + '"}',
]  # fmt: skip
HELD = [
    '"\\u0000"', '"\\u001b"', '"\\u202e"', '"\\n"', '"a\\u200b"', '"\\ud800"', "1e400", "9" * 30, "-1", "0.5", "true",
    "null", "{}", "[]", '"' + "9" * 3_000 + '"', "[" * 300 + "]" * 300,
]  # fmt: skip


def test_outsider_no_json_fails() -> None:
    house()
    sender = sender_of(DEALING)
    shapes = [
        '{"command": %s, "key": "k", "expected": 1}', '{"command": {"type": "call_bets"}, "key": %s, "expected": 1}',
        '{"command": {"type": "call_bets"}, "key": "k", "expected": %s}',
        '{"command": {"type": %s}, "key": "k", "expected": 1}',
        '{"command": {"type": "deal_card", "card": %s}, "key": "k", "expected": 99}',
    ]  # fmt: skip
    version = Table.objects.get(code="BJ-07").version
    for n, body in enumerate([*BODIES, *(shape % held for shape in shapes for held in HELD)]):
        body = body.replace('"k"', f'"k-{n}"').replace("99}", f"{version}}}")
        sender.send(
            f"play {body[:60]}", "post", "/table/BJ-07/play", body, content_type="application/json", of="play"
        )
    assert sender.wrong == []


@pytest.mark.long
def test_outsider_no_report_of_a_reader_fails() -> None:
    house()
    _, token = registration.issue("BJ-07", "shoe", "shoe 1", by=floor.casino_supervisor(), at=AT)
    sender = Sender(Client())
    shapes = ['{"reports": [{"sequence": 1, "what": "card", "card": %s}]}', '{"reports": [{"sequence": %s}]}',
              '{"reports": [{"sequence": 1, "what": %s}]}', '{"reports": %s}', '{%s: 1}',
              '{"reports": [{"sequence": 1, "note": %s, "what": "fault"}]}',
              '{"reports": [{"sequence": 1, "age": %s}]}']  # fmt: skip
    more = {"content_type": "application/json", "headers": {"Authorization": f"Bearer {token}"}}
    for body in [*BODIES, *(shape % held for shape in shapes for held in HELD)]:
        sender.send(f"reports {body[:60]}", "post", "/reader/reports", body, of="reports", **more)
    assert sender.wrong == []
    body = '{"reports": [{"sequence": 1, "what": "card", "card": "\\u0000"}]}'
    answer = sender.client.post("/reader/reports", body, **more)
    assert answer.status_code == 400
    assert answer.json()["remedy"]


def test_outsider_a_key_that_cannot_be_written_is_refused() -> None:
    """The very one that failed: a step of the page of people, with ESC for a key."""
    house()
    client = browser_of(DEALING)
    for key in ("\x1b", "\0", "k" * 5_000, "\u202e", "\x7f"):
        answer = client.post("/table/BJ-07/people/act", {"step": "hold", "key": key})
        assert answer.status_code == 400


def test_outsider_a_dispute_reads_in_the_record_as_it_was_written() -> None:
    from casino.ledger import Entry

    house()
    client = browser_of(Role.OPERATIONS_MANAGER)
    words = {"question": "was it \u202e001$\u202c\r\n2026-11-28 S-07 approved\u200b?", "player": "A\u200b"}
    client.post("/pit/table/BJ-07/disputes/act", {"step": "raise", **words})
    detail = Entry.objects.filter(chain="BJ-07").latest("seq").detail
    assert "was it 001$ 2026-11-28 S-07 approved?" in detail
    assert detail.isprintable()
    refused = client.post(
        "/pit/table/BJ-07/disputes/act", {"step": "raise", **words, "question": "\x1b[2Jgone"}
    )
    assert refused.status_code == 400


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("own_layer")
async def test_outsider_no_message_of_a_socket_fails() -> None:
    await sync_to_async(house)()
    messages = [
        "{}", "[]", "null", '{"ping": "x"}', '{"ping": 1e400}', '{"ping": NaN}', '{"ping": true}', '{"ping": [1]}',
        '{"ping": ' + "9" * 5000 + "}", "[" * 100_000, '{"ping":' * 50_000, "x" * 5_000_000, "\ud800",
    ]  # fmt: skip
    for address, allowed in SOCKETS.values():
        client = await sync_to_async(browser_of)(min(allowed - {DEALING}))
        socket = socket_of(client, address, "http://localhost")
        connected, _ = await socket.connect(timeout=10)
        assert connected
        started = time.process_time()
        for message in messages:
            await socket.send_to(message)
        await socket.send_to('{"ping": 7}')
        while True:
            output = await socket.receive_output(10)
            assert output["type"] == "websocket.send"
            if json.loads(output["text"]).get("pong") == 7:
                break
        assert time.process_time() - started < 5
        await socket.disconnect()
