"""A table whose shoe reports its cards."""

from datetime import UTC, datetime

import pytest

from rounds import engine
from rounds.play.readers import reporting
from rounds.play.readers.protocol import ReportAnswer, SentReport
from tables.floor import dealers
from tables.models import Reader
from tables.opening import checklist
from tables.readers import registration
from tests import floor

CODE = "BJ-07"
TIED = datetime(2020, 1, 1, tzinfo=UTC)
"""Before both the clock of the house and that of the tests."""


class Shoe:
    """A reader at a table with its token and a running number."""

    def __init__(self, reader: Reader, token: str) -> None:
        self.reader, self.token, self.number = reader, token, 0

    def reports(self, what: str = "card", card: str = "", **more: object) -> ReportAnswer:
        """The next report."""
        self.number += 1
        return self.sends(self.number, what, card, **more)

    def sends(self, sequence: int, what: str = "card", card: str = "", **more: object) -> ReportAnswer:
        """A report with that number."""
        report = SentReport(sequence, what, card, **more)  # type: ignore[arg-type]
        return reporting.report(self.reader.pk, report, at=floor.AT)

    def card(self, *cards: str) -> ReportAnswer:
        """Cards, one after another; the answer to the last."""
        for card in cards:
            answer = self.reports("card", card)
        return answer


def assigned_reader(kind: str = "shoe", code: str = CODE) -> Shoe:
    return Shoe(*registration.issue(code, kind, "serial 7", by=floor.casino_supervisor(), at=TIED))


@pytest.fixture
def shoe() -> Shoe:
    """An open table, a dealer at it, its reader, two wagers of $50 in boxes 1 and 2, no more bets called."""
    floor.open_table(CODE)
    dealers.come_to_table(CODE, floor.dealer(), floor.AT)
    checklist.confirm(CODE, "sign", by=floor.dealer(), at=floor.AT)
    shoe = assigned_reader()
    floor.taps(CODE, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(2, "B", 5000), engine.CallBets())
    return shoe
