"""Offers to players beside their decisions: insurance, even money, surrender, taking the doubled part back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from casino.money import Cents, Chips, dollars
from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import text
from rounds.engine import Due, State
from rounds.engine.commands import EvenMoney, Insure, PlayOn, Rescue, Surrender
from rounds.engine.values import PlayerOption, float_of
from rounds.read_model.felt.words import hand_name, place_words, whose
from rounds.read_model.taps import Tap, text_of


@dataclass(frozen=True, slots=True)
class InsuranceRow:
    """One wager with what its player may place on it, and what was placed."""

    player: str
    box: int
    wager: str
    whose: str
    label: str
    """Its name for people who cannot see it."""
    name: str
    taps: list[Tap] = field(default_factory=list)
    most: Cents = 0
    """The most that may still be insured, in cents; 0 if nothing more."""
    most_words: str = ""
    done: str = ""


@dataclass(frozen=True, slots=True)
class InsuranceColumn:
    """The wagers on one box."""

    box: int
    rows: list[InsuranceRow]


@dataclass(frozen=True, slots=True)
class InsuranceDesk:
    """Insurance and even money for the whole table."""

    kind: ClassVar[str] = "insurance"
    columns: list[InsuranceColumn]
    count: int
    """The number of wagers."""


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """A hand with cards face down."""

    box: int
    hand: int
    name: str


@dataclass(frozen=True, slots=True)
class SurrenderRow:
    """A player who may surrender half of a wager, or has done so."""

    box: int
    player: str
    done: bool
    half: str
    command: str
    clause: str


@dataclass(frozen=True, slots=True)
class SurrenderColumn:
    """The players on one box."""

    box: int
    rows: list[SurrenderRow]


@dataclass(frozen=True, slots=True)
class SurrenderDesk:
    """Surrender for the whole table."""

    kind: ClassVar[str] = "surrender"
    columns: list[SurrenderColumn]


@dataclass(frozen=True, slots=True)
class RescueActs:
    """The doubled part of a wager taken back, or played on with."""

    kind: ClassVar[str] = "rescue"
    title: str
    taps: list[Tap]
    play_on: Tap


def insurance(state: State, due: Due) -> InsuranceDesk:
    """One cell per wager: the largest amount in one tap, half of it, any other amount beside it, and even money."""
    columns = insurance_columns(state, due)
    for box in state.in_play():
        for insurance_bet in box.insurance:
            row = _insurance_row(box.number, insurance_bet.player, insurance_bet.wager)
            row = replace(row, done=text(_("insured {amount:money}"), amount=insurance_bet.amount))
            columns.setdefault(box.number, []).insert(0, row)
        for player, wager in box.even_money:
            # The same wager may also be insured: its cell shows both.
            rows = columns.setdefault(box.number, [])
            at = _place_of(rows, player, wager)
            if at is None:
                rows.insert(0, _insurance_row(box.number, player, wager))
                at = 0
            done = " · ".join(filter(None, (_("even money"), rows[at].done)))
            rows[at] = replace(rows[at], done=done)
    return InsuranceDesk(
        columns=[InsuranceColumn(number, columns[number]) for number in sorted(columns)],
        count=sum(len(rows) for rows in columns.values()),
    )


def _place_of(rows: list[InsuranceRow], player: str, wager: str) -> int | None:
    """The index of a wager's row among those of its box; None if it has no row yet."""
    return next((at for at, row in enumerate(rows) if (row.player, row.wager) == (player, wager)), None)


def _insurance_row(box: int, player: str, wager: str) -> InsuranceRow:
    place = place_words(wager)
    return InsuranceRow(
        player=player,
        box=box,
        wager=wager,
        whose=whose(player, wager),
        label=text(_("player {player}, {place}"), player=player, place=place)
        if place
        else text(_("player {player}"), player=player),
        name=f"{box}-{player}-{wager}" if place else f"{box}-{player}",
    )


def insurance_columns(state: State, due: Due) -> dict[int, list[InsuranceRow]]:
    """What each player may still place on each wager, by box."""
    chips = float_of(state.setup.chips)
    columns: dict[int, list[InsuranceRow]] = {}
    for offer in due.offers:
        if offer.kind not in ("insure", "even_money"):
            continue
        rows = columns.setdefault(offer.box, [])
        at = _place_of(rows, offer.player, offer.wager)
        if at is None:
            at = len(rows)
            rows.append(_insurance_row(offer.box, offer.player, offer.wager))
        row = rows[at]
        if offer.kind == "even_money":
            question = EvenMoney(offer.box, offer.player, offer.wager)
            rows[at] = replace(row, taps=[*row.taps, Tap(_("Even money"), text_of(question), css="even")])
        else:
            taps = [
                Tap(
                    dollars(amount),
                    text_of(Insure(offer.box, offer.player, amount, offer.wager)),
                    small=small,
                    css=css,
                )
                for amount, small, css in _amounts(chips, offer)
            ]
            rows[at] = replace(row, taps=[*row.taps, *taps], most=offer.most, most_words=dollars(offer.most))
    return columns


def late(state: State, due: Due) -> list[InsuranceRow]:
    """Insurance and even money still open after the offer was closed, until the further deal begins
    (VIC03-7.3.2(a))."""
    if due.action == "insurance":
        return []
    return [row for column in insurance_columns(state, due).values() for row in column]


def _amounts(chips: Chips, offer: PlayerOption) -> list[tuple[Cents, str, str]]:
    """The most that can be placed in chips, and about half of it, as (amount, word, style).

    The word is left out where it would be wrong: half of $12.50 cannot be made in chips, and $5 is not half of it.
    """
    most = chips.lower_payable(offer.most)
    half = chips.lower_payable(most // 2)
    amounts = [(most, _("most"), "most")] if most else []
    if 0 < half < most:
        amounts.append((half, _("half") if half * 2 == most else "", "half"))
    return amounts


def hidden_hands(state: State) -> list[HiddenHand]:
    """Hands with cards face down, which their players may show at any time (VIC03-7.1.2)."""
    if state.phase == "initial_deal":
        return []
    return [
        HiddenHand(box.number, number, hand_name(box.number, number, len(box.hands)))
        for box in state.in_play()
        for number, hand in enumerate(box.hands, start=1)
        if hand.hidden
    ]


def surrender(state: State, due: Due) -> SurrenderDesk:
    """One tap per player: the caller of each box, then the others on it once the caller has surrendered
    (VIC03-10.9.5)."""
    offered = {(offer.box, offer.player): offer for offer in due.offers if offer.kind == "surrender"}
    columns = []
    for box in state.in_play():
        rows = []
        for stake in box.hands[0].stakes if box.hands else ():
            offer = offered.get((box.number, stake.player))
            if offer is None and not stake.surrendered:
                continue
            given_up = Surrender(box.number, (stake.player,))
            rows.append(
                SurrenderRow(
                    box=box.number,
                    player=stake.player,
                    done=stake.surrendered,
                    half=text(_("half of {amount:money}"), amount=stake.base),
                    command=text_of(given_up),
                    clause=offer.clause if offer else "",
                )
            )
        if rows:
            columns.append(SurrenderColumn(box.number, rows))
    return SurrenderDesk(columns)


def rescue(rules: Rules, state: State, due: Due) -> RescueActs:
    """Each player who doubled takes that part back, or they all play on with it (VIC03-10.7.5)."""
    box = state.box(due.box)
    hand = box.hands[due.hand - 1]
    taps = [
        Tap(
            text(_("{player} takes {amount:money} back"), player=offer.player, amount=offer.most),
            text_of(Rescue(offer.box, offer.player, due.hand)),
            small=_("and gives up the original wager"),
            id=f"rescue-{offer.player}",
            money="rescue",
        )
        for offer in due.offers
        if offer.kind == "rescue"
    ]
    others = any(stake.rescued for stake in hand.stakes)
    play_on = Tap(
        text(_("The others play on with {total}") if others else _("Play on with {total}"), total=hand.total),
        text_of(PlayOn(due.box, due.hand)),
        css="primary",
        id="play-on",
    )
    return RescueActs(hand_name(due.box, due.hand, len(box.hands)), taps, play_on)
