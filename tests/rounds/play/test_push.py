"""The live push over a real Redis: one message an audience, after the commit only, and never in dealing's way."""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import redis
from channels.layers import channel_layers, get_channel_layer
from django.db import transaction

from casino.ledger import Entry
from casino.staff import approvals
from casino.staff.models import Approval
from casino.staff.roles import Role
from casino.web import fragments
from rounds import engine, push
from rounds.play import service
from rounds.tablet import live_screen
from tables.float import slips as slips_of
from tables.floor import supervisor_calls
from tables.models import Slip, Table
from tables.signs import signs
from tests import floor
from tests.floor import AT, cards, tap, taps
from tests.processes import Redis

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.redis]

GROUPS = ("table.BJ-07", "pit.P1", "pit.all", "audit")


@pytest.fixture
def layer(settings: Any, redis_url: str) -> Any:
    """The channel layer as production has it."""
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "casino.web.push_layer.LivePushLayer",
            "CONFIG": {"url": redis_url, "prefix": "casino"},
        }
    }
    channel_layers.backends = {}
    yield get_channel_layer()
    channel_layers.backends = {}


class Watchers:
    """A subscriber for each group, reading what the channel layer would hand to its consumers."""

    def __init__(self, redis_url: str, layer: Any) -> None:
        self.prefix = layer.wire_group("")
        self.subscription = redis.Redis.from_url(redis_url).pubsub(ignore_subscribe_messages=True)
        self.subscription.subscribe(*[f"{self.prefix}{group}" for group in GROUPS])
        for _ in GROUPS:
            self.subscription.get_message(timeout=5)

    def heard(self) -> dict[str, list[dict[str, Any]]]:
        """What came since the last look, by group, once all that was drawn has been sent and has arrived. Of
        messages to sockets it is what a screen reads."""
        push.settle()
        heard: dict[str, list[dict[str, Any]]] = {}
        while (message := self.subscription.get_message(timeout=0.2)) is not None:
            group = message["channel"].decode().removeprefix(self.prefix)
            heard.setdefault(group, []).append(json.loads(json.loads(message["data"])["text"]))
        return heard


@pytest.fixture
def watchers(table: str, layer: Any, redis_url: str) -> Watchers:
    return Watchers(redis_url, layer)


def test_a_command_is_one_message_for_each_audience(table: str, watchers: Watchers) -> None:
    answer = tap(table, engine.PlaceWager(1, "A", 5000))
    heard = watchers.heard()
    assert {group: len(messages) for group, messages in heard.items()} == dict.fromkeys(GROUPS, 1)
    (felt,) = heard["table.BJ-07"]
    assert (felt["version"], felt["table"]) == (answer.version, table)
    assert "tile-BJ-07" in heard["pit.P1"][0]["content"]
    assert heard["pit.P1"][0]["tables"] == {table: answer.version}
    assert heard["pit.P1"] == heard["pit.all"]
    assert "wager" in heard["audit"][0]["content"]


def test_nothing_is_pushed_of_what_was_not_committed(table: str, watchers: Watchers) -> None:
    with transaction.atomic():
        assert tap(table, engine.PlaceWager(1, "A", 5000)).ok
        transaction.set_rollback(True)
    assert watchers.heard() == {}


def test_a_refusal_is_for_the_log_alone(table: str, watchers: Watchers) -> None:
    assert not tap(table, engine.DealCard("Ts")).ok
    assert set(watchers.heard()) == {"audit"}


def test_what_waits_and_what_changes_is_shown_in_the_pit(table: str, watchers: Watchers) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    watchers.heard()
    answer = tap(table, engine.AllowSeveralBoxes("A", role=""))
    asked = watchers.heard()
    assert [len(asked[group]) for group in ("table.BJ-07", "pit.P1", "pit.all")] == [1, 1, 1]
    assert "on more than one box" in asked["pit.P1"][0]["content"]
    approvals.decide(
        Approval.objects.get(pk=answer.approval_id or 0), floor.person(Role.GAME_SUPERVISOR), True
    )
    assert "on more than one box" not in watchers.heard()["pit.P1"][-1]["content"]
    signs.set_limits(table, signs.Limits(500, 20000), by=floor.casino_supervisor(), at=AT)
    assert "$5–200" in watchers.heard()["pit.P1"][0]["content"]


def test_what_ends_with_the_round_leaves_the_tile(table: str, watchers: Watchers) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    assert tap(table, engine.AllowSeveralBoxes("A", role="")).approval_id
    taps(table, engine.CallBets(), *cards("Ts 9d 9c"), engine.Decide(1, "stand"), *cards("Td"))
    before = watchers.heard()["pit.P1"]
    assert 'data-need="sup"' in before[-1]["content"]
    taps(table, engine.Collect())
    tiles = [
        message["content"] for message in watchers.heard()["pit.P1"] if "tile-BJ-07" in message["content"]
    ]
    assert tiles
    assert 'data-need=""' in tiles[-1]


def test_dealing_goes_on_while_redis_is_away(
    table: str, layer: Any, redis_server: Redis, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    redis_server.stop()
    taps(table, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(2, "B", 5000), engine.CallBets())
    assert service.current(table).state.phase == "initial_deal"
    push.settle()
    # Said once, not at every tap.
    assert [record.message for record in caplog.records if record.name == "casino.web.push_layer"] == [
        "Redis does not answer: pushes are dropped and screens poll until it is back."
    ]
    redis_server.start()
    layer.publisher.close()  # do not wait until it is tried again
    watchers = Watchers(redis_url, layer)
    taps(table, engine.DealCard("Ts"))
    assert "table.BJ-07" in watchers.heard()


def test_without_redis_one_process_pushes_to_itself(table: str) -> None:
    assert taps(table, engine.PlaceWager(1, "A", 5000)).ok


def test_who_sees_a_push_lacks_nothing(table: str, watchers: Watchers) -> None:
    """What a push was drawn from is what the record gives to the next ping: no tap makes every screen ask for what
    it has just been shown."""
    boss, dealer = floor.casino_supervisor(), floor.dealer()
    steps: list[Callable[[], object]] = [
        *[
            partial(taps, table, command)
            for command in (
                engine.PlaceWager(1, "A", 5000), engine.PlaceWager(2, "B", 2500), engine.CallBets(),
                *cards("9s 6h Ts 8h 9d"), engine.Decide(1, "stand"), engine.Decide(2, "hit"), *cards("5c"),
                engine.Decide(2, "stand"), *cards("6c 9c"), engine.Settle(), engine.Collect(),
            )
        ],
        partial(tap, table, engine.AllowLimit(3, "A", 100_000, "dealer")),
        partial(supervisor_calls.call, table, by=dealer, at=AT),
        partial(supervisor_calls.end, table, by=boss, at=AT),
        partial(slips_of.request, table, Slip.Kind.FILL, {2500: 10}, by=dealer, at=AT),
        partial(floor.offer, table, "perfect_pairs", by=boss),
    ]  # fmt: skip
    for step in steps:
        step()
        heard = watchers.heard()
        row = Table.objects.get(code=table)
        tile, felt = heard["pit.P1"], heard["table.BJ-07"][-1]
        *_, mark = [
            mark
            for message in tile
            for mark in re.findall(r'data-mark="(\w+)" data-state', message["content"])
        ]
        assert mark == row.mark, step
        assert f'data-digest="{live_screen.digest(service.refresh(table))}"' in felt["content"], step


def test_taps_faster_than_screens_can_show_are_drawn_together_and_end_with_the_last(
    table: str, watchers: Watchers
) -> None:
    """Eighteen taps at once: each audience gets the last state, in a few messages, and every row of the log."""
    taps(table, engine.PlaceWager(1, "A", 5000))
    watchers.heard()
    started = Table.objects.get(code=table).version
    for _ in range(9):
        answer = taps(table, engine.PlaceWager(2, "B", 2500), engine.Undo())
    heard = watchers.heard()
    entries = Entry.objects.filter(chain=table, seq__gt=started).count()
    for group in GROUPS[:3]:
        assert len(heard[group]) <= 10, group
    assert heard["table.BJ-07"][-1]["version"] == heard["pit.P1"][-1]["tables"][table] == answer.version
    assert sum(message["content"].count("<tr ") for message in heard["audit"]) == entries == 18
    assert (
        f'data-digest="{live_screen.digest(service.refresh(table))}"' in heard["table.BJ-07"][-1]["content"]
    )


def test_nothing_is_drawn_for_an_audience_that_nobody_watches(
    table: str, layer: Any, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    render = fragments.render
    monkeypatch.setattr(fragments, "render", lambda name, values: drawn.append(name) or render(name, values))
    layer.prefix = "quiet"  # not heard by subscribers of other tests
    taps(table, engine.PlaceWager(1, "A", 5000))
    push.settle()
    assert drawn == []
    pit = redis.Redis.from_url(redis_url).pubsub()
    pit.subscribe(layer.wire_group("pit.all"))
    assert pit.get_message(timeout=5)
    taps(table, engine.PlaceWager(2, "B", 5000))
    push.settle()
    assert drawn == ["pit/_tile.html"]
    pit.close()
