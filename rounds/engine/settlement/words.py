"""What was recorded of the settlement, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.money import dollars
from rounds.engine.phrases import Said, bet_name, hand_at
from rounds.engine.settlement import events as on
from rounds.engine.setup import IN_ACTION


def _settled(event: on.Settled) -> Said:
    result = event.result
    where = f"{hand_at(result.box, result.hand)} {result.player}"
    if result.bet != "main":
        where += f" {bet_name(result.bet)}{' in action' * (result.wager == IN_ACTION)}"
    if result.pays:
        chips = " + ".join(f"{count}×{dollars(chip)}" for chip, count in result.chips)
        odds = result.odds.replace(":", " to ")
        on_stake = f" {dollars(result.stake)}" if result.stake else ""
        detail = f"{where}{on_stake}{f' at {odds}' if odds else ''}: {dollars(result.pays)}"
        counted = chips and result.chips[0][0] > 1  # without a float every cent is payable
        return "paid", f"{detail} ({chips})" if counted else detail, result.pays
    if result.takes > 0:
        back = result.stake - result.takes
        rest = f", {dollars(back)} returned" if back else ""
        return "took", f"{where} {dollars(result.takes)}{rest}", result.takes
    if result.takes < 0:
        return "gave_back", f"{where} {dollars(-result.takes)}", -result.takes
    return result.result, f"{where} {dollars(result.stake)} stays the player's", result.stake


def _collected(event: on.Collected) -> Said:
    order = ", ".join(hand_at(box, hand) if box else "dealer" for box, hand in event.order)
    lammers = f"; {event.lammers} lammers" if event.lammers else ""
    return "collected", f"cards picked up: {order}{lammers}", None


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.DealerHandCleared: lambda e: (
        "dealer_hand",
        f"dealer's hand {e.number} removed, first card stays",
        None,
    ),
    on.Settled: _settled,
    on.Collected: _collected,
}
