"""The layout editor of a table: where its boxes and the places of its side bets lie on the cloth."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from casino.refusals import Refusal
from casino.staff import people
from casino.staff.access import roles
from casino.view_models import context_of
from tables.access import person_of, second_person
from tables.floor.layout import Layout, kept
from tables.forms.once import of_form, once
from tables.house.set_up import layout_screen, steps
from tables.house.set_up.forms import LayoutForm
from tables.house.set_up.layout_fields import PLACED, layout_in
from tables.house.set_up.layout_screen import Checks, LayoutPage
from tables.house.set_up.screen import why_unchangeable
from tables.house.set_up.views import table_or_404, unchanged
from tables.models import Table
from tables.record import now_at, under_lock


@require_safe
@roles(people.SETS_UP)
def layout(request: HttpRequest, code: str) -> HttpResponse:
    """The layout as it is."""
    return _shown(request, layout_screen.layout_page(table_or_404(code), person_of(request)))


@require_POST
@roles(people.SETS_UP)
def check(request: HttpRequest, code: str) -> HttpResponse:
    """What the book says about the layout while it is being arranged."""
    table = table_or_404(code)
    try:
        book_checks = layout_screen.checks(table, layout_in(request.POST, table))
    except Refusal as refusal:
        book_checks = Checks([], [refusal])
    blocked = why_unchangeable(table, person_of(request))
    context = {"checks": book_checks, "blocked": blocked}
    return render(request, "tables/house/set_up/_checks.html", context)


@sensitive_post_parameters("pin")
@require_POST
@roles(people.SETS_UP)
def save(request: HttpRequest, code: str) -> HttpResponse:
    """Save the layout with the table's set-up; ``none`` removes the table's own layout."""
    table, by, form = table_or_404(code), person_of(request), LayoutForm(request.POST)
    sent: Layout | None = None
    try:
        form.values()
        if "none" not in request.POST:
            sent = _placed(request, table)
        new_cells = {"layout": kept(sent) if sent is not None else {}}
        second = second_person(request, code)

        def take() -> None:
            steps.change_table(code, new_cells, by=by, signed_by=second, at=now_at(code))

        with under_lock(code, lambda held: unchanged(request, held)):
            once(code, of_form(request.POST, by, ticked=request.POST.getlist(PLACED)), take)
    except Refusal as refusal:
        form.refuse(refusal)
        page = layout_screen.layout_page(table_or_404(code), by, sent=sent, form=form, refusal=refusal)
        return _shown(request, page)
    return redirect("house_layout", code)


def _placed(request: HttpRequest, table: Table) -> Layout:
    """The layout that was sent. Raises Refusal, and Stale for a layout of the boxes that the table had before."""
    try:
        return layout_in(request.POST, table)
    except Refusal:
        unchanged(request, table)
        raise


def _shown(request: HttpRequest, page: LayoutPage) -> HttpResponse:
    status = 409 if page.refusal else 200
    return render(request, "tables/house/set_up/layout.html", context_of(page), status=status)
