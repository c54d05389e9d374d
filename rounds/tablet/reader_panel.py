"""What the tablet shows of the table's reader: how it does, the card that waits, and the taps that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Any, Final

from casino.rulebooks import Rules
from casino.rulebooks.irregularities import irregularities
from casino.translated import message, remedy
from rounds import engine
from rounds.play.readers.following import BEHIND, EXCESS
from rounds.play.snapshot import Live
from rounds.read_model.taps import refusal_of
from tables.models import Reader, Report, Table
from tables.readers import source, tie

BURNED: Final = "burned"
REASONS: Final = (BURNED, "recorded already", "not from this shoe")
"""Why a card that was reported has no place, in the dealer's words. Nothing else is offered: a card in excess is an
irregularity, not a reason."""


def reasons(rules: Rules) -> tuple[str, ...]:
    """Those that can be at a table of these rules. The step of the shoe by which a card is burnt counts it; where there
    is not due, a burnt card would be unknown to the count of the shoe."""
    burns = any(step.name == "burn" for step in rules.shoe.steps)
    return tuple(one for one in REASONS if burns or one != BURNED)


def panel(live: Live, at: datetime) -> dict[str, Any] | None:
    """The reader's part of the tablet; None where none is tied to the table, which costs no query."""
    table = live.table
    if not table.cards_from:
        return None
    reader = tie.tied(table)
    if reader is None:
        return None
    now, waiting = source.condition(reader, at), source.waiting(table)
    return {
        "number": reader.number,
        "scanner": reader.kind == reader.Kind.SCANNER,
        "condition": now,
        "leads": table.cards_from == Table.CardsFrom.READER,
        "card": _card(live, waiting[0]) if waiting else None,
        "more": [tie.in_words(one) for one in waiting[1:]],
        "reasons": reasons(live.rules),
        "why_no_pad": _why_no_pad(table, reader.number, waiting, bool(live.state.held)),
        "digest": _digest(reader, now, waiting),
    }


def _digest(reader: Reader, now: source.Condition, waiting: Sequence[Report]) -> str:
    parts = [*now, reader.number, reader.expected, *[(one.pk, one.message, one.clause) for one in waiting]]
    return "." + blake2b(repr(parts).encode(), digest_size=4).hexdigest()


def digest(live: Live, at: datetime) -> str:
    """What of it a screen compares with what it shows."""
    shown = panel(live, at)
    return shown["digest"] if shown is not None else ""


def _card(live: Live, one: Report) -> dict[str, Any]:
    """The first report that waits, and what the dealer can say of it: each tap shows why it would be refused."""
    card = one.card if one.what == Report.What.CARD else ""
    known: dict[str, Any] = {
        "id": one.pk,
        "no": one.sequence,
        "what": tie.in_words(one),
        "card": card,
        "suit": card[1:],
        "message": one.message,
        "clause": one.clause,
        "remedy": one.remedy,
    }
    if not card:
        return known
    why = refusal_of(live.rules, live.state, engine.DealCard(card))
    if why is None:
        known["deal"] = f"Deal it: {live.due.place}"
    if one.clause or one.message == BEHIND:
        # Why it was not dealt when it came may be over, or another reason may have come since.
        known["message"] = message(why) if why is not None else "it is due now"
        known["clause"], known["remedy"] = (why.clause, remedy(why)) if why is not None else ("", "")
    for name, seen in (("excess", True), ("unseen", False)):
        command = in_excess(live, card, seen)
        refusal = refusal_of(live.rules, live.state, command) if command is not None else None
        known |= {
            name: command is not None,
            f"{name}_refused": message(refusal) if refusal is not None else "",
            f"{name}_clause": refusal.clause if refusal is not None else "",
        }
    return known


def in_excess(live: Live, card: str, seen: bool = True) -> engine.Irregularity | None:
    """The report of the card as drawn in excess, as the book knows it now; the dealer's complete hand has a kind of
    its own. None where no kind of the book takes a card."""
    kinds = irregularities(live.rules)
    names = [name for name in EXCESS if name in kinds and name in ("excess_card", "dealer_complete")]
    if live.state.phase == "final_settlement":
        names.reverse()
    for name in names:
        kind = kinds[name]
        said = {"seen": "yes" if seen else "no"} | ({"card": card} if seen else {})
        values = tuple((key, said[key]) for key in (*kind.needs, *kind.may) if key in said)
        command = engine.Irregularity(name, values)
        if name == names[-1] or refusal_of(live.rules, live.state, command) is None:
            return command
    return None


def _why_no_pad(table: Table, number: str, waiting: list[Report], held: bool) -> str:
    """Why the pad is closed: the reader leads, and nothing is to be entered for it."""
    if table.cards_from != Table.CardsFrom.READER or held:
        return ""
    if waiting and waiting[0].what in (Report.What.UNREAD, Report.What.LOST):
        return ""
    if waiting:
        return f"{tie.in_words(waiting[0])} was reported by {number} and comes first"
    return f"{number} reports the cards; if it fails, enter them by hand"
