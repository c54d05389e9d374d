"""People for the tests of the staff room."""

from django.test import Client

from casino.staff import tablets
from casino.staff.models import Staff
from casino.staff.roles import Role

PIN = "4711"


def person(number="D-114", role=Role.DEALER, **fields):
    return Staff.objects.create_user(number, PIN, role=role, **fields)


def floor():
    """One person of each role, by role."""
    numbers = {
        Role.DEALER: "D-114",
        Role.GAME_SUPERVISOR: "S-07",
        Role.CASINO_SUPERVISOR: "C-02",
        Role.OPERATIONS_MANAGER: "M-01",
        Role.SURVEILLANCE: "V-03",
        Role.INSPECTOR: "I-05",
        Role.TOURNAMENT_DIRECTOR: "T-09",
    }
    return {role: person(number, role) for role, number in numbers.items()}


def signed_in(number="D-114", client=None, **more):
    """A browser in which `number` is signed in."""
    client = client or Client()
    answer = client.post("/sign-in/", {"number": number, "pin": PIN} | more)
    assert answer.status_code == 302, answer.content
    return client


def setter_of_two_pits():
    """A browser of M-1, who may set up, in a house with two pits and two casino supervisors."""
    from tables.models import Pit

    Pit.objects.create(code="P1", name="Main floor")
    Pit.objects.create(code="P2", name="High limits")
    person("M-1", Role.OPERATIONS_MANAGER, is_superuser=True)
    person("S-07", Role.CASINO_SUPERVISOR)
    person("S-08", Role.CASINO_SUPERVISOR)
    return signed_in("M-1")


def tablet_at(code="BJ-07", by="S-07"):
    """A browser on a tablet that is assigned to `code` by the supervisor `by`, who must exist."""
    client = Client()
    answer = client.post("/tablet/enrol/", {"table_code": code, "number": by, "pin": PIN})
    assert answer.status_code == 302, answer.content
    assert client.cookies[tablets.COOKIE]["httponly"]
    return client


def kinds(chain):
    """What the ledger has of `chain`, in order: (kind, actor), after the people were entered."""
    from casino.ledger import Entry

    entries = Entry.objects.filter(chain=chain).exclude(kind="staff_added", actor="")
    return list(entries.order_by("seq").values_list("kind", "actor"))
