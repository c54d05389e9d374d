"""Who may see which page and socket.

    @roles("dealer", "surveillance")        # a view
    @require_roles("dealer", "surveillance")  # an AsyncWebsocketConsumer class

A role of the ladder admits every higher one too (VIC03-1.2); roles off the ladder admit themselves.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, runtime_checkable
from urllib.parse import urlencode

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from casino.staff import arrival, places, sockets
from casino.staff.models import Staff
from casino.staff.roles import LADDER, Role
from casino.translated import term, text

log = logging.getLogger(__name__)

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
Consumer = TypeVar("Consumer", bound=type[AsyncWebsocketConsumer])

SAFE = ("GET", "HEAD", "OPTIONS")
FORBIDDEN = 4403
"""Close code of a WebSocket that this person, or this screen at the moment, may not have."""


def admits(person: Staff, required_roles: tuple[str, ...]) -> bool:
    """Whether `person` has the powers of any of these roles."""
    return any(person.has_role_at_least(role) for role in required_roles)


def roles(*required_roles: str) -> Callable[[View[P]], View[P]]:
    """Admit only these roles. People who are not signed in, have locked the screen or must still choose a PIN are
    sent to do that first. A view with a table's ``code`` in its address accepts changes only from people who act at
    that table (`casino.staff.places`)."""
    _known(required_roles)

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            response = (
                _redirect_or_forbid(request, required_roles)
                or _out_of_place(request, view, kwargs)
                or view(request, *args, **kwargs)
            )
            # A page behind a PIN must not come back from the browser's cache after a lock or sign-out.
            response.headers.setdefault("Cache-Control", "no-store")
            return response

        guarded.roles = required_roles  # type: ignore[attr-defined]  # for the table of URL by role
        return guarded

    return decorate


def _redirect_or_forbid(request: HttpRequest, required_roles: tuple[str, ...]) -> HttpResponse | None:
    person = arrival.signed_in(request)
    if person is None:
        return _redirect_to(request, "sign_in")
    if arrival.is_locked(request):
        return _redirect_to(request, "unlock")
    if person.pin_set_by:
        return _redirect_to(request, "own_pin")
    if not admits(person, required_roles):
        return forbidden(request, person, required_roles)
    return None


def forbidden(request: HttpRequest, person: Staff, required_roles: tuple[str, ...]) -> HttpResponse:
    """The page for somebody who may not see a page; it says who may."""
    context = {"person": person, "wanted": [_label(role) for role in required_roles]}
    return render(request, "staff/forbidden.html", context, status=403)


def _out_of_place(
    request: HttpRequest, view: Callable[..., HttpResponseBase], kwargs: Mapping[str, object]
) -> HttpResponse | None:
    """The answer to somebody who tries to change something at a table where they do not act; None for everybody else.
    A view that gives this answer itself, in the words of its screen, has the attribute ``answers_place``."""
    code = kwargs.get("code")
    if request.method in SAFE or not isinstance(code, str) or getattr(view, "answers_place", False):
        return None
    person = arrival.signed_in(request)
    assert person is not None  # guaranteed by `_redirect_or_forbid`
    why = places.refusal_to_act(person, code, arrival.dealing_at_arrival(request))
    if not why:
        return None
    context = {"person": person, "refusal": why}
    return render(request, "staff/out_of_place.html", context, status=403)


def _label(role: str) -> str:
    higher = role in LADDER[:-1]
    return text(_("{role:term} or above"), role=str(Role(role).label)) if higher else term(Role(role).label)


def _redirect_to(request: HttpRequest, name: str) -> HttpResponse:
    """A redirect to a page of the staff room; for a page that was asked for, back afterwards."""
    target = reverse(name)
    if request.headers.get("HX-Request"):
        # htmx follows this header; otherwise it would swap the sign-in page into a fragment.
        return HttpResponse(status=401, headers={"HX-Redirect": target})
    if request.method in ("GET", "HEAD"):
        return redirect(f"{target}?{urlencode({'next': request.get_full_path()})}")
    return HttpResponse(status=303, headers={"Location": target})


@runtime_checkable
class Ends(Protocol):
    """A socket that sends nothing once it has ended."""

    async def end(self) -> None:
        """Close it with `FORBIDDEN`."""


def require_roles(*required_roles: str) -> Callable[[Consumer], Consumer]:
    """Admit only these roles to an AsyncWebsocketConsumer; others are closed with 4403.

    The socket is also closed with 4403 when its session is locked, signed out or handed over.
    """
    _known(required_roles)

    def decorate(consumer: Consumer) -> Consumer:
        connect, disconnect, receive = (
            consumer.websocket_connect,
            consumer.websocket_disconnect,
            consumer.websocket_receive,
        )

        async def websocket_connect(self: Any, message: Any) -> None:
            self.admitted, session_key = await sockets.CONNECTING.do(_admitted, self.scope, required_roles)
            if not self.admitted:
                # Accept it first: a refusal in the handshake reaches a browser without its code.
                await self.accept()
                await self.close(code=FORBIDDEN)
                return
            if self.channel_layer is not None and session_key:
                self.session_group = sockets.group(session_key)
                self.person_group = sockets.group_of_person(self.scope["user"].pk)
                for name in (self.session_group, self.person_group):
                    await _quietly(self.channel_layer.group_add(name, self.channel_name))
            await connect(self, message)

        async def websocket_receive(self: Any, message: Any) -> None:
            if self.admitted:
                await receive(self, message)

        async def websocket_disconnect(self: Any, message: Any) -> None:
            if not self.admitted:
                raise StopConsumer
            if hasattr(self, "session_group"):
                for name in (self.session_group, self.person_group):
                    await _quietly(self.channel_layer.group_discard(name, self.channel_name))
            await disconnect(self, message)

        async def session_ended(self: Any, event: Any) -> None:
            if isinstance(self, Ends):
                await self.end()
            else:
                await self.close(code=FORBIDDEN)

        for handler in (websocket_connect, websocket_receive, websocket_disconnect, session_ended):
            setattr(consumer, handler.__name__, handler)
        consumer.roles = required_roles  # for the table of sockets by role
        return consumer

    return decorate


async def _quietly(layer_call: Awaitable[None]) -> None:
    """Await a call of the channel layer: if it is away, that costs the push, never the screen."""
    try:
        await layer_call
    except Exception:  # whatever the layer raises when it is away
        log.warning("A socket could not be tied to its session.", exc_info=True)


def _admitted(scope: Any, required_roles: tuple[str, ...]) -> tuple[bool, str | None]:
    person, session = scope.get("user"), scope.get("session")
    if not isinstance(person, Staff) or session is None:
        return False, None
    opens = not session.get(arrival.LOCKED) and not person.pin_set_by and admits(person, required_roles)
    return opens, session.session_key


def _known(required_roles: tuple[str, ...]) -> None:
    if unknown := set(required_roles) - set(Role.values):
        raise ValueError(f"No such role: {', '.join(sorted(unknown))}.")
