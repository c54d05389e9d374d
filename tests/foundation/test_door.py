"""What every request passes first, what is left of a text, and the words in which the house refuses."""

import re
from typing import Any, cast

import pytest
from channels.testing import WebsocketCommunicator
from django.http import QueryDict
from django.test import Client, RequestFactory, override_settings

from casino.asgi import application
from casino.refusals import UnreadableRequest
from casino.staff.roles import Role
from casino.web import door
from casino.web.door import Unfit, checked_json, cleaned
from tests.refusing import refused_with
from tests.staff.people import PIN, person, signed_in


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("box 6, player A: $50", "box 6, player A: $50"),
        ("Zoë — “ok” ♠ Ω", "Zoë — “ok” ♠ Ω"),
        ("one\r\ntwo\n\n\nthree\tfour", "one two three four"),
        ("two  blanks", "two  blanks"),
        ("a\u00a0b\u2003c\u2028d", "a b c d"),
        ("ab\u200bc\u200d\ufeffd", "abcd"),  # zero width
        ("$100 \u202e001$\u202c \u2066x\u2069", "$100 001$ x"),  # directions of writing
        ("a" + "\u0301" * 40 + "b", "a" + "\u0301" * 3 + "b"),
        ("x\u3164\u2800y", "xy"),
    ],
)
def test_outsider_a_text_is_left_with_what_is_seen(typed: str, taken: str) -> None:
    assert cleaned(typed) == taken


@pytest.mark.parametrize(
    "character", ["\0", "\x1b", "\x07", "\x7f", "\x9b", "\ud800", "\ue000", "\U000f0000"]
)
def test_outsider_what_no_keyboard_types_is_refused(character: str) -> None:
    with pytest.raises(Unfit):
        cleaned(f"a{character}b")


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "\\u0000"}',
        '{"a": "\\u001b[2J"}',
        '{"\\u202e": 1}',
        '["a\\nb"]',
        '{"a": 9007199254740992}',
        '{"a": -123456789012345678901234567890}',
        "[" * 21 + "]" * 21,
        "[" * 30_000,
        '{"a":' * 9_000,
        "NaN",
        '{"a": Infinity}',
        '{"a": 1e999}',
        "9" * 60_000,
        '"\\ud800"',
        '"\\udc00x"',
        "\ufeff{}",
        "",
    ],
)
def test_outsider_json_that_cannot_be_stored_is_refused(text: str) -> None:
    with pytest.raises((Unfit, UnreadableRequest)):
        checked_json(text.encode())


def test_json_as_programs_send_it_is_taken() -> None:
    assert checked_json(b'{"a": [1, 2.5, null, true, "Ts \\u2660"]}') == {"a": [1, 2.5, None, True, "Ts ♠"]}
    assert checked_json(b"[" * 20 + b"]" * 20)


def passed(method: str = "post", fields: Any = None, address: str = "/x/", **more: Any) -> Any:
    """What a view is given after the door, or the answer that came instead."""
    given: list[Any] = []
    request = getattr(RequestFactory(), method)(address, fields or {}, **more)
    keeper = door.Door(cast(Any, given.append))
    answer = keeper.process_view(request, lambda request: None, (), {})
    return answer or request


def test_a_form_is_passed_on_as_it_is_taken() -> None:
    request = passed(fields={"words": "a\nb", "many": ["x\u200b", "y"], "plain": "as it is"})
    assert request.POST.getlist("many") == ["x", "y"]
    assert (request.POST["words"], request.POST["plain"]) == ("a b", "as it is")
    assert isinstance(request.POST, QueryDict)
    query = passed("get", {"q": "a\u202eb"})
    assert query.GET["q"] == "ab"


def test_outsider_a_field_is_no_longer_than_it_may_be() -> None:
    assert passed(fields={"words": "x" * door.LONGEST}).POST["words"]
    for fields in (
        {"words": "x" * (door.LONGEST + 1)},
        {"n" * 101: "x"},
        {"key": "k" * 65},
        {"key": "k\u200b"},
        {"key": "\x1b"},
    ):
        assert passed(fields=fields).status_code == 400
    assert len(passed(fields={"number": "A" + " " * 60_000 + "!"}).POST["number"]) == 64
    for rows, status in (("3", 0), ("100", 0), ("101", 400), ("9" * 40, 400), ("\u00b2", 400), ("-1", 400)):
        answer = passed(fields={"offer_set-TOTAL_FORMS": rows}, address="/admin/tables/table/add/")
        assert getattr(answer, "status_code", 0) == status
    assert passed(fields={"chips": "1" * 30_000}, address="/admin/tables/table/add/").POST["chips"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sent",
    [
        {"headers": {"X-Forwarded-For": "1.1.1.1\x1b"}},
        {"headers": {"HX-Target": "a\0"}},
        {"headers": {"Cookie": "sessionid=" + "a" * 20_000}},
        {"headers": {"host": "elsewhere.example"}},
        {"headers": {"host": "a b"}},
        {"QUERY_STRING": "a=" + "b" * 17_000},
        {"CONTENT_TYPE": "application/x-www-form-urlencoded; charset=base64"},
        {"CONTENT_TYPE": "text/html; charset=idna"},
    ],
)
def test_outsider_an_address_or_a_header_that_cannot_be_meant_is_refused_in_words(
    sent: dict[str, Any],
) -> None:
    for method in ("get", "post"):
        answer = getattr(Client(raise_request_exception=False), method)("/sign-in/", **sent)
        assert answer.status_code == 400
        assert 'role="alert"' in answer.text


# --- the house's own words


@pytest.mark.django_db
def test_what_the_framework_refuses_is_said_in_the_form_of_the_house() -> None:
    client = Client(raise_request_exception=False)
    fields = {f"f{n}": "x" for n in range(600)}
    answers = {
        404: [client.get("/no/such/page"), client.get("/rules/QQ-99/")],
        405: [client.get("/sign-out/"), client.delete("/sign-in/"), client.put("/healthz")],
        400: [
            client.post("/sign-in/", fields),
            client.get("/%00"),
            client.get("/", headers={"host": "x.example"}),
        ],
        413: [client.post("/sign-in/", {"number": "x" * 70_000})],
        403: [Client(enforce_csrf_checks=True).post("/sign-in/", {"number": "D-114"})],
    }
    for status, given in answers.items():
        for answer in given:
            assert answer.status_code == status
            assert 'role="alert"' in answer.text
            assert re.search(r'<a( class="go")? href="/">', answer.text)  # a way on
            assert "CSRF" not in answer.text
    assert answers[405][0]["Allow"] == "POST"
    assert client.post("/no/such", "{}", content_type="application/json").json()["remedy"]
    assert client.get("/no/such", headers={"HX-Request": "true"})["Content-Type"].startswith("text/plain")


def second_tab(client: Client, page: str = "/sign-in/") -> str:
    """The token of a page that is open in another tab."""
    client.get(page)
    return client.cookies["csrftoken"].value


OURS = {"Origin": "http://testserver"}


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [OURS, {"Sec-Fetch-Site": "same-origin"}])
def test_a_sign_in_from_a_second_tab_simply_continues(headers: dict[str, str]) -> None:
    person("D-114"), person("D-115")
    client = Client(enforce_csrf_checks=True)
    token = second_tab(client)
    for number in ("D-114", "D-115"):  # the first makes the token of the second an old one
        fields = {"number": number, "pin": PIN, "csrfmiddlewaretoken": token}
        answer = client.post("/sign-in/", fields, headers=headers)
        assert (answer.status_code, answer["Location"]) == (302, "/")
    client.cookies.clear()  # lost while the page was open
    assert client.post("/sign-in/", fields, headers=headers).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://testserver"},
        {"Origin": "http://testserver:81"},
        {"Origin": "null"},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "http://elsewhere.example", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Referer": "http://testserver/sign-in/"},
    ],
)
def test_outsider_a_page_of_another_house_signs_nobody_in(headers: dict[str, str]) -> None:
    person("D-114")
    client = Client(enforce_csrf_checks=True)
    answer = client.post(
        "/sign-in/", {"number": "D-114", "pin": PIN, "csrfmiddlewaretoken": "x" * 32}, headers=headers
    )
    assert answer.status_code == 403
    assert "sessionid" not in client.cookies
    assert "again" not in answer.text.partition("<form")[2]


@pytest.mark.django_db
def test_another_form_of_a_second_tab_keeps_what_was_typed_and_says_as_whom_it_would_be_sent() -> None:
    person("S-07", Role.GAME_SUPERVISOR)
    client = signed_in("S-07", Client(enforce_csrf_checks=False))
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    fields = {"question": 'Was it <b>50</b> or "100"?', "pin": "9753", "csrfmiddlewaretoken": "x" * 64}
    answer = strict.post("/tablets/1/unassign/", fields, headers=OURS)
    assert answer.status_code == 403
    assert refused_with(answer.text) == ("request.signed_in_as_another", "")
    assert "Was it &lt;b&gt;50&lt;/b&gt; or &quot;100&quot;?" in answer.text
    assert "9753" not in answer.text
    assert 'name="pin" type="password"' in answer.text
    foreign = strict.post("/tablets/1/unassign/", fields, headers={"Origin": "http://elsewhere.example"})
    assert refused_with(foreign.text) == ("request.not_from_a_page", "")
    strict.cookies.clear()
    assert "/sign-in/" in strict.post("/tablets/1/unassign/", fields, headers=OURS).text


# --- sockets


async def opened(origin: str, host: str = "") -> bool:
    headers = [(b"origin", origin.encode())] + ([(b"host", host.encode())] if host else [])
    connected, _ = await WebsocketCommunicator(application, "/no/such/socket/", headers=headers).connect()
    return bool(connected)


async def test_outsider_a_socket_is_opened_by_the_same_scheme_and_port_alone() -> None:
    assert await opened("http://localhost:8000", "localhost:8000")
    assert await opened("http://127.0.0.1", "127.0.0.1")
    assert await opened("http://[::1]:8000", "[::1]:8000")
    for origin in (
        "https://localhost:8000", "http://localhost:8001", "http://localhost", "ws://localhost:8000",
        "http://localhost:8000@elsewhere.example", "http://x@localhost:8000", "http://localhost:8000/x",
        "http://localhost:99999", "localhost:8000", "http://", "null", "http://[::1", "http://elsewhere.example:8000",
    ):  # fmt: skip
        assert not await opened(origin, "localhost:8000"), origin


async def test_outsider_behind_the_proxy_a_socket_is_opened_over_https_alone() -> None:
    with override_settings(ALLOWED_HOSTS=["tables.example"], SESSION_COOKIE_SECURE=True):
        assert await opened("https://tables.example", "tables.example")
        for origin in ("http://tables.example", "https://tables.example:8443", "https://x.tables.example"):
            assert not await opened(origin, "tables.example"), origin
