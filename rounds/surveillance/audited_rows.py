"""The desk's rows that repeat its chain, so that `verify_ledger` can rebuild them. The chain has words only as
digests."""

from __future__ import annotations

from typing import Final

from casino.ledger import DESK, HOUSE
from casino.ledger.rows import AuditedModel
from rounds.surveillance.models import DailyLog, Ending, Hold, HouseList, Incident, LogLine, Note, Page
from rounds.surveillance.record import digest

BY_DIGEST: Final = {"facts": digest}


def _people(numbers: list[str]) -> str:
    """The named readers of an incident as the record has them: a digest, since other readers of the chain must not
    know."""
    return digest({"named": numbers}) if numbers else ""


AUDITED: Final = (
    AuditedModel("desk_note", Note, written_as=BY_DIGEST | {"withdrawal": digest}, of=DESK),
    AuditedModel("incident", Incident, written_as=BY_DIGEST | {"named": _people}, of=DESK),
    AuditedModel("incident_page", Page, written_as=BY_DIGEST, of=DESK),
    AuditedModel("daily_log", DailyLog, written_as=BY_DIGEST, of=DESK),
    AuditedModel("log_line", LogLine, written_as=BY_DIGEST, of=DESK),
    AuditedModel("legal_hold", Hold, written_as=BY_DIGEST, of=DESK),
    AuditedModel("ending", Ending, written_as=BY_DIGEST, of=DESK),
    AuditedModel("house_list", HouseList, of=HOUSE),
)
