"""The log: a JSON object a line, each with the tap that it belongs to, and never a secret."""

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from casino.serve import JsonLine
from casino.watching.logs import formatter
from rounds import engine
from rounds.play import service
from tests import floor
from tests.watching.test_metrics import tablet, tap

pytestmark = pytest.mark.django_db


class Log:
    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def log() -> Iterator[Log]:
    """Everything that is logged, however small."""
    log, root = Log(), logging.getLogger()
    handler = logging.StreamHandler(log.stream)
    handler.setFormatter(formatter())
    loggers = [root, *map(logging.getLogger, ("casino.watching.requests", "django", "django.request"))]
    before = [logger.level for logger in loggers]
    root.addHandler(handler)
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    yield log
    for logger, level in zip(loggers, before, strict=True):
        logger.setLevel(level)
    root.removeHandler(handler)


def test_a_tap_is_a_line_with_its_key(log: Log) -> None:
    client = tablet()
    assert tap(client, engine.PlaceWager(1, "A", 5000), key="live-1") == 200
    assert tap(client, engine.CallBets(), key="live-2", expected="1") == 409
    answered, stale = [line for line in log.lines if line["message"] == "answered" and line["page"] == "play"]
    assert (answered["key"], answered["table"], answered["person"], answered["outcome"], answered["status"]) == (
        "live-1", "BJ-07", floor.dealer().number, "ok", 200,
    )  # fmt: skip
    assert 0 < answered["ms"] < 60_000
    assert answered["at"].endswith("Z")
    assert (stale["key"], stale["outcome"]) == ("live-2", "stale")


def test_a_program_s_tap_has_its_key_too(log: Log) -> None:
    client = tablet()
    command = json.loads(engine.encode_command(engine.PlaceWager(1, "A", 5000)))
    body = {"command": command, "key": "program-1", "expected": service.current("BJ-07").version}
    assert client.post("/table/BJ-07/play", body, content_type="application/json").status_code == 200
    assert log.lines[-1]["key"] == "program-1"


def test_what_is_logged_on_the_way_has_the_key_and_a_request_does_not_get_that_of_another(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = tablet()
    client.raise_request_exception = False

    def fault(*_: Any, **__: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(service, "play_all", fault)
    assert tap(client, engine.CallBets(), key="live-3") == 500
    on_the_way = [line for line in log.lines if "a fault of ours" in line.get("exception", "")]
    assert on_the_way
    assert {line["key"] for line in on_the_way} == {"live-3"}
    assert all("request" not in line for line in on_the_way)
    client.get("/table/BJ-07/now")
    logging.getLogger("casino").warning("afterwards")
    assert "key" not in log.lines[-1]


def test_no_secret_is_ever_in_a_line(log: Log, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.METRICS_TOKEN = "token-of-the-tests-for-metrics"
    client = tablet()
    client.raise_request_exception = False
    secrets = {floor.PIN, "73915", settings.SECRET_KEY, settings.PIN_PEPPER, settings.METRICS_TOKEN}
    supervisor, dealer = floor.casino_supervisor().number, floor.dealer().number
    Client().post("/sign-in/", {"number": dealer, "pin": "73915"})
    Client().post("/sign-in/?pin=73915", {"number": dealer, "pin": floor.PIN})
    Client().get("/metrics", headers={"Authorization": f"Bearer {settings.METRICS_TOKEN}"})
    client.post("/table/BJ-07/sign", {"number": supervisor, "pin": "73915", "do": "approve", "approval": "1"})
    client.post("/pin/", {"old": floor.PIN, "pin": "73915", "again": "73915"})

    def fault(*_: Any, **__: Any) -> None:
        raise RuntimeError("a fault of ours")

    # Where something breaks with a PIN in hand.
    monkeypatch.setattr("casino.staff.pin.check", fault)
    monkeypatch.setattr("casino.staff.approvals.by_pin", fault)
    Client(raise_request_exception=False).post("/sign-in/", {"number": dealer, "pin": "73915"})
    client.post("/table/BJ-07/opening", {"item": "open", "number": supervisor, "pin": "73915"})
    secrets |= {cookie.value for cookie in client.cookies.values()}
    logging.getLogger("casino").warning(
        "beside", extra={"pin": "73915", "a_token": "73915", "server": object()}
    )
    assert len(log.lines) > 8
    assert '"pin": "***"' in log.text
    written = re.sub(r"0x[0-9a-f]+", "", log.text)  # where an object lies may have the digits of any PIN
    for secret in secrets:
        assert secret not in written, secret


def test_the_process_beside_a_worker_writes_the_same_form() -> None:
    record = logging.makeLogRecord(
        {"name": "casino.serve", "msg": "Worker %d “ends”", "args": (7,), "levelname": "INFO"}
    )
    line = json.loads(JsonLine().format(record))
    assert (line["message"], line["level"], line["logger"]) == ("Worker 7 “ends”", "info", "casino.serve")
