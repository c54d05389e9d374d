"""The rounds of a table before and after a round, and the nearest ones with an irregularity."""

from __future__ import annotations

from dataclasses import dataclass

from rounds.models import Round, RoundFacts


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Numbers of rounds at the same table; None if there is no such round."""

    before: int | None
    after: int | None
    irregular_before: int | None
    irregular_after: int | None


def neighbours_of(code: str, round_no: int) -> Neighbours:
    """The neighbours of a round."""
    rounds = Round.objects.filter(table__code=code).order_by("round_no").values_list("round_no", flat=True)
    irregular = RoundFacts.objects.filter(table=code, irregular=True).values_list("round_no", flat=True)
    return Neighbours(
        before=rounds.filter(round_no__lt=round_no).last(),
        after=rounds.filter(round_no__gt=round_no).first(),
        irregular_before=irregular.filter(round_no__lt=round_no).order_by("-round_no").first(),
        irregular_after=irregular.filter(round_no__gt=round_no).order_by("round_no").first(),
    )
