"""What players are offered beside their decisions: insurance, even money, surrender, taking the doubled part back."""

from __future__ import annotations

from typing import Any

from casino.money import Cents, Chips, dollars
from casino.rulebooks import Rules
from rounds.engine import Due, State
from rounds.engine.commands import EvenMoney, Insure, PlayOn, Rescue, Surrender
from rounds.engine.values import PlayerOption, float_of
from rounds.read_model.felt.words import hand_name, place_words, whose
from rounds.read_model.taps import Tap, text_of


def insurance(state: State, due: Due) -> dict[str, Any]:
    """One cell a wager: the largest amount in one tap, half of it, any other beside it, and even money."""
    columns = insurance_columns(state, due)
    for box in state.in_play():
        for one in box.insurance:
            row = _insurance_row(box.number, one.player, one.wager)
            row["done"] = f"insured {dollars(one.amount)}"
            columns.setdefault(box.number, []).insert(0, row)
        for player, wager in box.even_money:
            # The same wager may be insured as well: its cell says both.
            rows = columns.setdefault(box.number, [])
            mine = [row for row in rows if (row["player"], row["wager"]) == (player, wager)]
            row = mine[0] if mine else _insurance_row(box.number, player, wager)
            row["done"] = " · ".join(filter(None, ("even money", row["done"])))
            if not mine:
                rows.insert(0, row)
    return {
        "kind": "insurance",
        "columns": [{"box": number, "rows": columns[number]} for number in sorted(columns)],
        "count": sum(len(rows) for rows in columns.values()),
    }


def _insurance_row(box: int, player: str, wager: str) -> dict[str, Any]:
    place = place_words(wager)
    return {
        "player": player,
        "box": box,
        "wager": wager,
        "whose": whose(player, wager),
        "said": f"player {player}, {place}" if place else f"player {player}",
        "name": f"{box}-{player}-{wager}" if place else f"{box}-{player}",
        "taps": [],
        "most": 0,
        "done": "",
    }


def insurance_columns(state: State, due: Due) -> dict[int, list[dict[str, Any]]]:
    """What each player may still place on each wager, by box."""
    chips = float_of(state.setup.chips)
    columns: dict[int, list[dict[str, Any]]] = {}
    for offer in due.offers:
        if offer.kind not in ("insure", "even_money"):
            continue
        rows = columns.setdefault(offer.box, [])
        row = next(
            (row for row in rows if (row["player"], row["wager"]) == (offer.player, offer.wager)), None
        )
        if row is None:
            row = _insurance_row(offer.box, offer.player, offer.wager)
            rows.append(row)
        if offer.kind == "even_money":
            asked = EvenMoney(offer.box, offer.player, offer.wager)
            row["taps"].append(Tap("Even money", text_of(asked), css="even"))
        else:
            row["most"] = offer.most
            row["most_words"] = dollars(offer.most)
            row["taps"] += [
                Tap(
                    dollars(amount),
                    text_of(Insure(offer.box, offer.player, amount, offer.wager)),
                    small=small,
                    css=css,
                )
                for amount, small, css in _amounts(chips, offer)
            ]
    return columns


def late(state: State, due: Due) -> list[dict[str, Any]]:
    """Insurance and even money that are still open after the offer was closed, until the further deal begins
    (VIC03-7.3.2(a))."""
    if due.want == "insurance":
        return []
    return [row for column in insurance_columns(state, due).values() for row in column]


def _amounts(chips: Chips, offer: PlayerOption) -> list[tuple[Cents, str, str]]:
    """The most that can be placed in chips and about half of it: amount, its word, its style.

    The word is there only where it is true: half of $12.50 is no sum of chips, and $5 is not half of it.
    """
    most = chips.lower_payable(offer.most)
    half = chips.lower_payable(most // 2)
    found = [(most, "most", "most")] if most else []
    if 0 < half < most:
        found.append((half, "half" if half * 2 == most else "", "half"))
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


def surrender(state: State, due: Due) -> dict[str, Any]:
    """One tap a player: the caller of each box, the others on it once the caller has (VIC03-10.9.5)."""
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
                {
                    "box": box.number,
                    "player": stake.player,
                    "done": stake.surrendered,
                    "half": f"half of {dollars(stake.base)}",
                    "command": text_of(given_up),
                    "clause": offer.clause if offer else "",
                }
            )
        if rows:
            columns.append({"box": box.number, "rows": rows})
    return {"kind": "surrender", "columns": columns}


def rescue(rules: Rules, state: State, due: Due) -> dict[str, Any]:
    """Each player who doubled takes that part back, or all play on with it (VIC03-10.7.5)."""
    box = state.box(due.box)
    hand = box.hands[due.hand - 1]
    taps = [
        Tap(
            f"{offer.player} takes {dollars(offer.most)} back",
            text_of(Rescue(offer.box, offer.player, due.hand)),
            small="and gives up the original wager",
            id=f"rescue-{offer.player}",
            money="rescue",
        )
        for offer in due.offers
        if offer.kind == "rescue"
    ]
    others = any(stake.rescued for stake in hand.stakes)
    play_on = Tap(
        f"{'The others play' if others else 'Play'} on with {hand.total}",
        text_of(PlayOn(due.box, due.hand)),
        css="primary",
        id="play-on",
    )
    return {
        "kind": "rescue",
        "title": hand_name(due.box, due.hand, len(box.hands)),
        "taps": taps,
        "play_on": play_on,
    }
