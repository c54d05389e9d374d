"""Links to the picture, and the lines for a recorder's overlay, read by a recorder of its own."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, override_settings

from casino import environment
from casino.ledger import Entry
from casino.staff.roles import Role
from rounds import engine
from rounds.models import FeedDevice
from rounds.surveillance.video import devices, feed
from rounds.surveillance.video.links import links_at
from tests import floor
from tests.rounds.surveillance.find.test_find import reader

pytestmark = pytest.mark.django_db

CLIENT = Path(__file__).parents[4] / "tools" / "video_overlay.py"


def given(tables: str = "BJ-07") -> str:
    """A token for these tables."""
    person = floor.person(Role.SURVEILLANCE)
    return devices.issue("Recorder 1", devices.tables_of(tables), by=person, at=floor.AT)[1]


def ask(token: str, table: str = "BJ-07", **query: object):
    return Client().get(f"/video/feed/{table}", query, headers={"Authorization": f"Bearer {token}"})


def test_lines_after_an_entry_and_how_far_the_table_is() -> None:
    floor.open_table()
    token = given()
    start = ask(token)
    assert start.content == b""
    after = int(start["Feed-After"])
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000), engine.CallBets(), *floor.cards("Ts"))
    answer = ask(token, after=after, wait=20)  # there are lines: it does not wait
    lines = answer.content.decode("ascii").split("\r\n")[:-1]
    entries = list(Entry.objects.filter(chain="BJ-07", seq__gt=after).order_by("seq"))
    assert len(lines) == len(entries) > 2
    assert lines[-1].startswith(f"2026-11-28T20:00:00.000Z BJ-07 {entries[-1].seq} 1 D-114 card")
    assert "10s" in lines[-1]
    assert int(answer["Feed-After"]) == entries[-1].seq
    assert ask(token, after=entries[-1].seq).content == b""


def test_what_a_token_opens_and_what_not() -> None:
    floor.open_table()
    floor.set_up("BJ-08")
    token = given()
    assert FeedDevice.objects.get().token_hash == devices.hash_of(token) != token
    assert ask("nonsense").status_code == 401
    assert Client().get("/video/feed/BJ-07").status_code == 401
    assert reader().get("/video/feed/BJ-07").status_code == 401
    assert ask(token, "BJ-08").status_code == 403
    assert ask(token, "house").status_code == 403
    assert ask(token, after="x").status_code == ask(token, after=1, wait="-1").status_code == 400
    devices.revoke(FeedDevice.objects.get().pk, by=floor.person(Role.SURVEILLANCE), at=floor.AT)
    assert ask(token).status_code == 401
    kinds = ["video_device_added", "video_device_revoked"]
    assert (
        list(
            Entry.objects.filter(chain="house", kind__in=kinds).order_by("seq").values_list("kind", flat=True)
        )
        == kinds
    )
    assert token not in "".join(Entry.objects.values_list("body", flat=True))


def test_a_token_is_given_on_the_page_and_shown_once() -> None:
    floor.set_up()
    client = reader()
    page = client.post("/video/issue", {"label": "Recorder 1", "tables": "bj-07"})
    assert b'<code id="token">' in page.content
    assert b'<code id="token">' not in client.get("/video/").content
    assert client.post("/video/issue", {"label": "Recorder 1", "tables": "BJ-07"}).status_code == 409
    assert client.post("/video/issue", {"label": "x", "tables": "BJ-99"}).status_code == 409
    assert client.post(f"/video/{FeedDevice.objects.get().pk}/revoke").status_code == 302
    assert FeedDevice.objects.get().revoked_by == "V-3"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("box 3 10♠", "box 3 10s"),
        ("−$400 · “too late”", '-$400 - "too late"'),
        ("Zoë\r\nX", "Zoe  X"),
        ("牌", "?"),
    ],
)
def test_lines_are_plain_ascii(text: str, plain: str) -> None:
    assert feed.ascii_of(text) == plain


@pytest.mark.django_db(transaction=True)
def test_a_recorder_reads_what_is_recorded(live_daphne, tmp_path: Path) -> None:
    floor.open_table()
    (tmp_path / "token").write_text(given())
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    command = [
        sys.executable,
        "-I",
        str(CLIENT),
        live_daphne.url,
        "BJ-07",
        "--token-file",
        str(tmp_path / "token"),
    ]
    result = subprocess.run(
        [*command, "--after", "0", "--answers", "1"], capture_output=True, text=True, timeout=60
    )
    assert result.stderr == ""
    assert " D-114 wager" in result.stdout.splitlines()[-1]
    (tmp_path / "token").write_text("another")
    refused = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1
    assert "is not valid" in refused.stderr


@override_settings(
    VIDEO_URL="https://vms.example/play?c={camera}&t={time}&s={seconds}",
    VIDEO_CAMERAS={"BJ-07": ["C 1", "C-2"]},
)
def test_a_link_at_each_step_of_the_replay() -> None:
    """20:00 UTC on 28 November 2026 is 1,795,896,000 seconds after 1970 began."""
    assert [link.address for link in links_at("BJ-07", floor.AT)] == [
        f"https://vms.example/play?c={camera}&t=2026-11-28T20%3A00%3A00.000Z&s=1795896000"
        for camera in ("C%201", "C-2")
    ]
    assert [link.camera for link in links_at("BJ-08", floor.AT)] == ["BJ-08"]
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    page = reader().get("/audit/round/BJ-07/1/").content.decode()
    assert "https://vms.example/play?c=C%201&amp;t=2026-11-28T20%3A00%3A00.000Z" in page


@pytest.mark.parametrize("value", ["javascript:alert(1)", "vms", "https://vms.example/{camera}"])
def test_an_address_that_cannot_be_one_stops_the_start(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIDEO_URL", value)
    with pytest.raises(ImproperlyConfigured):
        environment.video_url("VIDEO_URL")
    monkeypatch.setenv("VIDEO_CAMERAS", "BJ-07")
    with pytest.raises(ImproperlyConfigured):
        environment.cameras("VIDEO_CAMERAS")
