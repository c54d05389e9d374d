"""What the pages of a table showed: every step sends it back, and is refused if it has changed since.

    <input type="hidden" name="showed" value="{{ showed }}">          # token(table, names)
    with record.under_lock(code, lambda table: check(table, step, fields)):
        STEPS[step](code, by, at, fields)                              # checked where the step locks the table's row

A fact is only what a step depends on: limits depend on the limits that were shown, whatever has been dealt since.
`NEEDED` has the facts of each step, `FACTS` how each is read, and `KINDS` the entries that say who changed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from casino.house_time import clock
from casino.ledger import Entry
from casino.money import decimal
from casino.refusals import Refusal
from casino.web import shown_facts
from casino.words import Phrase
from tables.audited_rows import SET_UP
from tables.bets import scales
from tables.bets.offers import known
from tables.disputes import followed
from tables.floor import closing_notices
from tables.models import MAIN, Table
from tables.opening import checklist

Fields = Mapping[str, str]
ROWS: Final = ("signs", "offer_set", "fittings__device")
"""The rows of a table that its facts are read from, for the query of a page that shows many."""


class Stale(Refusal):
    """A step from an outdated page. `untouched` are the fields of its form that still have the page's value, so that
    they can be refreshed."""

    untouched: frozenset[str] = frozenset()


# --- the facts


def _limits(table: Table, bet: str) -> dict[str, str]:
    sign = next((sign for sign in table.signs.all() if sign.bet == bet), None)
    if sign is None:
        return {"minimum": "", "maximum": "", "multiple": ""}
    return {
        "minimum": decimal(sign.minimum),
        "maximum": decimal(sign.maximum),
        "multiple": decimal(sign.multiple) if sign.multiple else "",
    }


def _offer(table: Table, bet: str) -> dict[str, Any]:
    offer = next((offer for offer in table.offer_set.all() if offer.bet == bet), None)
    if offer is None:
        return {"on": False}
    return {
        "on": offer.on,
        "scale": offer.scale,
        "cloth_approval": offer.cloth_approval,
        "amount_approval": offer.amount_approval,
        "most_paid": decimal(offer.most_paid) if offer.most_paid else "",
        "most_paid_approval": offer.most_paid_approval,
        "most_paid_is_shown": offer.most_paid_shown,
    }


def _fitting(table: Table, of: str) -> list[Any]:
    bet, _, item = of.partition("/")
    fitted = next(
        (fitted for fitted in table.fittings.all() if (fitted.bet, fitted.item) == (bet, item)), None
    )
    if fitted is None:
        return []
    device = fitted.device
    return [fitted.pk, fitted.working, device.code if device else "", device is None or device.working]


def _scale(table: Table, bet: str) -> list[Any]:
    if bet not in known(table) or not known(table)[bet].same_everywhere.value:
        return [""]  # the house has no scale of it
    house, order = scales.house_scale(table.book, bet), scales.running_for(table.book, bet)
    return [house.scale if house else "", *([order.pk, order.state] if order else [])]


def _closing(table: Table, _: str) -> list[Any]:
    notice = closing_notices.displayed_notice(table)
    return [notice.pk] if notice is not None else []


def _words(table: Table, item: str) -> str:
    return checklist.confirmations(table).get(item, ("", ""))[1]


def _dispute(table: Table, number: str) -> list[Any]:
    dispute = table.disputes.filter(pk=number).first() if number.isascii() and number.isdigit() else None
    return (
        [dispute.state, dispute.advised_at, dispute.ambiguous, dispute.decision, dispute.review]
        if dispute is not None
        else []
    )


def _dispute_paid(table: Table, number: str) -> list[int]:
    """The numbers of the corrections that put the dispute right."""
    if not (number.isascii() and number.isdigit()):
        return []
    disputes = list(table.disputes.select_related("table").filter(pk=number))
    after = followed.corrections(disputes)
    return [entry.seq for dispute in disputes for entry in after[dispute.pk]]


FACTS: Final[dict[str, Callable[[Table, str], Any]]] = {
    "state": lambda table, _: table.state,
    "set-up": lambda table, _: [str(getattr(table, name)) for name in SET_UP],
    "limits": _limits,
    "closing": _closing,
    "players": lambda table, _: closing_notices.players_present(table),
    "responsible": lambda table, _: table.supervisor,
    "relief": lambda table, _: [table.relief, table.dealer],
    "words": _words,
    "offer": _offer,
    "fitting": _fitting,
    "scale": _scale,
    "dispute": _dispute,
    "dispute_paid": _dispute_paid,
    "patron": lambda table, mark: table.patrons.get(mark, ""),
}
"""How to read a fact, from the table and whatever follows the colon in its name."""
KINDS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "state": ("changed.state", ("table_opened", "table_closing", "table_closed")),
    "set-up": ("changed.set_up", ("table_set_up",)),
    "limits": ("changed.limits", ("limits_changed",)),
    "closing": ("changed.closing", ("closing_notice_up", "closing_notice_down", "table_closing")),
    "players": ("changed.players", ()),
    "responsible": ("changed.responsible", ("supervisor_assigned",)),
    "relief": ("changed.relief", ("dealer_sent", "signed_on", "signed_off")),
    "words": (
        "changed.words",
        ("table_set_up", "side_bet_offered", "side_bet_changed", "limits_changed"),
    ),
    "offer": ("changed.offer", ("side_bet_offered", "side_bet_changed", "side_bet_withdrawn")),
    "fitting": (
        "changed.fitting",
        ("equipment_recorded", "equipment_gone", "equipment_failed", "equipment_repaired"),
    ),
    "scale": (
        "changed.scale",
        ("side_bet_offered", "scale_ordered", "scale_closing", "scale_changed", "scale_dropped"),
    ),
    "dispute": (
        "changed.dispute",
        (
            "dispute_advised",
            "dispute_ambiguous",
            "dispute_settled",
            "dispute_decided",
            "dispute_review_asked",
            "dispute_reviewed",
        ),
    ),
    "dispute_paid": ("changed.dispute_paid", ("dispute_put_right", "corrected")),
    "patron": ("changed.patron", ("patron_attached", "patron_detached")),
    "pit": ("changed.pit", ("pit_set_up",)),
    "games": ("changed.games", ("house_books",)),
    "person": ("changed.person", ("staff_added", "staff_changed", "pin_changed")),
    "hours": ("changed.hours", ("gaming_hours",)),
    "lists": ("changed.lists", ("desk_lists_changed",)),
    "incident": ("changed.incident", ()),
    "log": ("changed.log", ()),
    "ending": ("changed.ending", ()),
    "held": ("changed.held", ("player_restricted", "player_released")),
}
"""The code of the words for a change of the fact, and the kinds of entries that change it."""


def _of_bet(fields: Fields) -> tuple[str, ...]:
    return (f"offer:{fields.get('bet', '')}", f"limits:{fields.get('bet', '')}")


def _of_thing(fields: Fields) -> tuple[str, ...]:
    return (f"fitting:{fields.get('bet', '')}/{fields.get('thing', '')}",)


def _of_scale(fields: Fields) -> tuple[str, ...]:
    return (f"scale:{fields.get('bet', '')}",)


def _of_dispute(fields: Fields) -> tuple[str, ...]:
    return (f"dispute:{fields.get('dispute', '')}",)


NEEDED: Final[dict[str, Callable[[Fields], tuple[str, ...]]]] = {
    "confirm": lambda f: (
        f"words:{f.get('item', '')}",
        *(["limits:main"] if f.get("item") == "sign" else []),
    ),
    "open": lambda f: ("state", "set-up"),
    "announce": lambda f: ("state", "closing"),
    "stay_open": lambda f: ("closing",),
    # "Nobody is there" refers to the players that the page named.
    "closing": lambda f: ("state", "closing", *(["players"] if f.get("nobody") == "yes" else [])),
    "close": lambda f: ("state",),
    "supervise": lambda f: ("responsible",),
    "send": lambda f: ("relief",),
    "limits": lambda f: (f"limits:{MAIN}",),
    "put_up": lambda f: (f"limits:{f.get('of') or MAIN}",),
    # A notice is named by its number, and its text never changes.
    "take_down": lambda f: (),
    "bring_in": lambda f: (),
    "offer_bet": _of_bet,
    "withdraw_bet": _of_bet,
    "fit": _of_thing,
    "take_away": _of_thing,
    "fail": _of_thing,
    "repair": _of_thing,
    "order_scale": _of_scale,
    "close_games": _of_scale,
    "reopen_games": _of_scale,
    "drop_order": _of_scale,
    "raise": lambda f: (),
    "mark": _of_dispute,
    "advise": _of_dispute,
    "settle": _of_dispute,
    "decide": _of_dispute,
    "ask_review": _of_dispute,
    "reviewed": _of_dispute,
    "patron": lambda f: (f"patron:{f.get('player', '').strip()}",),
}
"""The facts that each step depends on."""
OF_THE_TABLE: Final = ("state", "set-up", "closing", "players", "responsible", "relief")


def facts(table: Table, names: Iterable[str]) -> dict[str, Any]:
    """The current facts with these names."""
    return {name: FACTS[name.partition(":")[0]](table, name.partition(":")[2]) for name in names}


def token(table: Table, names: Iterable[str]) -> str:
    """The same, as the form's field carries them."""
    return shown_facts.as_field(facts(table, names))


def of_page(table: Table) -> str:
    """The facts on which the steps of a table's page depend, except its side bets'."""
    limits = [f"limits:{bet}" for bet in dict.fromkeys((MAIN, *(sign.bet for sign in table.signs.all())))]
    return token(
        table, (*OF_THE_TABLE, *limits, *(f"words:{item}" for item in checklist.confirmations(table)))
    )


def of_bulk_action(table: Table) -> str:
    """The facts on which a bulk action depends at this table."""
    return token(table, ("state", "closing", "players", f"limits:{MAIN}"))


def of_bet(table: Table, bet: str, items: Iterable[str]) -> str:
    """The facts on which the steps of a side bet's card depend."""
    return token(
        table,
        (f"offer:{bet}", f"limits:{bet}", f"scale:{bet}", *(f"fitting:{bet}/{item}" for item in items)),
    )


# --- the check


def check(table: Table, step: str, fields: Fields) -> None:
    """Raises Stale if the step's form does not say what its page showed, or if that has changed. The table's row
    must be locked."""
    names = NEEDED[step](fields)
    compare(table.code, fields, facts(table, names))


def compare(chain: str, fields: Fields, now: Mapping[str, Any]) -> None:
    """The same for facts that the caller has read: of a step for the whole house (`chain` "house") or of play."""
    if not now:
        return
    shown = shown_facts.read(fields.get(shown_facts.FIELD, ""))
    if shown is None or any(name not in shown for name in now):
        raise Stale("page.unknown")
    if changed := shown_facts.changed(shown, now):
        changes = {phrase.english: phrase for phrase in (_since(chain, name) for name in changed)}
        stale = Stale("page.outdated", changed=tuple(changes.values()))
        stale.untouched = frozenset().union(*(shown_facts.untouched(shown[name], fields) for name in changed))
        raise stale


def _since(chain: str, name: str) -> Phrase:
    """Who changed a fact, when, and to what."""
    fact, _colon, of = name.partition(":")
    code, kinds = KINDS[fact]
    entries = Entry.objects.filter(chain=chain, kind__in=kinds)
    if fact == "person":
        entries = entries.filter(body__contains=f'"number":"{of}"')  # the house's chain has everybody's
    entry = entries.order_by("-seq").first() if kinds else None
    change = Phrase.of(code)
    if entry is None:
        return change
    by = "changed.by" if entry.actor else "changed.by_itself"
    return Phrase.of(by, change=change, by=entry.actor, time=clock(entry.at), detail=entry.words)
