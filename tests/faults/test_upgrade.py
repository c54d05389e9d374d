"""A house that has dealt since the oldest form of the record goes over to a new version and back while tables deal."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from casino.ledger import Entry
from casino.ledger.verify import verify
from tests.faults import dealing
from tests.faults.test_proxy import NGINX, Proxy, ask
from tests.processes import PROJECT, Daphne, Redis
from tests.records import houses
from tests.records.keys import KEYS

pytestmark = [
    pytest.mark.long,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(NGINX is None, reason="no nginx"),
]
PARTS = ("casino", "sidebets", "tables", "rounds", "templates", "static", "manage.py")
TAPS = 8
"""Of each tablet, before the next step is taken."""
WITHIN = 120
MIGRATION = """
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("{app}", "{last}")]
    operations = [
        migrations.AddField("{model}", "of_the_next", models.TextField(db_default="", default="")),
        migrations.AddIndex("{model}", models.Index(fields=["of_the_next"], name="{app}_of_the_next")),
        migrations.CreateModel("OfTheNext", fields=[("id", models.BigAutoField(primary_key=True))]),
    ]
"""
"""What a version may do to the tables of one that goes on dealing: add."""


def next_version(folder: Path) -> Path:
    """This program with what a release brings: migrations, a new field of an event, other files for browsers."""
    for part in PARTS:
        place = PROJECT / part
        if place.is_dir():
            shutil.copytree(place, folder / part)
        else:
            shutil.copy2(place, folder / part)
    for app, model in (("tables", "table"), ("rounds", "round")):
        migrations = folder / app / "migrations"
        last = max(path.stem for path in migrations.glob("[0-9]*.py"))
        text = MIGRATION.format(app=app, last=last, model=model)
        (migrations / f"{int(last[:4]) + 1:04}_of_the_next.py").write_text(text, encoding="utf-8")
    _change(
        folder / "rounds/engine/wagers/events.py",
        "    callers: tuple[tuple[int, str], ...] = ()\n",
        "    callers: tuple[tuple[int, str], ...] = ()\n    by_lamp: bool = False\n",
    )
    _change(
        folder / "rounds/engine/wagers/calling.py",
        "BetsCalled(wagers=fixed, ",
        "BetsCalled(wagers=fixed, by_lamp=True, ",
    )
    _change(folder / "static/js/tablet.js", '"use strict";', '"use strict"; // of the next version')
    return folder


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, path
    path.write_text(text.replace(old, new), encoding="utf-8")


def manage(folder: Path, url: str, *arguments: str) -> str:
    """What `manage.py` of a version prints. Raises AssertionError where it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=folder,
        env={**os.environ, **KEYS, "DJANGO_SETTINGS_MODULE": "casino.settings", "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


class Worker(Daphne):
    """A worker of the kept house."""

    def environment(self) -> dict[str, str]:
        return super().environment() | KEYS

    def becomes(self, folder: Path) -> None:
        """It ends, and starts again as that version; when it returns a tap can be recorded there."""
        self.stop()
        self.folder = folder
        self.start()
        until(lambda: ask(self.port, "GET") == 200)


@pytest.fixture
def house(redis_server: Redis, tmp_path: Path) -> Iterator[tuple[str, list[Worker], Proxy]]:
    """The oldest house that is kept, brought up to this version, with two workers behind the proxy."""
    dump = houses.dumps()[0]
    workers = [Worker(), Worker()]
    with override_settings(**KEYS), houses.restored(dump):
        call_command("migrate", verbosity=0)
        url = houses.url(settings.DATABASES["default"]["NAME"])
        proxy = Proxy(tmp_path, workers)  # type: ignore[arg-type]
        try:
            for worker in workers:
                worker.serve(database_url=url, redis_url=redis_server.url)
            proxy.start()
            yield url, workers, proxy
        finally:
            proxy.stop()
            for worker in workers:
                worker.stop()


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def some_taps(tablets: list[dealing.Tablet]) -> set[str]:
    """Wait until each tablet has had some taps answered; the builds that answered them."""
    dealt = [len(tablet.keys) for tablet in tablets]
    for tablet in tablets:
        tablet.builds.clear()
    until(lambda: all(len(tablet.keys) >= had + TAPS for tablet, had in zip(tablets, dealt, strict=True)))
    return set().union(*(tablet.builds for tablet in tablets))


def test_a_house_goes_over_to_the_next_version_and_back_while_it_deals(
    house: tuple[str, list[Worker], Proxy], tmp_path: Path
) -> None:
    url, workers, proxy = house
    following = next_version(tmp_path)
    before = Entry.objects.count()
    tablets = dealing.tablets(lambda: proxy.port)
    with dealing.deal_on(tablets):
        (this,) = some_taps(tablets)

        # The tables are changed, and the workers of the version before go on.
        dealt = sum(len(tablet.keys) for tablet in tablets)
        manage(following, url, "migrate", "--noinput")
        assert sum(len(tablet.keys) for tablet in tablets) > dealt
        assert some_taps(tablets) == {this}

        # One after the other becomes a worker of the next version; for a while there are both.
        workers[0].becomes(following)
        builds = some_taps(tablets)
        assert this in builds
        until(lambda: len(set().union(*(tablet.builds for tablet in tablets))) == 2)
        (other,) = set().union(*(tablet.builds for tablet in tablets)) - {this}
        workers[1].becomes(following)
        some_taps(tablets)
        assert some_taps(tablets) == {other}
        until(Entry.objects.filter(body__contains='"by_lamp":true').exists)

        # And back, with the tables as they are.
        for worker in workers:
            worker.becomes(PROJECT)
            some_taps(tablets)
        assert some_taps(tablets) == {this}
    assert max(wait for tablet in tablets for wait in tablet.waits) < 10
    report = verify()
    assert report.faults == []
    assert report.entries > before
    assert json.loads(manage(following, url, "verify_ledger", "--json").splitlines()[-1])["ok"] is True
