"""A house from its file to its first payment and the end of its day, over the pages that its people use. Nothing is
done behind them but the test of the backup and the opening of the house, which have tests of their own."""

import re
from collections.abc import Iterator
from itertools import count

import pytest
from django.test import Client
from django.utils import timezone

from casino.ledger.verify import verify
from casino.staff.models import Approval, Staff, StaffChange
from rounds import engine
from rounds.models import Wager
from rounds.play import service as play
from rounds.simulation import guests
from tables.house import progress, service
from tables.models import Count, Table
from tables.opening import checklist
from tests import floor, pages
from tests.tables.house.houses import set_up, settings_of_the_house

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
OWN = {"M-1": "284613", "S-07": "739152", "G-21": "618274", "D-114": "927351", "V-3": "461829"}
"""The PINs that they choose."""
_keys = count()


@pytest.fixture(autouse=True)
def _settings() -> Iterator[None]:
    with settings_of_the_house():
        yield


def sent(client: Client, path: str, expect: tuple[int, ...] = (200, 204, 302), **fields: object) -> str:
    answer = client.post(path, {"key": f"day-{next(_keys)}", **fields}, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert answer.status_code in expect, (
        path,
        fields,
        answer.status_code,
        re.findall(r"data-code=\S+", page),
    )
    return page


def arrives(number: str, first_pin: str, client: Client | None = None) -> Client:
    """Somebody signs in with a first PIN, which opens nothing but the page of the new one, and chooses it."""
    client = client or Client()
    assert client.post("/sign-in/", {"number": number, "pin": first_pin}).status_code == 302
    assert client.get("/", follow=True).redirect_chain[-1][0].startswith("/pin/")
    own = {"pin": first_pin, "new": OWN[number], "again": OWN[number]}
    assert client.post("/pin/", own).status_code == 302
    return client


def tap(client: Client, command: engine.Command) -> None:
    """One tap, signed at the tablet by the game supervisor where it must be."""
    before = Table.objects.get(code=CODE).version
    sent(client, f"/table/{CODE}/play", expected=before, command=engine.encode_command(command).decode())
    if ask := Approval.objects.filter(state=Approval.State.WAITING).first():
        signed = {"approval": ask.pk, "number": "G-21", "pin": OWN["G-21"], "do": "approve"}
        sent(client, f"/table/{CODE}/sign", **signed)
    assert Table.objects.get(code=CODE).version > before, command


def test_a_house_of_a_file_deals_pays_and_closes(client: Client) -> None:
    secrets = set_up()
    # A first PIN signs nothing: no tablet is assigned with it.
    fields = {"table_code": CODE, "number": "G-21"}
    assert client.post("/tablet/enrol/", fields | {"pin": secrets.pins["G-21"]}).status_code == 403
    desks = {number: arrives(number, secrets.pins[number]) for number in ("M-1", "S-07", "G-21", "V-3")}
    for change in StaffChange.objects.order_by("pk"):
        seen_by = "M-1" if change.number == "S-07" else "S-07"
        sent(desks[seen_by], f"/pit/staff/{change.pk}/seen")
    assert client.post("/tablet/enrol/", fields | {"pin": OWN["G-21"]}).status_code == 302
    tablet = arrives("D-114", secrets.pins["D-114"], client)
    service.record_backup_test({"restored_to": "2026-11-28 20:00", "entries": 3}, at=timezone.now())
    service.open_house(by=Staff.objects.get(number="M-1"), at=timezone.now())
    assert progress.is_open()

    # The opening list, the float, the shoe.
    sent(tablet, f"/table/{CODE}/opening", item="cards")
    for item in checklist.confirmations(Table.objects.get(code=CODE)):
        sent(tablet, f"/table/{CODE}/opening", item=item)
    chips = {f"chip-{cents}": "100" for cents in Table.objects.get(code=CODE).chips}
    second = {"number": "G-21", "pin": OWN["G-21"]}
    sent(tablet, f"/float/table/{CODE}/act", step="count", kind="opening", **chips, **second)
    sent(tablet, f"/table/{CODE}/opening", item="open", **second)
    for _ in range(20):
        live = play.current(CODE)
        command = guests.preparing(live.rules, live.state, person="D-114")
        if command is None:
            break
        tap(tablet, command)

    # 19 against a dealer who busts with 26: $100 wins $100 at even money.
    tap(tablet, engine.PlaceWager(3, "A", 10000))
    tap(tablet, engine.CallBets())
    for command in floor.cards("Ks 6h 9d"):
        tap(tablet, command)
    tap(tablet, engine.Decide(3, "stand"))
    for command in floor.cards("Tc Kh"):
        tap(tablet, command)
    page = tablet.get(f"/table/{CODE}/").content.decode()
    assert re.search(r"Pay\s+\$100", re.sub(r"<[^>]+>", "", page))
    tap(tablet, engine.Settle())
    tap(tablet, engine.Collect())
    (wager,) = Wager.objects.all()
    assert (wager.amount, wager.pays, wager.result) == (10000, 10000, "win")

    # The end of the day: the float lacks the one chip that was paid.
    card = f"/pit/table/{CODE}/"
    showed = pages.showed(desks["S-07"], card)
    sent(desks["S-07"], f"{card}act", step="closing", nobody="yes", sure="yes", **showed)
    sent(tablet, f"/table/{CODE}/opening", item="count", counted="416")
    left = chips | {"chip-10000": "99"}
    signed = {"number": "S-07", "pin": OWN["S-07"]}
    sent(tablet, f"/float/table/{CODE}/act", step="count", kind="closing", **left, **signed)
    assert Table.objects.get(code=CODE).state == Table.State.CLOSED
    closing = Count.objects.get(kind="closing")
    assert (closing.total, closing.expected) == (63150_00, 63150_00)
    assert verify().ok
