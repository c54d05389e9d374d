"""The wording of shoe events."""

from collections.abc import Callable
from typing import Any, Final

from casino.words import Phrase
from rounds.engine.phrases import Wording, because, signed
from rounds.engine.shoe import events as on

_DONE: Final = {
    "check": "event.done_check",
    "second_check": "event.done_second_check",
    "spread": "event.done_spread",
    "seen": "event.done_seen",
    "remove": "event.done_remove",
    "mix": "event.done_mix",
    "another_shoe": "event.done_another_shoe",
    "by_hand": "event.done_by_hand",
    "machine": "event.done_machine",
    "move": "event.done_move",
    "place": "event.done_place",
    "second_card": "event.done_second_card",
    "aside": "event.done_aside",
    "load": "event.done_load",
    "burn": "event.done_burn",
    "look": "event.done_look",
}
"""The code of words for each step done."""


def _by(role: str, what: Phrase) -> Phrase:
    """The phrase followed by the role, unless it is the dealer's own work."""
    return what if role == "dealer" else signed(what, role)


def _step(event: on.StepDone) -> Wording:
    words = Phrase.of(_DONE.get(event.step, "event.done_other"), step=event.step)
    if event.depth >= 0:
        words = Phrase.of("event.cards_behind", what=words, cards=event.depth)
    if event.warning:
        words = Phrase.of("event.noted", what=words, note=event.warning)
    return "shoe", _by(event.role, words), None


def _cut(event: on.CutMade) -> Wording:
    if event.player:
        words = Phrase.of("event.cut_by_player", player=event.player)
    else:
        words = Phrase.of("event.cut_by", name=event.name or event.person, role=event.by)
    if event.position >= 0:
        words = Phrase.of("event.cards_in_front", what=words, cards=event.position)
    return "cut", words, None


def _changed(event: on.CardsChanged) -> Wording:
    words = Phrase.of("event.replaced" if event.cards else "event.all_replaced", cards=event.cards)
    return "cards", _by(event.role, because(words, event.reason)), None


def _brought(event: on.CardsBrought) -> Wording:
    parts = [Phrase.of("event.cards_status", status=event.status.replace("_", "-"))]
    if event.done_by:
        parts.append(Phrase.of("event.done_by", person=event.done_by))
    if event.area:
        parts.append(Phrase.of("event.secured", area=event.area, time=event.released))
    if event.seal:
        parts.append(Phrase.of("event.sealed", seal=event.seal, approval=event.approval))
    return "cards", _by(event.role, Phrase.of("event.brought", parts=parts)), None


def _ordered(event: on.ShuffleOrdered) -> Wording:
    words = Phrase.of("event.at_once" if event.at_once else "event.shuffle_ordered", cause=event.cause)
    return "shuffle_ordered", _by(event.role, because(words, event.reason)), None


def _asked(event: on.CardsAskedFor) -> Wording:
    code = "event.insists" if event.what == "insist" else "event.asks_to_look"
    return "cards", Phrase.of(code, player=event.player), None


def _burn_shown(event: on.BurnShown) -> Wording:
    if event.card:
        code = "event.burn_shown" if event.player else "event.burn_shown_somebody"
    else:
        code = "event.burn_shown_unread" if event.player else "event.burn_shown_unread_somebody"
    return "burn_shown", Phrase.of(code, card=event.card, player=event.player), None


def _shuffled(event: on.Shuffled) -> Wording:
    cause: str | Phrase = event.cause
    if event.cause in ("", "opening", "again"):
        cause = Phrase.of("event.new_shoe")
    elif event.cause == "new":
        cause = Phrase.of("event.new_cards")
    words = Phrase.of("event.shuffled", cause=cause)
    return "shuffled", because(words, event.shuffle.replace("_", ", ")), None


def _last_rounds(event: on.LastRoundsAnnounced) -> Wording:
    return "last_rounds", signed(Phrase.of("event.last_rounds", rounds=event.rounds), event.role), None


WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.StepDone: _step,
    on.CutDeclined: lambda e: ("cut", Phrase.of("event.cut_declined", player=e.player), None),
    on.CutMade: _cut,
    on.ShuffleOrdered: _ordered,
    on.CardsChanged: _changed,
    on.CardsBrought: _brought,
    on.CardsAskedFor: _asked,
    on.DealerCame: lambda e: ("dealer", Phrase.of("event.dealer_came", dealer=e.dealer), None),
    on.SetupRenewed: lambda e: ("setup", Phrase.of("event.setup_renewed"), None),
    on.LastRoundsAnnounced: _last_rounds,
    on.BurnShown: _burn_shown,
    on.Shuffled: _shuffled,
}
