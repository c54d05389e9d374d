"""Wagers: the chip tray, what one tap places, what can be done about each wager, what blocks the call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from string import ascii_uppercase
from typing import ClassVar

import msgspec
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from casino.money import Cents, dollars
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import language, message, text
from rounds import engine
from rounds.engine import Due, State
from rounds.engine.commands import Arrange, PlaceMarker, PlaceWager, RefuseWager, Seat, Shuffle, WithdrawWager
from rounds.engine.questions import boxes_from, effective_wagers, limits_of
from rounds.engine.values import ANTE, MAIN, Blocker, Box, count_of
from rounds.play.snapshot import Live
from rounds.read_model.felt.spots import Spot, bet_words, spots
from rounds.read_model.felt.tournament import wagers_hidden
from rounds.read_model.felt.words import place_words
from rounds.read_model.taps import Tap, tap, text_of

Laid = tuple[int, str, str, Cents]
"""A wager of the last round: box, player, bet, cents."""


# --- who is at the table


def used_marks(state: State, last: Iterable[Laid]) -> list[str]:
    """The marks of players known at the table, in order."""
    known = {player for box in state.boxes for player in box.players}
    known |= {player for _, player in state.carry.callers}
    known |= {player for _, player, _, _ in last}
    known |= {limit.player for limit in state.carry.limits} | set(state.carry.several_boxes)
    return sorted(known, key=lambda mark: (len(mark), mark))


def free_mark(used: Sequence[str]) -> str:
    """The next unused mark: ``A`` … ``Z``, then ``A2`` …"""
    for number in range(1, 100):
        for letter in ascii_uppercase:
            mark = letter if number == 1 else f"{letter}{number}"
            if mark not in used:
                return mark
    return "Z99"


def last_wagers(live: Live) -> list[Laid]:
    """The wagers of the last round with their antes and side bets, for “same again”. Side bets come last, since each
    needs a wager on a hand first, sometimes on another box. A bet that is no longer offered or is suspended is left
    out, and so is one on a split hand, which belongs to that hand (NZ-15B.9)."""
    if live.previous is None:
        return []
    offered = {ANTE, *(spot.bet for spot in spots(live.setup))} - set(live.state.carry.suspended)
    boxes = live.previous.boxes
    table, standing = live.state.setup.tournament, live.state.carry.tournament
    if table is not None and standing is not None:  # in turn from the button
        boxes = tuple(live.previous.box(number) for number in boxes_from(standing.button, table))
    return [(box.number, wager.player, wager.bet, wager.amount) for box in boxes for wager in box.wagers] + [
        (box.number, side.player, side.bet, amount)
        for box in boxes
        for side in box.sides
        if side.bet in offered and not side.hand
        for amount in (side.parts or (side.amount,))
    ]


# --- the tray


@dataclass(frozen=True, slots=True)
class TrayBox:
    """One box, as the tray's script needs it."""

    placed: list[tuple[str, Cents]]
    """Each player's money on the box, all wagers on the hand added up."""
    spots: list[tuple[str, str, Cents]]
    """Each wager on the box, as (player, bet, cents)."""
    caller: str
    last: list[tuple[str, str, Cents]]
    again: list[tuple[str, str, Cents]]
    """What “same again” places on the box."""
    out: str
    """What “same again” leaves out on the box, and why."""
    most: int
    """How many players the box takes."""


@dataclass(frozen=True, slots=True)
class TrayData:
    """The table, as the tray's script needs it; written into the page as JSON."""

    boxes: dict[int, TrayBox]
    used: list[str]
    free: str
    """The next unused mark."""
    open: bool
    called: bool
    sides: dict[str, str]
    """Short words of each side bet."""
    off: dict[str, tuple[str, str]]
    """The suspended side bets, each with the words and the clause."""
    around: list[str]
    """All players at the table, if a bet may be placed by any of them."""
    sums: list[Cents]
    """Amounts that have a key of their own beside the chips."""


@dataclass(frozen=True, slots=True)
class TrayDesk:
    """The chip tray on the desk."""

    kind: ClassVar[str] = "tray"
    data: str
    """`TrayData` as JSON."""
    boxes: list[int]
    places: list[tuple[str, str]]
    spots: Sequence[Spot]
    chips: list[tuple[Cents, str]]
    again: int
    """How many wagers “same again” places."""
    again_of: int
    """How many wagers of the last round have not been placed again."""
    again_amount: str
    again_out: str
    again_clause: str


def tray(rules: Rules, state: State, due: Due | None, last: Sequence[Laid]) -> TrayDesk:
    """The chip tray: a box, a player, a bet if the hand has several, chips that add up."""
    open_round = state.phase == "wagers"
    secret = state.setup.tournament is not None and wagers_hidden(state)
    used = used_marks(state, last)
    callers = dict(state.carry.callers)
    sides = spots(state.setup)
    again = repeatable(rules, state, still_to_lay(state, last)) if open_round else Repeat(last)
    boxes = {}
    for box in state.boxes:
        lying = (*box.wagers, *box.sides) if open_round else ()
        boxes[box.number] = TrayBox(
            placed=_sums(box) if open_round else [],
            spots=[(wager.player, wager.bet, wager.amount) for wager in lying],
            caller=(box.caller if open_round else "") or callers.get(box.number, ""),
            last=[(player, bet, amount) for number, player, bet, amount in last if number == box.number],
            again=[laid[1:] for laid in again.laid if laid[0] == box.number],
            out=again.words(box.number),
            most=1
            if state.setup.tournament is not None
            else dict(state.carry.most_players).get(box.number, rules.players_per_box.value),
        )
    data = TrayData(
        boxes=boxes,
        used=used,
        free=free_mark(used),
        open=open_round and not state.called,
        called=state.called,
        sides={spot.bet: spot.short for spot in sides},
        off={
            spot.bet: (
                text(_("{bet} is not offered until its equipment works again"), bet=spot.title),
                spot.rules.failure_suspends,
            )
            for spot in sides
            if spot.bet in state.carry.suspended
        },
        around=sorted({player for box in state.boxes for player in box.players})
        if open_round and any(spot.anywhere for spot in sides)
        else [],
        sums=sums_with_a_key(state),
    )
    return TrayDesk(
        data=msgspec.json.encode(_secret(data) if secret else data).decode(),
        boxes=_open_boxes(state),
        places=_places(rules),
        spots=sides,
        chips=[(chip, dollars(chip)) for chip in sorted(state.setup.chips)],
        again=sum(1 for laid in again.laid if laid[2] != ANTE),
        again_of=sum(1 for laid in (*again.laid, *(out.laid for out in again.out)) if laid[2] != ANTE),
        again_amount=dollars(sum(amount for _, _, _, amount in again.laid)),
        again_out=again.words(),
        again_clause=next((out.clause for out in again.out if out.clause), ""),
    )


TIMES = (2, 3, 4)
"""Frequent multiples of the minimum."""


def sums_with_a_key(state: State) -> list[Cents]:
    """Amounts that are often wagered and that no single chip makes: multiples of the sign's minimum."""
    least = state.setup.sign(MAIN).minimum
    if not least or state.setup.tournament is not None:
        return []
    return [least * times for times in TIMES if least * times not in state.setup.chips]


def _open_boxes(state: State) -> list[int]:
    """The boxes that take wagers: in a tournament those of players with chips."""
    table, standing = state.setup.tournament, state.carry.tournament
    if table is None or standing is None:
        return [box.number for box in state.boxes]
    return [box for box, player in sorted(table.seats) if standing.stack(player)]


def _secret(data: TrayData) -> TrayData:
    """The tray's data without amounts that are secret until the call."""
    boxes = {
        number: replace(
            box,
            placed=[(player, 0) for player, _ in box.placed],
            spots=[(player, bet, 0) for player, bet, _ in box.spots],
        )
        for number, box in data.boxes.items()
    }
    return replace(data, boxes=boxes)


def _sums(box: Box) -> list[tuple[str, Cents]]:
    """Each player's money on the box, all wagers on the hand added up."""
    return [
        (player, sum(wager.amount for wager in box.wagers if wager.player == player))
        for player in box.players
    ]


def _places(rules: Rules) -> list[tuple[str, str]]:
    """The bets on a hand, as (bets, words), if there are several: each one, and as many together as must and as can
    be placed (ACT96-22.3). One tap places the amount on each."""
    bets = rules.wagers_on_hand.value
    if len(bets) < 2:
        return []
    each = [(bet, place_words(bet).capitalize()) for bet in bets]
    together = [bets[:count] for count in range(rules.wagers_least.value, len(bets) + 1)]
    return each + [(" ".join(some), "+".join(bet[-1] for bet in some)) for some in together]


def still_to_lay(state: State, last: Iterable[Laid]) -> list[Laid]:
    """The wagers of the last round that have not been placed again. A player may have several on a spot
    (NZ-15B.2-S1)."""
    numbers: Counter[tuple[int, str, str]] = Counter()
    left = []
    for laid in last:
        number, player, bet, _ = laid
        spot = (number, player, bet)
        if numbers[spot] >= _lying(state.box(number), player, bet):
            left.append(laid)
        numbers[spot] += 1
    return left


def _lying(box: Box, player: str, bet: str) -> int:
    """How many wagers the player has on that bet."""
    side = box.side_of(player, bet)
    return int(box.wager_of(player, bet) is not None) + (count_of((side,)) if side else 0)


# --- what “same again” places


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A wager of the last round that is not placed again, with why in a few words and the clause."""

    laid: Laid
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class Repeat:
    """What “same again” places, and what it leaves out."""

    laid: Sequence[Laid]
    out: Sequence[LeftOut] = ()

    def words(self, box: int = 0) -> str:
        """The wagers left out, on one box or (0) on all: ``3 below the $50 minimum``."""
        counted = Counter(
            left_out.why for left_out in self.out if box in (0, left_out.laid[0]) and left_out.laid[2] != ANTE
        )
        return "; ".join(text(_("{count} {why}"), count=count, why=why) for why, count in counted.items())


def repeatable(rules: Rules, state: State, left: Sequence[Laid]) -> Repeat:
    """The remaining wagers that would be wholly in play if the call were made then, without those that would be
    refused, or that the sign or the book would return or cut (VIC03-6.2). A first wager under the minimum plays once;
    its player is warned at the call."""
    after, taken, out = _tried(rules, state, left)
    cut = {
        (wager.box, wager.player, wager.bet): wager.treated
        for wager in effective_wagers(rules, after)
        if wager.effective < _lies(after.box(wager.box), wager.player, wager.bet)
    }
    returned = [laid for laid in taken if laid[:3] in cut]
    if returned:
        out += [LeftOut(laid, _why(rules, after, laid, cut[laid[:3]]), cut[laid[:3]]) for laid in returned]
        _, taken, refused = _tried(rules, state, [laid for laid in taken if laid not in returned])
        out += refused
    return Repeat(taken, out)


def _tried(rules: Rules, state: State, left: Iterable[Laid]) -> tuple[State, list[Laid], list[LeftOut]]:
    """The layout after placing the wagers one by one, the wagers accepted, and those refused."""
    taken, out = [], []
    for laid in left:
        number, player, bet, cents = laid
        try:
            state, _ = engine.apply(rules, state, engine.PlaceWager(number, player, cents, bet))
        except Refusal as refusal:
            out.append(LeftOut(laid, _short(rules, state, laid, refusal), refusal.clause))
        else:
            taken.append(laid)
    return state, taken, out


def _lies(box: Box, player: str, bet: str) -> Cents:
    wager = box.wager_of(player, bet) or box.side_of(player, bet)
    return wager.amount if wager else 0


def _why(rules: Rules, state: State, laid: Laid, clause: str) -> str:
    """Why a wager would not play, or not wholly."""
    number, player, bet, cents = laid
    minimum, maximum = limits_of(state, number, player, bet)
    if clause == rules.under_minimum.clause and cents < minimum:
        return text(_("below the {minimum:money} minimum"), minimum=minimum)
    if clause == rules.over_maximum.clause:
        return text(_("over the {maximum:money} maximum"), maximum=maximum)
    return _("with no wager on the hand that plays")


def _short(rules: Rules, state: State, laid: Laid, refusal: Refusal) -> str:
    """Why a wager is refused, in terms of its limits if it breaks them."""
    number, player, bet, cents = laid
    minimum, maximum = limits_of(state, number, player, bet)
    if cents < minimum:
        return text(_("below the {minimum:money} minimum"), minimum=minimum)
    if cents > maximum:
        return text(_("over the {maximum:money} maximum"), maximum=maximum)
    return f"({message(refusal)})"


# --- what one tap means


def ante_beside(live: Live, command: engine.PlaceWager) -> list[engine.Command]:
    """The ante that goes with a wager, or goes back with it (NZ-18.4, NZ-18.5)."""
    rules, state = live.rules, live.state
    if not rules.ante.value or command.bet != MAIN or not 1 <= command.box <= len(state.boxes):
        return []
    box = state.box(command.box)
    before = box.wager_of(command.player, command.bet)
    amount = command.amount + (before.amount if before else 0)
    side = box.side_of(command.player, ANTE)
    if 0 < rules.ante_waived_from.value <= amount:
        # The addition lifts the wager to where the ante is waived, so it goes back with the same tap (NZ-18.4).
        return [engine.WithdrawWager(command.box, command.player, ANTE)] if side else []
    return [] if side else [engine.PlaceWager(command.box, command.player, rules.ante.value, ANTE)]


def same_again(live: Live, only: int) -> list[engine.Command]:
    """The wagers of the last round that have not been placed again and that the sign and the book allow now, on one
    box or (0) on all."""
    return [
        engine.PlaceWager(number, player, cents, bet)
        for number, player, bet, cents in left_to_repeat(live, only).laid
    ]


def left_to_repeat(live: Live, only: int) -> Repeat:
    """What “same again” places on one box or (0) on all, and what it leaves out."""
    left = [laid for laid in still_to_lay(live.state, last_wagers(live)) if only in (0, laid[0])]
    return repeatable(live.rules, live.state, left)


# --- wagers on the layout


@dataclass(frozen=True, slots=True)
class WagerRow:
    """A wager on the layout, with what can be done about it."""

    box: int
    player: str
    place: str
    amount: str
    caller: bool
    taps: list[Tap]
    html: SafeString


def wager_rows(rules: Rules, state: State) -> list[WagerRow]:
    """Each wager on the layout with what can be done about it, until the first card."""
    rows = []
    hidden = state.setup.tournament is not None and wagers_hidden(state)
    for box in state.in_play():
        for wager in (*box.wagers, *box.sides):
            number, player, bet = box.number, wager.player, wager.bet
            taps = []
            main = wager in box.wagers
            shared = main and len(box.players) > 1
            if shared and box.caller != player and not state.called:
                taps.append(tap(rules, state, _("calls"), Seat(number, player)))
            taps.append(tap(rules, state, _("withdraw"), WithdrawWager(number, player, bet)))
            refuse = RefuseWager(number, player, bet)
            if not state.called and engine.questions.refusal_of(rules, state, refuse) is None:
                taps.append(Tap(_("hand back"), text_of(refuse)))
            place, amount = bet_words(state.setup, bet), "" if hidden else dollars(wager.amount)
            calls = main and box.caller == player
            html = _row_html(
                *(number, player, place, amount, calls),
                tuple([(button.label, button.command, button.refused, button.clause) for button in taps]),
                language(),
            )
            rows.append(WagerRow(number, player, place, amount, calls, taps, html))
    return rows


@lru_cache(maxsize=4096)
def _row_html(
    box: int,
    player: str,
    place: str,
    amount: str,
    caller: bool,
    taps: tuple[tuple[str, str, str, str], ...],
    language: str | None,
) -> SafeString:
    """A row of the list, cached: a busy layout has a hundred, and a tap changes only one."""
    where = text(_("Box {box}, player {player}"), box=box, player=player)
    where += f", {place}" if place else ""
    buttons = format_html_join(
        "",
        '<button type="submit" form="play" name="command" value="{}"{} aria-label="{}: {}">{}</button>',
        (
            (
                command,
                format_html(' aria-disabled="true" data-why="{}" data-clause="{}"', why, clause)
                if why
                else "",
                where,
                label,
                label,
            )
            for label, command, why, clause in taps
        ),
    )
    return format_html(
        '<li data-box="{}"><span><b>{} · {}</b>{} {}{}</span>{}</li>',
        *(box, box, player, format_html("<small>{}</small>", place) if place else ""),
        *(amount, format_html(" <em>{}</em>", _("calls")) if caller else "", buttons),
    )


@dataclass(frozen=True, slots=True)
class BlockerRow:
    """Something that blocks the call, with the taps that clear it."""

    text: str
    clause: str
    taps: list[Tap]


def blockers(rules: Rules, state: State, due: Due) -> list[BlockerRow]:
    """What blocks the call, each with the taps that clear it."""
    return [
        BlockerRow(
            text=message(blocker.refusal()),
            clause=blocker.clause,
            taps=_removing(rules, state, blocker),
        )
        for blocker in due.blockers
        # The call's own button shows the first; the shoe has its own place.
        if blocker.kind not in ("no_wager", "shoe")
    ]


def _removing(rules: Rules, state: State, blocker: Blocker) -> list[Tap]:
    """The taps that do what the call waits for."""
    number, players = blocker.box, blocker.players
    if blocker.kind == "returned":
        back = RefuseWager(number, players[0], blocker.bet)
        return [tap(rules, state, _("Returned"), back, money="return")]
    if blocker.kind == "caller":
        return [
            tap(rules, state, text(_("{player} calls"), player=player), Seat(number, player))
            for player in players
        ]
    if blocker.kind == "turn":
        passes = engine.PassTurn(players[0])
        if engine.questions.refusal_of(rules, state, passes) is not None:
            return []  # the player's wager is compulsory
        return [tap(rules, state, text(_("{player} passes"), player=players[0]), passes)]
    if blocker.kind == "arrange":
        box = state.box(number)
        return [
            tap(
                rules,
                state,
                text(_("Laid in line, {player} nearest"), player=players[0]),
                Arrange(box.number, players),
            )
        ]
    if blocker.kind == "marker":
        return [
            tap(rules, state, text(_("Marker laid for {player}"), player=player), PlaceMarker(number, player))
            for player in players
        ]
    if blocker.kind == "shuffle":
        return [tap(rules, state, _("Shuffled and burned"), Shuffle(blocker.clause))]
    if blocker.kind == "ante":
        return [_ante_tap(rules, state, number, player) for player in players]
    return []


def _ante_tap(rules: Rules, state: State, number: int, player: str) -> Tap:
    """The tap that places the ante, or hands back one that should not be there."""
    ante = rules.ante.value
    if state.box(number).side_of(player, ANTE):
        words = text(_("{player}'s ante of {ante:money} handed back"), player=player, ante=ante)
        return tap(rules, state, words, WithdrawWager(number, player, ANTE), money="ante")
    placed = PlaceWager(number, player, ante, ANTE)
    return tap(
        rules, state, text(_("{player} places {ante:money}"), player=player, ante=ante), placed, money="ante"
    )
