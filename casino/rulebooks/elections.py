"""What the operator may elect at a table, and what each choice does to the rules."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from casino.money import LARGEST, MoneyError, Odds, decimal, dollars, parse_amount
from casino.rulebooks.rule import Rule, RuleBookError
from casino.rulebooks.rules import ANY_TOTAL, Rules
from casino.rulebooks.shoes import act03 as act03_shoes
from casino.rulebooks.shoes import nz as nz_shoes
from casino.rulebooks.shoes.kind import ShoeRules

AMOUNT = ("amount",)
"""The value list of an election that takes an amount of money."""


@dataclass(frozen=True, slots=True)
class Election:
    """A choice that a book leaves to the operator. ``values`` start with the default; one that takes an amount has
    ``AMOUNT`` and, if ``required``, no default. ``notice`` must be up while the value is not the default;
    ``notices`` gives the notice of each value that needs one, under ``notice_clause``. ``beneath`` names the
    election that this one replaces for wagers of the lower level."""

    name: str
    values: tuple[str, ...]
    clause: str
    apply: Callable[[Rules, str], Rules]
    required: bool = False
    notice: str = ""
    notices: tuple[tuple[str, str], ...] = ()
    notice_clause: str = ""
    beneath: str = ""
    stand_in: str = "0.01"
    """An amount (cents), up to the maximum on the sign, that is used until a required one is chosen."""

    def check(self, value: str) -> str:
        """The value, if it is permitted. Raises RuleBookError, naming what is."""
        if self.values == AMOUNT:
            try:
                amount = parse_amount(value)
            except MoneyError:
                amount = 0
            if not amount:
                raise RuleBookError("rule_book.amount_wanted", self.clause, name=self.name, value=value)
        elif value not in self.values:
            raise RuleBookError(
                "rule_book.no_such_choice", self.clause, name=self.name, known=self.values, value=value
            )
        return value

    def notice_of(self, value: str) -> tuple[str, str] | None:
        """The notice that must be up while the value is in force, as (text, clause); None if no notice is needed."""
        text = dict(self.notices).get(value, "" if value == self.values[0] else self.notice)
        return (text, self.notice_clause or self.clause) if text else None


def _set(rules: Rules, clause: str, **values: Any) -> Rules:
    """The rules with these fields changed, under the clause that lets the operator choose."""
    changed: dict[str, Any] = {
        name: replace(getattr(rules, name), value=value, clause=clause) for name, value in values.items()
    }
    return replace(rules, **changed)


# --- every book


def limits(clause: str) -> Election:
    """Whether the sign's maximum is for a box or for a player."""
    return Election("limits", ("box", "player"), clause, lambda rules, v: _set(rules, clause, limits_on=v))


def auto_shuffler(clause: str, shoe: ShoeRules) -> Election:
    """An automatic shuffling shoe is in use: it has no cutting card, and its cards are never shuffled by hand."""

    def apply(rules: Rules, value: str) -> Rules:
        return replace(_set(rules, clause, cutting_card=False), shoe=shoe) if value == "yes" else rules

    return Election("auto_shuffler", ("no", "yes"), clause, apply)


# --- Canberra 1996


def _multiples_notice(rules: Rules, value: str) -> Rules:
    return _set(rules, "ACT96-20.10-S1", unpayable="lower_multiple") if value == "yes" else rules


def _approved_shuffle(rules: Rules, value: str) -> Rules:
    _, clause = rules.shoe.approved_shuffle
    return replace(rules, shoe=replace(rules.shoe, approved_shuffle=(value, clause)))


APPROVED_SHUFFLE = Election(
    # One of the shuffles in the approved procedures, fixed before a round starts: a free text is not one.
    "approved_shuffle",
    act03_shoes.SHUFFLES,
    "ACT03-2.3(b)",
    _approved_shuffle,
)


MULTIPLES_NOTICE = Election(
    "multiples_notice",
    ("no", "yes"),
    "ACT96-20.10-S1",
    _multiples_notice,
    notice="Wagers are in multiples of the minimum",
)


# --- New Zealand


def _nz_limits() -> Election:
    # The operator's directions are on a sign at the table.
    return replace(
        limits("NZ-14.2-S1"),
        notices=(
            ("box", "The maximum is for all wagers on a box together"),
            ("player", "The maximum is for each player on a box"),
        ),
        notice_clause="NZ-14.2-S2",
    )


def _blackjack_pays(rules: Rules, value: str) -> Rules:
    win, stake = value.split(":")
    clause = "NZ-10.1A"
    rules = _set(rules, clause, blackjack_odds=Odds(int(win), int(stake)))
    # Early settlement exists only where Blackjack pays three to two (NZ-10.3).
    return rules if value == "3:2" else _set(rules, "NZ-10.3", even_money=False)


def _style_a(rules: Rules, value: str) -> Rules:
    return _set(rules, "NZ-17.2", dealer_stands_soft=18) if value == "yes" else rules


_DOUBLE_TOTALS = {
    "any": (ANY_TOTAL, ""),
    "9-11": (frozenset({9, 10, 11}), "NZ-11.6(a)"),
    "10-11": (frozenset({10, 11}), "NZ-11.6(b)"),
    "none": (frozenset(), "NZ-11.6-S1"),
}


def _double_on(rules: Rules, value: str) -> Rules:
    totals, clause = _DOUBLE_TOTALS[value]
    return _set(rules, clause, double_on=totals) if clause else rules


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


def _pairs_on_split(rules: Rules, value: str) -> Rules:
    if value == "no":
        return rules
    return replace(rules, pairs_on_split=Rule(True, "NZ-15B.9", also=("NZ-15C.10",)))


def _free_bonus(rules: Rules, value: str) -> Rules:
    return rules if value == "none" else replace(rules, free_bonus=Rule(value, "NZ-15H.10b"))


def _nz_shuffler(rules: Rules, value: str) -> Rules:
    if value == "yes":
        # A Continuous Shuffler: no cutting card is in play (NZ-7.6(a)).
        rules = _set(rules, "NZ-3.3(e)", cutting_card=False)
        return replace(rules, shoe=nz_shoes.continuous(rules.shoe))
    return replace(rules, shoe=nz_shoes.batch(rules.shoe)) if value == "batch" else rules


def _shoe(change: Callable[[ShoeRules], ShoeRules], on: str) -> Callable[[Rules, str], Rules]:
    """A function that changes the steps of the shoe if the election has that value."""
    return lambda rules, value: replace(rules, shoe=change(rules.shoe)) if value == on else rules


NZ_SHOE = (
    Election("auto_shuffler", ("no", "yes", "batch"), "NZ-3.3(e)", _nz_shuffler),
    Election(
        "sets",
        ("red+blue", "red+green", "blue+green", "red", "blue", "green"),
        "NZ-3.4",
        lambda rules, value: replace(rules, shoe=replace(rules.shoe, sets=tuple(value.split("+")))),
    ),
    Election("cutting_cards", ("1", "2"), "NZ-3.3(b)", _shoe(nz_shoes.two_cutting_cards, "2")),
    Election("cut", ("yes", "no"), "NZ-7.2-S1", _shoe(nz_shoes.without_cut, "no")),
    Election("burn", ("yes", "no"), "NZ-8.1-S1", _shoe(lambda shoe: shoe.without("burn"), "no")),
    Election(
        "pre_load_shuffle",
        ("no", "yes"),
        "NZ-6.4-S2",
        _shoe(nz_shoes.shuffled_before_loading, "yes"),
    ),
    Election("pre_load_cut", ("no", "yes"), "NZ-6.4-S2", _shoe(nz_shoes.cut_before_loading, "yes")),
)
"""What the operator elects for the shoe."""

NZ_COMMON = (
    _nz_limits(),
    *NZ_SHOE,
    Election("blackjack_pays", ("3:2", "6:5", "1:1"), "NZ-10.1A", _blackjack_pays),
    Election(
        "style_a",
        ("no", "yes"),
        "NZ-17.2",
        _style_a,
        notice="Blackjack Style A: the dealer draws on soft 17",
        notice_clause="NZ-17.3",
    ),
    Election(
        "double_on",
        ("any", "9-11", "10-11", "none"),
        "NZ-11.6-S1",
        _double_on,
        notices=(
            ("9-11", "Doubling only on 9, 10 and 11"),
            ("10-11", "Doubling only on 10 and 11"),
            ("none", "No doubling"),
        ),
        notice_clause="NZ-11.8",
    ),
    Election(
        "double_after_split",
        ("yes", "no"),
        "NZ-11.6-S3",
        _double_after_split,
        notice="No doubling on split hands",
        notice_clause="NZ-11.8",
    ),
    Election(
        "double_all_lose",
        ("no", "yes"),
        "NZ-11.7",
        _double_all_lose,
        notice="A dealer's Blackjack takes doubling wagers too",
        notice_clause="NZ-11.8",
    ),
    Election(
        "split_all_lose",
        ("no", "yes"),
        "NZ-12.9",
        _split_all_lose,
        notice="A dealer's Blackjack takes splitting wagers too",
        notice_clause="NZ-12.10",
    ),
    Election(
        "split",
        ("any", "no_aces", "none"),
        "NZ-12.7(a)",
        _split,
        notices=(("no_aces", "No splitting of aces"), ("none", "No splitting")),
        notice_clause="NZ-12.10",
    ),
    Election(
        "max_hands",
        ("3", "2"),
        "NZ-12.8",
        _max_hands,
        notice="Pairs are split once only",
        notice_clause="NZ-12.10",
    ),
    Election("pairs_on_split", ("no", "yes"), "NZ-15B.9", _pairs_on_split),
    Election(
        "free_bonus",
        ("none", "B1", "B3"),
        "NZ-15H.9-S1",
        _free_bonus,
        notices=(
            ("B1", "Free Bonus scale B1: $1,000 on seven cards, $8,000 on eight or more"),
            ("B3", "Free Bonus scale B3: $1,000 on seven cards, $5,000 on eight or more"),
        ),
        notice_clause="NZ-15H.9-S2",
    ),
)


def _ante(rules: Rules, value: str) -> Rules:
    amount = parse_amount(value)
    notice = (f"Ante {dollars(amount)}", "NZ-18.3")
    return replace(rules, ante=Rule(amount, "NZ-18.3"), notices=(*rules.notices, notice))


def _ante_waived(rules: Rules, value: str) -> Rules:
    amount = parse_amount(value)
    notice = (f"No ante on a wager of {dollars(amount)} or more", "NZ-18.4")
    return replace(rules, ante_waived_from=Rule(amount, "NZ-18.4"), notices=(*rules.notices, notice))


ANTE = (
    Election("ante", AMOUNT, "NZ-18.3", _ante, required=True),
    Election("ante_waived_from", AMOUNT, "NZ-18.4", _ante_waived),
)


def _upper_minimum(rules: Rules, value: str) -> Rules:
    return replace(rules, upper_minimum=Rule(parse_amount(value), "NZ-21.2"))


def _for_lower(election: Election) -> Election:
    """The same election for wagers below the upper minimum, worked into the lower level's own rules."""
    clause = "NZ-21.3-S2" if election.name == "blackjack_pays" else "NZ-21.5"
    return Election(
        f"lower_{election.name}", election.values, clause, lambda rules, _: rules, beneath=election.name
    )


LOWER_NAMES = (
    "blackjack_pays",
    "double_on",
    "double_after_split",
    "double_all_lose",
    "split_all_lose",
    "split",
    "max_hands",
)
"""What may differ between the two levels: Blackjack odds, doubling and splitting (NZ-21.3, 21.5)."""

PLAYER_SELECT = (
    Election("upper_min", AMOUNT, "NZ-21.2", _upper_minimum, required=True, stand_in=decimal(LARGEST)),
    *(_for_lower(election) for election in NZ_COMMON if election.name in LOWER_NAMES),
)


def with_lower(upper: Rules, lower: Rules) -> Rules:
    """The rules of a table with two levels of wagers, and the notices for each level."""
    minimum = dollars(upper.upper_minimum.value)
    over, under = f"Wagers of {minimum} or more", f"Wagers under {minimum}"
    notices = [notice for notice in upper.notices if notice in lower.notices]
    notices += [
        (f"{over}: {text}", clause) for text, clause in upper.notices if (text, clause) not in notices
    ]
    notices += [
        (f"{under}: {text}", clause) for text, clause in lower.notices if (text, clause) not in notices
    ]
    notices.append((f"Upper minimum {minimum}", "NZ-21.2"))
    # On the layout or on a sign (NZ-21.4); there are two levels, so two scales at most.
    pays = [level.blackjack_odds.value.words for level in (upper, lower)]
    scale = (
        pays[0] if pays[0] == pays[1] else f"{pays[0]} on wagers of {minimum} or more, {pays[1]} on others"
    )
    notices.append((f"Blackjack pays {scale}", "NZ-21.3-S1"))
    rights = [_rights(upper), _rights(lower)]
    if rights[0] != rights[1]:
        notices += [(f"{over}: {rights[0]}", "NZ-21.6"), (f"{under}: {rights[1]}", "NZ-21.6")]
    return replace(upper, lower=lower, notices=tuple(notices))


def _rights(rules: Rules) -> str:
    """What may be doubled and split, and what a dealer's Blackjack takes of it, in words (NZ-21.6)."""
    totals = sorted(rules.double_on.value)
    if not totals:
        double = "no doubling"
    else:
        on = "any two cards" if rules.double_on.value == ANY_TOTAL else f"{totals[0]} to {totals[-1]}"
        double = f"doubling on {on} without an ace"
        double += "" if rules.double_after_split.value else ", not on split hands"
        double += "" if rules.double_protected.value else ", taken by a dealer's Blackjack"
    if rules.split_on.value == "none":
        return f"{double}; no splitting"
    split = f"splitting{' all pairs but aces' if rules.split_on.value == 'no_aces' else ''}"
    split += f" to {rules.split_hands.value} hands"
    split += ", taken by a dealer's Blackjack" if rules.split_loss.value == "all" else ""
    return f"{double}; {split}"
