"""The surveillance desk by keyboard alone, at both widths: a note, an incident with all its pages, the daily log."""

from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from casino.staff.roles import Role
from rounds.surveillance.models import Incident, LogLine, Note
from tests import floor
from tests.browser.desks import _complaints, fits, quiet
from tests.browser.tablets import sign_in
from tests.processes import Daphne
from tests.signed_in import settled_round

SIZES = ((1280, 800), (1920, 1080))


def printed(page: Page, words: str, not_on_paper: str) -> None:
    """The page on A4: what was written, and nothing that is pressed."""
    paper = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
    text = " ".join(sheet.extract_text() for sheet in paper.pages)
    assert [round(side) for side in paper.pages[0].mediabox[2:]] == [595, 842]
    assert words in text
    assert f"1 / {len(paper.pages)}" in text
    assert not_on_paper not in text
    page.emulate_media()


@pytest.mark.long
def test_the_desk_is_worked_by_keyboard_alone(live_daphne: Daphne, page: Page) -> None:
    floor.open_table("BJ-07")
    settled_round("BJ-07")
    complaints = _complaints.setdefault(page, [])
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    sign_in(page.context, live_daphne.url, Role.SURVEILLANCE)
    keys = page.keyboard

    page.goto(f"{live_daphne.url}/audit/round/BJ-07/1/?step=5")
    keys.press("f")
    keys.type("The cut was low")
    keys.press("Tab")
    keys.type("card")
    for _ in range(5):
        keys.press("Tab")
    keys.press("Enter")
    expect(page.locator(".note .said")).to_have_text("The cut was low")
    assert Note.objects.get().seq is not None

    keys.press("e")
    expect(page.get_by_label("Why this evidence pack is made")).to_be_focused()
    keys.press("Escape")
    expect(page.locator("#evidence > summary")).to_be_focused()

    keys.press("i")
    expect(page.get_by_label("Round")).to_have_value("BJ-07/1")
    page.get_by_label("What it is").focus()
    keys.type("Card in excess")
    keys.press("Tab")
    keys.type("Table games")
    page.get_by_role("button", name="Open the incident").focus()
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("INC-")
    assert Incident.objects.get().facts["type"].startswith("Table games")

    keys.press("n")
    keys.type("Dealer stood on 18.")
    page.get_by_role("button", name="Write the piece").focus()
    keys.press("Enter")
    expect(page.locator(".pieces .said")).to_have_text("Dealer stood on 18.")
    keys.press("t")
    for words in ("Copy of C-0713", "V-3"):
        keys.type(words)
        keys.press("Tab")
    keys.type("in 30 minutes")
    keys.press("Enter")
    expect(page.locator(".tasks li").first).to_contain_text("Copy of C-0713")
    expect(page.get_by_role("button", name="Close with a second person’s PIN")).to_be_disabled()

    keys.press("?")
    listed = page.get_by_role("dialog", name="Keys of this page")
    expect(listed).to_contain_text("Legal hold")
    keys.press("Escape")
    expect(listed).to_be_hidden()
    # What is refused is beside its field, which has the focus and what was typed.
    keys.press("c")
    keys.type("C-0712")
    keys.press("Tab")
    keys.type("never")
    keys.press("Enter")
    time = page.get_by_label("Time on the camera")
    expect(time).to_be_focused()
    expect(time).to_have_value("never")
    expect(page.get_by_role("alert")).to_contain_text("Not done")

    page.goto(f"{live_daphne.url}/desk/incidents/")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(Incident.objects.get().number)
    address = page.url
    page.goto(f"{live_daphne.url}/desk/log/")
    page.get_by_role("button", name="Begin the daily log").focus()
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("DL-0001")
    keys.press("n")
    keys.type("212 of 214 cameras good")
    page.get_by_role("button", name="Write the line").focus()
    keys.press("Enter")
    expect(page.locator(".log-lines .written")).to_contain_text("212 of 214")
    assert LogLine.objects.count() == 1
    printed(page, "212 of 214", "Sign off")
    page.goto(address)
    expect(page.locator(".pieces .said")).to_have_text("Dealer stood on 18.")
    printed(page, "Dealer stood on 18.", "Write the piece")

    # What does not matter to an alert is not asked for.
    page.goto(f"{live_daphne.url}/alerts/")
    expect(page.get_by_label("Amount over ($)")).to_be_visible()
    expect(page.get_by_label("Dealer, if one")).to_be_hidden()
    page.get_by_label("Alert me to").focus()
    keys.type("A watched")
    expect(page.get_by_label("Patron, or mark at the table")).to_be_visible()
    expect(page.get_by_label("Amount over ($)")).to_be_hidden()

    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for path in (address, "notes/", "incidents/", "incidents/new", "log/", "keeping/", "lists/"):
            page.goto(path if path == address else f"{live_daphne.url}/desk/{path}")
            fits(page)
            expect(page.locator("nav.desk [aria-current=page]")).to_have_count(1)
    quiet(page)
