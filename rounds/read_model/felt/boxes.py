"""A box on the felt: its hands and what lies there."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from casino.rulebooks import Rules
from casino.translated import card_words, text
from casino.translated import gettext as _
from rounds.engine import Due, State
from rounds.engine.questions import blackjack, next_action, special_21, tucked_under
from rounds.engine.values import Box, Hand
from rounds.read_model.felt import split_lines
from rounds.read_model.felt.faces import cards_html
from rounds.read_model.felt.lines import Line, line_of, notes_on
from rounds.read_model.felt.side_lines import SideLine, side_lines
from rounds.read_model.felt.tournament import Seat
from rounds.read_model.felt.words import box_name, hand_words, spoken, whose


@dataclass(slots=True)
class HandView:
    """One hand as it lies: cards, total, who is on it."""

    number: int
    cards: SafeString
    total: str
    css: str
    mark: str
    """What the hand is, in a word: ``Blackjack``, ``bust``, ``doubled`` …"""
    label: str


@dataclass(slots=True)
class BoxView:
    """One box as it lies."""

    number: int
    arc: int
    css: str
    label: str
    hands: list[HandView] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    sides: list[SideLine] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    seat: Seat | None = None
    """The player of a tournament's session there."""

    def keep_secret(self) -> None:
        """Shows that wagers lie there, and not how much."""
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
        for line in view.lines:  # the seat says whose it is
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
    """Marks wagers that go back before the call, and says so under them."""
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
        mark = _("bust, tucked")  # under the wager that is live still (NZ-15H.7)
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
    """What each player has on this hand of a split box, where the line of the box adds the hands up."""
    return ", ".join(
        text(_("player {player} {amount:money}"), player=whose(stake.player, stake.bet), amount=stake.money)
        for stake in hand.stakes
    )


def _hand_mark(rules: Rules, hand: Hand, natural: bool, many: bool) -> str:
    """What the hand is, in a word."""
    total = hand.total
    if natural:
        return rules.natural
    if total > 21:
        return _("bust")
    special = special_21(rules, hand) if total == 21 and not hand.hidden and not hand.doubled else None
    if special is not None:
        return special.name
    if many:
        return ""  # no room; the sideways card and the turn of the next hand say it
    return _("double") if hand.doubled else _("stands") if hand.stood else ""
