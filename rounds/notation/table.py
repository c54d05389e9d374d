"""The outcome of a played text, for people to read."""

from collections.abc import Sequence

from casino.cards import score, show
from casino.money import dollars
from casino.tournament_table import units
from rounds.engine import State
from rounds.engine.questions import blackjack, dealer_points, nets, stacks_of
from rounds.engine.values import Box, Hand, Result, Wager
from rounds.notation.play import Played, Wrong

_RESULT = {"stand_off": "stand off"}


def table(name: str, played: Played) -> str:
    """The felt, the refusals, the results and the money of one file."""
    parts = [f"{name}: {'every line went as written' if played.ok else 'WRONG'}"]
    if played.error:
        parts.append(_wrong(played.error))
    state = played.state
    if state is not None:
        setup = state.setup
        parts.append(f"{setup.book} {setup.game}, {setup.decks} packs, {setup.boxes} boxes; {_phase(state)}")
        parts.append(_felt(played, state))
    if played.refusals:
        parts.append("Refused as marked\n" + "\n".join(_wrong(refusal) for refusal in played.refusals))
    if played.due:
        parts.append(f"Waits for: {played.due.text}{f'  [{played.due.clause}]' if played.due.clause else ''}")
    if state is not None and state.results:
        parts.append("Results\n" + _columns([_result(result) for result in state.results]))
    if state is not None and (net := nets(state)):
        rows = [("  " + player, dollars(cents)) for player, cents in net.items()]
        parts.append("Net\n" + _columns([*rows, ("  house", dollars(-sum(net.values())))]))
    if state is not None and (stacks := stacks_of(state)):
        parts.append(
            "Stacks\n" + _columns([("  " + player, units(chips)) for player, chips in stacks.items()])
        )
    if played.left_over:
        parts.append("Cards left over: " + " ".join(map(show, played.left_over)))
    return "\n\n".join(parts)


def _wrong(wrong: Wrong) -> str:
    return f"  line {wrong.line}: {wrong.message}{f'  [{wrong.clause}]' if wrong.clause else ''}"


def _phase(state: State) -> str:
    return state.phase.replace("_", " ")


def _felt(played: Played, state: State) -> str:
    total, soft = dealer_points(played.rules, state.dealer) if played.rules else score(state.dealer)
    natural = played.rules.natural if played.rules else "Blackjack"
    words = natural if state.dealer_blackjack else f"{'soft ' if soft else ''}{total}" if total else ""
    rows = [("  dealer", " ".join(map(show, state.dealer)), words, "")]
    for box in state.in_play():
        for number, hand in enumerate(box.hands, start=1):
            place = f"  box {box.number}" + (f" hand {number}" if len(box.hands) > 1 else "")
            money = ", ".join(f"{stake.player} {dollars(stake.whole)}" for stake in hand.stakes)
            rows.append((place, " ".join(map(show, hand.cards)), _total(played, hand), money))
        if not box.hands:
            rows.append(
                (
                    f"  box {box.number}",
                    "",
                    "",
                    ", ".join(f"{w.player} {dollars(w.amount)}" for w in box.wagers),
                )
            )
        rows += [_beside(box, wager) for wager in box.sides]
        rows += [
            (f"  box {box.number}", "insurance", "", f"{insurance.player} {dollars(insurance.amount)}")
            for insurance in box.insurance
        ]
    return "Felt\n" + _columns(rows)


def _beside(box: Box, wager: Wager) -> tuple[str, str, str, str]:
    """A wager beside the hands, with how much of it stays in action."""
    place = f"  box {box.number}" + (f" hand {wager.hand}" if wager.hand else "")
    riding = f"{dollars(wager.riding)} in action" if wager.riding else ""
    return place, wager.bet, riding, f"{wager.player} {dollars(wager.amount)}"


def _total(played: Played, hand: Hand) -> str:
    if not hand.cards:
        return ""
    if played.rules is not None and blackjack(played.rules, hand):
        return played.rules.natural
    return f"{'soft ' if hand.soft else ''}{hand.total}{' broken' if hand.bust else ''}"


def _result(result: Result) -> tuple[str, ...]:
    place = f"  box {result.box}" + (f" hand {result.hand}" if result.hand else "")
    pays = (
        f"pays {dollars(result.pays)}"
        if result.pays
        else f"takes {dollars(result.takes)}"
        if result.takes
        else ""
    )
    return (
        place,
        result.player,
        result.bet,
        dollars(result.stake),
        _RESULT.get(result.result, result.result),
        result.odds.replace(":", " to "),
        pays,
        f"[{result.clause}]",
    )


def _columns(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
