"""The pages at the door: sign-in, quick lock, change of dealer, assigning a tablet to a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.db.models import CharField, F, Func, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.refusals import Refusal
from casino.staff import arrival, devices, one_screen, places, presence, tablets, take_over
from casino.staff import pin as pins
from casino.staff.access import roles
from casino.staff.forms import OwnPinForm, PinForm, TabletForm
from casino.staff.models import Staff, Tablet
from casino.staff.one_screen import SignedInElsewhere
from casino.staff.own_pin import changed_by, choose
from casino.staff.places import OutOfPlace
from casino.staff.refusals import SignInRefused
from casino.staff.roles import READ_ONLY, Role
from casino.translated import text
from casino.view_models import context_of

PIT, AUDIT, TABLE, TOURNAMENTS = "/pit/", "/audit/", "/table/{code}/", "/tournaments/"
"""Where the other rooms begin: by address, since the staff room may not import them."""

SENT_PIN = "pin-sent"
"""In the address of the sign-in page for somebody who sent a new PIN from a session that had ended."""
CHANGED_PIN = "pin-changed"
"""The same, where that form had been sent before and had changed the PIN."""

Page = Callable[[HttpRequest], HttpResponse]


@require_safe
@roles(*Role.values)
def home(request: HttpRequest) -> HttpResponse:
    """Send people to their own work: dealers to the table, supervisors to the pit, those who only watch to the
    record, tournament directors to the tournaments. Dealers without a table are told so."""
    person = arrival.signed_in(request)
    assert person is not None  # `roles` guarantees that somebody is signed in
    if code := arrival.dealing_at(request):
        return redirect(TABLE.format(code=code))
    if person.role == Role.DEALER:
        return render(request, "staff/no_table.html", {"person": person, "tablet": tablets.enrolled(request)})
    if person.role == Role.TOURNAMENT_DIRECTOR:
        return redirect(TOURNAMENTS)
    return redirect(AUDIT if person.role in READ_ONLY else PIT)


@dataclass(frozen=True, slots=True)
class PinScreen:
    """What a page with the keypad shows."""

    person: Staff | None
    form: PinForm
    tablet: Tablet | None
    prefixes: list[str]
    next: str
    """The page that was asked for before."""
    refusal: Refusal | None
    elsewhere: bool
    """Whether the person is signed in on another screen."""
    sent_pin: bool
    changed_pin: bool
    moved: one_screen.Moved | None
    waiting: take_over.Waiting | None
    """Who is waiting for the table."""


def _pin_page(
    template: str,
    form_of: type[PinForm] = PinForm,
    *,
    of_person: bool = False,
    waits: bool = False,
) -> Callable[[Page], Page]:
    """A page with the keypad. A refusal shows it again with what was typed, except the PIN. `of_person`: it has the
    number of the signed-in person; `waits`: it shows who is waiting for a table."""

    def decorate(view: Page) -> Page:
        @wraps(view)
        def shown(request: HttpRequest) -> HttpResponse:
            person, refusal = arrival.signed_in(request), None
            form = form_of(initial={"number": person.number if of_person and person else ""})
            if request.method == "POST":
                form = form_of(request.POST)
                try:
                    return view(request)
                except Refusal as refused:
                    refusal = refused
                    form.refuse(refusal)
            screen = PinScreen(
                person=person,
                form=form,
                tablet=tablets.enrolled(request),
                prefixes=_prefixes(),
                next=_next(request),
                refusal=refusal,
                elsewhere=isinstance(refusal, SignedInElsewhere),
                sent_pin=SENT_PIN in request.GET,
                changed_pin=CHANGED_PIN in request.GET,
                moved=one_screen.moved(request),
                waiting=take_over.waiting_here(request) if waits else None,
            )
            status = _status(refusal) if refusal else 200
            return render(request, template, context_of(screen), status=status)

        guarded = require_http_methods(["GET", "HEAD", "POST"])(shown)
        page = never_cache(sensitive_post_parameters("pin")(guarded))
        # Number and PIN say who it is, even if somebody has signed in meanwhile in another tab
        # (`casino.web.error_pages.csrf_failure`).
        page.by_pin = True  # type: ignore[attr-defined]
        return page

    return decorate


def _status(refusal: Refusal) -> int:
    if isinstance(refusal, SignedInElsewhere):
        return 409
    if not isinstance(refusal, SignInRefused):
        return 403
    return 401 if refusal.code == "sign_in.wrong" else 429


def _typed(request: HttpRequest) -> tuple[str, str]:
    return request.POST.get("number", ""), request.POST.get("pin", "")


def _takes_over(request: HttpRequest) -> bool:
    """Whether the form agrees that this number leaves another screen for this one."""
    leaves = request.POST.get("take_over", "")
    return bool(leaves) and pins.registered_form(leaves) == pins.registered_form(
        request.POST.get("number", "")
    )


def _prefixes() -> list[str]:
    """The letters that staff numbers begin with, as keys of the keypad."""
    letters = Func(F("number"), Value("-"), Value(1), function="split_part", output_field=CharField())
    return list(
        Staff.objects.filter(is_active=True)
        .annotate(letters=letters)
        .order_by("letters")
        .values_list("letters", flat=True)
        .distinct()[:8]
    )


def _next(request: HttpRequest) -> str:
    """The page that was asked for before, if it is one of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe else ""


@_pin_page("staff/sign_in.html")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Open a session with number and PIN. If another dealer is at work at the table, that dealer is asked first."""
    try:
        person = presence.sign_in(request, *_typed(request), take_over=_takes_over(request))
    except presence.DealsThere as there:
        return _asks(request, there)
    # A dealer goes to this tablet's table, whatever page the last person had asked for.
    response = redirect("home" if person.role == Role.DEALER else _next(request) or "home")
    devices.remember(request, response, person)
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session; the round, if one is open, waits for the next dealer. A locked session is ended only with a
    PIN."""
    if arrival.is_locked(request):
        return redirect("unlock")
    presence.sign_out(request)
    return redirect("sign_in")


@require_POST
def lock(request: HttpRequest) -> HttpResponse:
    """Quick lock, with one tap."""
    if arrival.signed_in(request) is None:
        return redirect("sign_in")
    presence.lock(request)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": reverse("unlock")})
    return redirect("unlock")


@_pin_page("staff/unlock.html", of_person=True)
def unlock(request: HttpRequest) -> HttpResponse:
    """Unlock the screen with its person's PIN; that PIN or a supervisor's ends the session."""
    if request.POST.get("do") == "end":
        presence.end_session(request, *_typed(request))
        return redirect("sign_in")
    presence.unlock(request, *_typed(request))
    return redirect(_next(request) or "home")


@never_cache
@sensitive_post_parameters("pin", "new", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def own_pin(request: HttpRequest) -> HttpResponse:
    """The signed-in person chooses another PIN. If somebody else set the current one, no other page opens before
    that."""
    person = arrival.signed_in(request)
    if person is None:
        if request.method != "POST":
            return redirect("sign_in")
        # A new PIN ends the session that it was sent from, even if the answer with the next session was lost.
        outcome = CHANGED_PIN if changed_by(request.POST.get("key", "")) else SENT_PIN
        return redirect(f"{reverse('sign_in')}?{outcome}")
    if arrival.is_locked(request):
        return redirect("unlock")
    refusal, form = None, OwnPinForm()
    form.fields["pin"].widget.attrs["autofocus"] = True
    if request.method == "POST":
        form = OwnPinForm(request.POST)
        try:
            old, new, again = (
                request.POST.get(name, "")[: pins.LONGEST_PIN] for name in ("pin", "new", "again")
            )
            choose(request, old, new, again, request.POST.get("key", ""))
            return redirect(_next(request) or "home")
        except Refusal as refused:
            refusal = refused
            form.refuse(refusal)
    context = {"person": person, "form": form, "next": _next(request), "refusal": refusal}
    return render(request, "staff/own_pin.html", context, status=_status(refusal) if refusal else 200)


@_pin_page("staff/change_dealer.html")
def change_dealer(request: HttpRequest) -> HttpResponse:
    """Number and PIN of the next dealer take the table over, even in the middle of a round."""
    try:
        person = presence.change_dealer(request, *_typed(request), take_over=_takes_over(request))
    except presence.DealsThere as there:
        return _asks(request, there)
    response = redirect("home")
    devices.remember(request, response, person)
    return response


def _asks(request: HttpRequest, there: presence.DealsThere) -> HttpResponse:
    take_over.ask(request, there.person, there.code)
    return redirect("take_over")


@_pin_page("staff/take_over.html", waits=True)
def take_table_over(request: HttpRequest) -> HttpResponse:
    """The person waiting for a table takes it over once the current dealer has handed it over or has not answered,
    or a supervisor's number and PIN allow it."""
    signs = request.POST.get("do") == "allow"
    try:
        person = take_over.take(request, _typed(request) if signs else None)
    except presence.DealsThere:
        return redirect("take_over")
    response = redirect("home")
    devices.remember(request, response, person)
    return response


@_pin_page("staff/enrol_tablet.html", TabletForm)
def enrol_tablet(request: HttpRequest) -> HttpResponse:
    """A supervisor's number and PIN assign this device to a table."""
    number, pin = _typed(request)
    tablet, token = tablets.enrol(
        request.POST.get("table_code", ""),
        number,
        pin,
        tablets.place(request),
        replaces=tablets.enrolled(request),
    )
    # Anybody signed in here was so in another place: the device starts afresh at its table.
    presence.sign_out(request, by=Staff.objects.get(number=tablet.enrolled_by))
    response = redirect("sign_in")
    tablets.remember(response, token)
    return response


@require_safe
@roles(Role.GAME_SUPERVISOR)
def tablet_list(request: HttpRequest) -> HttpResponse:
    """The tablets that are assigned to a table."""
    live = Tablet.objects.filter(revoked_at=None)
    return render(request, "staff/tablets.html", {"person": arrival.signed_in(request), "live": live})


@require_POST
@roles(Role.GAME_SUPERVISOR)
def unassign_tablet(request: HttpRequest, tablet_id: int) -> HttpResponse:
    """Unassign a tablet, after asking once: from its next request on it can no longer deal."""
    person = arrival.signed_in(request)
    assert person is not None  # `roles` guarantees that somebody is signed in
    tablet = get_object_or_404(Tablet, pk=tablet_id)
    may = tablet.revoked_at is None and not places.refusal_to_act(person, tablet.table_code)
    if may and request.POST.get("sure") != "yes":
        waiting = {
            "question": text(
                _("Unassign tablet {tablet} from {table}?"), tablet=tablet.pk, table=tablet.table_code
            ),
            "why": _(
                "It cannot deal from its next tap on. It can be assigned again only at the tablet itself."
            ),
            "button": text(_("Unassign it from {table}"), table=tablet.table_code),
            "back": reverse("tablets"),
            "person": person,
        }
        return render(request, "staff/sure.html", waiting)
    try:
        tablets.revoke(tablet, person)
    except OutOfPlace as refusal:
        return render(request, "staff/out_of_place.html", {"person": person, "refusal": refusal}, status=403)
    return redirect("tablets")
