"""Groups of entry kinds in the words of a casino: reviewers ask for these before single kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

PREFIX: Final = "group:"
"""Marks the code of a group where a kind could be given too."""


@dataclass(frozen=True, slots=True)
class KindGroup:
    """A group by its code: its name, and the kinds that belong to it."""

    name: str
    kinds: tuple[str, ...]

    @property
    def words(self) -> str:
        """Its name, as screens show it."""
        return _(self.name)


def _of(name: str, kinds: str) -> KindGroup:
    return KindGroup(name, tuple(kinds.split()))


GROUPS: Final[Mapping[str, KindGroup]] = {
    "wagers": _of(
        gettext_noop("Wagers"),
        "wager wager_refused withdrawn called arranged allowed limit marker warned players_limited restricted "
        "seat left",
    ),
    "cards": _of(gettext_noop("Cards"), "card drew stood passed caller directed phase collected"),
    "doubles": _of(gettext_noop("Doubles"), "doubled gave_back played_on"),
    "splits": _of(gettext_noop("Splits"), "split"),
    "insurance": _of(
        gettext_noop("Insurance and surrender"),
        "insured even_money insurance_closed insurance_reopened surrendered surrender_closed",
    ),
    "irregularities": _of(
        gettext_noop("Irregularities"),
        "irregularity irregularity_approved irregularity_refused reconstructed voided round_voided former_round_void "
        "held card_late dealer_card_due burn_missed misfired press_void winnings_held",
    ),
    "corrections": _of(
        gettext_noop("Corrections and taps undone"),
        "correction correction_approved correction_refused corrected payment_corrected undone",
    ),
    "refusals": _of(gettext_noop("Refusals"), "refused approval_refused"),
    "payments": _of(gettext_noop("Payments"), "paid took gave_back prize payment_corrected"),
    "shoe": _of(
        gettext_noop("Shoe and shuffle"),
        "shuffled shuffle_ordered shuffle_due reshuffled shoe cut cards setup burn_shown last_rounds",
    ),
    "floats": _of(
        gettext_noop("Floats"),
        "float_counted float_alert float_alert_answered slip_requested slip_signed slip_void buy_in colour_up "
        "exchange_reversed drop_box_changed drop_box_counted",
    ),
    "people": _of(
        gettext_noop("People"),
        "signed_in signed_out sign_in_refused locked_out lock_out_lifted signed_on signed_off dealer dealer_sent "
        "supervisor_assigned supervisor_called supervisor_call_ended patron_attached patron_detached staff_added "
        "take_over_asked take_over_answered "
        "staff_changed staff_change_seen pin_changed tablet_enrolled tablet_revoked",
    ),
    "signs": _of(
        gettext_noop("Signs and limits"),
        "limits_changed notice_up notice_down closing_notice_up closing_notice_down",
    ),
    "tables": _of(
        gettext_noop("Tables"),
        "table_set_up table_opened table_closing table_closed cards_counted checks confirmed",
    ),
    "disputes": _of(
        gettext_noop("Disputes"),
        "dispute_raised dispute_advised dispute_ambiguous dispute_settled dispute_decided dispute_review_asked "
        "dispute_reviewed dispute_put_right",
    ),
    "signatures": _of(
        gettext_noop("Signatures"),
        "asked approval_asked approved approval_approved approval_refused approval_seen approval_withdrawn "
        "approval_expired",
    ),
}


def kinds_of(event: str) -> tuple[str, ...]:
    """The kinds to look for: those of a group, or the one kind; empty for an unknown group."""
    if not event.startswith(PREFIX):
        return (event,) if event else ()
    group = GROUPS.get(event.removeprefix(PREFIX))
    return group.kinds if group is not None else ()
