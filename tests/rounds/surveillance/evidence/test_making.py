"""Making packs: what is disclosed, who made them, and that the checker finds everything in order."""

import hashlib
import html
import io
import json
import re
import venv
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.template import engines
from django.test import override_settings
from django.utils import timezone
from pypdf import PdfReader

from casino.ledger import HOUSE, Entry, seal
from casino.ledger.sealing import rotate
from casino.ledger.seals import seal_key
from casino.ledger.verify import verify
from casino.money import dollars
from casino.rulebooks import BOOKS
from rounds import engine, notation
from rounds.models import Round
from rounds.surveillance.evidence.making import RoundName, make
from rounds.surveillance.notes import notes
from tables.record import form_request
from tests import floor
from tests.examples import each_time
from tests.own_words import house_says
from tests.refusing import refused_as
from tests.rounds.surveillance.evidence.packs import check, check_by_itself, pack, plain, wrong
from tests.signed_in import settled_round
from tests.tables.approved_rules.test_documents import added

pytestmark = pytest.mark.django_db


def lines(path: Path) -> list[dict[str, object]]:
    with zipfile.ZipFile(path) as files:
        return [json.loads(line) for line in files.read("entries.jsonl").splitlines()]


@pytest.mark.parametrize("book", each_time(["VIC03", "UK"], sorted(BOOKS)))
def test_a_round_with_an_irregularity_and_a_correction_holds_under_every_book(
    book: str, tmp_path: Path
) -> None:
    wrong(book=book)
    zip_file = pack(tmp_path / "pack.zip")
    answer = check(zip_file)
    assert answer.status == 0, answer.printed
    kinds = {json.loads(str(line["content"]))[7] for line in lines(zip_file) if "content" in line}
    assert {"correction", "corrected", "irregularity", "round_opened", "collected"} <= kinds
    with zipfile.ZipFile(zip_file) as files:
        text = files.read("rounds/BJ-07-1.round").decode()
        page = files.read("report.html").decode()
        printed = PdfReader(io.BytesIO(files.read("report.pdf")))
    state = notation.play(text).state
    assert state is not None
    assert (state.phase, -sum(engine.questions.nets(state).values())) == (
        "collected",
        Round.objects.get().win,
    )
    assert "# rules " in text.split("\nbook")[0]
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert "What went wrong" in page
    assert "S-07" in page.split("Decisions and signatures")[1]
    words = "".join(sheet.extract_text() for sheet in printed.pages)
    assert "BJ-07, round 1" in words
    assert "♣" in words
    fonts = [font for sheet in printed.pages for font in sheet["/Resources"]["/Font"].values()]
    assert all(font.get_object()["/Subtype"] == "/Type0" for font in fonts), "every font is in the file"


def test_its_report_speaks_as_the_house_and_what_is_hashed_stays_letter_for_letter(tmp_path: Path) -> None:
    plain()
    own = {
        "{packs:pack|packs}": "{packs:Paket|Pakete}",
        "{game}, {packs:pack|packs}": "{game}, {packs:Paket|Pakete}",
        "won": "gewonnen",
        "wager": "Einsatz",
        "Side bets": "Nebenwetten",
    }
    with house_says(tmp_path, own):
        zip_file = pack(tmp_path / "pack.zip")
        assert check(zip_file).status == 0
    with zipfile.ZipFile(zip_file) as files:
        page = files.read("report.html").decode()
        printed = "".join(
            sheet.extract_text() for sheet in PdfReader(io.BytesIO(files.read("report.pdf"))).pages
        )
    for paper in (page, printed):
        assert "Pakete" in paper
        assert "gewonnen" in paper
        assert "Einsatz" in paper
        assert "Nebenwetten" in paper
    assert "£" in page
    assert "£" in printed
    worked = next(
        text for text in map(html.unescape, re.findall("<pre>(.*?)</pre>", page, re.DOTALL)) if "[" in text
    )
    seq = re.search(r"BJ-07 (\d+)", page.split("One entry worked through")[1])
    assert seq is not None
    entry = Entry.objects.get(chain="BJ-07", seq=int(seq[1]))
    assert hashlib.sha256(worked.encode()).digest() == bytes(entry.digest)


def test_a_text_that_is_hashed_keeps_the_sign_of_the_record() -> None:
    template = engines["django"].from_string("{{ content|as_recorded }} {{ content }}")
    with override_settings(CURRENCY="£"):
        shown = template.render({"content": '["$25", "<b>"]'})
    recorded, read = html.unescape(shown).split("] ")
    assert (recorded + "]", read) == ('["$25", "<b>"]', '["£25", "<b>"]')


@pytest.mark.long
def test_it_names_the_approved_rules_that_were_in_force(tmp_path: Path) -> None:
    plain()
    answer = check(pack(tmp_path / "before.zip"))
    assert (answer.status, answer.printed["approved_rules"]) == (0, {})
    with zipfile.ZipFile(tmp_path / "before.zip") as files:
        assert "approved_rules" not in json.loads(files.read("pack.json"))
    document = added()
    answer = check(pack(tmp_path / "after.zip"))
    assert (answer.status, answer.printed["approved_rules"]) == (0, {"BJ-07/1": document.sha256})


def test_of_other_rounds_there_are_digests_alone(tmp_path: Path) -> None:
    plain()
    for _ in range(2):
        settled_round("BJ-07")
        floor.taps("BJ-07", engine.Collect())
    zip_file = pack(tmp_path / "pack.zip", "BJ-07/1", "BJ-07/3")
    disclosed = [json.loads(str(line["content"])) for line in lines(zip_file) if "content" in line]
    assert {values[8] for values in disclosed} == {1, 3}
    hidden = [line for line in lines(zip_file) if "digest" in line]
    assert len(hidden) == Entry.objects.filter(chain="BJ-07", round_no=2).count()
    answer = check(zip_file)
    assert answer.status == 0, answer.printed
    assert answer.printed["chains"]["BJ-07"]["disclosed"] == len(disclosed)


@pytest.mark.long
def test_who_made_it_and_why_is_in_the_record_and_numbers_count(tmp_path: Path) -> None:
    plain()
    pack(tmp_path / "one.zip", reason="first")
    pack(tmp_path / "two.zip", reason="second")
    first, second = Entry.objects.filter(chain=HOUSE, kind="evidence_made").order_by("seq")
    assert (first.actor, first.role) == ("V-3", "surveillance")
    assert "BJ-07/1: first" in first.detail
    numbers = [json.loads(entry.body)["number"] for entry in (first, second)]
    assert [number[-4:] for number in numbers] == ["0001", "0002"]
    assert verify().ok


def test_the_checker_runs_with_nothing_but_cryptography(tmp_path: Path) -> None:
    plain()
    zip_file = pack(tmp_path / "pack.zip")
    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare" / "bin" / "python"
    import _cffi_backend
    import cryptography

    # Only these two of the packages here: the environment has no other.
    site = next((tmp_path / "bare" / "lib").glob("python*/site-packages"))
    (site / "cryptography").symlink_to(Path(cryptography.__file__).parent)
    backend = Path(_cffi_backend.__file__)
    (site / backend.name).symlink_to(backend)
    answer = check_by_itself(zip_file, python=str(python))
    assert answer.status == 0, answer.printed


def test_keys_that_were_changed_are_followed(tmp_path: Path, settings: object) -> None:
    plain()
    old = str(seal_key().verifier)
    seal("BJ-07")
    settings.LEDGER_SEAL_KEY_NEXT = "another secret"  # type: ignore[attr-defined]
    rotate()
    zip_file = pack(tmp_path / "pack.zip")
    assert str(seal_key().verifier) != old
    answer = check(zip_file)
    assert answer.status == 0, answer.printed
    assert set(answer.printed["chains"]) == {"BJ-07", HOUSE}
    # Somebody who has only the old key follows it to the new one.
    answer = check(zip_file, key=old)
    assert answer.status == 0, answer.printed


def test_a_seal_that_was_kept_is_compared(tmp_path: Path) -> None:
    plain()
    kept = seal("BJ-07")
    assert kept is not None
    (tmp_path / "kept.txt").write_text(kept.note, encoding="utf-8")
    zip_file = pack(tmp_path / "pack.zip")
    answer = check(zip_file, "--seal", "kept.txt")
    assert answer.status == 0, answer.printed
    assert any("stands on the same chain" in note for note in answer.printed["notes"])
    forged = kept.note.replace("/BJ-07", "/BJ-08")
    (tmp_path / "kept.txt").write_text(forged, encoding="utf-8")
    answer = check(zip_file, "--seal", "kept.txt")
    assert (answer.status, answer.first["file"]) == (1, "kept.txt")


@pytest.mark.long
def test_the_same_pack_comes_again_from_its_entry(tmp_path: Path) -> None:
    plain()
    by = floor.person("surveillance")
    request = form_request("key-1", "form", by, fields={"reason": "why"})
    first, again = io.BytesIO(), io.BytesIO()
    for output in (first, again):
        make(output, [RoundName("BJ-07", 1)], "why", by=by, request=request)
    assert Entry.objects.filter(chain=HOUSE, kind="evidence_made").count() == 1
    digests = []
    for output in (first, again):
        with zipfile.ZipFile(output) as files:
            digests.append(hashlib.sha256(files.read("entries.jsonl")).hexdigest())
    assert digests[0] == digests[1]


@pytest.mark.parametrize(
    ("name", "reason", "code"),
    [
        ("BJ-07/1", "  ", "evidence.reason_missing"),
        ("BJ-07/1", "x" * 501, "evidence.reason_too_long"),
        ("BJ-07/9", "why", "evidence.no_such_round"),
        ("BJ-99/1", "why", "evidence.no_such_round"),
    ],
)
def test_what_is_refused_leaves_neither_entry_nor_file(
    name: str, reason: str, code: str, tmp_path: Path
) -> None:
    plain()
    with refused_as(code):
        pack(tmp_path / "pack.zip", name, reason=reason)
    assert list(tmp_path.iterdir()) == []
    assert not Entry.objects.filter(kind="evidence_made").exists()


def test_the_command(tmp_path: Path) -> None:
    plain()
    output = io.StringIO()
    call_command(
        "evidence", "BJ-07/1", "--reason", "review", "-o", str(tmp_path / "p.zip"), "--json", stdout=output
    )
    assert json.loads(output.getvalue())["rounds"] == ["BJ-07/1"]
    assert check(tmp_path / "p.zip").status == 0
    for named in ("BJ-07/7", "BJ-07", "x/y", "\0/1"):
        with pytest.raises(CommandError) as refused:
            call_command("evidence", named, "--reason", "review", "-o", str(tmp_path / "q.zip"))
        assert refused.value.returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["p.zip"]


def pages_of(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as files:
        printed = PdfReader(io.BytesIO(files.read("report.pdf")))
    return [" ".join(sheet.extract_text().split()) for sheet in printed.pages]


def test_the_report_has_contents_the_house_who_signed_notes_and_cameras(tmp_path: Path) -> None:
    wrong()
    eyes = floor.person(floor.Role.SURVEILLANCE)
    notes.add(
        "BJ-07",
        1,
        notes.Written(words="The card lay face up.", camera="C-0713", camera_time=""),
        by=eyes,
        at=timezone.now(),
    )
    later = notes.add("BJ-07", 1, notes.Written(words="Not of this round."), by=eyes, at=timezone.now())
    notes.withdraw(later.pk, "of another round", by=eyes, at=timezone.now())
    zip_file = pack(tmp_path / "pack.zip")
    assert check(zip_file).status == 0
    pages = pages_of(zip_file)
    # Each section begins on the page that the contents name.
    contents = pages[0].partition("In this report")[2]
    for title in (
        "What went wrong, and how it was put right",
        "Decisions and signatures",
        "Notes and cameras",
    ):
        number = re.search(rf"{title} (\d+)", contents)
        assert number is not None, contents
        assert title in pages[int(number[1]) - 1], title
    whole = " ".join(pages)
    won = Round.objects.get().win
    assert f"The house {'+' if won > 0 else ''}{dollars(won)}" in whole
    assert re.search(
        r"S-07, casino supervisor, acting as game supervisor \d+ \w+ \d{4} \d\d:\d\d:\d\d", whole
    )
    assert "The card lay face up." in whole
    assert "C-0713" in whole
    assert "withdrawn by" in whole


@pytest.mark.long
def test_a_note_that_was_written_later_is_not_in_the_pack_that_is_made_again() -> None:
    plain()
    eyes = floor.person(floor.Role.SURVEILLANCE)
    request = form_request("key-1", "form", eyes, fields={"reason": "why"})
    reports = []
    for words in ("Written before.", "Written later."):
        notes.add("BJ-07", 1, notes.Written(words), by=eyes, at=timezone.now())
        output = io.BytesIO()
        make(output, [RoundName("BJ-07", 1)], "why", by=eyes, request=request)
        with zipfile.ZipFile(output) as files:
            reports.append(files.read("report.html").decode())
    assert reports[0] == reports[1]
    assert ("Written before." in reports[1], "Written later." in reports[1]) == (True, False)


def test_the_report_of_several_rounds_begins_with_a_page_of_contents(tmp_path: Path) -> None:
    plain()
    settled_round("BJ-07")
    floor.taps("BJ-07", engine.Collect())
    pages = pages_of(pack(tmp_path / "pack.zip", "BJ-07/1", "BJ-07/2"))
    assert "In this report" in pages[0]
    assert "In this report" not in " ".join(pages[1:])
    second = re.search(r"BJ-07, round 2 (\d+)", pages[0])
    assert second is not None
    assert "BJ-07, round 2: what was dealt and paid" in pages[int(second[1]) - 1]
