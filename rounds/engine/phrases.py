"""How the words for events name a bet, a hand and a place."""

from casino.money import Cents

Said = tuple[str, str, Cents | None]


def bet_name(bet: str) -> str:
    """A bet as people say it: the wager on hand 2 of Triple Play is ``wager 2``, beside the hands of a split."""
    return bet.replace("hand_", "wager ").replace("_", " ")


def hand_at(box: int, hand: int) -> str:
    return f"box {box}" if hand <= 1 else f"box {box} hand {hand}"


def where_it_lies(box: int, hand: int) -> str:
    """Where a side wager lies: on the box, or on one of its split hands, the first one too."""
    return f"box {box} hand {hand}" if hand else f"box {box}"
