"""The forms of a table's people and of its closing."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import NextClock, StepForm, Typed

CAPITALS = {"autocapitalize": "characters"}


class ReliefForm(StepForm):
    """The dealer who is sent to the table; an empty number cancels it."""

    step = "send"
    AT = {
        "people.no_dealer": "dealer",
        "people.already_deals": "dealer",
        "people.already_sent": "dealer",
    }
    dealer = Typed(_("Dealer sent here"), max_length=16, attrs=CAPITALS)


class ResponsibleForm(StepForm):
    """The supervisor who is responsible for the table; an empty number names nobody."""

    step = "supervise"
    AT = {"people.no_supervisor": "supervisor"}
    supervisor = Typed(_("Responsible"), max_length=16, attrs=CAPITALS)


class ClosingNoticeForm(StepForm):
    """The notice that the table closes."""

    step = "announce"
    AT = {
        "closing.time_missing": "close_at",
        "closing.notice_time": "close_at",
        "closing.inspector_not_informed": "inspector",
    }
    close_at = NextClock(_("Closes at"))
    inspector = Typed(_("Inspector informed"), max_length=60)
    reason = Typed(_("Reason"), max_length=200)
