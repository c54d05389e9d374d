"""The values of a report as things to tap, taken from the layout: hands, boxes, players, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext_noop

from casino.cards import UNKNOWN, score, show
from casino.money import dollars
from casino.rulebooks import Rules
from casino.rulebooks.irregularities import Kind
from casino.translated import gettext as _
from casino.translated import phrase, recorded, text
from rounds.engine import State
from rounds.engine.questions import (
    DECISION_NAMES,
    Choice,
    Place,
    decisions_of,
    facts_of,
    place_words,
    total_in_figures,
    value_words,
)
from rounds.engine.values import ANTE, Box
from rounds.read_model.felt.spots import bet_words
from rounds.read_model.felt.words import cards_html, hand_name, hand_words, whose

AT: Final = "|"
"""Separates a hand from the number of one of its decisions."""
WAGER: Final = "wager"
"""Box, player and bet in one tap: ``3|A|main``; the last two may be empty."""

WORDS: Final = {
    "box": gettext_noop("Which box"),
    "hand": gettext_noop("Which hand"),
    "decision": gettext_noop("Which decision"),
    "hands": gettext_noop("Which hands"),
    "card": gettext_noop("Which card"),
    "cards": gettext_noop("Which cards lie there"),
    "lies": gettext_noop("Which cards are misplaced, and where"),
    "extra": gettext_noop("Extra cards not recorded"),
    "retract": gettext_noop("Wagers taken back by their players"),
    "player": gettext_noop("Which player"),
    WAGER: gettext_noop("Whose wager"),
    "not_to": gettext_noop("Players who get nothing back"),
    "seen": gettext_noop("Was the card exposed"),
    "affects": gettext_noop("Does it affect the outcome"),
    "cause": gettext_noop("What happened"),
    "fault": gettext_noop("What failed"),
    "effect": gettext_noop("What it does"),
    "reason": gettext_noop("Why"),
    "by": gettext_noop("By whom"),
    "note": gettext_noop("What to note"),
    "count": gettext_noop("Cards in the rack"),
    "number": gettext_noop("Which card of the round"),
    "amount": gettext_noop("Amount"),
    "breach": gettext_noop("Which breach"),
    "case": gettext_noop("Case number"),
    "item": gettext_noop("What"),
    "round": gettext_noop("Which round"),
    "since": gettext_noop("Since which round"),
}
"""The question for each value, by its name."""

REASONS: Final = {
    ("reason", "void_wager"): (
        gettext_noop("laid too late"),
        gettext_noop("changed after the call"),
        gettext_noop("cards touched"),
        gettext_noop("rule broken"),
    ),
    ("reason", "exclude"): (
        gettext_noop("cards touched"),
        gettext_noop("instruction not followed"),
        gettext_noop("device used"),
        gettext_noop("abuse"),
    ),
    ("reason", "void_hands"): (
        gettext_noop("order not known"),
        gettext_noop("cards mixed up"),
        gettext_noop("wrong cards dealt"),
    ),
    ("reason", "void_round"): (
        gettext_noop("cards mixed up"),
        gettext_noop("disturbance"),
        gettext_noop("equipment failed"),
    ),
    ("reason", "void_round_or_hands"): (
        gettext_noop("jammed"),
        gettext_noop("stopped"),
        gettext_noop("several cards at once"),
    ),
    ("reason", "record"): (
        gettext_noop("device used"),
        gettext_noop("cheating"),
        gettext_noop("police called"),
    ),
    ("by", "void_round"): (gettext_noop("a player"), gettext_noop("a dealer"), gettext_noop("somebody else")),
    ("note", "void_round"): (
        gettext_noop("marked cards"),
        gettext_noop("chips added after the call"),
        gettext_noop("collusion"),
    ),
    ("breach", "record"): (gettext_noop("device used"), gettext_noop("cards counted by device")),
    ("item", "record"): (gettext_noop("phone"), gettext_noop("computer"), gettext_noop("card device")),
}
"""Reasons that fit most cases, by value and procedure; others are typed."""

YES: Final = {"yes": gettext_noop("Yes"), "no": gettext_noop("No")}


@dataclass(slots=True)
class Option:
    """One option to tap."""

    value: str
    words: str
    small: str = ""
    cards: SafeString | str = ""
    refused: str = ""
    """Why it cannot be chosen; such an option is shown but refused."""
    chosen: bool = False
    """Whether it is the only possible one, so that nobody has to tap it."""


def worded(options: Iterable[Option]) -> list[Option]:
    """The options of a list made at import, translated."""
    return [
        replace(option, words=_(option.words), small=_(option.small) if option.small else "")
        for option in options
    ]


@dataclass(slots=True)
class Field:
    """One value of a report. ``how`` is ``one`` or ``many`` of the options, a ``pad`` of cards for one card, ``pads``
    for several, ``lies`` for dealt cards with their places, ``money`` with keys and chips, ``figure`` or ``text``."""

    name: str
    words: str
    how: str
    needed: bool
    options: list[Option] = field(default_factory=list)
    places: list[Option] = field(default_factory=list)
    typed: bool = False
    """Whether a value that is not among the options may be typed."""
    when: str = ""
    """The other value, or values, for which it is asked: ``seen=yes``, ``did=paid|taken``."""


def fields(rules: Rules, state: State, kind: Kind) -> list[Field]:
    """The required and optional values of the kind, in the order in which they are asked."""
    names = [*kind.needs, *kind.may]
    joined = _joined(names)
    form_fields: list[Field] = []
    for name in names:
        if name == "decision" and "hand" in names:
            continue  # a tap on a decision also names the hand
        if name in joined:
            if WAGER not in [field.name for field in form_fields]:
                form_fields.append(_wager(state, kind, joined))
            continue
        form_fields.append(_field(rules, state, kind, name))
        if name == "hand" and "decision" in names:
            _decisions(state, form_fields[-1])
    for form_field in form_fields:
        if form_field.name == "card" and "seen" in kind.needs:
            form_field.when, form_field.needed = "seen=yes", True
    return form_fields


def answer_words(name: str, value: str) -> str:
    """A value of a report in the house's words."""
    return _(YES[value]) if value in YES else phrase(value_words(name, value))


def _joined(names: list[str]) -> tuple[str, ...]:
    """The names of values that are given together by one tap."""
    if "box" in names and "player" in names:
        return tuple(name for name in ("box", "player", "bet") if name in names)
    return ()


def _field(rules: Rules, state: State, kind: Kind, name: str) -> Field:
    field = Field(name, _(WORDS.get(name, name.replace("_", " ").capitalize())), "text", name in kind.needs)
    listed = dict(kind.values).get(name)
    if listed:
        field.how = "one"
        field.words = _("Which case") if name == "case" else field.words
        field.options = [Option(value, capfirst(answer_words(name, value))) for value in listed]
        return field
    make = _MAKERS.get(name)
    if make is not None:
        make(state, field)
        return field
    field.options = [
        Option("_".join(reason.split()), _(reason)) for reason in REASONS.get((name, kind.procedure), ())
    ]
    field.how, field.typed = ("one", True) if field.options else ("text", True)
    return field


# --- from the layout


def _with_wager(state: State) -> list[Box]:
    return [box for box in state.boxes if box.hands]


def _boxes(state: State, field: Field) -> None:
    field.how = "one"
    field.options = [
        Option(
            str(box.number),
            text(_("Box {box}"), box=box.number),
            ", ".join(f"{wager.player} {dollars(wager.amount)}" for wager in box.wagers),
            cards_html(box.hands[0].cards),
        )
        for box in _with_wager(state)
    ]


def _hands(state: State, field: Field) -> None:
    field.how = "many" if field.name == "hands" else "one"
    for box in _with_wager(state):
        for number, hand in enumerate(box.hands, start=1):
            if hand.void:
                continue
            value = f"{box.number}.{number}" if number > 1 else str(box.number)
            name = hand_name(box.number, number, len(box.hands))
            field.options.append(Option(value, name, hand_words(hand), cards_html(hand.cards)))


def _decisions(state: State, hand_field: Field) -> None:
    """Each decision of each hand, the last of a hand as the hand alone: ``3`` and ``3|1``."""
    if not state.called:
        return
    hand_field.words = _("Which decision")
    facts = facts_of(state)
    options: list[Option] = []
    for option in hand_field.options:
        box, _dot, hand = option.value.partition(".")
        decided = decisions_of(facts, int(box), int(hand or 1))
        for number, decision in enumerate(decided[:-1], start=1):
            options.append(
                replace(
                    option, value=f"{option.value}{AT}{number}", small=_decided(decision, number), cards=""
                )
            )
        last = (
            text(_("the last: {decision}"), decision=_decided(decided[-1], len(decided)))
            if decided
            else option.small
        )
        options.append(replace(option, small=last))
    hand_field.options = options


def _decided(decision: Choice, number: int) -> str:
    """``1. hit on 12``."""
    word = DECISION_NAMES[type(decision.event)]
    total = total_in_figures(score(decision.cards))
    return text(_("{number}. {decision} on {total}"), number=number, decision=_(word), total=total)


def with_decision(values: dict[str, str]) -> None:
    """Splits the value of a tap on a decision into the hand and the decision."""
    hand, at, number = values.get("hand", "").partition(AT)
    if at:
        values["hand"], values["decision"] = hand, number


def _players(state: State, field: Field) -> None:
    names: dict[str, list[int]] = {}
    for box in state.boxes:
        for player in dict.fromkeys([*box.players, *(side.player for side in box.sides), box.caller]):
            if player:
                names.setdefault(player, []).append(box.number)
    field.how = "many" if field.name == "not_to" else "one"
    field.options = [
        Option(name, name, text(_("box {boxes:list}"), boxes=boxes)) for name, boxes in names.items()
    ]
    field.typed = field.name == "player"


def _wager(state: State, kind: Kind, joined: tuple[str, ...]) -> Field:
    """The field for a wager: a tap gives box and player, and the bet if there are several on the box."""
    field = Field(WAGER, _(WORDS[WAGER]), "one", "box" in kind.needs)
    for box in _with_wager(state):
        if "player" in kind.may:
            field.options.append(
                Option(f"{box.number}||", text(_("Box {box}"), box=box.number), _("every player there"))
            )
        of_players: dict[str, list[tuple[str, int]]] = {}
        for wager in (*box.wagers, *box.sides):
            if wager.bet != ANTE:
                of_players.setdefault(wager.player, []).append((wager.bet, wager.amount))
        for player, bets in of_players.items():
            sums = [amount for _bet, amount in bets]
            all_of = _("all of {amounts:amounts}") if len(sums) > 1 else "{amounts:amounts}"
            option_words = text(all_of, amounts=sums)
            field.options.append(
                Option(
                    f"{box.number}|{player}|",
                    text(_("Box {box} · {player}"), box=box.number, player=player),
                    option_words,
                )
            )
            if "bet" not in joined or len(bets) < 2:
                continue
            field.options += [
                Option(
                    f"{box.number}|{player}|{bet}",
                    text(
                        _("Box {box} · {player}"),
                        box=box.number,
                        player=player if bet_words(state.setup, bet) else whose(player, bet),
                    ),
                    f"{bet_words(state.setup, bet) or _('the hand')} {dollars(amount)}",
                )
                for bet, amount in bets
            ]
    return field


def _retract(state: State, field: Field) -> None:
    field.how = "many"
    field.options = [
        Option(
            f"{box.number}:{wager.player}",
            text(_("Box {box} · {player}"), box=box.number, player=wager.player),
            dollars(wager.amount),
        )
        for box in _with_wager(state)
        for wager in box.wagers
    ]


def dealt(state: State, field: Field) -> None:
    """Cards that left the shoe in the round, by number, with their recorded places."""
    field.how = "many" if field.name == "cards" else "one"
    if not state.called:
        return
    for number, card in enumerate(facts_of(state).cards, start=1):
        face = _("face down") if card.card == UNKNOWN else show(card.card)
        field.options.append(Option(str(number), face, recorded(place_words(card.place))))


def _lies(state: State, field: Field) -> None:
    """Each dealt card, and each place where it can be."""
    dealt(state, field)
    field.how = "lies"
    places: list[Place] = [
        (box.number, number) for box in state.boxes for number in range(1, max(1, len(box.hands)) + 1)
    ]
    field.places = [
        Option(
            "dealer" if not box else f"{box}.{hand}" if hand > 1 else str(box),
            recorded(place_words((box, hand))),
            f"{box}·{hand}" if hand > 1 else str(box or ""),
        )
        for box, hand in [*places, (0, 0)]
    ]


def following(state: State) -> list[str]:
    """Where each dealt card is if from one card on every card was put one place further: by number, the place of the
    next card; the last card's place must be given by the person reporting."""
    if not state.called:
        return []
    options = []
    for card in facts_of(state).cards[1:]:
        box, hand = card.place or (0, 0)
        options.append("dealer" if not box else f"{box}.{hand}" if hand > 1 else str(box))
    return options


def _rounds(state: State, field: Field) -> None:
    """The last rounds, the latest first; an older one is typed."""
    first = state.round_no - (field.name == "round")
    field.how, field.typed = "one", True
    field.options = [
        Option(str(number), text(_("Round {number}"), number=number))
        for number in range(first, max(0, first - 4), -1)
    ]


def _pad(state: State, field: Field) -> None:
    field.how = "pad"


def _pads(state: State, field: Field) -> None:
    field.how = "pads"


def _figure(state: State, field: Field) -> None:
    field.how = "figure"


_MAKERS: Final[dict[str, Callable[[State, Field], None]]] = {
    "box": _boxes,
    "hand": _hands,
    "hands": _hands,
    "player": _players,
    "not_to": _players,
    "retract": _retract,
    "cards": dealt,
    "number": dealt,
    "lies": _lies,
    "card": _pad,
    "extra": _pads,
    "count": _figure,
    "round": _rounds,
    "since": _rounds,
    "amount": _figure,
}
