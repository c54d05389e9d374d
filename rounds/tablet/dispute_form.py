"""The form of the tablet's dispute dialog: who disputes what, tapped or typed."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import FieldRefused, LongText, StepForm, Typed
from casino.refusals import Refusal
from tables.disputes.models import WORDS

SENT_AS: Final = {
    "round": "v:round",
    "who": "v:who",
    "other_player": "v:who:other",
    "question": "v:question",
    "other_words": "v:question:other",
}
"""The names of the fields in the dialog, as in those of corrections and irregularities."""
LONGEST: Final = 60
"""Characters of a player's mark with its box."""


class DisputeForm(StepForm):
    """What is typed goes before what is tapped."""

    AT = {
        "dispute.player_missing": "who",
        "dispute.box": "who",
        "dispute.no_such_box": "who",
        "dispute.question_missing": "question",
    }
    round = Typed(_("Round"))
    who = Typed(_("Which player, on which box"))
    other_player = Typed(_("another player's mark"), max_length=16)
    question = Typed(_("What is in dispute"))
    other_words = LongText(_("in other words"), max_length=WORDS)

    def add_prefix(self, name: str) -> str:
        return SENT_AS.get(name, name)

    def clean(self) -> None:
        """With ``box`` (0 for somebody without a wager), ``player`` and ``question``."""
        sent = self.cleaned_data
        box, _bar, player = (sent["other_player"] or sent["who"])[:LONGEST].partition("|")
        if not player:
            box, player = "0", box
        if box.isascii() and box.isdigit() and len(box) < 3:
            sent |= {"box": int(box), "player": player}
        else:
            self.add_error("who", FieldRefused(Refusal("dispute.box")))
        sent["question"] = (sent["other_words"] or sent.get("question", ""))[:WORDS]
