"""The forms of notes."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import Choice, LongText, StepForm, Tick, Typed
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.notes.notes import WORDS


class EntryNumber(Typed):
    """The number of an entry, as sent by the page; None if empty."""

    def value_of(self, text: str) -> int | None:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


class NoteForm(StepForm):
    """A note on a round or a step."""

    step = "note"
    AT = {
        "note.empty": "words",
        "note.to_pit_without_words": "words",
        "note.no_such_tag": "tag",
        "camera.name": "camera",
        "camera.time": "camera_time",
    }
    words = LongText(_("Note"), max_length=WORDS, rows=3)
    tag = Choice(_("Tag"))
    camera = Typed(_("Camera"), max_length=16, attrs={"autocapitalize": "characters", "list": "cameras"})
    camera_time = Typed(_("Time on the camera"), max_length=40, attrs={"placeholder": "21:14:29.9"})
    to_pit = Tick(_("The pit may read it too"))
    whole = Tick(_("On the whole round, not this step"))
    seq = EntryNumber(_("Entry"))

    @classmethod
    def of_house(cls, *given: object) -> NoteForm:
        """The form with the house's tags, as sent or empty."""
        form = cls(*given)  # type: ignore[arg-type]
        form.offer("tag", [("", "–"), *((tag, tag) for tag in lists.tags())])
        return form


class WithdrawForm(StepForm):
    """Why a note is withdrawn."""

    step = "withdraw"
    AT = {"note.why_missing": "why"}
    why = Typed(_("Why it is withdrawn"), max_length=WORDS)
