"""The forms of a table's disputes, one for each step that has fields to fill in."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import (
    Balance,
    Choice,
    HiddenNumber,
    LongText,
    Money,
    Number,
    StepForm,
    Tick,
    Typed,
)  # fmt: skip
from tables.disputes.models import MARK, WORDS


class RaiseForm(StepForm):
    """A player disputes something, in a round and on a box or in neither."""

    step = "raise"
    AT = {
        "dispute.player_missing": "player",
        "dispute.question_missing": "question",
        "dispute.no_such_round": "round",
        "dispute.no_such_box": "box",
    }
    player = Typed(_("Player"), max_length=MARK)
    round = Number(_("Round"), optional=True)
    box = Number(_("Box"), optional=True)
    settled = Balance(_("As it was settled"), max_length=14)
    question = LongText(_("What is in dispute"), max_length=WORDS)


class DisputeForm(StepForm):
    """A step of one dispute, without fields of its own."""

    step = "dispute"
    row = "dispute"
    dispute = HiddenNumber(_("Dispute"))


class MarkForm(DisputeForm):
    """Whether it is about an ambiguous rule."""

    step = "mark"
    AT = {"dispute.ambiguity_missing": "ambiguity"}
    ambiguity = LongText(_("What in the rules can be read in two ways"), max_length=WORDS)
    settled = Balance(_("As it was settled"), max_length=14)
    otherwise = Balance(_("By the other reading"), max_length=14)


class SettleForm(DisputeForm):
    """The player is content."""

    step = "settle"
    AT = {"dispute.settlement_missing": "words"}
    words = LongText(_("In words"), max_length=WORDS)


class DecideForm(SettleForm):
    """The decision, with what it pays."""

    step = "decide"
    AT = SettleForm.AT | {
        "dispute.decision_missing": "words",
        "dispute.outcome_missing": "whose",
        "dispute.award_against_player": "awarded",
        "dispute.ambiguous_less": "against",
        "dispute.ambiguous_against": "against",
    }
    whose = Choice(
        _("Decided"), options=[("player", _("for the player")), ("house", _("against"))], radios=True
    )
    awarded = Money(_("To be paid"), optional=True, max_length=14)
    against = LongText(_("Why not as proposed"), max_length=WORDS)


class ReviewForm(DisputeForm):
    """The outcome of a review."""

    step = "reviewed"
    AT = {
        "dispute.reviewer_missing": "reviewer",
        "dispute.review_outcome_missing": "words",
        "dispute.upheld_with_payment": "awarded",
    }
    reviewer = Typed(_("Reviewed by"), max_length=60)
    words = LongText(_("Outcome"), max_length=WORDS)
    changed = Tick(_("different from the decision"))
    awarded = Money(_("To be paid"), optional=True, max_length=14)
