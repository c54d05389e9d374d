"""The felt: a state of the engine as plain values for `rounds/_felt.html`, for tablet, watcher and replay alike.

Nothing here counts cards, gives odds or favours a decision (VIC03-17.5): it shows what lies on the layout.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from casino.cards import PACK, UNKNOWN, Card, is_natural, say, score, show
from casino.money import Cents, dollars
from casino.rulebooks import Rules
from rounds import split_lines
from rounds.engine.hands import blackjack, dealer_points, own_rules, special_21
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Hand, Stake
from rounds.engine.layout.wager import Wager
from rounds.engine.permits.words import restriction_words
from rounds.engine.settlement.result import Result
from rounds.engine.setup import ANTE, INSURANCE, MAIN, SUPER_BONUS
from rounds.engine.sides.outcomes import tucked_under
from rounds.engine.state import State
from rounds.engine.waiting import Due
from rounds.plaques import plaques
from rounds.side_lines import SideLine, side_lines
from rounds.spots import bet_words, spots

PHASE_WORDS = {
    "wagers": "wagers",
    "initial_deal": "initial deal",
    "insurance": "insurance",
    "interim_settlement": "interim settlement",
    "surrender": "surrender",
    "subsequent_deal": "decisions",
    "dealer_draw": "dealer draws",
    "final_settlement": "settlement",
    "collected": "round over",
    "void": "round void",
}
RESULT_WORDS = {
    "win": "won",
    "lose": "lost",
    "stand_off": "stand off",
    "void": "void",
    "surrender": "surrendered",
}


LONGEST_AMOUNT = 9
"""Characters that fit beside a player's mark on a layout of nine boxes: a longer sum is shown added up."""


@dataclass(slots=True)
class HandView:
    """One hand as it lies: cards, total, who is on it."""

    number: int
    cards: SafeString
    total: str
    css: str
    mark: str
    """What the hand is, in a word: ``Blackjack``, ``bust``, ``doubled`` …"""
    players: str
    """On a split box: whose wagers ride on this hand."""
    label: str


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


@dataclass(slots=True)
class BoxView:
    """One box as it lies."""

    number: int
    arc: int
    css: str
    label: str
    hands: list[HandView] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    """The numbers of the hands, where the lines have a column for each."""
    sides: list[SideLine] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)


def felt_context(state: State, rules: Rules, due: Due | None = None, name: str = "felt") -> dict[str, Any]:
    """Plain values for ``rounds/_felt.html``: boxes, dealer, legend.

    ``due`` marks the place that the table waits for; a replay passes the due of that step, or None. A second felt on
    a page has a ``name`` of its own.
    """
    count = state.setup.boxes
    over = state.phase in ("collected", "void")
    boxes = [_box(state, box, rules, due, count, over) for box in state.boxes[:count]]
    # A state that nothing has been folded into yet has no boxes; the layout has them all the same.
    boxes += [_empty(number, count) for number in range(len(boxes) + 1, count + 1)]
    return {
        "name": name,
        "prefix": "" if name == "felt" else f"{name}-",
        "boxes": boxes,
        "count": count,
        "dealer": None if over else _dealer(rules, state, due),
        "over": over,
        "round_no": state.round_no,
        "phase": state.phase,
        "phase_words": PHASE_WORDS.get(state.phase, state.phase),
        "plaques": plaques(rules),
        "spots": _on_layout(state),
    }


def _on_layout(state: State) -> list[tuple[str, str]]:
    """What the layout says of each side bet: its short name, and what it pays and takes, or that it is not offered
    while its equipment has failed (NZ-16.12-S2, VIC03-11.7.3(a))."""
    off = state.carry.suspended
    return [
        (spot.short, f"{spot.title} is not offered" if spot.bet in off else spot.inscription)
        for spot in spots(state.setup)
    ]


# --- cards


def _face(card: Card, *, side: bool) -> SafeString:
    rank, suit = ("10" if card[0] == "T" else card[0]), card[1]
    glyph = show(card)[-1]
    return format_html(
        '<span class="card {}{}{}" role="img" aria-label="{}">'
        '<b aria-hidden="true">{}</b><i aria-hidden="true">{}</i></span>',
        suit,
        " side" if side else "",
        " ten" if rank == "10" else "",
        say(card) + (", sideways" if side else ""),
        rank,
        glyph,
    )


_BACK = mark_safe('<span class="card back" role="img" aria-label="a card face down"></span>')
_UPRIGHT = {card: _face(card, side=False) for card in PACK} | {UNKNOWN: _BACK}
_SIDEWAYS = {card: _face(card, side=True) for card in PACK} | {UNKNOWN: _BACK}


def cards_html(
    cards: tuple[Card, ...], *, last_sideways: bool = False, marked: frozenset[int] = frozenset()
) -> SafeString:
    """The cards in a row, the last one turned when it was drawn to a double; ``marked`` ones (from 0) stand out."""
    faces = [_UPRIGHT[card] for card in cards]
    if last_sideways and faces:
        faces[-1] = _SIDEWAYS[cards[-1]]
    for at in marked:
        faces[at] = SafeString(faces[at].replace('class="card', 'class="card moved', 1))
    return mark_safe("".join(faces))  # noqa: S308 — each piece was made by format_html


def total_words(
    cards: tuple[Card, ...], *, natural: bool = False, points: tuple[int, bool] | None = None
) -> str:
    """The total as it is announced: ``16``, ``7/17`` while an ace may still count either way. ``points`` are what
    the cards come to where that is not their plain count."""
    if not cards or UNKNOWN in cards:
        return ""
    total, soft = points or score(cards)
    if soft and total != 21 and not natural:
        return f"{total - 10}/{total}"
    return str(total)


def hand_words(hand: Hand, *, natural: bool = False) -> str:
    """The total of a player's hand as it is announced. On a doubled hand the first aces may count one only
    (VIC03-10.7.2), which the cards alone do not tell."""
    return str(hand.total) if hand.aces_low else total_words(hand.cards, natural=natural)


# --- dealer


def _dealer(rules: Rules, state: State, due: Due | None) -> dict[str, Any]:
    """The dealer's hand in play, and beside it those that are settled where there are several (ACT96-22.13)."""
    cards = state.dealer
    natural = is_natural(cards)
    mark = _dealer_mark(rules, cards)
    many = rules.dealer_hands.value > 1
    name = f"Dealer · hand {min(len(state.dealers) + 1, rules.dealer_hands.value)}" if many else "Dealer"
    return {
        "name": name,
        "cards": cards_html(cards),
        "total": total_words(cards, natural=natural, points=dealer_points(rules, cards)),
        "mark": mark,
        "here": due is not None and due.want == "card" and due.box == 0,
        "settled": [
            {
                "number": number,
                "cards": cards_html(hand),
                "total": total_words(hand, natural=is_natural(hand), points=dealer_points(rules, hand)),
                "mark": _dealer_mark(rules, hand),
            }
            for number, hand in enumerate(state.dealers, start=1)
        ],
        "label": f"{name}: "
        + (", ".join(say(card) for card in cards) + f"; {_total_said(rules, cards)}" if cards else "no card")
        + (f", {mark}" if mark else ""),
    }


def _dealer_mark(rules: Rules, cards: tuple[Card, ...]) -> str:
    total, _ = dealer_points(rules, cards)
    if is_natural(cards):
        return rules.natural
    if total > 21:
        return "stand off" if total == rules.dealer_stands_off_on.value else "bust"
    return ""


def _total_said(rules: Rules, cards: tuple[Card, ...]) -> str:
    words = total_words(cards, points=dealer_points(rules, cards))
    return words.replace("/", " or ") if words else "total unknown"


# --- boxes


def _empty(number: int, count: int) -> BoxView:
    return BoxView(number, abs(2 * number - count - 1), "box empty", f"Box {number}, empty")


def _box(state: State, box: Box, rules: Rules, due: Due | None, count: int, over: bool) -> BoxView:
    view = _empty(box.number, count)
    if not box.wagers:
        return view
    results = [result for result in state.results if result.box == box.number]
    here = due is not None and due.box == box.number
    open_ = any(hand.live for hand in box.hands) or not box.hands
    view.css = "box" + (" here" if here else "") + (" over" if over or not open_ else "")
    if not over:
        at = due.hand if here and due is not None else 0
        many = len(box.hands) > 1
        tucked = bool(box.sides) and bool(tucked_under(state, box))
        view.hands = [
            _hand(rules, hand, number, many, number == at, tucked) for number, hand in enumerate(box.hands, 1)
        ]
        if many:
            view.css += f" hands-{len(box.hands)}"
    view.lines = [_line(rules, state, box, wager, results) for wager in box.wagers]
    by_hand = {} if over else split_lines.columns(box, results, count)
    if by_hand:
        view.columns = list(range(1, len(box.hands) + 1))
        for line, wager in zip(view.lines, box.wagers, strict=True):
            line.cells = by_hand.get((wager.player, wager.bet), [])
    view.sides = side_lines(state, box, results) if box.sides else []
    view.notes = _notes(state, box, results)
    view.label = "; ".join(
        [f"Box {box.number}" + (", now" if here else "")]
        + [hand.label for hand in view.hands]
        + [line.title for line in view.lines]
        + [side.label for side in view.sides]
        + [text for _, text in view.notes]
    )
    return view


def _hand(rules: Rules, hand: Hand, number: int, many: bool, here: bool, tucked: bool = False) -> HandView:
    natural = blackjack(rules, hand)
    total = hand.total
    said = hand_words(hand, natural=natural)
    css = "hand" + (" here" if here else "") + (" bust" if total > 21 else "") + (" bj" if natural else "")
    if len(hand.cards) > 4:
        css += " many"
    if many and not hand.live and hand.stakes:
        css += " over"
    mark = _hand_mark(rules, hand, natural, many)
    if tucked and total > 21 and not hand.live:
        mark = "bust, tucked"  # under the wager that is live still (NZ-15H.7)
    words = ", ".join(say(card) for card in hand.cards) or "no card"
    return HandView(
        number=number,
        cards=cards_html(hand.cards, last_sideways=hand.doubled and len(hand.cards) > 2),
        total=said,
        css=css,
        mark=mark,
        players=" ".join(dict.fromkeys(stake.player for stake in hand.stakes)) if many else "",
        label=(f"hand {number}: " if many else "")
        + f"{words}; {said.replace('/', ' or ') or 'total unknown'}"
        + (f", {mark}" if mark else "")
        + (", doubled" if many and hand.doubled else "")
        + (f"; {_stakes_said(hand)}" if many and hand.stakes else ""),
    )


def _stakes_said(hand: Hand) -> str:
    """What each player has on this hand of a split box, where the line of the box adds the hands up."""
    return ", ".join(f"player {whose(one.player, one.bet)} {dollars(one.money)}" for one in hand.stakes)


def _hand_mark(rules: Rules, hand: Hand, natural: bool, many: bool) -> str:
    """What the hand is, in a word."""
    total = hand.total
    if natural:
        return rules.natural
    if total > 21:
        return "bust"
    special = special_21(rules, hand) if total == 21 and not hand.hidden and not hand.doubled else None
    if special is not None:
        return special.name
    if many:
        return ""  # no room; the sideways card and the turn of the next hand say it
    return "double" if hand.doubled else "stands" if hand.stood else ""


def place_words(bet: str) -> str:
    """Where a wager lies, where a hand has several: ``hand 2``. Empty for the only one there is."""
    return "" if bet == MAIN else bet.replace("_", " ")


def _line(rules: Rules, state: State, box: Box, wager: Wager, results: list[Result]) -> Line:
    """A wager in one line: what is staked, or how it came out once all of it has."""
    player, bet = wager.player, wager.bet
    stakes = [stake for hand in box.hands if (stake := hand.stake_of(player, bet))]
    lammers = sum(stake.free_base + bool(stake.free_added) for stake in stakes)
    staked = sum(stake.money for stake in stakes) if stakes else wager.amount
    caller = player == box.caller
    place = place_words(bet)
    level = "▲" if rules.lower is not None and own_rules(rules, box, player) is rules else ""
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


def _notes(state: State, box: Box, results: list[Result]) -> list[tuple[str, str]]:
    """Short lines under the wagers: (css, text)."""
    notes: list[tuple[str, str]] = []
    for wager in box.wagers:
        limit = state.limit_of(box.number, wager.player)
        if limit is not None:
            marker = "marker" if limit.marker else "no marker yet"
            notes.append(("limit", f"{wager.player} to {dollars(limit.maximum)} · {marker}"))
        notes += [
            ("limit", f"{wager.player} {restriction_words(held.one_box, held.minimum, False)}")
            for held in state.carry.restricted
            if held.player == wager.player
        ]
        if state.called and wager.effective < wager.amount:
            notes.append(
                ("treated", f"{wager.player} {dollars(wager.effective)} of {dollars(wager.amount)} in play")
            )
    settled = {result.player for result in results if result.bet == ANTE}
    if antes := [side for side in box.sides if side.bet == ANTE and side.player not in settled]:
        notes.append(("ante", "ante " + ", ".join(f"{one.player} {dollars(one.amount)}" for one in antes)))
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


def whose(player: str, bet: str) -> str:
    """The player, with the number of the wager where he has several on the hand: ``A·2``."""
    return player if bet == MAIN else f"{player}·{bet[-1]}"


def _insured(box: Box, results: list[Result]) -> list[tuple[str, str]]:
    """Insurance that lies there, was won or was lost."""
    notes = []
    decided = {(result.player, result.wager): result for result in results if result.bet == INSURANCE}
    if open_ := [one for one in box.insurance if (one.player, one.wager) not in decided]:
        told = ", ".join(f"{whose(one.player, one.wager)} {dollars(one.amount)}" for one in open_)
        notes.append(("insured", f"insured {told}"))
    for won, css, word in ((True, "won", "insurance won"), (False, "lost", "insurance lost")):
        if told_of := [one for one in decided.values() if bool(one.pays) is won]:
            sums = ", ".join(
                f"{whose(one.player, one.wager)} {dollars(one.pays or one.takes)}" for one in told_of
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


# --- for labels elsewhere


def hand_name(box: int, hand: int, hands: int) -> str:
    """``Box 3`` or, where it was split, ``Box 3 · hand 2``."""
    return f"Box {box} · hand {hand}" if hands > 1 and hand else f"Box {box}"


def chips_html(chips: tuple[tuple[Cents, int], ...]) -> SafeString:
    """A payment as chips: ``2 × $25  1 × $5``."""
    return format_html_join(
        " ", '<span class="pile"><b>{}</b>×{}</span>', ((count, dollars(value)) for value, count in chips)
    )
