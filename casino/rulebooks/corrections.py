"""The corrections of a game, for when the table was right and the record was wrong: the kinds, what each report must
say, and under which clause. A wrong payment belongs here too, when the record was right and the dealer paid
something else. A dealing error does not: the books' own procedures deal with that
(`casino.rulebooks.irregularities`)."""

from dataclasses import dataclass

from casino.rulebooks.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Something that may have been recorded, or paid, wrongly."""

    kind: str
    title: str
    clause: str
    usage: str
    """How a line of a ``.round`` file reports it."""
    role: str
    """The least role that signs for it when the dealer alone may not make it."""


def corrections(rules: Rules) -> dict[str, Correction]:
    """The corrections of a game, by kind."""
    steps = rules.steps
    offers = ["surrender"] * bool(rules.surrender_against.value) + ["rescue"] * rules.double_rescue.value
    role = rules.irregularity_role.value
    kinds = [
        Correction(
            role=role,
            kind="card",
            title="Recorded wrongly: a card",
            clause=steps.cards_compute,
            usage="correct card NUMBER CARD",
        ),
        Correction(
            role=role,
            kind="box",
            title="Recorded wrongly: the box of a wager",
            clause=steps.wager,
            usage="correct box BOX PLAYER BET BOX",
        ),
        Correction(
            role=role,
            kind="player",
            title="Recorded wrongly: whose wager it is",
            clause=steps.wager,
            usage="correct player BOX PLAYER BET PLAYER",
        ),
        Correction(
            role=role,
            kind="amount",
            title="Recorded wrongly: an amount",
            clause=steps.wager,
            usage="correct amount BOX PLAYER BET|double|insurance AMOUNT",
        ),
        Correction(
            role=role,
            kind="decision",
            title="Recorded wrongly: a decision",
            clause=steps.decision,
            usage="correct decision BOX NUMBER DECISION [DECISION …] [PLAYER=AMOUNT …]"
            + (f" · correct decision BOX PLAYER {'|'.join(offers)} yes|no" if offers else ""),
        ),
        Correction(
            role=rules.acting(rules.payment_role.value),
            kind="payment",
            title="Paid or taken wrongly",
            clause=rules.payment_role.clause,
            usage="correct payment BOX PLAYER BET [paid=AMOUNT] [took=AMOUNT] [to=PLAYER] "
            "[unrecovered[=AMOUNT]] [unpaid[=AMOUNT]] [why=left|refuses|other]",
        ),
    ]
    return {kind.kind: kind for kind in kinds}
