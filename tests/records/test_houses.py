"""The database of a house as an earlier version left it is restored, brought up to date, verified and replayed, and the
house goes on."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from casino.ledger import Seal
from casino.ledger.verify import verify
from rounds.models import Round
from rounds.simulation.shift import Place, Shift
from tests.records import houses
from tests.records.keys import KEYS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("dump", [pytest.param(path, id=path.parent.name) for path in houses.dumps()])
def test_the_house_of_an_earlier_version_goes_on(dump: Path) -> None:
    kept = houses.facts(dump)
    with override_settings(**KEYS), houses.restored(dump):
        call_command("migrate", verbosity=0)
        report = verify()
        assert report.faults == []
        assert {chain.chain: chain.last_seq for chain in report.chains} == kept["chains"]
        assert {"rows", "floats", "signs"} <= set(report.checks)
        assert Seal.objects.exists()
        assert [
            houses.facts_of(row) for row in Round.objects.select_related("table").order_by("round_no")
        ] == kept["rounds"]
        _goes_on(kept)


def _goes_on(kept: dict[str, Any]) -> None:
    """A new shift is worked at the table, and the whole record is sound."""
    outcome = Shift(Place(kept["book"], packs=4), rounds=10, seed=2, begins=timezone.now()).work()
    assert outcome.faults == []
    report = verify()
    assert report.faults == []
    assert report.entries > sum(kept["chains"].values())


def test_what_is_kept_is_read_in_a_database_of_its_own() -> None:
    name = connection.settings_dict["NAME"]
    for dump in houses.dumps():
        with override_settings(**KEYS), houses.restored(dump):
            assert connection.settings_dict["NAME"] != name
        assert connection.settings_dict["NAME"] == name
    assert not Round.objects.exists()
