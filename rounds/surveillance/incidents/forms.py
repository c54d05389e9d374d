"""The forms of incidents, one for each step."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.forms import HiddenInput
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casino.forms.fields import (
    Choice,
    HiddenNumber,
    LongText,
    Money,
    SignedForm,
    StepForm,
    Tick,
    Typed,
)
from casino.refusals import Refusal
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.incidents.models import Incident
from rounds.surveillance.incidents.service import MARK, TITLE, WORDS
from rounds.surveillance.notes.forms import EntryNumber
from rounds.surveillance.when import instant, instant_to_come


class Moment(Typed):
    """A time as people type it, such as ``21:14:31`` or ``28 Nov 21:14``, in the house's zone; "" if empty. Its value
    is in ISO form."""

    def __init__(self, label: Any = "", **more: Any) -> None:
        super().__init__(label, max_length=40, attrs={"placeholder": "21:14:31"}, **more)

    def value_of(self, text: str) -> str:
        if not text:
            return ""
        at = instant(text, timezone.now())
        if at is None:
            raise Refusal("incident.time", typed=text)
        return at.isoformat()


class Until(Typed):
    """A time in the future, such as ``22:30``, ``tomorrow 9:00`` or ``2 Dec``; None if empty."""

    def value_of(self, text: str) -> datetime | None:
        if not text:
            return None
        at = instant_to_come(text, timezone.now())
        if at is None:
            raise Refusal("incident.until", typed=text)
        return at


class CoverForm(StepForm):
    """The title of an incident, its type, when, where, and the money."""

    step = "cover"
    AT = {
        "incident.title_missing": "title",
        "incident.no_such_type": "type",
        "incident.time_to_come": "occurred",
        "incident.time": "occurred",
    }
    title = Typed(_("What it is"), max_length=TITLE, attrs={"class": "long"})
    type = Choice(_("Type"))
    occurred = Moment(_("Happened"))
    reported = Moment(_("Reported"))
    place = Typed(_("Place"), max_length=MARK)
    table = Typed(_("Table"), max_length=16, attrs={"autocapitalize": "characters"})
    loss = Money(_("Loss ($)"), optional=True, max_length=14)
    saving = Money(_("Saving ($)"), optional=True, max_length=14)
    recovered = Money(_("Recovered ($)"), optional=True, max_length=14)

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.offer("type", [("", "–"), *lists.choices()])

    def cover(self) -> dict[str, Any]:
        """The cover in the form in which the incident stores it. Raises Refusal."""
        values = self.values()
        names = ("title", "type", "occurred", "reported", "place", "table", "loss", "saving", "recovered")
        return {name: values[name] for name in names} | {"table": values["table"].upper()}


class OpenForm(CoverForm):
    """The first page of an incident."""

    step = "open"
    AT = CoverForm.AT | {
        "incident.no_such_round": "round",
        "note.no_such_entry": "round",
        "incident.no_such_incident": "link",
    }
    narrative = LongText(_("What happened"), max_length=WORDS, rows=5)
    round = Typed(_("Round"), max_length=30, attrs={"placeholder": "BJ-07/214"})
    seq = EntryNumber(widget=HiddenInput)
    link = Typed(_("Linked to"), max_length=MARK)


class NarrativeForm(StepForm):
    step = "narrative"
    AT = {"incident.words_missing": "words"}
    words = LongText(_("What happened"), max_length=WORDS, rows=4)
    about = HiddenNumber(_("Replaces piece"), optional=True, empty=None)


class PersonForm(StepForm):
    step = "person"
    AT = {"incident.person_missing": "who"}
    who = Typed(_("Number or mark"), max_length=MARK, attrs={"autocapitalize": "characters"})
    part = Typed(_("Part in it"), max_length=MARK)
    words = Typed(_("Description"), max_length=WORDS, attrs={"class": "long"})


class RoundForm(StepForm):
    step = "round"
    AT = {"incident.no_such_round": "round"}
    round = Typed(_("Round"), max_length=30, attrs={"placeholder": "BJ-07/214"})


class CameraForm(StepForm):
    step = "camera"
    AT = {"camera.name": "camera", "camera.time": "camera_time"}
    camera = Typed(_("Camera"), max_length=16, attrs={"autocapitalize": "characters", "list": "cameras"})
    camera_time = Typed(_("Time on the camera"), max_length=40, attrs={"placeholder": "21:14:29.9"})
    words = Typed(_("What it shows"), max_length=WORDS, attrs={"class": "long"})


class TaskForm(StepForm):
    step = "task"
    AT = {
        "incident.words_missing": "words",
        "incident.no_such_person": "who",
        "incident.until_missing": "until",
        "incident.until": "until",
    }
    words = Typed(_("What to do"), max_length=WORDS, attrs={"class": "long"})
    who = Typed(_("Who"), max_length=16, attrs={"autocapitalize": "characters", "placeholder": "V-3"})
    until = Until(_("Until"), max_length=40, attrs={"placeholder": "22:30"})


class LinkForm(StepForm):
    step = "link"
    AT = {"incident.no_such_incident": "to"}
    to = Typed(_("Incident"), max_length=MARK, attrs={"placeholder": "INC-2026-0139"})
    words = Typed(_("Why"), max_length=WORDS)


class WithdrawPageForm(StepForm):
    step = "withdrawn"
    AT = {"incident.words_missing": "words"}
    about = HiddenNumber(_("Page"))
    words = Typed(_("Why it is withdrawn"), max_length=WORDS)


class DoneForm(StepForm):
    step = "done"
    about = HiddenNumber(_("Task"))


class AccessForm(StepForm):
    step = "access"
    AT = {"incident.no_such_reader": "named"}
    casino_supervisor = Tick(_("Casino supervisors may read it too"))
    operations_manager = Tick(_("Operations managers may read it too"))
    named = Typed(
        _("Only these people may read it"), max_length=200, attrs={"class": "long", "placeholder": "V-3, I-9"}
    )

    @classmethod
    def of(cls, incident: Incident) -> AccessForm:
        return cls(initial=dict.fromkeys(incident.roles, True) | {"named": ", ".join(incident.named)})


class CloseForm(SignedForm):
    step = "close"
    AT = {
        "incident.opener_closes": "number",
        "incident.second_reads_not": "number",
    }


class FileForm(StepForm):
    step = "file"
    AT = {
        "file.missing": "words",
        "file.empty": "words",
        "file.too_large": "words",
        "file.too_many_pixels": "words",
        "file.not_taken": "words",
    }
    words = Typed(_("What it is"), max_length=WORDS)


FORMS: dict[str, type[StepForm]] = {
    form.step: form
    for form in (
        CoverForm, NarrativeForm, PersonForm, RoundForm, CameraForm, TaskForm, LinkForm, WithdrawPageForm,
        DoneForm, AccessForm, CloseForm, FileForm,
    )
}  # fmt: skip
