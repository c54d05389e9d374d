"""The forms of a tournament's steps, one for each step. The conditions have their own (`conditions_form`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.forms.fields import (
    Choice,
    HiddenNumber,
    LongText,
    Money,
    Number,
    SignedForm,
    StepForm,
    Tick,
    Typed,
)  # fmt: skip

MARK: Final = 16
"""The longest player's number, in characters."""
WORDS: Final = 400
PERSON_AT: Final = dict.fromkeys(
    (
        "tournament.person",
        "tournament.no_such_person",
        "tournament.not_qualified",
        "tournament.appointed_already",
        "tournament.no_deputy",
    ),
    "number",
)


class Several(forms.MultipleChoiceField):
    """Entries ticked in a list; its value is their numbers."""

    def __init__(self, label: Any = "") -> None:
        super().__init__(label=label, required=False, widget=forms.CheckboxSelectMultiple)

    def clean(self, value: Any) -> tuple[int, ...]:
        # The step refuses an unknown entry; nothing but a short number gets that far.
        return tuple(int(text) for text in value or () if text.isascii() and text.isdigit() and len(text) < 6)

    def offer(self, options: Iterable[tuple[int, str]]) -> None:
        """Set the entries to choose from."""
        self.choices = list(options)


class PlainForm(StepForm):
    """A step without fields."""

    step = "plain"


class ReasonForm(StepForm):
    """A step that needs a reason."""

    step = "reason"
    AT = {"tournament.text": "reason"}
    reason = LongText(_("Reason"), max_length=WORDS)


class ApproveForm(StepForm):
    """The authority's written approval of the displayed conditions."""

    step = "approve"
    AT = {"tournament.text": "reference"}
    approved_by = Typed(_("Approved by (office)"), max_length=60)
    reference = Typed(_("Reference of the letter"), max_length=60)


class PersonForm(StepForm):
    """A member of the staff."""

    step = "person"
    AT = PERSON_AT
    number = Typed(_("Staff number"), max_length=12, attrs={"autocapitalize": "characters"})


class StageForm(StepForm):
    """A stage of the tournament."""

    step = "stage"
    row = "stage"
    stage = HiddenNumber(_("Stage"))


class EnterForm(StepForm):
    """An entry and its money."""

    step = "enter"
    AT = {
        "tournament.person": "player",
        "tournament.second_entry": "player",
        "tournament.fee_differs": "fee",
        "tournament.buy_in_differs": "buy_in",
        "tournament.not_entitled": "entitled",
        "tournament.criteria": "suits",
        "tournament.nobody_won": "source",
        "tournament.won_by_other": "source",
        "tournament.source_used": "source",
        "tournament.entry_used": "source",
    }
    player = Typed(_("Player"), max_length=MARK, attrs={"autocapitalize": "characters"})
    fee = Money(_("Fee received"), optional=True)
    buy_in = Money(_("Buy-in received"), optional=True)
    entitled = Tick(_("May enter the casino and gamble: checked"))
    suits = Tick(_("Meets the selection criteria"))
    source = Choice(_("Won at"))


class RefuseApplicationForm(StepForm):
    """Turns an application down."""

    step = "refuse_application"
    AT = {
        "tournament.person": "player",
        "tournament.text": "reason",
        "tournament.no_criteria": "ground",
        "tournament.no_right_to_deny": "ground",
    }
    player = Typed(_("Player"), max_length=MARK, attrs={"autocapitalize": "characters"})
    ground = Choice(
        _("Ground"),
        options=(
            ("not_entitled", _("may not enter the casino or gamble")),
            ("criteria", _("does not meet the criteria")),
            ("discretion", _("right to refuse any application")),
        ),
    )
    reason = LongText(_("Reason"), max_length=WORDS)


class EntryForm(StepForm):
    """A step about one entry."""

    step = "entry"
    row = "entry"
    entry = HiddenNumber(_("Entry"))


class EntryReasonForm(EntryForm):
    """A step about one entry, with its reason."""

    step = "entry_reason"
    AT = {"tournament.text": "reason"}
    reason = LongText(_("Reason"), max_length=WORDS)


class DisqualifyForm(EntryReasonForm):
    """Disqualifies a player on a ground stated in the conditions."""

    step = "disqualify"
    AT = {"tournament.text": "reason", "tournament.no_such_ground": "ground"}
    ground = Choice(_("Ground in the conditions"))


class SubstituteForm(EntryForm):
    """Names, approves or refuses a substitute."""

    step = "substitute"
    AT = {
        "tournament.person": "substitute",
        "tournament.own_substitute": "substitute",
        "tournament.seated_already": "substitute",
        "tournament.substitute_for_session": "session",
        "tournament.no_seat": "session",
        "tournament.session_over": "session",
        "tournament.not_entitled": "entitled",
    }
    substitute = Typed(_("Substitute"), max_length=MARK, attrs={"autocapitalize": "characters"})
    session = Choice(_("For"))
    entitled = Tick(_("May enter the casino and gamble: checked"))


class SubstituteAnswerForm(EntryForm):
    """The director's answer to a named substitute."""

    step = "substitute_answer"
    AT = {"tournament.text": "reason"}
    substitute = Typed(_("Substitute"), max_length=MARK, widget=forms.HiddenInput)
    session = Typed(_("Session"), max_length=12, widget=forms.HiddenInput)
    reason = Typed(_("Reason"), max_length=WORDS)


class WitnessForm(SignedForm):
    """Pays money to an entrant; a second member of the staff is witness."""

    step = "witness"
    row = "entry"
    AT = {"tournament.same_person": "number"}
    entry = HiddenNumber(_("Entry"))


class PayPrizeForm(WitnessForm):
    """Pays a prize; the player signs for it."""

    step = "pay_prize"
    AT = {"tournament.same_person": "number", "tournament.text": "receipt"}
    receipt = Typed(_("Receipt signed by the player"), max_length=60)


class BuyBackForm(EntryForm):
    """An eliminated player pays to come back."""

    step = "buy_back"
    AT = {"tournament.fee_differs": "price"}
    price = Money(_("Price received"))


class DrawForm(StepForm):
    """Reveals the seed of the draw."""

    step = "draw"
    AT = {"tournament.cut": "cut"}
    cut = Typed(_("Word called by an entrant (optional)"), max_length=40)


class SessionForm(StepForm):
    """A step about one session."""

    step = "session"
    row = "session"
    session = Typed(_("Session"), max_length=12, widget=forms.HiddenInput)


class DesignateForm(SessionForm):
    """The gaming table of a session."""

    step = "designate"
    AT = dict.fromkeys(
        (
            "tournament.table_taken",
            "table.unknown",
            "tournament.other_game",
            "tournament.other_packs",
            "tournament.side_bet_not_offered",
            "tournament.too_few_boxes",
        ),
        "table",
    )
    table = Choice(_("Gaming table"))


class ScheduleForm(SessionForm):
    """The starting time of a session."""

    step = "schedule"
    AT = {"tournament.start_is_past": "time"}
    day = Typed(_("Day"), max_length=10)
    time = Typed(_("Starts"), max_length=5, numeric="numeric")


class MoveStartForm(ScheduleForm):
    """Another starting time, after the players were told."""

    step = "move_start"
    AT = {
        "tournament.no_notice": "told",
        "tournament.not_all_told": "told",
        "tournament.start_is_past": "time",
        "tournament.nothing_changed": "time",
    }
    told = Typed(_("Players told"), max_length=WORDS)
    told_at = Typed(_("Told at"), max_length=5, numeric="numeric")


class EntriesForm(SessionForm):
    """Entries of a session: those who understood the briefing, or who are absent."""

    step = "entries"
    entries = Several(_("Players"))


class LateForm(SessionForm):
    """A player who comes late, or forfeits chips for missed hands."""

    step = "late"
    AT = {
        "tournament.not_absent": "entry",
        "tournament.no_chips_left": "entry",
        "tournament.sits_twice": "entry",
        "tournament.number": "hands",
    }
    entry = Choice(_("Player"))
    hands = Number(_("Hands missed"), optional=True)


class EndEarlyForm(SessionForm):
    """Ends a session before its full length."""

    step = "end_early"
    AT = {
        "tournament.text": "reason",
        "tournament.no_consent": "consents",
        "tournament.may_buy_back": "waived",
    }
    reason = LongText(_("Reason"), max_length=WORDS)
    consents = Several(_("Players who agree"))
    waived = Several(_("Players without chips who will not buy back"))


class RulingForm(StepForm):
    """What the director decides, and why."""

    step = "ruling"
    AT = {"tournament.text": "reason"}
    session = Choice(_("Session"))
    subject = Typed(_("About"), max_length=120)
    ruling = LongText(_("Ruling"), max_length=WORDS)
    reason = LongText(_("Reason"), max_length=WORDS)
