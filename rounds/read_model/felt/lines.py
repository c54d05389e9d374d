"""A wager on a box of the felt, and the notes beside it."""

from __future__ import annotations

from dataclasses import dataclass, field

from casino.money import dollars
from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import phrase, text
from rounds.engine import State
from rounds.engine.questions import restriction_words, rules_for_wager
from rounds.engine.values import ANTE, INSURANCE, SUPER_BONUS, Box, OralWager, Result, Stake, Wager
from rounds.read_model.felt.spots import bet_words
from rounds.read_model.felt.words import place_words, result_words, whose

LONGEST_AMOUNT, NARROW = 9, 7
"""Characters that fit beside a player's mark, and on a layout of more than seven boxes: a longer sum is shown added
up."""
USUAL = 7


@dataclass(slots=True)
class Line:
    """One wager on a box."""

    player: str
    amount: str
    css: str
    title: str
    lammers: int = 0
    """Lammers of the house that lie on it (NZ-20.3, NZ-20.4)."""
    level: str = ""
    """At a table with two levels of wagers, the mark of the upper one (NZ-21.2)."""
    cells: list[str] = field(default_factory=list)
    """On a split box what lies on each hand, in place of the sum."""


def line_of(rules: Rules, state: State, box: Box, wager: Wager, results: list[Result]) -> Line:
    """A wager in one line: what is staked, or how it came out once all of it has."""
    player, bet = wager.player, wager.bet
    stakes = [stake for hand in box.hands if (stake := hand.stake_of(player, bet))]
    lammers = sum(stake.free_base + bool(stake.free_added) for stake in stakes)
    staked = sum(stake.money for stake in stakes) if stakes else wager.amount
    caller = player == box.caller
    place = place_words(bet)
    level = "▲" if rules.lower is not None and rules_for_wager(rules, box, player) is rules else ""
    mine = [result for result in results if (result.player, result.bet) == (player, bet)]
    css = "line" + (" caller" if caller else "")
    if place and bet == state.bet_in_turn(True) and state.phase in ("dealer_draw", "final_settlement"):
        css += " turn"
    who = [
        text(_("player {player}"), player=player),
        place,
        _("calls the decisions") if caller else "",
        _("upper level") if level else "",
    ]
    at_risk = (
        text(
            _("{amount:money} staked and {lammers:lammer|lammers}"),
            amount=staked,
            lammers=lammers,
        )
        if lammers
        else text(_("{amount:money} staked"), amount=staked)
    )
    title = f"{', '.join(filter(None, who))}: {', '.join([at_risk, *map(_outcome, mine)])}"
    room = LONGEST_AMOUNT if state.setup.boxes <= USUAL else NARROW
    amount = _staked_words(stakes, staked, room)
    if mine and all(stake.settled for stake in stakes):
        # The result's own sums, so that a capped or rounded wager reads as it was settled.
        gain = sum(result.pays - result.takes for result in mine)
        css += " won" if gain > 0 else " lost" if gain < 0 else " even"
        amount = f"+{dollars(gain)}" if gain > 0 else dollars(gain) if gain < 0 else _level_words(mine)
        lammers = 0
    return Line(whose(player, bet), amount, css, title, lammers, level)


def _staked_words(stakes: list[Stake], staked: int, room: int) -> str:
    """The player's own chips: the wager and what was added to it, or one sum where that is too long."""
    if len(stakes) == 1 and stakes[0].added:
        both = f"{dollars(stakes[0].base)}+{dollars(stakes[0].added)[1:]}"
        if len(both) <= room:
            return both
    return dollars(staked)


def _level_words(results: list[Result]) -> str:
    """Neither won nor lost: the word of the one result that all hands have, or ``even`` where they differ."""
    words = {result.result for result in results}
    return result_words(words.pop()) if len(words) == 1 else _("even")


def _outcome(result: Result) -> str:
    words = result_words(result.result)
    if result.pays:
        return f"{words} {dollars(result.pays)}"
    if result.takes:
        return f"{words} {dollars(result.takes)}"
    return words


def notes_on(state: State, box: Box, results: list[Result]) -> list[tuple[str, str]]:
    """Short lines under the wagers: (css, text)."""
    notes: list[tuple[str, str]] = []
    for wager in box.wagers:
        limit = state.limit_of(box.number, wager.player)
        if limit is not None:
            most = text(_("{player} to {most:money}"), player=wager.player, most=limit.maximum)
            marker = _("marker") if limit.marker else _("no marker yet")
            notes.append(("limit", f"{most} · {marker}"))
        notes += [
            ("limit", f"{wager.player} {phrase(restriction_words(held.one_box, held.minimum))}")
            for held in state.carry.restricted
            if held.player == wager.player
        ]
        if state.called and wager.effective < wager.amount:
            in_play = text(
                _("{player} {effective:money} of {amount:money} in play"),
                player=wager.player,
                effective=wager.effective,
                amount=wager.amount,
            )
            notes.append(("treated", in_play))
    settled = {result.player for result in results if result.bet == ANTE}
    if antes := [side for side in box.sides if side.bet == ANTE and side.player not in settled]:
        sums = [f"{ante.player} {dollars(ante.amount)}" for ante in antes]
        notes.append(("ante", text(_("ante {sums:list}"), sums=sums)))
    for player, bet in box.even_money:
        notes.append(("even", text(_("{player} even money"), player=whose(player, bet))))
    notes += _insured(box, results)
    notes += _given_up(box)
    notes += [
        ("bonus", text(_("Super Bonus {player} {amount:money}"), player=result.player, amount=result.pays))
        for result in results
        if result.bet == SUPER_BONUS
    ]
    notes += [("treated", _spoken(state, oral)) for oral in state.oral if oral.box == box.number]
    return notes


def _spoken(state: State, oral: OralWager) -> str:
    """A spoken wager, with the bet that it is on if that is not the main one."""
    values = {"player": oral.player, "amount": oral.amount, "backing": oral.backing}
    bet = bet_words(state.setup, oral.bet)
    if bet:
        return text(_("{player} says {amount:money} on {bet}, {backing:term}"), **values, bet=bet)
    return text(_("{player} says {amount:money}, {backing:term}"), **values)


def _insured(box: Box, results: list[Result]) -> list[tuple[str, str]]:
    """Insurance that lies there, was won or was lost."""
    notes = []
    decided = {(result.player, result.wager): result for result in results if result.bet == INSURANCE}
    if open_ := [
        insurance for insurance in box.insurance if (insurance.player, insurance.wager) not in decided
    ]:
        sums = [
            f"{whose(insurance.player, insurance.wager)} {dollars(insurance.amount)}" for insurance in open_
        ]
        notes.append(("insured", text(_("insured {sums:list}"), sums=sums)))
    for won, css, words in (
        (True, "won", _("insurance won {sums:list}")),
        (False, "lost", _("insurance lost {sums:list}")),
    ):
        if settled := [insurance for insurance in decided.values() if bool(insurance.pays) is won]:
            sums = [
                f"{whose(insurance.player, insurance.wager)} {dollars(insurance.pays or insurance.takes)}"
                for insurance in settled
            ]
            notes.append((css, text(words, sums=sums)))
    return notes


def _given_up(box: Box) -> list[tuple[str, str]]:
    """The markers of a surrender, and doubles taken back (VIC03-10.7.5, VIC03-10.9.1)."""
    notes = []
    for hand in box.hands:
        notes += [
            ("marker", text(_("surrender {player}"), player=stake.player))
            for stake in hand.stakes
            if stake.surrendered
        ]
        notes += [
            ("marker", text(_("{player} took it back"), player=stake.player))
            for stake in hand.stakes
            if stake.rescued
        ]
    return notes
