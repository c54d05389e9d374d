"""The list behind “Something is wrong”: the six things most likely at the moment, what was recorded last, then
everything else by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from casino.translated import gettext, recorded, text
from rounds.engine import State
from rounds.engine.events import Event, WagerPlaced
from rounds.read_model.irregularities.fields import Option
from rounds.read_model.irregularities.payment_fields import PAID, TAKEN
from rounds.tablet.corrections.fields import fields
from rounds.tablet.irregularities.offered import OfferedKind
from rounds.tablet.irregularities.requests import PREFIX

LIKELY: Final = 6
"""How many come first."""


@dataclass(frozen=True, slots=True)
class Tile:
    """Something that may have gone wrong, for tapping."""

    id: str
    title: str
    address: str
    does: str
    """What it is, or what it leads to, in a few words."""
    who: str
    """Who signs, in a few words; empty if that is shown later."""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A group of similar tiles, closed until opened."""

    name: str
    tiles: list[Tile]


@dataclass(frozen=True, slots=True)
class Recorded:
    """Something in the record, for tapping if it is wrong."""

    id: str
    words: str
    small: str
    address: str
    """The address of the correction, with this chosen."""


LAST: Final = 3
"""How many cards, or wagers before the call, are a tap away."""

RECORD, MONEY = _("Recorded wrongly"), _("Money and disputes")

_RECORD: Final = (
    ("card", _("Card recorded wrongly"), _("another card lay there")),
    ("decision", _("Decision recorded wrongly"), _("stand for hit, hit for double …")),
    ("amount", _("Amount recorded wrongly"), _("of a wager, a double, an insurance")),
    ("box", _("Wager on another box"), _("the table was right, the record was not")),
    ("player", _("Wager of another player"), _("the table was right, the record was not")),
)
_PAYMENT: Final = (
    _("Paid or taken wrongly"),
    _("too much, too little, not paid, a loser paid, a winner taken, the wrong player"),
)
_DISPUTE: Final = (_("A player disputes"), _("it is recorded; a supervisor decides"))

_SHORT: Final = {
    "excess_card": _("Extra card drawn"),
    "misplaced": _("Card in the wrong place"),
    "misplaced_initial_deal": _("Initial card in the wrong place"),
    "misplaced_subsequent_deal": _("Card in the wrong place"),
    "decision_not_carried_out": _("Passed over, or ignored"),
    "insurance_not_offered": _("Insurance not offered"),
    "face_up_in_shoe": _("Card face up in the shoe"),
    "burnt_by_mistake": _("Card burnt by mistake"),
    "burn_in_first_round": _("No card was burnt"),
    "dealer_without_card": _("Dealer took no first card"),
}
"""Short titles of the commonest kinds in the list; their own page has the book's full title."""

_PLACES: Final = ("kind-misplaced", "kind-misplaced_initial_deal", "kind-misplaced_subsequent_deal")
_USUAL: Final = ("correct-card", "correct-payment", "player-disputes")
_AT: Final[dict[str, tuple[str, ...]]] = {
    "wagers": ("correct-amount", "correct-box", "correct-player", *_USUAL),
    "card": (
        *_PLACES,
        "kind-excess_card",
        "correct-card",
        "correct-decision",
        "kind-face_up_in_shoe",
        "player-disputes",
    ),
    "insurance": (
        "kind-insurance_not_offered",
        "correct-amount",
        *_PLACES,
        "correct-card",
        "player-disputes",
    ),
    "decision": (
        "kind-excess_card",
        *_PLACES,
        "correct-decision",
        "correct-card",
        "kind-decision_not_carried_out",
        "player-disputes",
    ),
    "settle": (
        "correct-payment",
        "correct-card",
        "correct-decision",
        "kind-decision_not_carried_out",
        "player-disputes",
    ),
    "collect": ("correct-payment", "correct-card", "correct-decision", "player-disputes"),
}
"""By what the table waits for: what most often goes wrong there, the most frequent first."""


def arranged(
    code: str, kinds: Sequence[tuple[str, list[OfferedKind]]], action: str
) -> tuple[list[Tile], list[Group], list[OfferedKind]]:
    """The six most likely for what the table waits for, all others by group, and those that cannot be reported
    now."""
    later = [line for _name, lines in kinds for line in lines if line.refused]
    groups = [Group(gettext(RECORD), _of_record(code)), Group(gettext(MONEY), _of_money(code))]
    groups += [
        Group(name, tiles)
        for name, lines in kinds
        if (tiles := [_tile(code, line) for line in lines if not line.refused])
    ]
    all_tiles = {tile.id: tile for group in groups for tile in group.tiles}
    first = [all_tiles[name] for name in _fitting(action, all_tiles)][:LIKELY]
    named = {tile.id for tile in first}
    left = [Group(group.name, [tile for tile in group.tiles if tile.id not in named]) for group in groups]
    return first, [group for group in left if group.tiles], later


def recorded_last(code: str, state: State, events: Sequence[Event]) -> list[Recorded]:
    """What the record has last of the round: before the call its wagers, afterwards cards, a decision and a payment.
    `events` are those of the round in progress."""
    if not state.called:
        placed = [f"{event.box}|{event.player}|{event.bet}" for event in events if type(event) is WagerPlaced]
        last = list(dict.fromkeys(reversed(placed)))
        options = {option.value: option for option in _what(state, "amount")}
        return [_recorded(code, "amount", options[value]) for value in last if value in options][:LAST]
    tiles = [_recorded(code, "card", option) for option in _what(state, "card")[: -LAST - 1 : -1]]
    tiles += [_recorded(code, "decision", option) for option in _what(state, "decision")[:1]]
    for option, result in zip(_what(state, "payment")[:1], reversed(state.results), strict=False):
        did = PAID if result.pays else TAKEN if result.takes > 0 else ""
        tiles.append(_recorded(code, "payment", option, did=did))
    return tiles


def _what(state: State, kind: str) -> list[Option]:
    """Everything of that kind in the record of the round."""
    return fields(state.setup.rules, state, kind)[0].options


def _recorded(code: str, kind: str, option: Option, **more: str) -> Recorded:
    chosen = {f"{PREFIX}{name}": value for name, value in {"what": option.value, **more}.items() if value}
    address = f"{reverse('correct_one', args=[code, kind])}?{urlencode(chosen)}"
    return Recorded(f"recorded-{kind}-{option.value}", option.words, option.small, address)


def _fitting(action: str, tiles: dict[str, Tile]) -> Iterator[str]:
    """The ids of the tiles, the most likely first."""
    elements = (*_AT.get(action, ()), *_USUAL, *tiles)
    return (name for name in dict.fromkeys(elements) if name in tiles)


def _tile(code: str, line: OfferedKind) -> Tile:
    kind = line.kind
    who = text(_("{who} signs"), who=line.who) if line.who else gettext("no signature")
    address = reverse("wrong_one", args=[code, kind.kind])
    title = gettext(_SHORT[kind.kind]) if kind.kind in _SHORT else recorded(kind.title)
    return Tile(f"kind-{kind.kind}", title, address, line.does, who, kind.clause)


def _of_record(code: str) -> list[Tile]:
    return [
        Tile(f"correct-{kind}", gettext(title), reverse("correct_one", args=[code, kind]), gettext(does), "")
        for kind, title, does in _RECORD
    ]


def _of_money(code: str) -> list[Tile]:
    payment, dispute = _PAYMENT, _DISPUTE
    return [
        Tile(
            "correct-payment",
            gettext(payment[0]),
            reverse("correct_one", args=[code, "payment"]),
            gettext(payment[1]),
            "",
        ),
        Tile(
            "player-disputes",
            gettext(dispute[0]),
            reverse("tablet_dispute", args=[code]),
            gettext(dispute[1]),
            "",
        ),
    ]
