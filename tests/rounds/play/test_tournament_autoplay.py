"""A tournament's session that deals by itself, from its first hand to its end."""

import pytest
from msgspec.structs import replace

from casino.ledger import Entry
from casino.ledger.verify import verify
from rounds.engine.questions import session_over, stacks_of
from rounds.models import Round
from rounds.play import service
from rounds.simulation.autoplay import Croupier
from tables.models import Table
from tests import floor
from tests.examples import each_time
from tests.floor import AT
from tests.set_aside import session, set_aside

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


@pytest.mark.parametrize("order", each_time(["announced"], ["open", "announced"]))
@pytest.mark.parametrize("book", ["VIC03", "ACT96"])
def test_a_session_is_dealt_to_its_end(book: str, order: str) -> None:
    floor.open_table(CODE, book=book, chips=[100, 500, 2500])
    seats = tuple((box, f"P{box}") for box in range(1, 6))
    table = replace(
        session().table,
        seats=seats,
        stacks=tuple((player, 30_000) for _, player in seats),
        hands=5,
        compulsory=5000,
        order=order,
        secret=1,
    )
    set_aside(CODE, session(table=table))
    croupier = Croupier(CODE, floor.dealer(), 3)
    croupier.take_place(AT)
    taps = 0
    while croupier.tap(AT):
        taps += 1
        assert taps < 600
    live = service.current(CODE)
    standing = live.state.carry.tournament
    assert standing is not None
    assert session_over(live.state) or all(chips < 5000 for _, chips in standing.stacks)
    assert sum(stacks_of(live.state).values()) + standing.house == 150_000
    assert not Entry.objects.filter(kind="refused").exists()
    rounds = Round.objects.filter(table__code=CODE, phase="collected")
    assert {row.tournament for row in rounds} == {"T-1 1.1"}
    assert rounds.count() == standing.hands
    assert Table.objects.get(code=CODE).handle == 0
    assert verify(CODE).ok


def test_it_waits_for_the_director() -> None:
    floor.open_table(CODE)
    set_aside(CODE, session(director=""))
    croupier = Croupier(CODE, floor.dealer(), 3)
    croupier.take_place(AT)
    assert croupier.tap(AT) == ""
    set_aside(CODE, session())
    assert croupier.tap(AT) == "wagers"
