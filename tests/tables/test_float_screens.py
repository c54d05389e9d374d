"""The pages of the float: what is asked, signed and answered there, and by whom."""

import re
from typing import Any

import pytest
from django.test import Client

from casino.ledger.verify import verify
from casino.staff.roles import Role
from tables.float import slips
from tables.models import Alert, Count, DropBox, Exchange, Slip, Table
from tests import floor, pages
from tests.floor import AT, PIN
from tests.refusing import refused_with

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
SECOND = {"number": "S-07", "pin": PIN}


@pytest.fixture
def tablet() -> Client:
    """The tablet of the table, with its dealer."""
    floor.open_table()
    for role in (Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER):
        floor.person(role)
    client = Client()
    client.post("/tablet/enrol/", {"table_code": CODE, "number": "S-07", "pin": PIN})
    return sign_in(client, Role.DEALER)


def sign_in(client: Client, role: str) -> Client:
    who = floor.person(role).number
    answer = client.post("/sign-in/", {"number": who, "pin": PIN, "take_over": who})
    assert answer.status_code == 302
    return client


def step(client: Client, **fields: str) -> Any:
    return client.post(f"/float/table/{CODE}/act", fields)


def page(client: Client, address: str = f"/float/table/{CODE}/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_fill_from_the_tablet_to_the_dashboard_and_back(tablet: Client) -> None:
    ask = {"step": "request", "kind": "fill", "key": "k1", "chip-2500": "40"}
    assert step(tablet, **ask).status_code == 302
    assert step(tablet, **ask).status_code == 302  # sent again, its answer was lost
    slip = Slip.objects.get()
    assert "Fill 000001 · $1,000" in page(tablet)
    assert "To be signed here by: game supervisor" in page(tablet)
    boss = sign_in(Client(), Role.GAME_SUPERVISOR)
    assert "Fill 000001" in page(boss, "/float/?pit=P1")
    answer = step(boss, step="sign", slip=str(slip.pk), back="all")
    assert (answer.status_code, answer["Location"]) == (302, "/float/")
    # Who acts for the cage signs at the tablet, by PIN.
    assert step(tablet, step="sign", slip=str(slip.pk), number="S-07", pin="9999").status_code == 409
    assert step(tablet, step="sign", slip=str(slip.pk), **SECOND).status_code == 302
    assert "Sign as received" in page(tablet)
    assert step(tablet, step="sign", slip=str(slip.pk)).status_code == 302
    slip.refresh_from_db()
    assert slip.state == "received"
    assert "Fill 000001" in page(boss, "/float/")
    assert verify().ok


def test_a_slip_is_voided_by_two_supervisors(tablet: Client) -> None:
    slip = slips.request(CODE, "credit", {2500: 4}, by=floor.dealer(), at=AT)
    boss = sign_in(Client(), Role.GAME_SUPERVISOR)
    assert "Void this slip" not in page(tablet)
    without = step(boss, step="void", slip=str(slip.pk), reason="not needed")
    assert without.status_code == 409
    assert refused_with(without.content.decode()) == ("signature.second_missing", "")
    assert step(boss, step="void", slip=str(slip.pk), reason="not needed", **SECOND).status_code == 302
    slip.refresh_from_db()
    assert slip.state == "void"


def test_buy_ins_and_colour_ups_at_the_tablet(tablet: Client) -> None:
    assert step(tablet, step="box_change", old="", new="D1", **SECOND).status_code == 302
    buy = {"step": "buy_in", "cash": "130", "player": "A", "key": "b1"}
    assert step(tablet, **buy).status_code == 302
    # No word on the chips: the fewest.
    assert Exchange.objects.get().given == [[10000, 1], [2500, 1], [500, 1]]
    assert step(tablet, **buy | {"key": "b2", "chip-500": "20"}).status_code == 409
    assert step(tablet, step="buy_in", cash="1.25", key="b3").status_code == 409
    change = {"step": "colour_up", "taken-500": "5", "chip-2500": "1", "key": "c1"}
    assert step(tablet, **change).status_code == 302
    shown = page(tablet)
    assert "5 × $5 for 1 × $25" in shown
    assert "− $130" in shown
    first = Exchange.objects.order_by("id").first()
    assert first is not None
    assert step(tablet, step="reverse", exchange=str(first.pk), reason="twice", **SECOND).status_code == 302
    assert step(tablet, step="box_change", old="D1", new="D2", **SECOND).status_code == 302
    boss = sign_in(Client(), Role.GAME_SUPERVISOR)
    box = DropBox.objects.get(number="D1")
    assert step(boss, step="box_count", box=str(box.pk), counted="0", **SECOND).status_code == 302
    assert verify().ok


def test_a_count_at_the_tablet_and_the_alert_that_stays(tablet: Client) -> None:
    count = {"step": "count", "kind": "mid", "key": "m1", "chip-2500": "1"} | SECOND
    refused = step(tablet, **count)
    assert refused.status_code == 409
    assert "$63,225 short" in refused.content.decode()
    assert 'value="1"' in refused.content.decode()
    assert step(tablet, **count | {"note": "the rest is locked away"}).status_code == 302
    assert Count.objects.filter(kind="mid").count() == 1
    game, casino = sign_in(Client(), Role.GAME_SUPERVISOR), sign_in(Client(), Role.CASINO_SUPERVISOR)
    alert = Alert.objects.get()
    assert "To be answered with a note by: casino supervisor" in page(game, "/float/")
    assert game.post(f"/float/alert/{alert.pk}/", {"note": "seen"}).status_code == 409
    assert casino.post(f"/float/alert/{alert.pk}/", {"note": ""}).status_code == 409
    assert casino.post(f"/float/alert/{alert.pk}/", {"note": "seen"}).status_code == 302
    assert "63,225 short" not in page(casino, "/float/").split("Last counts")[0]


def test_who_only_looks_has_no_form_and_a_dealer_of_another_table_no_page(tablet: Client) -> None:
    eye = sign_in(Client(), Role.SURVEILLANCE)
    assert 'action="/float/' not in page(eye)
    assert 'action="/float/' not in page(eye, "/float/")
    floor.open_table("BJ-08")
    assert tablet.get("/float/table/BJ-08/").status_code == 403
    assert tablet.post("/float/table/BJ-08/act", {"step": "request"}).status_code == 403
    assert eye.get("/float/table/NONE/").status_code == 404


def test_a_slip_of_another_table_is_not_signed_here(tablet: Client) -> None:
    floor.open_table("BJ-08")
    slip = slips.request("BJ-08", "fill", {2500: 4}, by=floor.dealer(), at=AT)
    assert step(tablet, step="sign", slip=str(slip.pk), **SECOND).status_code == 409
    assert step(tablet, step="sign", slip="no number").status_code == 409
    assert step(tablet, step="request", kind="loan", key="k9", **{"chip-500": "1"}).status_code == 409


def test_the_closing_count_at_the_tablet_closes_the_table(tablet: Client) -> None:
    floor.begin_closing(CODE)
    assert "Count the closing float" in tablet.get(f"/table/{CODE}/").content.decode()
    chips = {f"chip-{chip}": "100" for chip in (250, 500, 2500, 10000, 50000)}
    answer = tablet.post(f"/table/{CODE}/opening", {"item": "count", "counted": "416"})
    assert "now count the float" in answer.content.decode()
    assert step(tablet, step="count", kind="closing", key="e1", **chips, **SECOND).status_code == 302
    assert Table.objects.get().state == "closed"


def test_who_signs_a_page_that_is_old_signs_nothing(tablet: Client) -> None:
    step(tablet, step="request", kind="fill", **{"chip-2500": "40"})
    slip = Slip.objects.get()
    expected = {"step": "sign", "slip": str(slip.pk), "signed": "1"}
    # Both have the slip before them as it was requested. The second would sign that its chips were sent.
    assert step(sign_in(Client(), Role.GAME_SUPERVISOR), **expected).status_code == 302
    answer = step(sign_in(Client(), Role.CASINO_SUPERVISOR), **expected)
    assert answer.status_code == 409
    assert refused_with(answer.content.decode()) == ("slip.signed_meanwhile", "")
    slip.refresh_from_db()
    assert (slip.state, slip.signatures.count()) == ("approved", 2)


def test_what_was_typed_stays_after_a_refusal(tablet: Client) -> None:
    step(tablet, step="request", kind="fill", **{"chip-2500": "40"})
    slip = str(Slip.objects.get().pk)
    boss = sign_in(Client(), Role.GAME_SUPERVISOR)
    answer = step(boss, step="void", slip=slip, reason="asked for twice")
    assert answer.status_code == 409
    assert 'value="asked for twice"' in answer.content.decode()
    answer = step(tablet, step="colour_up", player="P4", **{"taken-500": "10", "chip-2500": "1"})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert text.count('value="P4"') == 1
    assert text.index("Colour-up") < text.index('value="P4"')


def wrong_field(answer: Any) -> tuple[str, tuple[str, str]]:
    """The name of the field with the focus, and the code and the clause beside it; it must be marked and described as
    wrong."""
    assert answer.status_code == 409
    text = answer.content.decode()
    (field,) = re.findall(r"<input [^>]*autofocus[^>]*>", text)
    name = re.search(r' name="([^"]+)"', field)
    assert name is not None
    return name[1], pages.wrong(text)[name[1]]


def test_what_cannot_be_read_is_said_beside_its_field(tablet: Client) -> None:
    step(tablet, step="box_change", old="", new="D1", **SECOND)
    answer = step(tablet, step="buy_in", cash="a lot", player="P4", key="w1")
    assert wrong_field(answer) == ("cash", ("typed.amount", ""))
    answer = step(tablet, step="request", kind="fill", key="w2", **{"chip-2500": "x"})
    assert wrong_field(answer) == ("chip-2500", ("typed.number", ""))


def test_what_the_step_refuses_is_said_beside_the_field_that_it_concerns(tablet: Client) -> None:
    count = {"step": "count", "kind": "mid", "key": "m1", "chip-2500": "1"}
    assert wrong_field(step(tablet, **count, number="S-07", pin="9999"))[0] == "pin"
    assert wrong_field(step(tablet, **count))[0] == "number"
    assert wrong_field(step(tablet, **count, **SECOND))[0] == "note"
    step(tablet, step="box_change", old="", new="D1", **SECOND)
    assert wrong_field(step(tablet, step="box_change", old="D1", new="D1", **SECOND))[0] == "new"


def test_a_pin_does_not_come_back(tablet: Client) -> None:
    answer = step(tablet, step="count", kind="mid", key="m1", number="S-07", pin="98765")
    assert "98765" not in answer.content.decode()
