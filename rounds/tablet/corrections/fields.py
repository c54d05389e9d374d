"""What can be corrected in the record, as things to tap: its cards, its wagers and amounts, its decisions."""

from __future__ import annotations

from django.utils.text import capfirst
from django.utils.translation import gettext_noop

from casino.cards import UNKNOWN, show
from casino.money import dollars
from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import text
from rounds.engine import State
from rounds.engine.events import Doubled, PlayedOn, Split, Stood, SurrenderClosed
from rounds.engine.questions import ALL_BETS, DECISIONS, Step, steps_of
from rounds.engine.values import ANTE, INSURANCE, MAIN
from rounds.read_model.felt.spots import bet_words
from rounds.read_model.felt.words import hand_name
from rounds.read_model.irregularities.fields import Field, Option, dealt, worded
from rounds.read_model.irregularities.payment_fields import payment_fields

DOUBLE = "double"
YES, NO = "yes", "no"
_THEN = [
    Option("", gettext_noop("No"), gettext_noop("play goes on from there")),
    Option("stand", gettext_noop("Stood")),
    Option("hit", gettext_noop("Drew")),
    Option("hit,stand", gettext_noop("Drew, then stood")),
]


def fields(rules: Rules, state: State, kind: str) -> list[Field]:
    """The fields of a correction of that kind: what the record has, and what is right."""
    values = {
        "card": _card,
        "box": _box,
        "player": _player,
        "amount": _amount,
        "decision": _decision,
        "payment": payment_fields,
    }[kind](rules, state)
    if not state.called or kind == "payment":
        return values
    then = Field("then", _("Later decisions not recorded (optional)"), "one", False, worded(_THEN))
    return [*values, then]


def _card(rules: Rules, state: State) -> list[Field]:
    which = Field("what", _("Which recorded card"), "one", True)
    dealt(state, which)
    for number, card in enumerate(state.held if state.called else (), start=len(state.drawn) + 1):
        if card.card != UNKNOWN:
            which.options.append(Option(str(number), show(card.card), _("drawn in error")))
    return [which, Field("was", _("It should be"), "pad", True)]


def _box(rules: Rules, state: State) -> list[Field]:
    boxes = [
        Option(str(box.number), text(_("Box {box}"), box=box.number), ", ".join(box.players))
        for box in state.boxes
    ]
    return [
        Field("what", _("Which recorded wager"), "one", True, _wagers(state, whole=True)),
        Field("was", _("It should be on"), "one", True, boxes),
    ]


def _player(rules: Rules, state: State) -> list[Field]:
    marks = dict.fromkeys([name for box in state.boxes for name in (*box.players, box.caller) if name])
    return [
        Field("what", _("Which recorded wager"), "one", True, _wagers(state, whole=True)),
        Field(
            "was",
            _("It should be of player"),
            "one",
            True,
            [Option(name, name) for name in marks],
            typed=True,
        ),
    ]


def _amount(rules: Rules, state: State) -> list[Field]:
    options = [stake for stake in _wagers(state) if not stake.value.endswith(f"|{ANTE}")]
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            place = f"{box.number}.{number}"
            name = hand_name(box.number, number, len(box.hands))
            options += [
                Option(
                    f"{place}|{stake.player}|{DOUBLE}",
                    f"{name} · {stake.player}",
                    text(_("double {added:money}"), added=stake.added),
                )
                for stake in hand.stakes
                if stake.added
            ]
        options += [
            Option(
                f"{box.number}|{stake.player}|{INSURANCE}|{stake.wager}",
                text(_("Box {box} · {player}"), box=box.number, player=stake.player),
                text(_("insurance {amount:money}"), amount=stake.amount),
            )
            for stake in box.insurance
        ]
    return [
        Field("what", _("Which recorded amount"), "one", True, options),
        Field("was", _("Enter the right amount"), "money", True),
    ]


def _decision(rules: Rules, state: State) -> list[Field]:
    words = [Option(word, capfirst(_(word))) for word in DECISIONS]
    if answers := _answers(state):
        words += [
            Option(YES, _("He took it"), _("half given up, or the double back")),
            Option(NO, _("He did not")),
        ]
    return [
        Field("what", _("Which recorded decision"), "one", True, [*_decisions(state), *answers]),
        Field("was", _("It should be"), "one", True, words),
    ]


def _wagers(state: State, *, whole: bool = False) -> list[Option]:
    """The wagers on the boxes; with ``whole`` also everything that a player has on a box, if that is several
    wagers."""
    wagers: list[Option] = []
    for box in state.boxes:
        of_players: dict[str, list[Option]] = {}
        for wager in (*box.wagers, *box.sides):
            if wager.hand:
                continue
            words = bet_words(state.setup, wager.bet) or (
                "" if wager.bet == MAIN else _(wager.bet.replace("_", " "))
            )
            lies = f"{words} {dollars(wager.amount)}".strip()
            option = Option(
                f"{box.number}|{wager.player}|{wager.bet}",
                text(_("Box {box} · {player}"), box=box.number, player=wager.player),
                lies,
            )
            of_players.setdefault(wager.player, []).append(option)
        for player, options in of_players.items():
            if whole and len(options) > 1:
                everything = text(_("all {count} wagers"), count=len(options))
                wagers.append(
                    Option(
                        f"{box.number}|{player}|{ALL_BETS}",
                        text(_("Box {box} · {player}"), box=box.number, player=player),
                        everything,
                    )
                )
            wagers += options
    return wagers


def _decisions(state: State) -> list[Option]:
    if not state.called:
        return []
    counted: dict[tuple[int, int], int] = {}
    options = []
    for step in steps_of(state):
        if (place := step.decides) is None:
            continue
        counted[place] = counted.get(place, 0) + 1
        box, hand = place
        name = (
            text(_("Box {box} hand {hand}"), box=box, hand=hand)
            if hand > 1
            else text(_("Box {box}"), box=box)
        )
        options.append(Option(f"{box}.{hand}|{counted[place]}", name, _decided(step)))
    options.reverse()  # the last one is the most likely
    return options


def _answers(state: State) -> list[Option]:
    """The answers of everybody who was offered surrender or a rescue."""
    options = []
    surrender = any(isinstance(step.event, SurrenderClosed) for step in _steps(state))
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            name = hand_name(box.number, number, len(box.hands))
            for stake in hand.stakes:
                spot = f"{box.number}.{number}|{stake.player}"
                if surrender and number == 1:
                    answer = _("surrendered") if stake.surrendered else _("did not surrender")
                    options.append(Option(f"{spot}|surrender", f"{name} · {stake.player}", answer))
                if stake.added and _played_on(state, box.number, number):
                    answer = _("took the double back") if stake.rescued else _("kept the double")
                    options.append(Option(f"{spot}|rescue", f"{name} · {stake.player}", answer))
    return options


def _steps(state: State) -> list[Step]:
    return steps_of(state) if state.called else []


def _played_on(state: State, box: int, hand: int) -> bool:
    return any(
        isinstance(step.event, PlayedOn) and (step.event.box, step.event.hand) == (box, hand)
        for step in _steps(state)
    )


def _decided(step: Step) -> str:
    match step.event:
        case Doubled(adds=adds):
            amounts = [cents for _player, cents in adds if cents]
            return text(_("doubled {added:amounts}"), added=amounts) if amounts else _("doubled")
        case Split():
            return _("split")
        case Stood():
            return _("stood")
        case _:
            return _("drew")
