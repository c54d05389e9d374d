"""What was recorded of the shoe, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.cards import show
from rounds.engine.phrases import Said
from rounds.engine.shoe import events as on

_DONE: Final = {
    "check": "the cards that came in are checked",
    "second_check": "the cards that came in are checked a second time",
    "spread": "the cards are spread face up",
    "seen": "the first players could look; the cards are turned face down",
    "remove": "the cards left in the shoe are taken out",
    "mix": "these cards are shuffled",
    "another_shoe": "another shoe is there",
    "by_hand": "the cards are shuffled before they are loaded",
    "machine": "both sets of cards are in the shuffler",
    "move": "the cards in front of the cutting card are at the back",
    "place": "the cutting card is placed",
    "second_card": "the second cutting card is at the very back",
    "aside": "the cutting card lies to one side of the table",
    "load": "the cards are in the shoe",
    "burn": "one card is burnt face down",
    "look": "the player has looked at the cards",
}


def _step(event: on.StepDone) -> Said:
    depth = f", {event.depth} cards behind it" if event.depth >= 0 else ""
    warned = f" ({event.warning})" if event.warning else ""
    return "shoe", f"{_DONE.get(event.step, event.step)}{depth}{warned}{_role(event.role)}", None


def _role(role: str) -> str:
    return "" if role == "dealer" else f" ({role.replace('_', ' ')})"


def _cut(event: on.CutMade) -> Said:
    who = (
        f"player {event.player}"
        if event.player
        else f"{event.name or event.person} ({event.by.replace('_', ' ')})"
    )
    at = f", {event.position} cards in front" if event.position >= 0 else ""
    return "cut", f"cut by {who}{at}", None


def _changed(event: on.CardsChanged) -> Said:
    what = " ".join(map(show, event.cards)) if event.cards else "all cards"
    return "cards", f"{what} replaced{_because(event.reason)}{_role(event.role)}", None


def _brought(event: on.CardsBrought) -> Said:
    details = [event.status.replace("_", "-")]
    details += [f"by {event.done_by}"] if event.done_by else []
    details += [f"secured in {event.area}, let out {event.released}"] if event.area else []
    details += [f"seal {event.seal}, approval {event.approval}"] if event.seal else []
    return "cards", f"{', '.join(details)}{_role(event.role)}", None


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


def _shuffle(event: on.Shuffled) -> str:
    why = {"opening": "a new shoe", "new": "new cards", "again": "a new shoe"}.get(event.cause, event.cause)
    return f"{why or 'a new shoe'}{': ' + event.shuffle.replace('_', ', ') if event.shuffle else ''}"


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.StepDone: _step,
    on.CutDeclined: lambda e: ("cut", f"player {e.player} declines the cut", None),
    on.CutMade: _cut,
    on.ShuffleOrdered: lambda e: (
        "shuffle_ordered",
        f"{'at once' if e.at_once else 'a shuffle'}: {e.cause}{_because(e.reason)}{_role(e.role)}",
        None,
    ),
    on.CardsChanged: _changed,
    on.CardsBrought: _brought,
    on.CardsAskedFor: lambda e: (
        "cards",
        f"player {e.player} "
        + ("insists on a check, a shuffle and a cut" if e.what == "insist" else "asks to look at them"),
        None,
    ),
    on.DealerCame: lambda e: ("dealer", f"{e.dealer} deals from this shoe", None),
    on.SetupRenewed: lambda e: ("setup", "the round starts from the table as it is now", None),
    on.LastRoundsAnnounced: lambda e: (
        "last_rounds",
        f"the last {e.rounds} rounds ({e.role.replace('_', ' ')})",
        None,
    ),
    on.BurnShown: lambda e: (
        "burn_shown",
        f"{show(e.card) if e.card else 'the burn card'} to {'player ' + e.player if e.player else 'a player'}",
        None,
    ),
    on.Shuffled: lambda e: ("shuffled", _shuffle(e), None),
}
