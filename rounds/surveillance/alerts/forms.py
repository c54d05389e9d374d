"""The form that sets a rule."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import Choice, Money, Number, StepForm, Typed
from rounds.models import AlertRule

KINDS = (
    (AlertRule.Kind.WIN, _("A player’s win over an amount")),
    (AlertRule.Kind.IRREGULARITIES, _("A number of irregularities at a table within a number of minutes")),
    (AlertRule.Kind.WAGER, _("A wager over an amount")),
    (AlertRule.Kind.WATCHED, _("A watched player is seated")),
    (AlertRule.Kind.MEETS, _("A dealer and a patron who meet on a number of days")),
)


class RuleForm(StepForm):
    """The condition of a rule; fields that its kind does not use stay empty."""

    step = "rule"
    AT = {
        "desk_alert.kind": "kind", "desk_alert.amount": "amount", "desk_alert.times": "times",
        "desk_alert.player": "player", "desk_alert.dealer": "dealer", "table.unknown": "table",
    }  # fmt: skip
    kind = Choice(_("Alert me to"), options=KINDS)
    amount = Money(_("Amount over ($)"), optional=True)
    times = Number(_("How many"), optional=True)
    span = Number(_("Within minutes, or days"), optional=True)
    table = Typed(_("Table, if one"), max_length=16, attrs={"autocapitalize": "characters"})
    player = Typed(_("Patron, or mark at the table"), max_length=16)
    dealer = Typed(_("Dealer, if one"), max_length=12, attrs={"autocapitalize": "characters"})
