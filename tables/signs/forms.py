"""The forms of a table's limits: setting them, and the notice of a higher minimum."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import HiddenNumber, Money, NextClock, StepForm, Tick, Typed


class LimitsForm(StepForm):
    """The limits of the main bet from the next round on."""

    step = "limits"
    AT = {
        "sign.limits": "minimum",
        "sign.rise_needs_notice": "minimum",
        "sign.conflicts_with_notice": "minimum",
        "sign.ante": "minimum",
        "sign.upper_minimum": "minimum",
        "sign.maximum_fixed": "maximum",
        "sign.multiple": "multiple",
        "sign.players_not_told": "told",
    }
    minimum = Money(_("Minimum"))
    maximum = Money(_("Maximum"))
    multiple = Money(_("Multiple"), optional=True, attrs={"placeholder": _("any")})
    told = Tick(_("the players have been told"))


AS_IT_IS = {"placeholder": _("as it is")}


class SeveralLimitsForm(LimitsForm):
    """The same for several tables: an empty field leaves each table's limit as it is."""

    minimum = Money(_("Minimum"), optional=True, attrs=AS_IT_IS)
    maximum = Money(_("Maximum"), optional=True, attrs=AS_IT_IS)
    multiple = Money(_("Multiple"), optional=True, attrs=AS_IT_IS)


class NoticeForm(StepForm):
    """A notice of a higher minimum: for which bet, what amount, and from when."""

    step = "put_up"
    AT = {
        "sign.minimum_not_higher": "notice_minimum",
        "sign.limits": "notice_minimum",
        "sign.multiple": "notice_minimum",
        "sign.notice_too_short": "change_at",
    }
    of = Typed(_("Bet"))
    notice_minimum = Money(_("New minimum"))
    change_at = NextClock(_("From"))


class HangingForm(StepForm):
    """A step of a displayed notice, without fields."""

    notice = HiddenNumber(_("Notice"))
