"""Pages and sockets by role; the set-up admin."""

import pytest
from asgiref.sync import sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import channel_layers
from channels.routing import URLRouter
from channels.sessions import SessionMiddlewareStack
from channels.testing import WebsocketCommunicator
from django.apps import apps
from django.contrib import admin
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

from casino.ledger import Entry
from casino.staff import access
from casino.staff.access import require_roles, roles
from casino.staff.arrival import SocketPeople
from casino.staff.models import Approval, Guard, Staff, Tablet
from casino.staff.roles import Role
from tests import pages
from tests.staff.people import PIN, floor, kinds, person, signed_in

DEALING = {Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER}


@pytest.mark.django_db
@pytest.mark.clause("VIC03-1.2")
@pytest.mark.parametrize(
    ("expected", "admitted"),
    [
        ((Role.DEALER,), DEALING),
        ((Role.CASINO_SUPERVISOR,), {Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER}),
        ((Role.SURVEILLANCE, Role.INSPECTOR), {Role.SURVEILLANCE, Role.INSPECTOR}),
        ((Role.GAME_SUPERVISOR, Role.SURVEILLANCE), DEALING - {Role.DEALER} | {Role.SURVEILLANCE}),
    ],
)
def test_a_page_admits_its_roles_and_no_others(expected, admitted):
    @roles(*expected)
    def page(request):
        return HttpResponse("in")

    for role, who in floor().items():
        request = RequestFactory().get("/")
        request.user, request.session = who, SessionStore()
        answer = page(request)
        assert answer.status_code == (200 if role in admitted else 403), role
        assert answer.headers["Cache-Control"] == "no-store"
        if role not in admitted:
            assert isinstance(answer, HttpResponse)
            assert Role(expected[0]).label in answer.content.decode()


def test_a_role_that_does_not_exist_is_a_mistake_of_the_programmer():
    with pytest.raises(ValueError, match="croupier"):
        roles("croupier")
    with pytest.raises(ValueError, match="croupier"):
        require_roles("croupier")


# --- Sockets ----------------------------------------------------------------------------------------------------


@require_roles("dealer", "surveillance")
class Echo(AsyncWebsocketConsumer):
    async def receive(self, text_data=None, bytes_data=None):
        await self.send(text_data)

    async def disconnect(self, code):
        Echo.closed = code


application = SessionMiddlewareStack(SocketPeople(URLRouter([path("echo", Echo.as_asgi())])))


def socket(client):
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())
    return WebsocketCommunicator(application, "/echo", headers=[(b"cookie", cookies.encode())])


@pytest.fixture
def _layer(settings):
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()


async def closed_with(communicator):
    message = await communicator.receive_output(5)
    assert message["type"] == "websocket.close", message
    return message["code"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_layer")
@pytest.mark.clause("VIC03-1.2")
async def test_a_socket_admits_its_roles_and_closes_others():
    people = await sync_to_async(floor)()
    clients = {None: Client()}
    for role, who in people.items():
        clients[role] = await sync_to_async(signed_in)(who.number)
    for role, client in clients.items():
        communicator = socket(client)
        connected, _ = await communicator.connect()
        assert connected
        if role in DEALING | {Role.SURVEILLANCE}:
            await communicator.send_to("hello")
            assert await communicator.receive_from() == "hello"
            await communicator.disconnect()
        else:
            await communicator.send_to("hello")  # may cross with the close: is not heard
            assert await closed_with(communicator) == access.FORBIDDEN


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_layer")
@pytest.mark.parametrize("end", ["/lock/", "/sign-out/", "/sign-in/"])
async def test_a_socket_ends_with_its_session(end):
    await sync_to_async(floor)()
    client = await sync_to_async(signed_in)("D-114")
    other = await sync_to_async(signed_in)("D-114")
    communicator, others = socket(client), socket(other)
    await communicator.connect()
    await others.connect()
    await sync_to_async(client.post)(end, {"number": "S-07", "pin": PIN})
    assert await closed_with(communicator) == access.FORBIDDEN
    assert await others.receive_nothing()
    if end == "/lock/":
        again = socket(client)
        await again.connect()
        assert await closed_with(again) == access.FORBIDDEN
    await others.disconnect()


# --- Set-up -----------------------------------------------------------------------------------------------------


@pytest.fixture
def boss(db):
    person("A-1", Role.OPERATIONS_MANAGER, is_superuser=True)
    return signed_in("A-1")


def test_the_admin_is_for_set_up_and_never_for_the_record():
    assert {Staff, Tablet} <= set(admin.site._registry)
    for model in (Approval, Guard, *apps.get_app_config("ledger").get_models()):
        assert model not in admin.site._registry


def test_the_admin_opens_to_set_up_alone(boss):
    person("M-01", Role.OPERATIONS_MANAGER)
    assert boss.get("/admin/staff/staff/").status_code == 200
    assert signed_in("M-01").get("/admin/staff/staff/").status_code == 302


def test_the_admin_has_no_sign_in_of_its_own(boss):
    client = Client()
    answer = client.post("/admin/login/?next=/admin/staff/", {"username": "A-1", "password": PIN})
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/?next=%2Fadmin%2Fstaff%2F")
    assert client.get("/admin/").status_code == 302
    person("S-07", Role.GAME_SUPERVISOR)
    assert "set-up" in signed_in("S-07").get("/admin/login/").text
    assert boss.get("/admin/login/")["Location"] == "/admin/"


@pytest.mark.parametrize(
    "address", ["", "staff/staff/", "staff/staff/add/", "staff/tablet/", "jsi18n/", "password_change/"]
)
def test_a_locked_screen_opens_nothing_of_the_admin(boss, address):
    boss.post("/lock/")
    answer = boss.get(f"/admin/{address}", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/unlock/?next=")
    boss.post("/admin/login/", {"username": "A-1", "password": PIN})
    form = {"number": "D-200", "role": "dealer", "is_active": "on", "pin": "8053"}
    boss.post("/admin/staff/staff/add/", form)
    assert not Staff.objects.filter(number="D-200").exists()
    boss.post("/unlock/", {"number": "A-1", "pin": PIN})
    assert boss.get("/admin/").status_code == 200


def test_signing_out_of_the_admin_is_recorded_and_its_pin_page_is_the_persons_own(boss):
    page = boss.get("/admin/password_change/")
    assert page["Location"] == "/pin/"
    assert boss.post("/admin/logout/").status_code == 302
    assert kinds("house")[-1] == ("signed_out", "A-1")
    assert boss.get("/admin/").status_code == 302


def test_a_person_is_added_and_changed_with_a_trace_and_never_deleted(boss):
    form = {"number": "D-200", "role": "dealer", "is_active": "on", "pin": "8053"}
    assert boss.post("/admin/staff/staff/add/", form).status_code == 302
    who = Staff.objects.get(number="D-200")
    assert who.check_password("8053")
    page = f"/admin/staff/staff/{who.pk}/"
    assert "8053" not in boss.get(f"{page}change/").text
    form = pages.set_up_form(boss, f"{page}change/").filled(role="game_supervisor", number="D-201")
    assert boss.post(f"{page}change/", form).status_code == 302
    who.refresh_from_db()
    assert (who.number, who.role) == ("D-200", "game_supervisor")
    assert who.check_password("8053")
    assert boss.post(f"{page}delete/", {"post": "yes"}).status_code == 403
    assert kinds("house")[-2:] == [("staff_added", "A-1"), ("staff_changed", "A-1")]
    assert "8053" not in "".join(Entry.objects.values_list("body", flat=True))


@pytest.mark.parametrize("pin", ["", "1111", "1234", "9876", "12", "12ab"])
def test_a_pin_that_is_invalid_or_tried_first_by_a_guesser_is_refused(boss, pin):
    form = {"number": "D-200", "role": "dealer", "is_active": "on", "pin": pin}
    assert boss.post("/admin/staff/staff/add/", form).status_code == 200
    assert not Staff.objects.filter(number="D-200").exists()


def test_lock_outs_are_lifted_and_tablets_unassigned_from_the_admin(boss):
    person("S-07", Role.GAME_SUPERVISOR)
    who = person("D-114")
    for _ in range(5):
        Client().post("/sign-in/", {"number": "D-114", "pin": "0000"})
    boss.post("/admin/staff/staff/", {"action": "lift_lock_out", "_selected_action": [who.pk]})
    signed_in("D-114")
    tablet = Tablet.objects.create(
        token_hash="x",
        table_code="BJ-07",
        enrolled_by="S-07",
        enrolled_at=Entry.objects.latest("at", "seq").at,
    )
    asked = boss.post("/admin/staff/tablet/", {"action": "unassign", "_selected_action": [tablet.pk]})
    assert "Unassign 1 tablet<" in asked.text
    tablet.refresh_from_db()
    assert not tablet.revoked_by  # asked, and nothing done yet
    sure = {"action": "unassign", "_selected_action": [tablet.pk], "sure": "yes"}
    assert "1 unassigned" in boss.post("/admin/staff/tablet/", sure, follow=True).text
    tablet.refresh_from_db()
    assert tablet.revoked_by == "A-1"
    assert boss.get(f"/admin/staff/tablet/{tablet.pk}/change/").status_code == 200
    assert boss.get("/admin/staff/tablet/add/").status_code == 403
