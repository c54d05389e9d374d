"""The conditions of a tournament: the document that the house makes, the authority approves and players sign.

A field that nobody has filled in is None or "": that is a fault wherever the book wants it stated (`faults`). What does
not apply is chosen: a fee of 0 is no fee, ``BuyBack()`` is no buying back. Money is in cents, tournament chips are
whole units.
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
    """A part of the conditions. Recorded ones may have fields of a later version, which are passed over."""


class Length(_Part, frozen=True):
    """How long a session is: so many hands, shoes or minutes."""

    unit: Literal["hands", "shoes", "minutes"]
    number: int


class Stage(_Part, frozen=True):
    """A round of the tournament: heats, a semi-final, the final. ``tables`` are counted over all its heats."""

    name: str
    tables: int
    players_a_table: int
    """At most: the field is spread evenly over the tables."""
    length: Length
    advance_per_table: int = 0
    advance_others: int = 0
    """The other top chip holders of all tables."""
    heats: int = 1
    kind: Literal["main", "repechage", "catch_up", "secondary"] = "main"
    """Repechage: eliminated players play for places in the next main stage; catch-up: those who missed a session do;
    secondary: eliminated players play on for nothing further."""
    starting_chips: int = 0
    """0 takes those of the conditions."""
    carry_over: bool = False
    """Players begin with the chips that they ended their last session with, where the book does not want the same for
    all."""


class Wager(_Part, frozen=True):
    """What a player must wager in each round of play: ``none``, at least ``amount`` if anything (``minimum``), or that
    at least in every one (``compulsory``)."""

    kind: Literal["none", "minimum", "compulsory"]
    amount: int = 0


class BuyBack(_Part, frozen=True):
    """Buying back into the tournament after elimination; ``times`` 0: nobody may."""

    times: int = 0
    until_stage: int = 0
    """The last stage, from 1, in or after which it is possible."""
    price: Cents = 0
    chips: int = 0
    method: Literal["same_session", "next_stage"] = "same_session"


class Refund(_Part, frozen=True):
    """What is given back of one entrant's money, in cents."""

    fee: Cents = 0
    buy_in: Cents = 0


class Refunds(_Part, frozen=True):
    """What is given back after the period of free withdrawal, and to who retires or is disqualified."""

    withdrawal: Refund = Refund()
    retirement: Refund = Refund()
    disqualification: Refund = Refund()


class Late(_Part, frozen=True):
    """What follows from coming late or not at all: in words, and the chips forfeited for each hand missed (0 none)."""

    consequence: str
    chips_a_hand: int = 0
    absent_is_out: bool = True
    """Who misses a whole session ends it without chips."""


class Prize(_Part, frozen=True):
    """The prize of one place: so many ``cents``, or a ``share`` of the pool in hundredths of a percent."""

    place: int
    cents: Cents = 0
    share: int = 0


class Ties(_Part, frozen=True):
    """How ties are broken: to go on to the next stage, for the first place, for the places after it."""

    progress: Literal["extra_hands"] = "extra_hands"
    first: Literal["play_off", "extra_hands", "share"] = "extra_hands"
    places: Literal["extra_hands", "share"] = "share"
    later_out_first: bool = False
    """Of players without chips, who lost them in a later hand comes first."""


class Substitution(_Part, frozen=True):
    """Whether a player may name a substitute, which needs the director's approval, and under what terms."""

    allowed: bool = False
    terms: str = ""


class Betting(_Part, frozen=True):
    """How wagers are made: their order, how many last hands are wagered in secret, and what becomes of a wager that is
    too small or too large; "" is as the book has it."""

    order: Literal["open", "announced"] = "open"
    """Announced: in turn from the player with the button, which goes on by a box with every hand."""
    secret_hands: int = 0
    last_hands: int = 0
    """How many of the last hands are announced."""
    below: Below = ""
    above: Above = ""


class Conditions(_Part, frozen=True):
    """All of it. The texts are what players read."""

    name: str = ""
    book: str = ""
    series: str = ""
    """A tournament that the book lays down itself (`casino.rulebooks.tournaments`); "" is one of the house's own."""
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
    """What a tournament chip is paid out at after a session; 0 is chips without value. Where they have one, buy-ins buy
    them, and otherwise go to the pool."""
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
    """The sum of prizes in cents, as it is announced."""
    left_over: Literal["first", "operator"] = "first"
    """Who gets what the places do not use up of the pool."""
    precedence: str = ""
    ties: Ties | None = None
    substitution: Substitution | None = None
    betting: Betting | None = None
    overrides: tuple[tuple[str, str], ...] = ()
    """Rules of the game played otherwise: name and value, such as ``("insurance", "no")``."""
    signed_copies: bool = False
    """Every player signs a copy before being seated."""
    start_notice: str = ""
    """How players are told of a moved start."""


_CANONICAL = msgspec.json.Encoder(order="sorted")


def fingerprint(conditions: Conditions) -> str:
    """SHA-256 (hex) of the conditions in canonical form: what an approval and a signature are for."""
    return hashlib.sha256(_CANONICAL.encode(conditions)).hexdigest()
