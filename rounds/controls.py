"""What the dealer can tap: the controls of the tablet, made from what is due.

`engine.due` says what the table waits for and `engine.decide` what it would refuse; the controls say the same
in buttons. Each button carries its command as the JSON that `engine.decode_command` reads. The legal decisions
look alike and stand in a fixed order: nothing here advises a play (VIC03-17.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import Any

import msgspec
from django.utils.safestring import SafeString, mark_safe

from casino.cards import RANKS, SUIT_NAME, UNKNOWN, say, show
from casino.money import Cents, Chips, dollars
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine import commands as say_so
from rounds.engine import events as recorded
from rounds.engine.setup import MAIN, float_of
from rounds.engine.state import Box, Hand, State
from rounds.engine.waiting import Due, Item, Offer
from rounds.felt import chips_html, hand_name

PAD_SUITS = "shcd"
"""Rows of the pad: black, red, green, blue."""

DECISIONS = (
    ("hit", "Draw", "h"),
    ("stand", "Stand", "s"),
    ("split", "Split", "p"),
    ("double", "Double", "d"),
)
"""Name in the engine, word on the button, key. The order is fixed, so that it says nothing."""

ROLE_WORDS = {
    "dealer": "dealer",
    "game_supervisor": "game supervisor",
    "casino_supervisor": "casino supervisor",
    "operations_manager": "operations manager",
}


@dataclass(slots=True)
class Tap:
    """One button: its words and the command that it sends."""

    label: str
    command: str
    small: str = ""
    css: str = ""
    refused: str = ""
    """Why it would be refused now; such a button stays in the order of focus and says so."""
    clause: str = ""
    key: str = ""
    """Key of the keyboard, where it has one."""
    id: str = ""
    kept: bool = True


def text_of(command: engine.Command) -> str:
    """The command as the value of a button."""
    return engine.encode_command(command).decode()


def refusal_of(rules: Rules, state: State, command: engine.Command) -> engine.RuleViolation | None:
    """What the engine would say to the command now; None when it would take it."""
    try:
        engine.decide(rules, state, command)
    except engine.RuleViolation as refusal:
        return refusal
    return None


def tap(rules: Rules, state: State, label: str, command: engine.Command, **more: Any) -> Tap:
    """A button that shows at once whether its command would be refused, and why."""
    made = Tap(label, text_of(command), **more)
    refusal = refusal_of(rules, state, command)
    if refusal is not None:
        made.refused, made.clause = refusal.message, refusal.clause
    return made


# --- the pad


@lru_cache(maxsize=8)
def pad_html(enabled: bool, ranks: str) -> SafeString:
    """The pad of 52 cards. Made once: it is the largest piece of the screen and has two states only."""
    parts: list[str] = []
    first = True
    for suit in PAD_SUITS:
        parts.append(f'<div class="suit" role="group" aria-label="{SUIT_NAME[suit]}">')
        for rank in RANKS:
            if rank not in ranks:
                continue
            card = rank + suit
            off = "" if enabled else ' aria-disabled="true"'
            focus = "0" if first else "-1"
            first = False
            value = text_of(say_so.DealCard(card)).replace('"', "&quot;")
            face = show(card)
            parts.append(
                f'<button type="submit" form="play" name="command" value="{value}" class="key {suit}" id="pad-{card}" '
                f'data-card="{card}" tabindex="{focus}" aria-label="{say(card)}"{off}>'
                f"<b>{face[:-1]}</b><i>{face[-1]}</i></button>"
            )
        parts.append("</div>")
    return mark_safe("".join(parts))  # noqa: S308 — only ranks and suits of our own


def pad(rules: Rules, state: State, due: Due | None) -> dict[str, Any]:
    """The pad, and what can leave the shoe besides a card of a pack."""
    ranks = "".join(rank for rank in RANKS if rank not in rules.missing_ranks.value)
    enabled = due is not None and due.want == "card"
    extra: list[Tap] = []
    if enabled and rules.cutting_card.value and not state.cut_card:
        extra.append(Tap("Cutting card", text_of(say_so.CutCard()), small="came out next", id="cut-card"))
    if enabled and state.setup.face_down and due is not None and due.box:
        down = say_so.DealCard(UNKNOWN)
        if refusal_of(rules, state, down) is None:
            extra.append(Tap("Face down", text_of(down), id="face-down"))
    return {"kind": "pad", "html": pad_html(enabled, ranks), "enabled": enabled, "extra": extra}


# --- wagers


def used_marks(state: State, last: Iterable[tuple[int, str, Cents]]) -> list[str]:
    """Players known at the table, in order of their marks."""
    known = {player for box in state.boxes for player in box.players}
    known |= {player for _, player in state.carry.callers}
    known |= {player for _, player, _ in last}
    known |= {limit.player for limit in state.carry.limits} | set(state.carry.several_boxes)
    return sorted(known, key=lambda mark: (len(mark), mark))


def free_mark(used: Sequence[str]) -> str:
    """The next mark that nobody carries: ``A`` … ``Z``, then ``A2`` …"""
    for number in range(1, 100):
        for letter in ascii_uppercase:
            mark = letter if number == 1 else f"{letter}{number}"
            if mark not in used:
                return mark
    return "Z99"


def tray(
    rules: Rules, state: State, due: Due | None, last: Sequence[tuple[int, str, Cents]]
) -> dict[str, Any]:
    """The chip tray: a box, a player, chips that add up."""
    open_round = state.phase == "wagers"
    used = used_marks(state, last)
    callers = dict(state.carry.callers)
    boxes = {}
    for box in state.boxes:
        earlier = [(player, amount) for number, player, amount in last if number == box.number]
        placed = [(wager.player, wager.amount) for wager in box.wagers] if open_round else []
        boxes[box.number] = {
            "placed": placed,
            "caller": (box.caller if open_round else "") or callers.get(box.number, ""),
            "last": earlier,
            "most": dict(state.carry.most_players).get(box.number, rules.players_per_box.value),
        }
    data = {
        "boxes": boxes,
        "used": used,
        "free": free_mark(used),
        "open": open_round and not state.called,
        "called": state.called,
    }
    again = [
        (number, player, amount)
        for number, player, amount in last
        if not _placed(state, open_round, number, player)
    ]
    return {
        "kind": "tray",
        "data": msgspec.json.encode(data).decode(),
        "boxes": [box.number for box in state.boxes],
        "chips": [(chip, dollars(chip)) for chip in sorted(state.setup.chips)],
        "again": len(again),
        "again_amount": dollars(sum(amount for _, _, amount in again)),
    }


def _placed(state: State, open_round: bool, number: int, player: str) -> bool:
    return open_round and state.box(number).wager_of(player) is not None


def wager_rows(rules: Rules, state: State) -> list[dict[str, Any]]:
    """Each wager on the layout with what can be done about it, until the first card."""
    rows = []
    for box in state.in_play():
        for wager in box.wagers:
            taps = []
            if len(box.wagers) > 1 and box.caller != wager.player and not state.called:
                taps.append(tap(rules, state, "calls", say_so.Seat(box.number, wager.player)))
            taps.append(tap(rules, state, "withdraw", say_so.WithdrawWager(box.number, wager.player)))
            refuse = say_so.RefuseWager(box.number, wager.player)
            if not state.called and refusal_of(rules, state, refuse) is None:
                taps.append(Tap("hand back", text_of(refuse)))
            rows.append(
                {
                    "box": box.number,
                    "player": wager.player,
                    "amount": dollars(wager.amount),
                    "caller": box.caller == wager.player,
                    "taps": taps,
                }
            )
    return rows


def blockers(rules: Rules, state: State, due: Due) -> list[dict[str, Any]]:
    """What stands before the call, each with the taps that do it."""
    found = []
    for blocker in due.blockers:
        if blocker.kind == "no_wager":
            continue  # the call itself says so
        taps: list[Tap] = []
        if blocker.kind == "caller":
            taps = [tap(rules, state, f"{p} calls", say_so.Seat(blocker.box, p)) for p in blocker.players]
        elif blocker.kind == "arrange":
            box = state.box(blocker.box)
            order = tuple(sorted(box.players, key=lambda player: player != box.caller))
            taps = [
                tap(rules, state, f"Laid in line, {box.caller} nearest", say_so.Arrange(blocker.box, order))
            ]
        elif blocker.kind == "marker":
            taps = [
                tap(rules, state, f"Marker laid for {p}", say_so.PlaceMarker(blocker.box, p))
                for p in blocker.players
            ]
        elif blocker.kind == "shuffle":
            taps = [tap(rules, state, "Shuffled and burned", say_so.Shuffle(blocker.clause))]
        found.append({"text": blocker.text, "clause": blocker.clause, "taps": taps})
    return found


# --- insurance


def insurance(state: State, due: Due) -> dict[str, Any]:
    """One cell a player: the largest amount in one tap, half of it, any other beside it, and even money."""
    columns = insurance_columns(state, due)
    for box in state.in_play():
        for one in box.insurance:
            done = {
                "player": one.player,
                "box": box.number,
                "taps": [],
                "most": 0,
                "done": dollars(one.amount),
            }
            columns.setdefault(box.number, []).insert(0, done)
    return {
        "kind": "insurance",
        "columns": [{"box": number, "rows": columns[number]} for number in sorted(columns)],
    }


def insurance_columns(state: State, due: Due) -> dict[int, list[dict[str, Any]]]:
    """What each player may still place, by box."""
    chips = float_of(state.setup.chips)
    columns: dict[int, list[dict[str, Any]]] = {}
    for offer in due.offers:
        rows = columns.setdefault(offer.box, [])
        row = next((row for row in rows if row["player"] == offer.player), None)
        if row is None:
            row = {"player": offer.player, "box": offer.box, "taps": [], "most": 0, "done": ""}
            rows.append(row)
        if offer.kind == "even_money":
            row["taps"].append(
                Tap("Even money", text_of(say_so.EvenMoney(offer.box, offer.player)), css="even")
            )
        else:
            row["most"] = offer.most
            row["most_words"] = dollars(offer.most)
            row["taps"] += [
                Tap(dollars(amount), text_of(say_so.Insure(offer.box, offer.player, amount)), small=small)
                for amount, small in _amounts(chips, offer)
            ]
    return columns


def late(state: State, due: Due) -> list[dict[str, Any]]:
    """Insurance and even money that are still open after the offer was closed, until the further deal begins
    (VIC03-7.3.2(a))."""
    if due.want == "insurance" or not due.offers:
        return []
    return [row for column in insurance_columns(state, due).values() for row in column]


def _amounts(chips: Chips, offer: Offer) -> list[tuple[Cents, str]]:
    """The most that can be placed in chips, and half of it."""
    most = chips.lower_payable(offer.most)
    half = chips.lower_payable(most // 2)
    found = [(most, "most")] if most else []
    if 0 < half < most:
        found.append((half, "half"))
    return found


def hidden_hands(state: State) -> list[dict[str, Any]]:
    """Hands with cards face down, which their players may show at any time (VIC03-7.1.2)."""
    if state.phase == "initial_deal":
        return []
    return [
        {"box": box.number, "hand": number, "name": hand_name(box.number, number, len(box.hands))}
        for box in state.in_play()
        for number, hand in enumerate(box.hands, start=1)
        if hand.hidden
    ]


# --- decisions


def decisions(rules: Rules, state: State, due: Due) -> dict[str, Any]:
    """The four decisions, and what each other player on the box does."""
    box = state.box(due.box)
    hand = box.hands[due.hand - 1] if 0 < due.hand <= len(box.hands) else Hand()
    refused = {one.decision: one for one in due.refused}
    taps = []
    caller = box.caller or due.player
    stake = hand.stake_of(caller)
    extra = f"+{dollars(stake.base)} {caller}" if stake else ""
    for name, word, key in DECISIONS:
        if name not in due.legal and name not in refused:
            continue
        made = Tap(
            word,
            text_of(say_so.Decide(due.box, name, due.hand)),  # type: ignore[arg-type]  # names of the engine's own
            small=extra if name in ("split", "double") else "",
            key=key,
            id=f"decide-{name}",
        )
        if name not in due.legal:
            made.refused, made.clause, made.small = refused[name].reason, refused[name].clause, ""
        taps.append(made)
    return {
        "kind": "decision",
        "title": hand_name(due.box, due.hand, len(box.hands)),
        "taps": taps,
        "others": _others(box, due, hand, caller),
        # Up to the original wager, so less is open to every player (VIC03-7.5.4(a)(i)).
        "adders": [
            {
                "player": one.player,
                "name": f"{due.box}-{due.hand}-{one.player}",
                "base_words": dollars(one.base),
            }
            for one in hand.stakes
            if "double" in due.legal and one.base
        ],
        "caller": caller,
        "caller_stake": stake.base if stake else 0,
        "ask": [
            tap(
                rules,
                state,
                "No action",
                say_so.AskDirection(due.box, due.hand, "no_action"),
                small="player silent",
            ),
            tap(
                rules,
                state,
                "Not there",
                say_so.AskDirection(due.box, due.hand, "absent"),
                small="player absent",
            ),
        ],
    }


def _others(box: Box, due: Due, hand: Hand, caller: str) -> list[dict[str, Any]]:
    """Choices of the players who do not call: add to a double or not, match a split or ride (VIC03-7.5.4, 7.5.5)."""
    return [
        {
            "player": stake.player,
            "name": f"{due.box}-{due.hand}-{len(hand.cards)}-{stake.player}",
            "base": stake.base,
            "base_words": dollars(stake.base),
            "double": "double" in due.legal,
            "split": "split" in due.legal,
        }
        for stake in hand.stakes
        if stake.player != caller and {"double", "split"} & set(due.legal)
    ]


# --- settlement


ACTIONS = {"take": "Take", "pay": "Pay", "return": "Return"}


def settlement(state: State, due: Due) -> dict[str, Any]:
    """What to take and pay, in the book's order; the next one, the losers, or all of it in one tap."""
    items = due.items
    losers: list[Item] = []
    for item in items:
        if item.action != "take":
            break
        losers.append(item)
    rows = [_row(state, item) for item in items]
    taps = []
    if items:
        first = items[0]
        taps.append(
            Tap(
                rows[0]["act"],
                text_of(say_so.Settle((first.ref,))),
                small=rows[0]["where"],
                css="primary",
                key="Enter",
                id="settle-next",
            )
        )
    if len(losers) > 1:
        taken = sum(item.result.takes for item in losers)
        command = say_so.Settle(tuple(item.ref for item in losers))
        taps.append(
            Tap(
                "Take all losers",
                text_of(command),
                small=f"{len(losers)} · {dollars(taken)}",
                id="settle-losers",
            )
        )
    if len(items) > max(1, len(losers)):
        command = say_so.Settle(tuple(item.ref for item in items))
        paid = sum(item.result.pays for item in items)
        taps.append(
            Tap(
                "All of them", text_of(command), small=f"{len(items)} · pays {dollars(paid)}", id="settle-all"
            )
        )
    return {"kind": "settle", "rows": rows, "taps": taps}


def _row(state: State, item: Item) -> dict[str, Any]:
    result = item.result
    amount = {"take": result.takes, "pay": result.pays}.get(item.action, result.stake)
    hands = len(state.box(result.box).hands)
    bet = "" if result.bet == MAIN else f" {result.bet}"
    return {
        "ref": item.ref,
        "action": item.action,
        "word": ACTIONS[item.action],
        "act": f"{ACTIONS[item.action]} {dollars(amount)}",
        "amount": dollars(amount),
        "where": f"{hand_name(result.box, result.hand, hands)} · {result.player}{bet}",
        "odds": result.odds.replace(":", " to ") if result.pays else _why(item),
        "clause": result.clause,
        "chips": chips_html(result.chips),
    }


def _why(item: Item) -> str:
    return {"stand_off": "stand off", "void": "void", "surrender": "surrendered"}.get(item.result.result, "")


# --- undo

SAYS_ITSELF = frozenset(
    {
        "card",
        "called",
        "caller",
        "drew",
        "left",
        "warned",
        "collected",
        "cut_card",
        "undone",
        "insurance_closed",
    }
)
"""Kinds whose detail reads as a sentence without the kind before it."""


def told_in_words(event: Any) -> tuple[str, str]:
    """The event for the tablet's log: the words, and the clause."""
    kind, detail, clause, _ = engine.describe(event)
    return (detail if kind in SAYS_ITSELF else f"{kind.replace('_', ' ')}: {detail}"), clause


def last_tap(events: Sequence[Any]) -> tuple[int, str] | None:
    """The last command that stands: its number and what it recorded, in the log's words."""
    standing: dict[int, list[Any]] = {}
    for event in events:
        if isinstance(event, engine.Undone):
            standing.pop(event.undone_tap, None)
        else:
            standing.setdefault(event.tap, []).append(event)
    if not standing:
        return None
    number = max(standing)
    told = [event for event in standing[number] if not isinstance(event, recorded.PhaseBegan)] or standing[
        number
    ]
    return number, told_in_words(told[0])[0]


def undo(rules: Rules, state: State, events: Sequence[Any]) -> dict[str, Any]:
    """The way back: what the next undo takes back, or why nothing can be."""
    refusal = refusal_of(rules, state, say_so.Undo())
    last = last_tap(events)
    return {
        "command": text_of(say_so.Undo()),
        "what": last[1] if last else "",
        "refused": refusal.message if refusal else "",
        "clause": refusal.clause if refusal else "",
    }
