"""A wager on a box of the felt, and the notes beside it."""

from __future__ import annotations

from dataclasses import dataclass, field

from casino.money import dollars
from casino.rulebooks import Rules
from casino.translated import phrase
from rounds.engine import State
from rounds.engine.questions import restriction_words, rules_for_wager
from rounds.engine.values import ANTE, INSURANCE, SUPER_BONUS, Box, Result, Stake, Wager
from rounds.read_model.felt.spots import bet_words
from rounds.read_model.felt.words import RESULT_WORDS, place_words, whose

LONGEST_AMOUNT = 9
"""Characters that fit beside a player's mark on a layout of nine boxes: a longer sum is shown added up."""


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
    title = (
        f"player {player}{', ' + place if place else ''}{', calls the decisions' if caller else ''}"
        f"{', upper level' if level else ''}: {dollars(staked)} staked"
    )
    if lammers:
        title += f" and {lammers} lammer{'s' if lammers > 1 else ''}"
    if mine:
        title += ", " + ", ".join(_outcome(result) for result in mine)
    text = _staked_words(stakes, staked)
    if mine and all(stake.settled for stake in stakes):
        # The result's own sums, so that a capped or rounded wager reads as it was settled.
        gain = sum(result.pays - result.takes for result in mine)
        css += " won" if gain > 0 else " lost" if gain < 0 else " even"
        text = f"+{dollars(gain)}" if gain > 0 else dollars(gain) if gain < 0 else _level_words(mine)
        lammers = 0
    return Line(whose(player, bet), text, css, title, lammers, level)


def _staked_words(stakes: list[Stake], staked: int) -> str:
    """The player's own chips: the wager and what was added to it, or one sum where that is too long."""
    if len(stakes) == 1 and stakes[0].added:
        text = f"{dollars(stakes[0].base)}+{dollars(stakes[0].added)[1:]}"
        if len(text) <= LONGEST_AMOUNT:
            return text
    return dollars(staked)


def _level_words(results: list[Result]) -> str:
    """Neither won nor lost: the word of the one result that all hands have, or ``even`` where they differ."""
    words = {result.result for result in results}
    return RESULT_WORDS.get(words.pop(), "even") if len(words) == 1 else "even"


def _outcome(result: Result) -> str:
    words = RESULT_WORDS.get(result.result, result.result)
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
            marker = "marker" if limit.marker else "no marker yet"
            notes.append(("limit", f"{wager.player} to {dollars(limit.maximum)} · {marker}"))
        notes += [
            ("limit", f"{wager.player} {phrase(restriction_words(held.one_box, held.minimum))}")
            for held in state.carry.restricted
            if held.player == wager.player
        ]
        if state.called and wager.effective < wager.amount:
            notes.append(
                ("treated", f"{wager.player} {dollars(wager.effective)} of {dollars(wager.amount)} in play")
            )
    settled = {result.player for result in results if result.bet == ANTE}
    if antes := [side for side in box.sides if side.bet == ANTE and side.player not in settled]:
        notes.append(("ante", "ante " + ", ".join(f"{ante.player} {dollars(ante.amount)}" for ante in antes)))
    for player, bet in box.even_money:
        notes.append(("even", f"{whose(player, bet)} even money"))
    notes += _insured(box, results)
    notes += _given_up(box)
    notes += [
        ("bonus", f"Super Bonus {result.player} {dollars(result.pays)}")
        for result in results
        if result.bet == SUPER_BONUS
    ]
    notes += [
        ("treated", f"{oral.player} says {dollars(oral.amount)}{_spoken_on(state, oral.bet)}, {oral.backing}")
        for oral in state.oral
        if oral.box == box.number
    ]
    return notes


def _spoken_on(state: State, bet: str) -> str:
    words = bet_words(state.setup, bet)
    return f" on {words}" if words else ""


def _insured(box: Box, results: list[Result]) -> list[tuple[str, str]]:
    """Insurance that lies there, was won or was lost."""
    notes = []
    decided = {(result.player, result.wager): result for result in results if result.bet == INSURANCE}
    if open_ := [
        insurance for insurance in box.insurance if (insurance.player, insurance.wager) not in decided
    ]:
        text = ", ".join(
            f"{whose(insurance.player, insurance.wager)} {dollars(insurance.amount)}" for insurance in open_
        )
        notes.append(("insured", f"insured {text}"))
    for won, css, word in ((True, "won", "insurance won"), (False, "lost", "insurance lost")):
        if told_of := [insurance for insurance in decided.values() if bool(insurance.pays) is won]:
            sums = ", ".join(
                f"{whose(insurance.player, insurance.wager)} {dollars(insurance.pays or insurance.takes)}"
                for insurance in told_of
            )
            notes.append((css, f"{word} {sums}"))
    return notes


def _given_up(box: Box) -> list[tuple[str, str]]:
    """The markers of a surrender, and doubles taken back (VIC03-10.7.5, VIC03-10.9.1)."""
    notes = []
    for hand in box.hands:
        notes += [("marker", f"surrender {stake.player}") for stake in hand.stakes if stake.surrendered]
        notes += [("marker", f"{stake.player} took it back") for stake in hand.stakes if stake.rescued]
    return notes
