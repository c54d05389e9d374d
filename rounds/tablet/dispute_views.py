"""The tablet's step for a player who disputes something: the dealer taps round, box and player; a supervisor
decides."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from casino.refusals import Refusal
from casino.rulebooks.disputes import DISPUTES, decided_by
from casino.staff.access import roles
from casino.staff.roles import Role
from casino.translated import gettext as _
from casino.translated import text
from rounds import engine
from rounds.play import service
from rounds.play.past_rounds import round_shown
from rounds.play.snapshot import Live
from rounds.read_model.hands_played import hands_of, has
from rounds.read_model.irregularities.fields import Field, Option
from rounds.read_model.taps import role_words
from rounds.tablet.access import at_this_table, person_of
from rounds.tablet.corrections.views import round_of
from rounds.tablet.dispute_form import DisputeForm
from rounds.tablet.responses import done, refused
from tables.disputes import disputes
from tables.forms.once import of_form, once

EARLIER: Final = 4
QUESTIONS: Final = (
    gettext_noop("the decision was another one"),
    gettext_noop("was paid too little"),
    gettext_noop("was not paid"),
    gettext_noop("the card belongs to another hand"),
    gettext_noop("the wager was there in time"),
    gettext_noop("what the rules mean"),
)
"""The most frequent questions; anything else is typed."""


@require_safe
@roles(Role.DEALER)
@at_this_table
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Choose the round, the player and box, and what is in dispute."""
    live = service.current(code)
    state = _round(live, request.GET.get("round", ""))
    last = round_of(live).round_no
    clause, role = decided_by(live.rules)
    context = {
        "code": code,
        "clause": clause,
        "decides": role_words(role),
        "round_no": state.round_no,
        "rounds": [
            (number, number == state.round_no) for number in range(last, max(0, last - 1 - EARLIER), -1)
        ],
        "fields": [
            Field("who", _("Which player, on which box"), "one", True, _players(state), typed=True),
            Field(
                "question",
                _("What is in dispute"),
                "one",
                True,
                [Option(words, capfirst(_(words))) for words in QUESTIONS],
                typed=True,
            ),
        ],
    }
    return render(request, "tablet/corrections/_dispute.html", context)


@require_POST
@roles(Role.DEALER)
@at_this_table
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Record the dispute as tapped; the pit gets it at once."""
    live = service.current(code)
    now, by = timezone.now(), person_of(request)
    form = DisputeForm(request.POST)
    try:
        sent = form.values()
        number, player, box = sent["round"], sent["player"], sent["box"]
        state = _round(live, number)
        if number and number != str(state.round_no):
            # What is said of a round that does not exist is not recorded of another.
            raise Refusal("dispute.not_dealt", table=code)
        complaint = disputes.Complaint(
            player=player,
            question=sent["question"],
            round_no=state.round_no if live.table.round_no >= state.round_no else 0,
            box=box,
            settled=has(state, player, box),
        )
        once(
            code,
            of_form(request.POST, by),
            lambda: disputes.raise_dispute(code, complaint, by=by, at=now),
        )
    except Refusal as refusal:
        return refused(code, refusal, form.at_field(refusal))
    book = DISPUTES[live.rules.book]
    recorded = text(_("The dispute of {player} is recorded; the pit has it."), player=player)
    if not book.advised:
        return done(code, recorded)
    tell = text(_("Tell {player}: may consult {whom:term}."), player=player, whom=book.consults)
    return done(code, f"{recorded} {tell}", book.advised)


def _round(live: Live, typed_round: str) -> engine.State:
    """The round that is named; otherwise the one in progress or, before its deal, the previous one."""
    state = round_of(live)
    number = (
        int(typed_round) if typed_round.isascii() and typed_round.isdigit() and len(typed_round) < 10 else 0
    )
    if number and number != state.round_no:
        return round_shown(live.table.code, number) or state
    if not number and not state.called and live.previous is not None:
        return live.previous
    return state


def _players(state: engine.State) -> list[Option]:
    """Everybody with a wager on a box, and what they won or lost there."""
    return [
        Option(
            f"{hand.box}|{hand.player}",
            text(_("Box {box} · {player}"), box=hand.box, player=hand.player),
            _("open") if hand.has is None else text(_("settled {has:money}"), has=hand.has),
        )
        for hand in hands_of(state)
    ]
