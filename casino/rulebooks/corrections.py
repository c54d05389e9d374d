"""What of the record can be corrected where the table was right and the record was not: the kinds, what must be said
of each, and under which clause. A dealing error is none of them: the books' own procedures are for that
(`casino.rulebooks.irregularities`)."""

from dataclasses import dataclass

from casino.rulebooks.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One thing that can have been recorded wrongly."""

    kind: str
    title: str
    clause: str
    usage: str
    """How a line of a ``.round`` file says it."""


def corrections(rules: Rules) -> dict[str, Correction]:
    """The corrections that a game knows, by kind."""
    steps = rules.steps
    shared = rules.players_per_box.value > 1
    offers = ["surrender"] * bool(rules.surrender_against.value) + ["rescue"] * rules.double_rescue.value
    found = [
        Correction(
            kind="card",
            title="The record has another card than the table",
            clause=steps.cards_compute,
            usage="correct card NUMBER CARD",
        ),
        Correction(
            kind="box",
            title="The record has a wager on another box than the table",
            clause=steps.wager,
            usage="correct box BOX PLAYER BET BOX",
        ),
        Correction(
            kind="player",
            title=f"The record has another player's mark on a wager{' of a shared box' * shared}",
            clause=steps.wager,
            usage="correct player BOX PLAYER BET PLAYER",
        ),
        Correction(
            kind="amount",
            title="The record has another amount than the table",
            clause=steps.wager,
            usage="correct amount BOX PLAYER BET|double|insurance AMOUNT",
        ),
        Correction(
            kind="decision",
            title="The record has another decision than the table",
            clause=steps.decision,
            usage="correct decision BOX NUMBER DECISION [DECISION …] [PLAYER=AMOUNT …]"
            + (f" · correct decision BOX PLAYER {'|'.join(offers)} yes|no" if offers else ""),
        ),
    ]
    return {one.kind: one for one in found}
