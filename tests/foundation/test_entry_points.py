"""What every answer carries, and who may open a WebSocket."""

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client, override_settings

from casino.asgi import application
from casino.web.live import NOT_FOUND

NO_SUCH_SOCKET = "/no/such/socket/"
DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
}


@pytest.mark.django_db
def test_the_content_security_policy_lets_nothing_inline_run(client: Client) -> None:
    policy = client.get("/admin/login/")["Content-Security-Policy"]
    given = dict(directive.strip().split(" ", 1) for directive in policy.split(";"))
    assert {name: given[name] for name in DIRECTIVES} == DIRECTIVES
    assert "unsafe" not in policy


@pytest.mark.django_db
def test_a_host_that_is_not_ours_is_refused(client: Client) -> None:
    assert client.get("/admin/login/", headers={"host": "elsewhere.example"}).status_code == 400


@pytest.mark.django_db
def test_health_is_told_to_anybody_and_says_nothing_of_the_house(client: Client) -> None:
    for address in ("/healthz", "/readyz"):
        answer = client.get(address)
        assert (answer.status_code, answer.content) == (200, b"ok\n")
        assert client.post(address).status_code == 405


@pytest.mark.django_db(transaction=True)
def test_no_worker_is_ready_when_the_database_is_away(client: Client) -> None:
    name, options = connection.settings_dict["NAME"], connection.settings_dict["OPTIONS"]
    connection.close()
    pool = options.pop("pool")
    connection.settings_dict["NAME"] = "no_such_database"
    try:
        assert client.get("/readyz").status_code == 503
    finally:
        connection.close()
        connection.settings_dict["NAME"], options["pool"] = name, pool


def test_over_plain_http_the_house_only_points_to_https(client: Client) -> None:
    with override_settings(SECURE_SSL_REDIRECT=True):
        answer = client.get("/admin/login/")
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/admin/login/")


@pytest.mark.parametrize(
    "headers",
    [
        [(b"origin", b"https://elsewhere.example")],
        [(b"origin", b"http://localhost.elsewhere.example")],
        [(b"origin", b"null")],
        [],
    ],
)
async def test_a_page_of_another_site_may_open_no_socket(headers: list[tuple[bytes, bytes]]) -> None:
    connected, _ = await WebsocketCommunicator(application, NO_SUCH_SOCKET, headers=headers).connect()
    assert not connected


async def test_a_page_of_ours_gets_as_far_as_the_routes() -> None:
    headers = [(b"origin", b"http://localhost:8000")]
    socket = WebsocketCommunicator(application, NO_SUCH_SOCKET, headers=headers)
    connected, _ = await socket.connect()
    assert connected  # accepted first, so that the browser hears the code
    assert await socket.receive_output() == {"type": "websocket.close", "code": NOT_FOUND}


def test_htmx_comes_from_the_installed_package() -> None:
    assert finders.find("django_htmx/htmx-4.min.js")
