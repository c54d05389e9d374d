"""The forms of a side bet's card: its terms, its equipment, and changing the house's scale."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from casino.forms import typed
from casino.forms.fields import Choice, Day, HiddenNumber, Money, Number, StepForm, Tick, TimeOfDay, Typed
from tables.bets import offering, scales

WHEN: Final = gettext_noop("When the games close")


class OfferForm(StepForm):
    """The terms on which a bet is offered from the next round on."""

    step = "offer_bet"
    AT = {
        "sign.limits": "minimum",
        "sign.side_bet_limits": "minimum",
        "sign.side_bet_amount": "minimum",
        "sign.rise_needs_notice": "minimum",
        "sign.conflicts_with_notice": "minimum",
        "sign.maximum_fixed": "maximum",
        "sign.multiple": "multiple",
        "sign.players_not_told": "told",
        "sign.amounts_not_approved": "amount_approval",
        "scale.same_everywhere": "scale",
        "scale.unknown": "scale",
        "offer.layout_not_approved": "cloth_approval",
        "offer.shared_layout_not_approved": "cloth_approval",
        "offer.amounts_not_approved": "amount_approval",
        "offer.payout_limit": "most_paid",
        "offer.no_payout_limit": "most_paid",
        "offer.payout_limit_not_approved": "most_paid_approval",
        "offer.not_confirmed": "seen",
    }
    scale = Choice(_("Scale"))
    minimum = Money(_("Minimum"))
    maximum = Money(_("Maximum"))
    multiple = Money(_("Multiple"), optional=True, attrs={"placeholder": _("any")})
    cloth_approval = Typed(_("Approval of the layout"), long=True)
    amount_approval = Typed(_("Approval of the amounts"), long=True)
    most_paid = Money(_("Largest payment"), optional=True, attrs={"placeholder": _("no limit")})
    most_paid_approval = Typed(_("Its approval"), long=True)
    most_paid_shown = Tick(_("it is displayed"))
    told = Tick(_("the players are told of new limits"))
    seen = Tick(_("at the table:"))

    def terms(self) -> offering.Terms:
        """The terms that were entered. Raises Refusal."""
        return offering.Terms(**self.values())


class FitForm(StepForm):
    """A piece of equipment at the table."""

    step = "fit"
    AT = {
        "equipment.no_number": "device",
        "equipment.number": "device",
        "equipment.other_kind": "device",
        "equipment.serves_too_many": "device",
        "equipment.not_approved": "approval_of_type",
        "equipment.approved_later": "approved_on",
        "equipment.no_certificate": "certificate",
    }
    device = Typed(_("Number"))
    approval_of_type = Typed(_("Approval of its type"))
    approved_on = Day(_("Approved on"))
    certificate = Typed(_("Certificate"))


class ScaleForm(StepForm):
    """A change of the house's scale at every table that offers the bet."""

    step = "order_scale"
    AT = {
        "scale.not_chosen": "new_scale",
        "scale.unchanged": "new_scale",
        "scale.unknown": "new_scale",
        "scale.notice_missing": "notice_text",
        "scale.notice_minutes": "notice_minutes",
        "scale.notice_too_short": "change_time",
        "scale.date_missing": "change_date",
        "typed.date_missing": "change_date",
        "typed.time_missing": "change_time",
        "typed.time_left_out": "change_time",
        "scale.closed_minutes_missing": "closed_minutes",
    }
    new_scale = Choice(_("New scale"))
    notice_text = Typed(_("The notice says"), long=True, max_length=200)
    notice_minutes = Number(_("Minutes of the notice"), optional=True, empty=None)
    change_date = Day(_("Games close on"))
    change_time = TimeOfDay(_("Time"), optional=True)
    closed_minutes = Number(_("Minutes closed"), optional=True)
    field = Number(_("Entrants of the tournament"), optional=True, attrs={"placeholder": _("none")})

    def plan(self) -> scales.ScalePlan:
        """The change that was entered. Raises Refusal."""
        values = self.values()
        return scales.ScalePlan(
            scale=values["new_scale"],
            notice=values["notice_text"][:200],
            notice_minutes=values["notice_minutes"],
            change_at=typed.moment(values["change_date"], values["change_time"], WHEN),
            closed_minutes=values["closed_minutes"],
            field=values["field"],
        )


class OrderForm(StepForm):
    """A step of a change of scale in progress, without fields."""

    order = HiddenNumber(_("Change"))
