"""A house that counts in pounds: no page of it shows a dollar sign, at the table, in the pit or at the desk."""

import re
from typing import Any

import pytest
from django.test import Client

from casino.staff.roles import Role
from rounds import engine as e
from tests import floor
from tests.examples import each_time
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-12"
TABLET = (
    "",
    "wrong",
    "wrong/excess_card",
    "correct/payment",
    "correct/amount",
    "correct/card",
    "dispute",
    "people",
)
FLOOR = (
    "/pit/", f"/pit/table/{CODE}/", f"/pit/table/{CODE}/disputes", "/pit/several/", f"/float/table/{CODE}/", "/float/",
    "/float/figures/", "/float/sessions/", f"/rules/{CODE}/", f"/table/{CODE}/watch",
)  # fmt: skip
DESK = ("/audit/", f"/audit/round/{CODE}/1/", "/find/", "/compare/", "/alerts/")
NO_TEXT = re.compile(r"<script.*?</script>|<style.*?</style>", re.DOTALL)


def dollars_in(client: Client, address: str) -> list[str]:
    """Every dollar sign that the page shows, with what is around it."""
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, (address, answer.status_code)
    return re.findall(r".{20}\$.{12}", NO_TEXT.sub("", answer.text))


@pytest.mark.parametrize("book", each_time(["UK"], ["UK", "VIC03"]))
def test_no_page_shows_a_dollar_sign(settings: Any, book: str) -> None:
    settings.CURRENCY = "£"
    floor.open_table(CODE, **setup_of(book, "blackjack"))
    floor.offer_some(CODE)
    floor.taps(CODE, e.PlaceWager(1, "A", 5000), e.CallBets(), *floor.cards("Ts 9d Kh"), e.Decide(1, "stand"))
    floor.taps(CODE, *floor.cards("8c"), e.Settle())
    tablet, boss = Client(), floor.casino_supervisor()
    tablet.post("/tablet/enrol/", {"number": boss.number, "pin": floor.PIN, "table_code": CODE})
    tablet.post("/sign-in/", {"number": floor.dealer().number, "pin": floor.PIN})
    shown = {page: dollars_in(tablet, f"/table/{CODE}/{page}") for page in TABLET}
    for role, pages in ((Role.CASINO_SUPERVISOR, FLOOR), (Role.SURVEILLANCE, DESK)):
        client = Client()
        person = floor.person(role)
        client.post("/sign-in/", {"number": person.number, "pin": floor.PIN, "take_over": person.number})
        shown |= {page: dollars_in(client, page) for page in pages}
    assert {page: signs for page, signs in shown.items() if signs} == {}
