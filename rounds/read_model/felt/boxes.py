"""A box on the felt: its hands, the wagers on it, and the notes beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from casino.money import dollars
from casino.rulebooks import Rules
from casino.translated import card_words, kept_in_words, phrase, text
from casino.translated import gettext as _
from rounds.engine import Due, State
from rounds.engine.questions import (
    blackjack,
    next_action,
    restriction_words,
    rules_for_wager,
    special_21,
    tucked_under,
)
from rounds.engine.values import (
    ANTE,
    INSURANCE,
    MAIN,
    SUPER_BONUS,
    Box,
    Hand,
    OralWager,
    Result,
    Stake,
    Wager,
)
from rounds.read_model.felt import split_lines
from rounds.read_model.felt.side_lines import SideLine, side_lines
from rounds.read_model.felt.spots import bet_words
from rounds.read_model.felt.tournament import Seat
from rounds.read_model.felt.words import (
    box_name,
    cards_html,
    hand_words,
    place_words,
    result_words,
    spoken,
    whose,
)

# --- hands


@dataclass(slots=True)
class HandView:
    """One hand: cards, total, and who has a stake on it."""

    number: int
    cards: SafeString
    total: str
    css: str
    mark: str
    """The hand in a word: ``Blackjack``, ``bust``, ``doubled`` …"""
    label: str


@dataclass(slots=True)
class BoxView:
    """One box."""

    number: int
    arc: int
    css: str
    label: str
    hands: list[HandView] = field(default_factory=list)
    lines: list[WagerLine] = field(default_factory=list)
    sides: list[SideLine] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    seat: Seat | None = None
    """The player of a tournament session at this box."""

    def keep_secret(self) -> None:
        """Shows that there are wagers, but not how much."""
        self.label = f"{box_name(self.number)}; {self.seat.label if self.seat else _('empty')}"
        for line in self.lines:
            line.amount, line.css = _("secret"), "line"
            line.title = text(_("player {player} has wagered"), player=line.player)
            self.label += f"; {line.title}"
        self.sides, self.notes = [], []


def empty_box(number: int, count: int) -> BoxView:
    return BoxView(number, abs(2 * number - count - 1), "box empty", text(_("Box {box}, empty"), box=number))


def box_view(
    state: State, box: Box, rules: Rules, due: Due | None, count: int, over: bool, seat: Seat | None = None
) -> BoxView:
    view = empty_box(box.number, count)
    view.seat = seat
    if not box.wagers:
        view.label = f"{box_name(box.number)}; {seat.label}" if seat is not None else view.label
        return view
    results = [result for result in state.results if result.box == box.number]
    many = len(box.hands) > 1
    due_here = due is not None and due.box == box.number
    open_ = any(hand.live for hand in box.hands) or not box.hands
    view.css = "box" + (" here" if due_here else "") + (" over" if over or not open_ else "")
    if not over:
        at = due.hand if due_here and due is not None else 0
        tucked = bool(box.sides) and bool(tucked_under(state, box))
        view.hands = [
            _hand(rules, box, hand, number, many, number == at, tucked)
            for number, hand in enumerate(box.hands, 1)
        ]
        if many:
            view.css += f" hands-{len(box.hands)}"
    view.lines = [line_of(rules, state, box, wager, results) for wager in box.wagers]
    if seat is not None:
        for line in view.lines:  # the seat shows whose it is
            line.player = line.player.removeprefix(seat.player).strip()
    by_hand = split_lines.columns(box, results, count) if many and not over else {}
    if by_hand:
        for line, wager in zip(view.lines, box.wagers, strict=True):
            line.cells = by_hand.get((wager.player, wager.bet), [])
    view.sides = side_lines(state, box, results) if box.sides else []
    view.notes = notes_on(state, box, results) + _returned(view, box, due)
    view.label = "; ".join(
        [text(_("Box {box}, now"), box=box.number) if due_here else box_name(box.number)]
        + ([seat.label] if seat is not None else [])
        + [hand.label for hand in view.hands]
        + [line.title for line in view.lines]
        + [side.label for side in view.sides]
        + [words for _css, words in view.notes]
    )
    return view


def _returned(view: BoxView, box: Box, due: Due | None) -> list[tuple[str, str]]:
    """Marks wagers that go back before the call; returns the notes that say so."""
    notes = []
    for blocker in due.blockers if due else ():
        if blocker.kind != "returned" or blocker.box != box.number:
            continue
        player = blocker.players[0]
        for line, wager in zip(view.lines, box.wagers, strict=True):
            if (wager.player, wager.bet) == (player, blocker.bet):
                line.css += " back"
        lies = box.wager_of(player, blocker.bet) or box.side_of(player, blocker.bet)
        if lies is not None:
            back = text(
                _("return {player} {amount:money}"), player=whose(player, blocker.bet), amount=lies.amount
            )
            notes.append(("back", back))
    return notes


def _hand(
    rules: Rules, box: Box, hand: Hand, number: int, many: bool, due_here: bool, tucked: bool = False
) -> HandView:
    natural = blackjack(rules, hand)
    total = hand.total
    finished = len(hand.cards) > 1 and not next_action(rules, box, hand)
    total_shown = hand_words(hand, natural=natural, finished=finished)
    css = (
        "hand" + (" here" if due_here else "") + (" bust" if total > 21 else "") + (" bj" if natural else "")
    )
    if len(hand.cards) > 4:
        css += " many"
    if many and not hand.live and hand.stakes:
        css += " over"
    mark = _hand_mark(rules, hand, natural, many)
    if tucked and total > 21 and not hand.live:
        mark = _("bust, tucked")  # under the wager that is still live (NZ-15H.7)
    cards = ", ".join(card_words(card) for card in hand.cards) or _("no card")
    parts = [f"{cards}; {spoken(total_shown)}"]
    if mark:
        parts.append(mark)
    if many and hand.doubled:
        parts.append(_("doubled"))
    label = ", ".join(parts)
    if many:
        label = text(_("hand {number}: {label}"), number=number, label=label)
        label += f"; {_stakes_words(hand)}" if hand.stakes else ""
    return HandView(
        number=number,
        cards=cards_html(hand.cards, last_sideways=hand.doubled and len(hand.cards) > 2),
        total=total_shown,
        css=css,
        mark=mark,
        label=label,
    )


def _stakes_words(hand: Hand) -> str:
    """Each player's stake on this hand of a split box, where the box's line shows only the sum of its hands."""
    return ", ".join(
        text(_("player {player} {amount:money}"), player=whose(stake.player, stake.bet), amount=stake.money)
        for stake in hand.stakes
    )


def _hand_mark(rules: Rules, hand: Hand, natural: bool, many: bool) -> str:
    """The hand in a word."""
    total = hand.total
    if natural:
        return rules.natural
    if total > 21:
        return _("bust")
    special = special_21(rules, hand) if total == 21 and not hand.hidden and not hand.doubled else None
    if special is not None:
        return special.name
    if many:
        return ""  # no room; the sideways card and the next hand's turn show it
    return _("double") if hand.doubled else _("stands") if hand.stood else ""


# --- wagers


LONGEST_AMOUNT, NARROW = 9, 7
"""How many characters fit beside a player's mark, and on a layout of more than seven boxes: longer amounts are added
up."""
USUAL = 7


@dataclass(slots=True)
class WagerLine:
    """One wager on a box."""

    player: str
    amount: str
    css: str
    title: str
    lammers: int = 0
    """The house's lammers on it (NZ-20.3, NZ-20.4)."""
    level: str = ""
    """At a table with two levels of wagers, the mark of the upper one (NZ-21.2)."""
    cells: list[str] = field(default_factory=list)
    """On a split box, the amounts on each hand instead of the sum."""


def line_of(rules: Rules, state: State, box: Box, wager: Wager, results: list[Result]) -> WagerLine:
    """A wager in one line: what is staked or, once all of it is settled, its result."""
    player, bet = wager.player, wager.bet
    last = state.phase in ("dealer_draw", "final_settlement")
    upper = rules.lower is not None and rules_for_wager(rules, box, player) is rules
    amount, css, title, lammers = _in_line(
        wager,
        tuple([stake for hand in box.hands if (stake := hand.stake_of(player, bet))]),
        tuple([result for result in results if (result.player, result.bet) == (player, bet)]),
        player == box.caller,
        upper,
        last and bet != MAIN and bet == state.bet_in_turn(True),
        LONGEST_AMOUNT if state.setup.boxes <= USUAL else NARROW,
    )
    return WagerLine(whose(player, bet), amount, css, title, lammers, "▲" if upper else "")


@kept_in_words
def _in_line(
    wager: Wager,
    stakes: tuple[Stake, ...],
    mine: tuple[Result, ...],
    caller: bool,
    upper: bool,
    turn: bool,
    room: int,
) -> tuple[str, str, str, int]:
    """For a wager's line: the amount, its style, its words, and the lammers on it; cards do not change them."""
    lammers = sum(stake.free_base + bool(stake.free_added) for stake in stakes)
    staked = sum(stake.money for stake in stakes) if stakes else wager.amount
    css = "line" + (" caller" if caller else "") + (" turn" if turn else "")
    who = [
        text(_("player {player}"), player=wager.player),
        place_words(wager.bet),
        _("calls the decisions") if caller else "",
        _("upper level") if upper else "",
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
    amount = _staked_words(stakes, staked, room)
    if mine and all(stake.settled for stake in stakes):
        # The result's own sums, so that a capped or rounded wager reads as settled.
        gain = sum(result.pays - result.takes for result in mine)
        css += " won" if gain > 0 else " lost" if gain < 0 else " even"
        amount = f"+{dollars(gain)}" if gain > 0 else dollars(gain) if gain < 0 else _level_words(mine)
        lammers = 0
    return amount, css, title, lammers


def _staked_words(stakes: Sequence[Stake], staked: int, room: int) -> str:
    """The player's own chips: the wager and what was added to it, or their sum if that is too long."""
    if len(stakes) == 1 and stakes[0].added:
        both = f"{dollars(stakes[0].base)}+{dollars(stakes[0].added)[1:]}"
        if len(both) <= room:
            return both
    return dollars(staked)


def _level_words(results: Sequence[Result]) -> str:
    """For a wager neither won nor lost: the result that all hands share, or ``even`` if they differ."""
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
    """Short notes under the wagers, as (css, text)."""
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
    """A spoken wager, naming its bet unless it is the main one."""
    values = {"player": oral.player, "amount": oral.amount, "backing": oral.backing}
    bet = bet_words(state.setup, oral.bet)
    if bet:
        return text(_("{player} says {amount:money} on {bet}, {backing:term}"), **values, bet=bet)
    return text(_("{player} says {amount:money}, {backing:term}"), **values)


def _insured(box: Box, results: list[Result]) -> list[tuple[str, str]]:
    """Insurance that is open, won or lost."""
    if not box.insurance and not results:
        return []
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
    """Notes of surrender, and of doubles taken back (VIC03-10.7.5, VIC03-10.9.1)."""
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
