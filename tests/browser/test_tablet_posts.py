"""What the tablet's addresses answer to posts of every kind: each a clear answer, nothing done twice."""

import datetime as dt
import json

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.staff.models import Approval
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from rounds.tablet import live_parts, live_screen
from tables.models import Table
from tables.opening import checklist
from tests import floor
from tests.refusing import refused_with

CODE = "BJ-07"
PLAY = f"/table/{CODE}/play"


@pytest.fixture
def tablet(db: None) -> Client:
    """A signed-in tablet at an open table, its sign confirmed."""
    floor.open_table(CODE)
    return at_the_table()


def at_the_table() -> Client:
    client = Client()
    supervisor = floor.casino_supervisor().number
    client.post("/tablet/enrol/", {"table_code": CODE, "number": supervisor, "pin": floor.PIN})
    client.post("/sign-in/", {"number": floor.dealer().number, "pin": floor.PIN})
    checklist.confirm(CODE, "sign", by=floor.dealer(), at=floor.AT)
    return client


def post(client: Client, key: str, **fields: str):
    expected = str(Table.objects.get(code=CODE).version)
    return client.post(PLAY, {"key": key, "expected": expected} | fields, headers={"HX-Request": "true"})


def wagers() -> list[tuple[int, int | None]]:
    rows = Entry.objects.filter(chain=CODE, kind="wager").order_by("seq")
    return [(engine.decode_event(row.body).box, row.amount) for row in rows]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"command": "{"}, "tap.unreadable"),
        ({"command": '{"type":"fly"}'}, "tap.unreadable"),
        ({"command": '{"type":"deal_card","card":"Ts","extra":1}'}, "tap.unreadable"),
        ({"do": "dance"}, "tap.no_command"),
        ({"do": "place", "box": "", "player": "A", "amount": "5"}, "tap.no_box"),
        ({"do": "place", "box": "1", "player": "", "amount": "5"}, "tap.no_player"),
        ({"do": "place", "box": "1", "player": "A", "amount": ""}, "typed.amount_missing"),
        ({"do": "place", "box": "1", "player": "A", "amount": "1e9"}, "typed.amount_form"),
        ({"do": "place", "box": "1", "player": "A", "amount": "-5"}, "typed.amount_form"),
        ({"do": "place", "box": "1", "player": "A", "amount": "2,5"}, "typed.amount_form"),
        ({"do": "place", "box": "1", "player": "A", "amount": "12,50"}, "typed.amount_form"),
        ({"do": "place", "box": "99", "player": "A", "amount": "25"}, "box.not_on_layout"),
        ({"do": "place", "box": "1", "player": "A=B", "amount": "25"}, "player.not_a_mark"),
        ({"do": "again"}, "tap.no_last_wager"),
        ({"do": "fewer", "box": "1", "most": "many"}, "typed.amount_choice"),
        (
            {"do": "declare", "box": "1", "player": "A", "amount": "25", "backing": "promise"},
            "tap.unreadable",
        ),
    ],
)
def test_bad_input_is_answered_in_words(tablet: Client, fields: dict[str, str], code: str) -> None:
    answer = post(tablet, "k1", **fields)
    assert answer.status_code in (400, 422)  # at the door, or at the table
    assert refused_with(answer.content.decode())[0] == code
    assert wagers() == []


def test_a_command_that_is_too_long_is_turned_away_at_the_door(tablet: Client) -> None:
    answer = post(tablet, "k1", command="x" * 5000)
    assert (answer.status_code, wagers()) == (400, [])


def test_an_amount_may_part_its_thousands(db: None) -> None:
    floor.open_table(CODE, sign=(1000, 500000, 0))
    answer = post(at_the_table(), "k1", do="place", box="1", player="A", amount="$1,250")
    assert (answer.status_code, wagers()) == (200, [(1, 125000)])


def test_text_of_a_guest_never_becomes_markup(tablet: Client) -> None:
    answer = post(tablet, "k1", do="place", box="1", player="<b>", amount="25")
    assert "<b>&" not in answer.content.decode()
    assert "&lt;b&gt;" in answer.content.decode()


def test_a_tap_needs_a_key_and_what_it_was_made_on(tablet: Client) -> None:
    command = '{"type":"place_wager","box":1,"player":"A","amount":2500}'
    assert tablet.post(PLAY, {"command": command, "expected": "0"}).status_code == 422
    assert tablet.post(PLAY, {"command": command, "key": "k"}).status_code == 422
    assert tablet.post(PLAY, {"command": command, "key": "k", "expected": "0"}).status_code == 409
    assert wagers() == []


def test_the_same_key_is_the_same_tap(tablet: Client) -> None:
    version = Table.objects.get(code=CODE).version
    fields = {"do": "place", "box": "1", "player": "A", "amount": "25", "key": "k1", "expected": str(version)}
    first, second = tablet.post(PLAY, fields), tablet.post(PLAY, fields)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first["Table-Version"] == second["Table-Version"]
    assert wagers() == [(1, 2500)]


def test_same_again_sent_twice_lays_each_wager_once(tablet: Client) -> None:
    round_of_two = [engine.PlaceWager(1, "A", 2500), engine.PlaceWager(2, "B", 5000), engine.CallBets()]
    floor.taps(
        CODE,
        *round_of_two,
        *floor.cards("Ts Td 9h 9s 9d"),
        engine.Decide(1, "stand"),
        engine.Decide(2, "stand"),
    )
    floor.taps(CODE, *floor.cards("8c"), engine.Settle(), engine.Collect())
    version = str(Table.objects.get(code=CODE).version)
    fields = {"do": "again", "key": "k2", "expected": version}
    assert tablet.post(PLAY, fields).status_code == 200
    # Its answer was lost: the tablet asks again, and says that it does.
    assert tablet.post(PLAY, fields | {"tries": "1"}).status_code == 200
    assert wagers() == [(1, 2500), (2, 5000), (1, 2500), (2, 5000)]


WAGER = {"type": "place_wager", "box": 1, "player": "A", "amount": 2500}


def say(client: Client, body: object):
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    return client.post(PLAY, text, content_type="application/json")


def test_a_program_speaks_json(tablet: Client) -> None:
    version = Table.objects.get(code=CODE).version
    answer = say(tablet, {"command": WAGER, "key": "k1", "expected": version})
    assert (answer.status_code, answer.json()["ok"]) == (200, True)
    collect = {"command": {"type": "collect"}, "key": "k2", "expected": answer.json()["version"]}
    refused = say(tablet, collect)
    assert (refused.status_code, refused.json()["refusal"]["clause"]) == (422, "VIC03-7.5.7(a)")
    assert say(tablet, "[]").status_code == 400


@pytest.mark.parametrize("missing", ["key", "expected", "command"])
def test_a_program_says_key_and_version_with_every_command(tablet: Client, missing: str) -> None:
    body = {"command": WAGER, "key": "k1", "expected": Table.objects.get(code=CODE).version}
    del body[missing]
    answer = say(tablet, body)
    assert answer.status_code == 400
    assert missing in answer.json()["error"]
    assert "Table-Version" in answer.json()["remedy"]
    assert wagers() == []


def body_of(command: object = WAGER, key: object = "k1", expected: object = 0) -> str:
    return json.dumps({"command": command, "key": key, "expected": expected})


@pytest.mark.parametrize(
    "body",
    [
        body_of(key=""),
        body_of(key="k" * 65),
        body_of(key="a\0b"),
        body_of(key="\ud800"),
        body_of(key=None),
        body_of(expected=None),
        body_of(expected=-1),
        body_of(expected="0"),
        body_of(WAGER | {"player": "D\0"}),
        body_of(WAGER | {"player": "P" * 201}),
        body_of(WAGER | {"player": "P" * 2_000_000}),
        body_of(WAGER | {"amount": 10**12}),
        body_of(WAGER | {"amount": 10**400}),
        body_of({"type": "settle", "refs": ["A"] * 2000}),
        '{"command":' + "[" * 50000,
        '{"command":' + "[" * 2000 + "]" * 2000 + ',"key":"k","expected":0}',
        "9" * 5000,
        b"\xff\xfe",
    ],
    ids=lambda body: f"{len(body)} bytes",
)
def test_a_program_that_sends_no_tap_is_answered_in_words(tablet: Client, body: str) -> None:
    answer = say(tablet, body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert answer.json()["remedy"]
    assert not Entry.objects.filter(chain=CODE, kind="refused").exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "place", "box": "1", "player": "P" * 201, "amount": "25"},
        {"do": "leave", "player": "P" * 3000},
        {"do": "restrict", "player": "P" * 3000, "how": "both"},
        {"command": json.dumps({"type": "shuffle", "cause": "c" * 3000})},
        {"command": "[" * 3900},
    ],
)
def test_what_is_too_long_for_the_record_is_refused_and_not_recorded(
    tablet: Client, fields: dict[str, str]
) -> None:
    answer = post(tablet, "k1", **fields)
    assert answer.status_code in (400, 422)  # at the door, or at the table
    assert not Entry.objects.filter(chain=CODE, kind="refused").exists()


def test_a_key_belongs_to_one_command(tablet: Client) -> None:
    version = Table.objects.get(code=CODE).version
    first = say(tablet, body_of(expected=version)).json()
    other = say(tablet, body_of(WAGER | {"box": 2, "player": "C"}, expected=first["version"]))
    assert other.status_code == 422
    assert other.json()["refusal"]["code"] == "tap.key_taken"
    assert say(tablet, body_of(expected=version)).json() == first | {"repeated": True}
    assert wagers() == [(1, 2500)]


@pytest.mark.clause("VIC03-6.2.1")
def test_a_wager_under_the_minimum_tells_the_dealer_what_to_say(tablet: Client) -> None:
    answer = post(tablet, "k1", do="place", box="1", player="A", amount="5")
    assert answer.status_code == 200
    assert "under the minimum of $10" in answer.content.decode()
    assert "VIC03-6.2.1" in answer.content.decode()
    called = post(tablet, "k2", command='{"type":"call_bets"}')
    assert "Advise player A" in called.content.decode()


@pytest.mark.clause("VIC03-7.1.2")
def test_cards_face_down_are_shown_at_the_tablet(db: None) -> None:
    floor.open_table(
        CODE,
        face_down=True,
        face_down_reference="DCS 2003/14",
        face_down_approved_by="V-3",
        face_down_approved_on=dt.date(2026, 11, 1),
    )
    tablet = at_the_table()
    floor.taps(CODE, engine.PlaceWager(1, "A", 2500), engine.CallBets())
    assert 'id="face-down"' in live_parts.render_felt(service.current(CODE))
    floor.taps(CODE, engine.DealCard("??"), engine.DealCard("9h"), engine.DealCard("??"))
    shown = live_parts.render_felt(service.current(CODE))
    assert "a card face down" in shown
    assert 'name="cards"' in shown
    assert post(tablet, "k1", do="show", box="1", hand="1", cards="10s").status_code == 422
    assert post(tablet, "k2", do="show", box="1", hand="1", cards="10s, 7h").status_code == 200
    assert service.current(CODE).state.box(1).hands[0].cards == ("Ts", "7h")


def test_now_is_empty_for_a_screen_that_has_it(tablet: Client) -> None:
    live = service.current(CODE)
    assert tablet.get(f"/table/{CODE}/now", {"have": live_screen.digest(live)}).status_code == 204
    floor.taps(CODE, engine.PlaceWager(1, "A", 2500))
    answer = tablet.get(f"/table/{CODE}/now", {"have": live_screen.digest(live)})
    assert answer.status_code == 200
    assert int(answer["Table-Version"]) > live.version


def test_no_such_table(tablet: Client) -> None:
    tablet.post("/sign-in/", {"number": floor.casino_supervisor().number, "pin": floor.PIN})
    assert tablet.get("/table/BJ-99/").status_code == 404
    assert tablet.get("/table/BJ-99/watch").status_code == 404


@pytest.mark.parametrize(
    ("role", "statuses"),
    [
        (Role.DEALER, (403, 403, 403)),  # not at this tablet
        (Role.GAME_SUPERVISOR, (200, 200, 422)),
        (Role.CASINO_SUPERVISOR, (200, 200, 422)),
        (Role.OPERATIONS_MANAGER, (200, 200, 422)),
        (Role.SURVEILLANCE, (403, 200, 403)),
        (Role.INSPECTOR, (403, 200, 403)),
        (Role.TOURNAMENT_DIRECTOR, (403, 403, 403)),
        (None, (302, 302, 303)),
    ],
)
@pytest.mark.clause("VIC03-1.2")
def test_who_may_deal_and_who_may_watch(db: None, role: str | None, statuses: tuple[int, int, int]) -> None:
    floor.open_table(CODE)
    client = Client()
    if role:
        client.post("/sign-in/", {"number": floor.person(role).number, "pin": floor.PIN})
    pages = (client.get(f"/table/{CODE}/"), client.get(f"/table/{CODE}/watch"), client.post(PLAY, {}))
    assert tuple(page.status_code for page in pages) == statuses


@pytest.mark.clause("VIC03-6.1", "VIC03-2.2", "VIC03-2.2.2", "VIC03-7.1", "VIC03-3.2.5")
def test_what_the_layout_and_the_opening_list_show(db: None) -> None:
    floor.set_up(CODE)
    shown = live_parts.render_felt(service.current(CODE))
    for item, (clause, _words) in checklist.confirmations(Table.objects.get(code=CODE)).items():
        assert f'name="item" value="{item}"' in shown
        assert clause in shown
    assert "Blackjack pays 3 to 2" in shown
    assert "Insurance pays 2 to 1" in shown
    assert "$10 – $500" in shown


@pytest.mark.clause("VIC03-17.5")
def test_the_decisions_look_alike(db: None) -> None:
    """No decision is marked, ordered or worded as the better one, whatever the hand."""
    floor.open_table(CODE)
    floor.taps(CODE, engine.PlaceWager(1, "A", 2500), engine.CallBets(), *floor.cards("5s 6h 6d"))
    acts = live_screen.screen_of(service.current(CODE)).acts
    assert [tap.label for tap in acts.taps] == ["Draw", "Stand", "Split", "Double"]
    assert {tap.css for tap in acts.taps} == {""}


def sign(client: Client, number: str, *, approve: bool = True, reason: str = "") -> int:
    approval = Approval.objects.filter(table_code=CODE, state="waiting").latest("pk").pk
    fields = {"approval": approval, "number": number, "pin": floor.PIN, "reason": reason}
    fields["do"] = "approve" if approve else "refuse"
    return client.post(f"/table/{CODE}/sign", fields, headers={"HX-Request": "true"}).status_code


@pytest.mark.clause("VIC03-6.3")
def test_a_personal_limit_is_asked_for_signed_and_marked(tablet: Client) -> None:
    asked = post(tablet, "k1", do="limit", box="3", player="A", amount="2000")
    assert asked["Table-Answer"] == "asked"
    assert "waits for casino supervisor or above" in asked.content.decode()
    assert sign(tablet, floor.person(Role.GAME_SUPERVISOR).number) == 422  # too low a role
    assert sign(tablet, floor.casino_supervisor().number) == 200
    placed = post(tablet, "k2", do="place", box="3", player="A", amount="1500").content.decode()
    assert "no marker yet" in placed
    assert "Marker laid for A" in placed
    marked = post(tablet, "k3", command='{"type":"place_marker","box":3,"player":"A"}').content.decode()
    assert "A to $2,000 · marker" in marked
    assert post(tablet, "k4", command='{"type":"call_bets"}').status_code == 200


@pytest.mark.clause("VIC03-7.5.3")
def test_a_silent_player_the_supervisor_refuses_to_direct(tablet: Client) -> None:
    floor.taps(CODE, engine.PlaceWager(1, "A", 2500), engine.CallBets(), *floor.cards("5s 6h 6d"))
    asked = post(tablet, "k1", command='{"type":"ask_direction","box":1,"hand":1,"reason":"no_action"}')
    assert "Ask for the direction" in asked.content.decode()
    direct = '{"type":"direct_hand","box":1,"hand":1,"role":"dealer"}'
    assert post(tablet, "k2", command=direct)["Table-Answer"] == "asked"
    supervisor = floor.person(Role.GAME_SUPERVISOR).number
    assert sign(tablet, supervisor, approve=False) == 422  # a refusal needs its reason
    assert sign(tablet, supervisor, approve=False, reason="the player is coming back") == 200
    assert service.current(CODE).state.direction is not None
    assert post(tablet, "k3", command=direct)["Table-Answer"] == "asked"
    approval = Approval.objects.filter(table_code=CODE, state="waiting").latest("pk").pk
    answer = tablet.post(f"/table/{CODE}/withdraw", {"approval": approval}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert post(tablet, "k4", command=direct)["Table-Answer"] == "asked"
    assert sign(tablet, supervisor) == 200
    live = service.current(CODE)
    assert (live.state.direction, live.due.action) == (None, "card")  # hard 11 draws (VIC03-7.5.3(f))


@pytest.mark.clause("VIC03-5.3")
def test_a_spoken_wager_without_money_is_refused(tablet: Client) -> None:
    fields = {"do": "declare", "box": "1", "player": "A", "amount": "25"}
    refused = post(tablet, "k1", backing="nothing", **fields)
    assert (refused.status_code, "VIC03-5.3" in refused.content.decode()) == (422, True)
    assert post(tablet, "k2", backing="cash", **fields).status_code == 200
