"""Each part of keeping the record that stops is named, on every page that shows it, with what to do."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.template.loader import get_template
from django.test import Client
from django.utils import timezone

from casino.ledger import Draft, append, chainstate, keeping, unfinished
from casino.ledger import verify as verify_module
from casino.ledger.keeping import Trouble
from casino.ledger.models import Backup, Verification
from casino.ledger.sealing import seal, seal_all
from casino.ledger.verify import ChainReport, Part, PartReport
from casino.staff.roles import Role
from casino.watching.house import TROUBLES
from casino.web import doctor
from tests import floor

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture(autouse=True)
def _a_house(settings) -> Iterator[None]:
    """A house that is not a demonstration, whose backup goes well."""
    settings.DEMO = False
    Backup.objects.create(followed_at=timezone.now(), base_at=timezone.now(), tested_at=timezone.now())
    yield
    keeping._troubles = ()


def codes() -> list[str]:
    return [trouble.code for trouble in keeping.look().troubles()]


def test_seals() -> None:
    now = timezone.now()
    assert codes() == []
    append("BJ-07", [Draft(kind="card")], at=now - timedelta(minutes=5))
    assert codes() == []
    append("BJ-08", [Draft(kind="card")], at=now - timedelta(minutes=16))
    late = next(keeping.look().troubles())
    assert (late.code, late.what, late.since) == ("seals.late", "BJ-08", now - timedelta(minutes=16))
    seal("BJ-08")
    assert codes() == []
    # The first entry without a seal counts, however young the last is.
    append("BJ-08", [Draft(kind="card")], at=now - timedelta(minutes=15, seconds=30))
    append("BJ-08", [Draft(kind="card")], at=now)
    assert codes() == ["seals.late"]
    seal_all()
    assert codes() == []


def test_the_witness(settings) -> None:
    settings.LEDGER_WITNESS = "/bin/true"
    for number in range(4):
        append("BJ-07", [Draft(kind="card", detail=str(number))], at=NOW)
        seal_all()
    assert codes() == ["seals.not_taken"]


def test_verification(settings) -> None:
    settings.LEDGER_VERIFY_HOURS = 24
    good = chainstate.Outcome(ok=True, at=NOW, whole_at=NOW, to={})
    for outcome, expected in (
        (good, []),
        (replace_outcome(good, whole_at=NOW - timedelta(days=2, minutes=1)), ["verification.late"]),
        (replace_outcome(good, ok=False, faults=["BJ-07: entry 3 is wrong"]), ["record.wrong"]),
        (replace_outcome(good, ok=False, trouble="no room"), ["verification.failed"]),
    ):
        chainstate._store(outcome)
        assert codes() == expected
    Verification.objects.all().delete()


def replace_outcome(outcome: chainstate.Outcome, **changes: object) -> chainstate.Outcome:
    fields = {name: getattr(outcome, name) for name in outcome.__struct_fields__}
    return chainstate.Outcome(**(fields | changes))


def test_backup(settings) -> None:
    now = keeping.look()
    old = now.at - timedelta(days=20)
    cases = [
        (replace(now, followed_at=None), "backup.none"),
        (replace(now, followed_at=now.at - timedelta(minutes=6)), "backup.stopped"),
        (replace(now, base_at=old), "backup.no_base"),
        (replace(now, tested_at=old), "backup.untested"),
        (replace(now, tested_at=None), "backup.untested"),
    ]
    for kept, code in cases:
        assert [trouble.code for trouble in kept.troubles()] == [code]
        settings.DEMO = True  # where nobody has a backup
        assert list(kept.troubles()) == []
        settings.DEMO = False


def test_every_trouble_says_what_to_do() -> None:
    """Each code has words of its own, with and without what is known of it."""
    template = get_template("pit/_trouble.html")
    words = {
        code: template.render({"trouble": Trouble(code, "this", NOW if dated else None)})
        for code in TROUBLES
        for dated in (True, False)
    }
    assert len({*words.values()}) == len(TROUBLES)
    for code, text in words.items():
        assert len(text) > 120, code
    assert set(doctor.BACKUP) == {code for code in TROUBLES if code.startswith("backup.")}


def test_pit_and_audit_log_show_the_trouble() -> None:
    floor.open_table()
    client = Client()
    person = floor.person(Role.CASINO_SUPERVISOR)
    client.post("/sign-in/", {"number": person.number, "pin": floor.PIN})
    for page in ("/pit/", "/audit/chain"):
        assert 'data-code="backup' not in client.get(page).content.decode()
    Backup.objects.update(followed_at=NOW - timedelta(hours=1))
    before = client.get("/pit/").content.decode()
    keeping.note()
    pit = client.get("/pit/").content.decode()
    assert 'data-code="backup.stopped"' in pit
    assert "data-alarm" in pit
    assert mark_of(before) != mark_of(pit)  # open dashboards see that they are behind
    assert "casino-backup" in client.get("/audit/").content.decode()
    assert [f for f in doctor.examine() if f.check == "backup" and not f.ok]
    Backup.objects.update(followed_at=timezone.now())
    keeping.note()
    assert 'data-code="backup.stopped"' not in client.get("/pit/").content.decode()


def mark_of(page: str) -> str:
    return page.partition('id="side" data-mark="')[2].partition('"')[0]


def test_a_whole_verification_goes_on_where_it_was_broken_off(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for code in ("BJ-07", "BJ-08", "BJ-09"):
        append(code, [Draft(kind="card")], at=NOW)
    asked: list[str] = []
    walk = verify_module.result_of_part

    def result_of_part(part: Part, *rest: object) -> PartReport:
        asked.append(part.chain or part.check)
        if stops_at == part.chain:
            raise KeyboardInterrupt
        return walk(part, *rest)

    monkeypatch.setattr(verify_module, "result_of_part", result_of_part)
    monkeypatch.setattr(unfinished, "KEPT_EVERY", 0.0)
    # Another connection keeps it, which does not see what this test has written.
    kept: list[str] = []
    monkeypatch.setattr(unfinished.Run, "write", lambda run: kept.append(unfinished.text_of(run)))
    stops_at = "BJ-09"
    with pytest.raises(KeyboardInterrupt):
        call_command("verify_ledger", "--resume", "--json", stdout=StringIO())
    assert {"BJ-07", "BJ-08", "BJ-09"} <= {*asked}
    unfinished._write(kept[-1], close=False)
    began = unfinished.take_up().began

    stops_at, asked[:] = "", []
    output = StringIO()
    call_command("verify_ledger", "--resume", "--json", stdout=output)
    assert not {"BJ-07", "BJ-08"} & {*asked}
    assert "BJ-09" in asked
    report = json.loads(output.getvalue())
    assert report["ok"]
    assert {chain["chain"] for chain in report["chains"]} >= {"BJ-07", "BJ-08", "BJ-09"}
    outcome = chainstate.state().outcome
    assert outcome is not None
    # It vouches for what was recorded before it first began, and counts as made now.
    assert outcome.whole_at == began
    assert outcome.whole_ended is not None
    assert outcome.whole_ended > began
    assert outcome.to["BJ-07"] == 1
    # The next one begins afresh, and so does one that was broken off long ago.
    assert not unfinished.take_up().done
    run = unfinished.Run(
        timezone.now() - timedelta(hours=25), {Part("", "BJ-07"): (ChainReport("BJ-07"), [])}
    )
    unfinished._write(unfinished.text_of(run), close=False)
    assert not unfinished.take_up().done
    settings.LEDGER_VERIFY_HOURS = 24
    assert not chainstate.look(began - timedelta(seconds=1))  # no worker that ran then has to read it again
