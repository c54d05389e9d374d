"""The application as a browser and a watcher meet it: served by Daphne, over PostgreSQL and Redis."""

import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Page

from tests.processes import Daphne


def fetch(url: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(url, headers=headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.redis
def test_a_stopped_server_comes_back_at_the_same_address(live_daphne: Daphne) -> None:
    assert fetch(f"{live_daphne.url}/healthz") == (200, "ok\n")
    live_daphne.kill()
    with pytest.raises(urllib.error.URLError):
        fetch(f"{live_daphne.url}/healthz")
    live_daphne.start()
    assert fetch(f"{live_daphne.url}/healthz") == (200, "ok\n")


@pytest.mark.redis
def test_a_foreign_host_name_is_refused(live_daphne: Daphne) -> None:
    assert fetch(f"{live_daphne.url}/admin/login/", Host="elsewhere.example")[0] == 400


@pytest.mark.redis
@pytest.mark.browser
def test_a_browser_gets_pages_and_static_files_and_runs_no_inline_script(
    live_daphne: Daphne, page: Page
) -> None:
    page.goto(f"{live_daphne.url}/admin/login/")
    assert page.locator("#login-form").is_visible()
    # The admin's own style sheet came through: it makes the header a flex box.
    assert page.locator("#header").evaluate("e => getComputedStyle(e).display") == "flex"
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1';"
        " document.body.append(s); }"
    )
    assert page.evaluate("() => window.ran") is None
