"""What the operator may elect at a table, and what each choice does to the rules."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from casino.rulebooks.rule import Rule
from casino.rulebooks.rules import Rules


@dataclass(frozen=True, slots=True)
class Election:
    """A choice that a book leaves to the operator. ``values`` start with the default."""

    name: str
    values: tuple[str, ...]
    clause: str
    apply: Callable[[Rules, str], Rules]


def _limits(rules: Rules, value: str) -> Rules:
    return replace(rules, limits_on=replace(rules.limits_on, value=value))


def _auto_shuffler(rules: Rules, value: str) -> Rules:
    if value == "no":
        return rules
    return replace(rules, cutting_card=Rule(False, rules.steps.no_cutting_card))


def limits(clause: str) -> Election:
    """Whether the sign's maximum is for a box or for a player."""
    return Election("limits", ("box", "player"), clause, _limits)


def auto_shuffler(clause: str) -> Election:
    """An automatic shuffling shoe is in use."""
    return Election("auto_shuffler", ("no", "yes"), clause, _auto_shuffler)
