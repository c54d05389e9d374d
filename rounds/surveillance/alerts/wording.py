"""The wording of rules and alerts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.template.loader import get_template
from django.utils.translation import gettext as _

from casino.house_time import minutes
from casino.translated import text
from casino.view_models import context_of
from rounds.models import AlertRule, DeskAlert

Kind = AlertRule.Kind
SHOWN = 60
"""How many alerts the list shows: those nobody has seen, then the latest others."""


BESIDE: Final = 6
"""How many alerts are shown beside another page's content."""


@dataclass(frozen=True, slots=True)
class AlertShown:
    """One alert as shown in the list."""

    row: DeskAlert
    title: str
    words: str
    time: str
    red: bool
    seq: int
    """The entry of the round that gave the reason; 0 if the reason was how the round came out."""


@dataclass(frozen=True, slots=True)
class AlertList:
    """What ``surveillance/alerts/_list.html`` shows."""

    alerts: list[AlertShown]
    new: int
    acts: bool


@dataclass(frozen=True, slots=True)
class NewAlerts:
    """What ``surveillance/alerts/_new.html`` shows beside another page's content."""

    alerts: list[AlertShown]
    """The newest alerts that nobody has seen."""
    count: int
    """The number of alerts that nobody has seen."""


def rule_words(rule: AlertRule) -> str:
    """The condition of a rule, in words."""
    facts = rule.facts
    words = {
        Kind.WIN: _("A player’s win over {amount:money} at a table in a day"),
        Kind.WAGER: _("A wager over {amount:money}"),
        Kind.IRREGULARITIES: _("{times} irregularities at a table in {span:minute|minutes}"),
        Kind.WATCHED: _("Watched player seated: {player}"),
        Kind.MEETS: _("A dealer and a patron who meet on {times} days of {span}"),
    }[Kind(rule.kind)]
    parts = [text(words, **{name: facts[name] for name in ("amount", "times", "span", "player")})]
    if facts["table"]:
        parts.append(text(_("at {table}"), table=facts["table"]))
    if facts["dealer"]:
        parts.append(text(_("dealer {dealer}"), dealer=facts["dealer"]))
    if rule.kind == Kind.MEETS and facts["player"]:
        parts.append(text(_("patron {player}"), player=facts["player"]))
    return ", ".join(parts)


def alert_words(alert: DeskAlert) -> str:
    """The text of an alert."""
    facts, table = alert.facts, alert.table
    words = {
        Kind.WIN: _("{player} at {table}: up {amount:money} in {rounds:round|rounds}"),
        Kind.WAGER: _("{player} at {table}, box {box}: {amount:money}"),
        Kind.IRREGULARITIES: _("{table}: {count} in {minutes:minute|minutes}, rounds {rounds}"),
        Kind.WATCHED: _("{player} at {table}"),
        Kind.MEETS: _("{dealer} with {player} at {table}: on {times} of {days} days"),
    }[Kind(alert.rule.kind)]
    values = {name: value for name, value in facts.items() if name not in ("salt", "last")}
    if "rounds" in values and isinstance(values["rounds"], list):
        values["rounds"] = ", ".join(values["rounds"])
    return text(words, table=table, **values)


def listed(*, acts: bool) -> AlertList:
    """The list, for a person who may acknowledge alerts or only look."""
    rows = list(DeskAlert.objects.filter(seen_at=None).select_related("rule")[:SHOWN])
    new = len(rows)
    rows += DeskAlert.objects.exclude(seen_at=None).select_related("rule")[: max(0, SHOWN - new)]
    return AlertList([_shown(row) for row in rows], new, acts)


def not_seen() -> NewAlerts:
    """The newest alerts that nobody has seen, for the side of a page."""
    rows = DeskAlert.objects.filter(seen_at=None)
    return NewAlerts([_shown(row) for row in rows.select_related("rule")[:BESIDE]], rows.order_by().count())


def _shown(row: DeskAlert) -> AlertShown:
    return AlertShown(
        row, rule_words(row.rule), alert_words(row), minutes(row.raised_at), row.rule.kind == Kind.IRREGULARITIES,
        int(row.facts.get("last", 0)),
    )  # fmt: skip


def mark() -> str:
    """A mark that changes whenever the list does."""
    newest = DeskAlert.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    return f"{newest}-{DeskAlert.objects.filter(seen_at=None).count()}"


def render_list() -> str:
    """The push of the list, with buttons to acknowledge; people who may only look are refused when they try."""
    html = get_template("surveillance/alerts/_list.html").render(context_of(listed(acts=True)))
    return f'<hx-partial hx-target="#alerts" hx-swap="outerMorph">{html}</hx-partial>'
