"""What the operator may elect at a table, and what each choice does to the rules."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from casino.money import MoneyError, Odds, parse_amount
from casino.rulebooks.rule import Rule
from casino.rulebooks.rules import ANY_TOTAL, Rules

AMOUNT = ("amount",)
"""The values of an election that takes an amount of money."""


@dataclass(frozen=True, slots=True)
class Election:
    """A choice that a book leaves to the operator. ``values`` start with the default; one that takes an amount
    has ``AMOUNT`` and, if ``required``, no default. ``notice`` must be up while it departs from the default."""

    name: str
    values: tuple[str, ...]
    clause: str
    apply: Callable[[Rules, str], Rules]
    required: bool = False
    notice: str = ""

    def check(self, value: str) -> str:
        """The value if it is permitted. Raises ValueError saying what is."""
        if self.values == AMOUNT:
            try:
                parse_amount(value)
            except MoneyError as error:
                raise ValueError(f"{self.name} is an amount: {error}") from None
        elif value not in self.values:
            raise ValueError(f"{self.name} is one of {', '.join(self.values)}, not {value}")
        return value


def _set(rules: Rules, clause: str, **values: Any) -> Rules:
    """The rules with the named fields at new values, under the clause that lets the operator choose."""
    changed: dict[str, Any] = {
        name: replace(getattr(rules, name), value=value, clause=clause) for name, value in values.items()
    }
    return replace(rules, **changed)


# --- every book


def limits(clause: str) -> Election:
    """Whether the sign's maximum is for a box or for a player."""
    return Election("limits", ("box", "player"), clause, lambda rules, v: _set(rules, clause, limits_on=v))


def auto_shuffler(clause: str) -> Election:
    """An automatic shuffling shoe is in use: it has no cutting card."""

    def apply(rules: Rules, value: str) -> Rules:
        return _set(rules, clause, cutting_card=False) if value == "yes" else rules

    return Election("auto_shuffler", ("no", "yes"), clause, apply)


# --- Canberra 1996


def _multiples_notice(rules: Rules, value: str) -> Rules:
    return _set(rules, "ACT96-20.10-S1", unpayable="lower_multiple") if value == "yes" else rules


MULTIPLES_NOTICE = Election(
    "multiples_notice",
    ("no", "yes"),
    "ACT96-20.10-S1",
    _multiples_notice,
    notice="Wagers are in multiples of the minimum",
)


# --- New Zealand


def _blackjack_pays(rules: Rules, value: str) -> Rules:
    win, stake = value.split(":")
    clause = "NZ-10.1A"
    rules = _set(rules, clause, blackjack_odds=Odds(int(win), int(stake)))
    # Early settlement exists only where Blackjack pays three to two (NZ-10.3).
    return rules if value == "3:2" else _set(rules, "NZ-10.3", even_money=False)


def _style_a(rules: Rules, value: str) -> Rules:
    return _set(rules, "NZ-17.2", dealer_stands_soft=18) if value == "yes" else rules


_DOUBLE_TOTALS = {
    "any": ANY_TOTAL,
    "9-11": frozenset({9, 10, 11}),
    "10-11": frozenset({10, 11}),
    "none": frozenset(),
}


def _double_on(rules: Rules, value: str) -> Rules:
    return rules if value == "any" else _set(rules, "NZ-11.6-S1", double_on=_DOUBLE_TOTALS[value])


def _double_after_split(rules: Rules, value: str) -> Rules:
    return rules if value == "yes" else _set(rules, "NZ-11.6-S3", double_after_split=False)


def _double_all_lose(rules: Rules, value: str) -> Rules:
    return _set(rules, "NZ-11.7", double_protected=False) if value == "yes" else rules


def _split_all_lose(rules: Rules, value: str) -> Rules:
    return _set(rules, "NZ-12.9", split_loss="all") if value == "yes" else rules


def _split(rules: Rules, value: str) -> Rules:
    if value == "any":
        return rules
    clause = "NZ-12.7(b)" if value == "no_aces" else "NZ-12.7(a)"
    return _set(rules, clause, split_on=value)


def _max_hands(rules: Rules, value: str) -> Rules:
    return _set(rules, "NZ-12.8", split_hands=2) if value == "2" else rules


NZ_COMMON = (
    Election("blackjack_pays", ("3:2", "6:5", "1:1"), "NZ-10.1A", _blackjack_pays),
    Election("style_a", ("no", "yes"), "NZ-17.2", _style_a, notice="Style A: the dealer draws on soft 17"),
    Election(
        "double_on",
        ("any", "9-11", "10-11", "none"),
        "NZ-11.6-S1",
        _double_on,
        notice="Doubling is restricted",
    ),
    Election(
        "double_after_split",
        ("yes", "no"),
        "NZ-11.6-S3",
        _double_after_split,
        notice="No doubling after a split",
    ),
    Election(
        "double_all_lose",
        ("no", "yes"),
        "NZ-11.7",
        _double_all_lose,
        notice="A dealer's Blackjack takes doubled wagers too",
    ),
    Election(
        "split_all_lose",
        ("no", "yes"),
        "NZ-12.9",
        _split_all_lose,
        notice="A dealer's Blackjack takes split wagers too",
    ),
    Election("split", ("any", "no_aces", "none"), "NZ-12.7(a)", _split, notice="Splitting is restricted"),
    Election("max_hands", ("3", "2"), "NZ-12.8", _max_hands, notice="Pairs are split once"),
)


def _ante(rules: Rules, value: str) -> Rules:
    return replace(rules, ante=Rule(parse_amount(value), "NZ-18.3"))


def _ante_waived(rules: Rules, value: str) -> Rules:
    return replace(rules, ante_waived_from=Rule(parse_amount(value), "NZ-18.4"))


ANTE = (
    Election("ante", AMOUNT, "NZ-18.3", _ante, required=True),
    Election("ante_waived_from", AMOUNT, "NZ-18.4", _ante_waived),
)


def _upper_minimum(rules: Rules, value: str) -> Rules:
    # The lower level starts as the upper one; the elections with the prefix change it.
    lower = rules if rules.lower is None else rules.lower
    return replace(rules, upper_minimum=Rule(parse_amount(value), "NZ-21.2"), lower=lower)


def _for_lower(election: Election) -> Election:
    """The same election for wagers below the upper minimum (NZ-21.5)."""

    def apply(rules: Rules, value: str) -> Rules:
        lower = rules if rules.lower is None else rules.lower
        return replace(rules, lower=election.apply(lower, value))

    return Election(f"lower_{election.name}", election.values, "NZ-21.5", apply, notice=election.notice)


LOWER_NAMES = ("blackjack_pays", "double_on", "double_after_split", "split", "max_hands")
"""What may differ between the two levels: Blackjack odds, doubling and splitting (NZ-21.3, 21.5)."""

PLAYER_SELECT = (
    Election("upper_min", AMOUNT, "NZ-21.2", _upper_minimum, required=True),
    *(_for_lower(election) for election in NZ_COMMON if election.name in LOWER_NAMES),
)
