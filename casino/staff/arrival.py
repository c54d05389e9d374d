"""What a request brings with it, read by one statement: its session, that session's person, and what its tablet is
assigned to.

Every page and every tap needs all three. Nothing is cached for the next request: an ended session, a change of
powers or an unassigned tablet takes effect with the next request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from channels.auth import AuthMiddleware
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from casino.postgres.prepared import Columns, Prepared
from casino.staff import devices, signals, tablets
from casino.staff.models import Staff
from casino.staff.sessions import SessionStore
from casino.staff.sockets import CONNECTING
from casino.staff.tablets import AssignedTable

PERSON: Final = Columns(Staff, "p")
DEALING: Final = "dealing"
"""Where a session keeps the table at which it deals."""
LOCKED: Final = "locked"
"""Where a session keeps since when its screen is locked."""


@cache
def arrival_statement() -> Prepared:
    """The statement; its values are the digest of the tablet's token, the name of the session's row, and the time."""
    dealer = signals.dealer_beside.first(field="t.table_code") or "NULL"
    return Prepared(
        f"SELECT s.session_data, t.table_code, {dealer}, {PERSON.sql} "  # noqa: S608
        "FROM django_session s LEFT JOIN staff_staff p ON p.screen = s.session_key "
        "LEFT JOIN staff_tablet t ON t.token_hash = %s AND t.revoked_at IS NULL "
        "WHERE s.session_key = %s AND s.expire_date > %s"
    )


class ArrivingSession(SessionStore):
    """The session of a request. Its person and what the tablet is assigned to are read along with its data."""

    def __init__(self, session_key: str | None = None, cookies: Mapping[str, str] | None = None) -> None:
        super().__init__(session_key)
        self._cookies = cookies or {}
        self._person: Staff | None = None
        self._assigned: AssignedTable | None = None

    def load(self) -> dict[str, Any]:
        row = arrival_statement().row(tablets.SIGNED.digest(self._cookies), self.row(), timezone.now())
        if row is None:
            self._session_key = None
            return {}
        data, code, dealer, *person = row
        self._person = PERSON.row_object(person) if person[0] is not None else None
        self._assigned = AssignedTable(code, dealer) if code is not None else None
        decoded: dict[str, Any] = self.decode(data)
        return decoded

    @property
    def person(self) -> Staff | None:
        """The person who is signed in, if this is their current screen and the session is from their last sign-in.
        None if that must be found out otherwise: people who only watch may be on several screens."""
        key, bound = self.get(SESSION_KEY), self.get(HASH_SESSION_KEY)
        person = self._person
        if person is None or not person.is_active or key != str(person.pk):
            return None
        if self.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
            return None
        return person if person.is_bound(bound) else None

    @property
    def assigned_table(self) -> AssignedTable | None:
        """What the tablet is assigned to; None if there is no assigned tablet."""
        self.get(SESSION_KEY)  # reads the session, if nothing has yet
        return self._assigned


class Sessions(SessionMiddleware):
    """Gives each request its session."""

    def process_request(self, request: HttpRequest) -> None:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        request.session = ArrivingSession(key, request.COOKIES)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """If the server failed, what the request did to its session was not recorded, so the browser is not told
        either: a failed sign-out leaves the person signed in on both sides."""
        if response.status_code >= 500:
            return response
        if settings.SECRET_KEY_FALLBACKS:
            _sign_again(request, response)
        return super().process_response(request, response)


def _sign_again(request: HttpRequest, response: HttpResponse) -> None:
    """Sign the browser's cookies and its session with the current key, so that they outlive an earlier one."""
    for cookie in (tablets, devices):
        cookie.sign_again(request.COOKIES, response)
    person, session = getattr(request, "user", None), request.session
    if isinstance(person, Staff) and person.is_bound(bound := session.get(HASH_SESSION_KEY)):
        today = person.get_session_auth_hash()
        if bound != today:
            session[HASH_SESSION_KEY] = today


class Authentication(AuthenticationMiddleware):
    """Gives each request its person."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        user: Any = SimpleLazyObject(lambda: _user(request))
        request.user = user


def _user(request: HttpRequest) -> Staff | AnonymousUser:
    """The person of the request, looked up on first use. From then on the request has the person without the lazy
    wrapper, which would intercept every read of a field."""
    session = request.session
    person = session.person if isinstance(session, ArrivingSession) else None
    user: Any = person or get_user(request)
    request.user = user
    return user


def signed_in(request: HttpRequest) -> Staff | None:
    """The person whose session this is, locked or not."""
    return request.user if isinstance(request.user, Staff) else None


def person_of(request: HttpRequest) -> Staff:
    """The person who is signed in; for views whose access check has established that somebody is."""
    person = signed_in(request)
    assert person is not None
    return person


def is_locked(request: HttpRequest) -> bool:
    """Whether the screen is waiting for a PIN."""
    return bool(request.session.get(LOCKED))


def dealing_at(request: HttpRequest) -> str:
    """The table at which this session deals; "" if it deals at none.

    The tablet must still be assigned to that table, and no other dealer may have taken the table over.
    """
    return dealing_table_of(
        request.session, signed_in(request), lambda: tablets.assigned_table(request.COOKIES)
    )


def dealing_at_arrival(request: HttpRequest) -> str:
    """The same as when the request arrived, which costs no query: for the access check of a view. Code that takes or
    gives up a place calls `dealing_at`, since somebody may have entered a PIN meanwhile."""
    session = request.session
    if not isinstance(session, ArrivingSession):
        return dealing_at(request)
    return dealing_table_of(session, signed_in(request), lambda: session.assigned_table)


def dealing_table_of(
    session: Mapping[str, object],
    person: Staff | None,
    assigned_table: Callable[[], tablets.AssignedTable | None],
) -> str:
    """The same for any session, such as a socket's, given its person and what its tablet is assigned to."""
    code = str(session.get(DEALING, ""))
    assigned = assigned_table() if code else None
    if assigned is None or assigned.code != code:
        return ""
    number = person.number if person is not None else ""
    return code if assigned.dealer in (None, number) else ""


class SocketPeople(AuthMiddleware):
    """Gives each socket its person, even if they signed in under an earlier signing key. A socket never ends a
    session: the next page deals with a faulty one."""

    async def resolve_scope(self, scope: Any) -> None:
        scope["user"]._wrapped = await CONNECTING.do(_of_socket, scope["session"])


def _of_socket(session: Any) -> Staff | AnonymousUser:
    key, backend = session.get(SESSION_KEY), session.get(BACKEND_SESSION_KEY)
    if not str(key or "").isdigit() or backend not in settings.AUTHENTICATION_BACKENDS:
        return AnonymousUser()
    person = Staff.objects.filter(pk=int(key), is_active=True).first()
    bound = person is not None and person.is_bound(session.get(HASH_SESSION_KEY))
    return person if person is not None and bound else AnonymousUser()
