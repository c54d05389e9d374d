"""A layout as drawn on the tablet, while it is being edited: a round in mid-deal, with wagers on every box."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.roles import Role
from casino.web.fragments import render
from rounds import engine
from rounds.engine.values import MAIN
from rounds.play.snapshot import setup_of
from rounds.read_model.felt.cloth import laid_out
from rounds.read_model.felt.felt import felt_view
from tables.house.set_up.layout_fields import layout_in
from tables.house.set_up.views import table_or_404
from tables.models import Table

CARDS = ("Ts", "7h", "8d", "3c", "Qd", "5s", "9c", "2h", "Kh", "6d", "4s")
"""Cards that make no Blackjack and finish no hand with two of them."""


@require_POST
@roles(Role.OPERATIONS_MANAGER)
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """The felt of the layout that was sent; nothing new while it cannot be read."""
    table = table_or_404(code)
    try:
        layout = layout_in(request.POST, table)
    except Refusal:
        return HttpResponse(status=204)
    state = sample(table)
    felt = laid_out(felt_view(state, state.setup.rules, None, "preview"), layout)
    return HttpResponse(render("read_model/_felt.html", {"felt": felt}))


def sample(table: Table) -> engine.State:
    """A round at the table with the lowest wagers on every box and every side bet, and two cards on each box."""
    setup = setup_of(table, None)
    state = engine.fold(engine.start(setup))
    rules = setup.rules
    for command in _commands(setup):
        try:
            state, _events = engine.apply(rules, state, command)
        except Refusal:
            continue  # what else the game requires, such as an ante, does not matter for a picture
    return state


def _commands(setup: engine.Setup) -> Iterator[engine.commands.Command]:
    offered = {MAIN, *(offer.bet for offer in setup.offers)}
    for sign in sorted(setup.signs, key=lambda sign: sign.bet != MAIN):
        for box in range(1, setup.boxes + 1):
            if sign.bet in offered:
                yield engine.PlaceWager(box, chr(ord("A") + box - 1), sign.minimum, sign.bet)
    yield engine.CallBets()
    cards = cycle(CARDS)
    for _number in range(2 * setup.boxes + 1):
        yield engine.DealCard(next(cards))
