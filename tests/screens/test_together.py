"""What many dashboards ask at the same time is worked out once, and no push waits for it."""

import asyncio
import json
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.staff.roles import Role
from casino.web.live import SharedAnswer, shared_answer
from rounds import engine
from rounds.pit.consumers import reached, shown
from tables.models import Table
from tests import floor
from tests.screens.test_role_walk import browser_of, house, socket_of
from tests.screens.test_sockets import ORIGIN

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_own_layer")]


async def test_eight_dashboards_that_meet_ask_the_database_as_much_as_two() -> None:
    await sync_to_async(floor.open_table)()
    asked: list[int] = []

    def counted() -> dict[str, Any]:
        with CaptureQueriesContext(connection) as caught:
            answer = reached(None)
        asked.append(len(caught))
        return answer

    await SharedAnswer(counted).ask()
    alone = asked.pop()
    place = SharedAnswer(counted)
    answers = await asyncio.gather(*[place.ask() for _ in range(8)])
    assert len({json.dumps(answer) for answer in answers}) == 1
    assert 0 < sum(asked) <= 2 * alone


async def test_who_asks_is_never_told_what_is_older_than_his_question() -> None:
    stands = ["before"]
    going, go = threading.Event(), threading.Event()

    def slow() -> str:
        seen = stands[0]
        going.set()
        assert go.wait(10)
        return seen

    place = SharedAnswer(slow)
    first = asyncio.create_task(place.ask())
    await asyncio.get_running_loop().run_in_executor(None, going.wait, 10)
    stands[0] = "after"
    second = asyncio.create_task(place.ask(keep=60))
    await asyncio.sleep(0)
    go.set()
    assert (await first, await second) == ("before", "before")
    # It was kept for those who accept an answer that is a minute old, and for nobody else; nor once something has
    # changed.
    assert await place.ask(keep=60) == "before"
    assert await place.ask() == "after"
    stands[0] = "later"
    assert await place.ask(keep=60) == "after"
    place.forget()
    assert await place.ask(keep=60) == "later"


async def test_what_fails_for_one_is_tried_again_for_the_next() -> None:
    calls = iter([ValueError("away"), "there"])

    def work() -> str:
        result = next(calls)
        if isinstance(result, Exception):
            raise result
        return result

    place = SharedAnswer(work)
    results = await asyncio.gather(place.ask(), place.ask(), return_exceptions=True)
    assert isinstance(results[0], ValueError)
    assert results[1] == "there"


async def test_a_push_goes_out_while_everything_is_read_and_is_not_undone_by_it() -> None:
    await sync_to_async(house)()
    client = await sync_to_async(browser_of)(Role.CASINO_SUPERVISOR)
    read, go = threading.Event(), threading.Event()

    def slow() -> Any:
        pieces = shown(None)
        read.set()
        assert go.wait(10)
        return pieces

    shared_answer(("pit", "all"), slow)
    socket = socket_of(client, "/ws/pit/all/", ORIGIN)
    assert (await socket.connect(timeout=10))[0]
    await asyncio.get_running_loop().run_in_executor(None, read.wait, 10)
    layer = channel_layers["default"]
    push = {"type": "push", "text": '{"content":"<p>newer</p>"}', "side": False, "tables": ["BJ-07"]}
    await layer.group_send("pit.all", push)
    assert json.loads(await socket.receive_from(10))["content"] == "<p>newer</p>"
    go.set()
    whole = json.loads(await socket.receive_from(10))["content"]
    assert "#tile-BJ-07" not in whole
    assert 'id="side"' in whole
    await socket.disconnect()


async def test_a_tap_is_in_the_answer_to_the_next_ping_though_no_push_came() -> None:
    await sync_to_async(house)()
    client = await sync_to_async(browser_of)(Role.CASINO_SUPERVISOR)
    socket = socket_of(client, "/ws/pit/all/", ORIGIN)
    assert (await socket.connect(timeout=10))[0]
    assert "#tile-BJ-07" in json.loads(await socket.receive_from(10))["content"]
    await sync_to_async(floor.taps)("BJ-07", engine.DealCard("9h"))
    version = (await Table.objects.aget()).version

    while True:
        await socket.send_to('{"ping": 1}')
        answer = json.loads(await socket.receive_from(10))
        if "pong" in answer:
            break
    assert answer["at"]["versions"] == {"BJ-07": version}
    await socket.disconnect()
