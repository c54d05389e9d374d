"""The forms for a table's people and for its closing."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import Choice, NextClock, StepForm, TimeOfDay, Typed


class ReliefForm(StepForm):
    """The dealer who is sent to the table; an empty number cancels it."""

    step = "send"
    AT = {
        "people.no_dealer": "dealer",
        "people.already_deals": "dealer",
        "people.already_sent": "dealer",
    }
    dealer = Choice(_("Dealer sent here"), max_length=16)


class ResponsibleForm(StepForm):
    """The supervisor who is responsible for the table; an empty number names nobody."""

    step = "supervise"
    AT = {"people.no_supervisor": "supervisor"}
    supervisor = Choice(_("Responsible"), max_length=16)


class ClosingNoticeForm(StepForm):
    """The notice that the table will close."""

    step = "announce"
    AT = {
        "closing.time_missing": "close_at",
        "closing.notice_time": "close_at",
        "closing.inspector_not_informed": "inspector",
    }
    close_at = NextClock(_("Closes at"))
    inspector = Typed(_("Inspector informed"), max_length=60)
    reason = Typed(_("Reason"), max_length=200)


class PatronForm(StepForm):
    """The patron number of a player; an empty one removes it."""

    step = "patron"
    row = "player"
    AT = {"people.patron_number": "number", "people.patron_taken": "number"}
    number = Typed(_("Patron number"), max_length=16)


class HoldForm(StepForm):
    """Restricts a player: how, who was told before and when, and why."""

    step = "hold"
    row = "player"
    AT = {
        "people.reason_missing": "reason",
        "people.notified_missing": "notified",
        "restriction.not_notified": "notified",
    }
    how = Choice(_("Restrict to"))
    notified = Typed(_("Notified: who"), long=True, max_length=100)
    notified_at = TimeOfDay(_("At"), optional=True)
    reason = Typed(_("Reason"), max_length=120)
