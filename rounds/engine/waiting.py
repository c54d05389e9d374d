"""What a table can wait for: one answer, from which screens draw and by which commands are accepted."""

from typing import Any

from msgspec import Struct

from casino.cards import Card
from casino.money import Cents
from casino.refusals import Refusal
from casino.words import Phrase
from rounds.engine.base import Value
from rounds.engine.settlement.result import Result
from rounds.engine.setup import MAIN


class RefusedDecision(Value, frozen=True):
    """A decision shown as refused, with its reason and clause."""

    decision: str
    clause: str
    code: str
    values: dict[str, Any]
    """The values for the words of the code."""

    @property
    def message(self) -> str:
        """The reason, in the plain English of the record."""
        return self.refusal().message

    @property
    def remedy(self) -> str:
        """What is open instead, in the plain English of the record."""
        return self.refusal().remedy

    def refusal(self, *also: str) -> Refusal:
        """The refusal of the decision, under its clause and the further clauses ``also``."""
        return Refusal(self.code, self.clause, also=also, **self.values)


class PlayerOption(Value, frozen=True):
    """What a player may still choose apart from the decisions of the box's caller, with its amount in cents: the most
    insurance, the amount of even money, the half for surrender, the doubled part to take back, or the most that may
    stay in action. Also who is offered the button, or who answers a misfire (its prize per dollar), and, without a
    player, the most on a pair bet on a split hand."""

    box: int
    player: str
    kind: str
    """``insure``, ``even_money``, ``surrender``, ``rescue``, ``ride``, ``prize``, ``misfire`` or ``pair``."""
    most: Cents
    clause: str
    wager: str = MAIN
    """The wager that it goes with, if a hand has several; for a side bet, the bet."""
    hand: int = 0
    """The split hand on which a pair bet may still be placed."""


class Item(Value, frozen=True):
    """One settlement that is due. ``action`` is ``take``, ``pay`` or ``return``."""

    ref: str
    action: str
    result: Result


class Blocker(Struct, frozen=True):
    """What must be done before the call; until then it is the call's refusal."""

    kind: str
    """``returned`` ``caller`` ``arrange`` ``marker`` ``shuffle`` ``shoe`` ``no_wager`` ``closes`` …"""
    box: int
    players: tuple[str, ...]
    clause: str
    code: str
    values: dict[str, Any]
    """The values for the words of the code."""
    bet: str = ""
    """For ``returned``: the wager that is handed back."""

    @property
    def text(self) -> str:
        """What must be done, in the plain English of the record."""
        return self.refusal().message

    def refusal(self, *also: str) -> Refusal:
        """The refusal of a call, under its clause and the further clauses ``also``."""
        return Refusal(self.code, self.clause, also=also, **self.values)


class Waiting(Value, frozen=True):
    """What the table waits for, without words and further options: just enough to decide a command. `Due` adds what
    people need.

    ``action`` is one of ``wagers`` ``card`` ``shuffle`` ``shoe`` ``insurance`` ``settle`` ``surrender`` ``decision``
    ``rescue`` ``direction`` ``show_cards`` ``ride`` ``prize`` ``approval`` ``collect``. ``box`` 0 is the dealer.
    """

    action: str
    clause: str
    box: int = 0
    hand: int = 0
    player: str = ""
    legal: tuple[str, ...] = ()
    refused: tuple[RefusedDecision, ...] = ()
    offers: tuple[PlayerOption, ...] = ()
    """The options waited for, if that is an offer; `Due.offers` also has others that may be taken up."""
    items: tuple[Item, ...] = ()


class Due(Value, frozen=True, omit_defaults=True):
    """What the table waits for: `Waiting`, with the words for it and what else may be done."""

    action: str
    prompt: Phrase
    clause: str
    box: int = 0
    hand: int = 0
    player: str = ""
    announcement: Phrase | None = None
    """What the dealer says aloud."""
    legal: tuple[str, ...] = ()
    refused: tuple[RefusedDecision, ...] = ()
    offers: tuple[PlayerOption, ...] = ()
    items: tuple[Item, ...] = ()
    blockers: tuple[Blocker, ...] = ()
    role: str = ""
    held: Card = ""
    """The card that is dealt next because it was drawn in error; unknown while it lies face down."""
    plan: tuple[str, ...] = ()
    """For an irregularity: what would be done on approval, line by line."""
    then: tuple[Phrase, ...] = ()
    """What comes after: the hands still to act, then the dealer."""

    @property
    def text(self) -> str:
        """What the table waits for, in the plain English of the record."""
        return self.prompt.english

    @property
    def announce(self) -> str:
        """What the dealer says aloud, in plain English; "" if nothing."""
        return "" if self.announcement is None else self.announcement.english

    @property
    def place(self) -> str:
        """Where: ``box 3 hand 1`` or ``dealer``."""
        if self.box:
            return f"box {self.box} hand {self.hand}" if self.hand else f"box {self.box}"
        return "dealer"
