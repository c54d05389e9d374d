"""The admin's door: the same as every other page's, so that a locked screen, a sign-out and a hand-over apply there
too."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from casino.staff import arrival, people, presence


class SetUpSite(AdminSite):
    """Set-up of people, tablets and tables, for people who may set up and whose screen is not locked.

    Sign-in, sign-out and change of PIN are those of the staff room, which are recorded, end the sockets of the
    previous session and tell the table whose dealer leaves.
    """

    site_header = _("Casino set-up")
    site_title = _("Casino set-up")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """As Django's, without Django's groups: the house has its own roles, and groups would give nobody anything."""
        from django.contrib.auth.models import Group  # not before the models exist

        given = [model_or_iterable] if isinstance(model_or_iterable, type) else list(model_or_iterable)
        super().register([model for model in given if model is not Group], admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        person = arrival.signed_in(request)
        if person is None or person.pin_set_by or not people.may_set_up(person):
            return False
        return super().has_permission(request) and not arrival.is_locked(request)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the sign-in or unlock page that every other page uses; people who may not set up are told so."""
        person = arrival.signed_in(request)
        if person is not None and not arrival.is_locked(request):
            if self.has_permission(request):
                return redirect("admin:index")
            if person.pin_set_by:
                return redirect("own_pin")
            context = {"person": person, "wanted": [str(_("people registered for set-up"))]}
            return never_cache(render)(request, "staff/forbidden.html", context, status=403)
        door = "sign_in" if person is None else "unlock"
        after = request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")
        return redirect(f"{reverse(door)}?{urlencode({'next': after})}")

    def logout(  # type: ignore[override]  # any answer will do: Django only ever returns it
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return _signed_out(request)

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the page on which people choose their own PIN, which is recorded."""
        return redirect("own_pin")


@require_POST
def _signed_out(request: HttpRequest) -> HttpResponse:
    if arrival.is_locked(request):
        return redirect("unlock")
    presence.sign_out(request)
    return redirect("sign_in")
