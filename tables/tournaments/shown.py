"""What a page of a tournament showed that a step depends on, and whether it is still true."""

from __future__ import annotations

from typing import Any

from casino.forms import shown_facts
from casino.forms.fields import StepForm
from casino.refusals import Refusal
from tables.tournaments.machine import State


def facts(state: State, *, session: str = "", entry: int = 0) -> dict[str, Any]:
    """What a step depends on: the conditions and the phase, and the session or entry that it is about."""
    now: dict[str, Any] = {"phase": [state.phase, state.version, state.stage]}
    if session:
        held = state.session(session)
        now[f"session:{session}"] = (
            [] if held is None else [held.status, held.table, str(held.starts_at or "")]
        )
    if entry:
        entered = state.entry(entry)
        now[f"entry:{entry}"] = (
            []
            if entered is None
            else [entered.status, len(entered.nominations), entered.bought_back, entered.refund.fee]
        )
    return now


def check_unchanged(form: StepForm, state: State) -> None:
    """Raises Refusal for a step whose form was filled in on an outdated page: something that it depends on has
    changed."""
    shown = shown_facts.read(form.data.get(shown_facts.FIELD, ""))
    about = f"{form.row}:{form.data.get(form.row, '')}" if form.row in ("session", "entry") else "phase"
    if shown is None or "phase" not in shown or about not in shown:
        raise Refusal("page.unknown")
    number = about.removeprefix("entry:")
    now = facts(
        state,
        session=about.removeprefix("session:") if form.row == "session" else "",
        entry=int(number) if form.row == "entry" and number.isascii() and number.isdigit() else 0,
    )
    if shown_facts.changed(shown, now):
        raise Refusal("tournament.outdated")
