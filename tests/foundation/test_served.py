"""The application as a browser and a watcher meet it: served by Daphne, over PostgreSQL and Redis."""

import socket
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException

import pytest
from django.db import connection, transaction
from playwright.sync_api import Page

from casino.staff.models import Staff
from tests.processes import Daphne


def fetch(url: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(url, headers=headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.long
def test_a_stopped_server_keeps_its_port_and_comes_back_at_the_same_address(live_daphne: Daphne) -> None:
    assert fetch(f"{live_daphne.url}/healthz") == (200, "ok\n")
    live_daphne.kill()
    with pytest.raises(urllib.error.URLError):
        fetch(f"{live_daphne.url}/healthz")
    others = [socket.socket() for _ in range(200)]
    try:
        for other in others:
            other.bind(("127.0.0.1", 0))
        assert live_daphne.port not in {other.getsockname()[1] for other in others}
        with socket.socket() as thief, pytest.raises(OSError, match="in use"):
            thief.bind(("127.0.0.1", live_daphne.port))
    finally:
        for other in others:
            other.close()
    live_daphne.start()
    assert fetch(f"{live_daphne.url}/healthz") == (200, "ok\n")


@pytest.mark.long
def test_it_stops_soon_while_a_request_waits_for_the_database(live_daphne: Daphne) -> None:
    with ThreadPoolExecutor() as browsers, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE staff_staff IN ACCESS EXCLUSIVE MODE")
        page = browsers.submit(fetch, f"{live_daphne.url}/sign-in/")
        waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'staff_staff'::regclass AND NOT granted"
        deadline = time.monotonic() + 30
        cursor.execute(waiting)
        while cursor.fetchone() == (0,):
            assert time.monotonic() < deadline
            cursor.execute(waiting)
        asked = time.monotonic()
        live_daphne.stop()
        assert time.monotonic() - asked < 15
        with pytest.raises((OSError, HTTPException)):
            page.result()
    live_daphne.start()
    assert fetch(f"{live_daphne.url}/sign-in/")[0] == 200


def test_a_foreign_host_name_is_refused(live_daphne: Daphne) -> None:
    assert fetch(f"{live_daphne.url}/admin/login/", Host="elsewhere.example")[0] == 400


def test_a_browser_gets_pages_and_static_files_and_runs_no_inline_script(
    live_daphne: Daphne, page: Page
) -> None:
    Staff.objects.create_superuser("M-1", "2468")
    page.goto(f"{live_daphne.url}/admin/")
    page.fill("[name=number]", "M-1")
    page.fill("[name=pin]", "2468")
    page.click("button.primary")
    page.wait_for_url("**/admin/")
    # The admin's own style sheet came through: it makes the header a flex box.
    assert page.locator("#header").evaluate("e => getComputedStyle(e).display") == "flex"
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1';"
        " document.body.append(s); }"
    )
    assert page.evaluate("() => window.ran") is None
