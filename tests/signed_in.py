"""People signed in for tests of pages, each with a client of their own."""

from django.test import Client

from rounds import engine
from tests import floor
from tests.floor import AT, cards, taps


def dealer_at(code: str, *, sign: bool = True) -> Client:
    """The dealer on the tablet that is assigned to the table; the limit sign is confirmed unless `sign` is False."""
    client = Client()
    supervisor = floor.casino_supervisor()
    client.post("/tablet/enrol/", {"table_code": code, "number": supervisor.number, "pin": floor.PIN})
    client.post("/sign-in/", {"number": floor.dealer().number, "pin": floor.PIN})
    if sign:
        floor.checklist.confirm(code, "sign", by=floor.dealer(), at=AT)
    return client


def tablet_of_settled_round(code: str) -> Client:
    """The tablet of a round that is settled: A has 20 and won 50, B has 17 and lost 20 to 18."""
    floor.open_table(code)
    client = dealer_at(code)
    settled_round(code)
    return client


def settled_round(code: str) -> None:
    """Deal a round in which A wins 50 with 20 on box 1, and B loses 20 with 17 on box 3, to 18; and settle it."""
    taps(code, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(3, "B", 2000), engine.CallBets())
    taps(code, *cards("Ts 9s 6d Tc 8h"), engine.Decide(1, "stand"), engine.Decide(3, "stand"))
    taps(code, *cards("Th 2h"), engine.Settle())
