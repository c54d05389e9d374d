"""The conditions of a tournament: the document that the house writes, the authority approves and players sign.

A field that nobody has filled in is None or "", which is a fault if the book requires it (`faults`). Something that
does not apply has an explicit value: a fee of 0 is no fee, ``BuyBack()`` is no buying back. Money is in cents,
tournament chips are whole units.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec
from msgspec import Struct

from casino.money import Cents
from casino.tournament_table import Above, Below
from tables.tournaments.machine.moments import Moment


class _Part(Struct, frozen=True, omit_defaults=True):
    """A part of the conditions. Recorded conditions may have fields of a later version, which are ignored."""


class Length(_Part, frozen=True):
    """How long a session is: so many hands, shoes or minutes."""

    unit: Literal["hands", "shoes", "minutes"]
    number: int


class Stage(_Part, frozen=True):
    """A round of the tournament: heats, a semi-final, the final. ``tables`` are counted over all its heats."""

    name: str
    tables: int
    players_a_table: int
    """The most players at a table: the field is spread evenly over the tables."""
    length: Length
    advance_per_table: int = 0
    advance_others: int = 0
    """How many other top chip holders of all tables advance."""
    heats: int = 1
    kind: Literal["main", "repechage", "catch_up", "secondary"] = "main"
    """Repechage: eliminated players play for places in the next main stage; catch-up: those who missed a session
    play for them; secondary: eliminated players play on without advancing."""
    starting_chips: int = 0
    """0 for the number in the conditions."""
    carry_over: bool = False
    """Whether players begin with the chips from their last session, unless the book requires the same for all."""


class Wager(_Part, frozen=True):
    """What a player must wager in each round of play: ``none``, at least ``amount`` if anything (``minimum``), or at
    least that in every round (``compulsory``)."""

    kind: Literal["none", "minimum", "compulsory"]
    amount: int = 0


class BuyBack(_Part, frozen=True):
    """Buying back into the tournament after elimination; with ``times`` 0 nobody may."""

    times: int = 0
    until_stage: int = 0
    """The last stage, from 1, in or after which it is possible."""
    price: Cents = 0
    chips: int = 0
    method: Literal["same_session", "next_stage"] = "same_session"


class Refund(_Part, frozen=True):
    """What is refunded of one entrant's money, in cents."""

    fee: Cents = 0
    buy_in: Cents = 0


class Refunds(_Part, frozen=True):
    """What is refunded after the period of free withdrawal, and to entrants who retire or are disqualified."""

    withdrawal: Refund = Refund()
    retirement: Refund = Refund()
    disqualification: Refund = Refund()


class Late(_Part, frozen=True):
    """The consequences of coming late or not at all: in words, and the chips forfeited for each missed hand (0 for
    none)."""

    consequence: str
    chips_a_hand: int = 0
    absent_is_out: bool = True
    """Whether a player who misses a whole session ends it without chips."""


class Prize(_Part, frozen=True):
    """The prize of one place: an amount in ``cents``, or a ``share`` of the pool in hundredths of a percent."""

    place: int
    cents: Cents = 0
    share: int = 0


class Ties(_Part, frozen=True):
    """How ties are broken: for going on to the next stage, for the first place, for the places after it."""

    progress: Literal["extra_hands"] = "extra_hands"
    first: Literal["play_off", "extra_hands", "share"] = "extra_hands"
    places: Literal["extra_hands", "share"] = "share"
    later_out_first: bool = False
    """Of players without chips, who lost them in a later hand comes first."""


class Substitution(_Part, frozen=True):
    """Whether a player may name a substitute, subject to the director's approval, and on what terms."""

    allowed: bool = False
    terms: str = ""


class Betting(_Part, frozen=True):
    """How wagers are made: their order, how many of the last hands are wagered in secret, and what becomes of a
    wager that is too small or too large; "" means as the book says."""

    order: Literal["open", "announced"] = "open"
    """Announced: in turn from the player with the button, which moves on by a box with every hand."""
    secret_hands: int = 0
    last_hands: int = 0
    """How many of the last hands are announced as such."""
    below: Below = ""
    above: Above = ""


class Conditions(_Part, frozen=True):
    """The whole document. The texts are for players to read."""

    name: str = ""
    book: str = ""
    series: str = ""
    """A tournament that the book itself prescribes (`casino.rulebooks.tournaments`); "" for one of the house's own.
   """
    game: str = "blackjack"
    side_bets: tuple[str, ...] = ()
    decks: int | None = None
    boxes: int | None = None
    entry_fee: Cents | None = None
    fee_kept: Cents | None = None
    """What the operator keeps of each entrant's fee."""
    buy_in: Cents | None = None
    starting_chips: int | None = None
    cents_a_chip: Cents | None = None
    """What a tournament chip is paid out at after a session; 0 for chips without value. If chips have a value,
    buy-ins buy them, otherwise buy-ins go to the pool."""
    wager: Wager | None = None
    table_minimum: int | None = None
    table_maximum: int | None = None
    table_multiple: int = 1
    stages: tuple[Stage, ...] | None = None
    final_shoes: int | None = None
    """Only for a series whose book leaves the length of the final open."""
    repechage: bool | None = None
    catch_up: bool | None = None
    secondary: bool | None = None
    buy_back: BuyBack | None = None
    eligibility: str = ""
    right_to_deny: bool | None = None
    denial_statement: str = ""
    criteria_used: bool | None = None
    criteria: str = ""
    entry_terms: str = ""
    opens_at: Moment | None = None
    closes_at: Moment | None = None
    free_withdrawal_until: Moment | None = None
    application_form: str = ""
    players_min: int | None = None
    players_max: int | None = None
    disqualification_grounds: tuple[str, ...] | None = None
    retirement_terms: str = ""
    refunds: Refunds | None = None
    late: Late | None = None
    prizes: tuple[Prize, ...] | None = None
    prize_pool: Cents | None = None
    """The sum of the prizes, as announced, in cents."""
    left_over: Literal["first", "operator"] = "first"
    """Who gets what is left of the pool after the places."""
    precedence: str = ""
    ties: Ties | None = None
    substitution: Substitution | None = None
    betting: Betting | None = None
    overrides: tuple[tuple[str, str], ...] = ()
    """Rules of the game that are changed: name and value, such as ``("insurance", "no")``."""
    signed_copies: bool = False
    """Every player signs a copy before being seated."""
    start_notice: str = ""
    """How players are told that a start has moved."""


_CANONICAL = msgspec.json.Encoder(order="sorted")


def fingerprint(conditions: Conditions) -> str:
    """The SHA-256 (hex) of the conditions in canonical form, which an approval and a signature refer to."""
    return hashlib.sha256(_CANONICAL.encode(conditions)).hexdigest()
