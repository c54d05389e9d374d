"""The forms of the approved rules."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.forms.fields import Choice, Day, HiddenNumber, SignedForm, Typed
from casino.rulebooks import BOOKS


def versions() -> list[tuple[str, str]]:
    """Every book, and every version of one as ``VIC03/crown_pontoon``, for a choice."""
    options = []
    for key, book in BOOKS.items():
        options.append((f"{key}/", f"{book.title} ({key})"))
        options += [
            (f"{key}/{game}", f"{book.title}: {rules.game_title}") for game, rules in book.games.items()
        ]
    return options


class DocumentForm(SignedForm):
    """A document, what it is for and from when it is in force; with the second signature."""

    step = "document"
    AT = {
        "approved_rules.no_such_version": "version",
        "approved_rules.title": "title",
        "approved_rules.days": "from_day",
        "approved_rules.not_a_pdf": "file",
        "approved_rules.too_large": "file",
        "approved_rules.there_already": "file",
    }
    version = Choice(_("Book and version"))
    title = Typed(_("Title, edition"), long=True, max_length=120)
    from_day = Day(_("In force from"))
    to_day = Day(_("Until, if known"))
    file = forms.FileField(label=_("PDF"), required=False)
    field_order = ("version", "title", "from_day", "to_day", "file", "number", "pin")

    @classmethod
    def offered(cls, *given: object) -> DocumentForm:
        """The form with every version to choose from, as it was sent or empty."""
        form = cls(*given)  # type: ignore[arg-type]
        form.offer("version", versions())
        return form


class WithdrawForm(SignedForm):
    """Takes a document out of force, with the second signature."""

    step = "withdraw"
    row = "document"
    document = HiddenNumber()
