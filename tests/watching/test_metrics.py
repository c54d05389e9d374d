"""`/metrics`, who may ask for it, and the rules and the dashboard that are made of its figures."""

import json
import re
from datetime import timedelta
from itertools import count

import pytest
import redis
import yaml
from channels.layers import channel_layers
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from casino.ledger import readiness
from casino.ledger.models import Backup
from casino.watching.house import TROUBLES
from rounds import engine, push
from tables.models import Table
from tables.opening import checklist
from tests import floor
from tests.processes import PROJECT

TOKEN = "token-of-the-tests-for-metrics"
WATCHING = PROJECT / "deploy" / "watching"
Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]

pytestmark = pytest.mark.django_db
_keys = count(1)


@pytest.fixture(autouse=True)
def _token(settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    readiness._good_until.clear()


def figures() -> Figures:
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def figure_of(read: Figures, name: str, **labels: str) -> float:
    return read.get((name, frozenset(labels.items())), 0.0)


def tablet() -> Client:
    floor.open_table()
    client, supervisor = Client(), floor.casino_supervisor()
    client.post("/tablet/enrol/", {"table_code": "BJ-07", "number": supervisor.number, "pin": floor.PIN})
    client.post("/sign-in/", {"number": floor.dealer().number, "pin": floor.PIN})
    checklist.confirm("BJ-07", "sign", by=floor.dealer(), at=timezone.now())
    return client


def tap(client: Client, command: engine.Command, **fields: str) -> int:
    version = Table.objects.get(code="BJ-07").version
    sent = {
        "key": f"m{next(_keys)}",
        "expected": str(version),
        "command": engine.encode_command(command).decode(),
    }
    return client.post("/table/BJ-07/play", sent | fields).status_code


@pytest.mark.parametrize(
    "headers",
    [{}, {"Authorization": "Bearer "}, {"Authorization": "Bearer token-of-the-tests"}, {"X": TOKEN}],
)
def test_nobody_without_the_token_is_told_anything(headers: dict[str, str], settings) -> None:
    client = Client()
    client.force_login(floor.casino_supervisor())
    assert client.get("/metrics", headers=headers).status_code == 404
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_the_proxy_passes_it_on_to_nobody() -> None:
    template = (PROJECT / "deploy" / "nginx.conf.template").read_text(encoding="utf-8")
    assert re.search(r"location = /metrics \{\s+return 404;\s+\}", template)


def test_taps_are_counted_by_table_and_outcome_and_timed() -> None:
    client = tablet()
    before = figures()
    assert tap(client, engine.PlaceWager(1, "A", 5000)) == 200
    assert tap(client, engine.CallBets(), tries="2") == 200
    assert tap(client, engine.CallBets()) == 422
    assert tap(client, engine.Undo(), expected="1") == 409
    assert client.post("/table/XX-99/play", {}).status_code == 403
    after = figures()

    def more(name: str, **labels: str) -> float:
        return figure_of(after, name, **labels) - figure_of(before, name, **labels)

    assert more("casino_taps_total", table="BJ-07", outcome="ok") == 2
    assert more("casino_taps_total", table="BJ-07", outcome="refused") == 1
    assert more("casino_taps_total", table="BJ-07", outcome="stale") == 1
    assert more("casino_taps_total", table="", outcome="refused") == 0
    assert more("casino_taps_total", table="", outcome="forbidden") == 1
    assert more("casino_taps_again_total", table="BJ-07") == 1
    assert more("casino_tap_seconds_count", action="play") == 5
    assert more("casino_request_seconds_count", room="table", status="4xx") == 3
    # A table that somebody made up gets no series.
    assert not [labels for name, labels in after if ("table", "XX-99") in labels]


def test_a_tap_that_the_database_cannot_take_says_so() -> None:
    client = tablet()
    client.raise_request_exception = False

    def away(*_: object) -> None:
        raise OperationalError("away")

    before = figures()
    with connection.execute_wrapper(away):
        assert tap_away(client) == 503
        assert figure_of(figures(), "casino_database_up") == 0
    after = figures()
    assert figure_of(after, "casino_database_up") == 1
    labels = {"table": "BJ-07", "outcome": "away"}
    assert (
        figure_of(after, "casino_taps_total", **labels) - figure_of(before, "casino_taps_total", **labels)
        == 1
    )


def tap_away(client: Client) -> int:
    command = engine.encode_command(engine.PlaceWager(1, "A", 5000)).decode()
    fields = {"key": f"m{next(_keys)}", "expected": "1", "command": command}
    return client.post("/table/BJ-07/play", fields).status_code


def test_how_the_record_is_kept() -> None:
    floor.open_table()
    now = timezone.now()
    Backup.objects.create(followed_at=now - timedelta(minutes=1), base_at=now - timedelta(hours=3))
    read = figures()
    assert figure_of(read, "casino_record_entries") > 5
    assert figure_of(read, "casino_unsealed_seconds") > 0
    assert figure_of(read, "casino_seal_timestamp_seconds") == 0
    assert figure_of(read, "casino_verification_sound") == 0
    assert figure_of(read, "casino_backup_followed_timestamp_seconds") == pytest.approx(now.timestamp() - 60)
    assert figure_of(read, "casino_backup_tested_timestamp_seconds") == 0
    assert figure_of(read, "casino_recording_possible") == 1
    assert figure_of(read, "casino_database_bytes") > 1_000_000
    assert figure_of(read, "casino_disk_free_bytes") > 0
    assert {code for code in TROUBLES if ("casino_trouble", frozenset({("code", code)})) in read} == {
        *TROUBLES
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.redis
def test_pushes_are_counted_with_how_late_they_were(settings, redis_url: str) -> None:
    layer = {
        "BACKEND": "casino.web.push_layer.LivePushLayer",
        "CONFIG": {"url": redis_url, "prefix": "casino"},
    }
    settings.CHANNEL_LAYERS = {"default": layer}
    channel_layers.backends = {}
    floor.open_table()
    push.settle()
    before = figures()
    screen = redis.Redis.from_url(redis_url)
    with screen.pubsub() as watching:
        watching.subscribe("casino/group/table.BJ-07")
        watching.get_message(timeout=5)
        floor.taps("BJ-07", engine.PlaceWager(1, "A", 5000))
        push.settle()
    screen.close()
    channel_layers.backends = {}
    after = figures()
    for name, labels in (
        ("casino_pushes_total", {"audience": "table"}),
        ("casino_push_lag_seconds_count", {}),
    ):
        assert figure_of(after, name, **labels) > figure_of(before, name, **labels)
    assert figure_of(after, "casino_pushes_total", audience="pit") == figure_of(
        before, "casino_pushes_total", audience="pit"
    )


NAME = re.compile(r"\b((?:casino|process)_[a-z_]+|up)\b(?!=)")


def expressions() -> list[str]:
    rules = yaml.safe_load((WATCHING / "alerts.yml").read_text(encoding="utf-8"))
    board = json.loads((WATCHING / "dashboard.json").read_text(encoding="utf-8"))
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    return [
        *(rule["expr"] for group in rules["groups"] for rule in group["rules"]),
        *(target["expr"] for panel in board["panels"] for target in panel["targets"]),
    ]


def test_rules_and_dashboard_ask_for_figures_that_exist() -> None:
    figures()  # what a collector gives only when it is asked
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    there = {"up"}
    for family in text_string_to_metric_families(answer.content.decode()):
        there |= {family.name, *(sample.name for sample in family.samples)}
        if family.type == "counter":
            there.add(f"{family.name}_total")
        if family.type == "histogram":
            there |= {f"{family.name}_bucket", f"{family.name}_count", f"{family.name}_sum"}
    # The pool of a worker: the tests have none.
    there |= {"casino_database_connections", "casino_database_waiting", "casino_database_refused_total"}
    asked = expressions()
    assert len(asked) > 30
    assert {name for expression in asked for name in NAME.findall(expression)} - there == set()
    for expression in asked:
        assert expression.count("(") == expression.count(")"), expression


def test_every_rule_says_what_to_do() -> None:
    rules = yaml.safe_load((WATCHING / "alerts.yml").read_text(encoding="utf-8"))
    for rule in (rule for group in rules["groups"] for rule in group["rules"]):
        assert rule["labels"]["severity"] in ("page", "warn"), rule["alert"]
        assert rule["annotations"]["summary"], rule["alert"]
        assert rule["annotations"]["action"], rule["alert"]
    yaml.safe_load((WATCHING / "prometheus.yml.example").read_text(encoding="utf-8"))
