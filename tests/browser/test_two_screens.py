"""The desk on two screens: the log on one, the replay on the other; and the keys of each page, one tap away."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.staff.roles import Role
from rounds import engine
from rounds.surveillance.alerts import rules
from rounds.surveillance.incidents import service
from tests import floor
from tests.browser.desks import _complaints, desk, fits, live, quiet
from tests.processes import Daphne
from tests.signed_in import settled_round


@pytest.mark.parametrize(("width", "height"), [(1280, 800), pytest.param(1920, 1080, marks=pytest.mark.long)])
def test_the_log_on_one_screen_and_the_replay_on_the_other(
    live_daphne: Daphne, page: Page, width: int, height: int
) -> None:
    floor.open_table("BJ-07")
    settled_round("BJ-07")
    floor.taps("BJ-07", engine.Collect())
    settled_round("BJ-07")
    page.set_viewport_size({"width": width, "height": height})
    desk(page, live_daphne.url, "/audit/", Role.SURVEILLANCE)
    keys = page.keyboard

    # By keyboard alone: the key list, the other screen, and one round after another on it.
    keys.press("?")
    listed = page.get_by_role("dialog", name="Keys of this page")
    expect(listed).to_contain_text("Replays on another screen")
    keys.press("Escape")
    expect(listed).to_be_hidden()
    keys.press("o")
    expect(page.get_by_role("button", name="Replays on another screen")).to_have_attribute(
        "aria-pressed", "true"
    )
    rounds = page.locator("#rows a[href*='/audit/round/']")
    rounds.first.focus()
    screens: list[Page] = []
    page.context.on("page", lambda opened: screens.append(opened))  # noqa: PLW0108  no built-in method is taken
    with page.context.expect_page() as opened:
        keys.press("Enter")
    other = opened.value
    other.set_viewport_size({"width": width, "height": height})
    expect(other.get_by_role("heading", level=2).first).to_contain_text("Round 2")
    expect(page.locator("#beside .replay")).to_have_count(0)
    page.bring_to_front()
    rounds.last.focus()
    keys.press("Enter")
    expect(other.get_by_role("heading", level=2).first).to_contain_text("Round 1")
    assert screens == [other]

    # The log goes on; the replay is stepped through where it lies.
    live(page)
    floor.taps("BJ-07", engine.Collect())
    other.bring_to_front()
    step = other.get_by_role("slider", name="Step")
    at = step.input_value()
    other.keyboard.press("ArrowRight")
    expect(step).to_have_value(str(int(at) + 1))
    other.keyboard.press("?")
    expect(other.get_by_role("dialog", name="Keys of this page")).to_contain_text("previous, next step")
    other.keyboard.press("Escape")
    for screen in (page, other):
        fits(screen)
    # Pressed again, rounds open beside the log as before.
    page.bring_to_front()
    keys.press("o")
    rounds.first.focus()
    keys.press("Enter")
    expect(page.locator("#beside .replay")).to_have_count(1)
    quiet(page)


def test_what_waits_is_counted_in_the_navigation(live_daphne: Daphne, page: Page) -> None:
    floor.open_table("BJ-07")
    settled_round("BJ-07")
    writer, now = floor.person(Role.SURVEILLANCE), timezone.now()
    cover = {"title": "x", "type": "Other > Other > Other", "occurred": "", "reported": ""}
    incident = service.open_incident(cover, by=writer, at=now)
    # One that is due within the hour, and one that is not.
    for hours in (0.5, 5):
        facts = service.task("copy the video", writer.number, now + timedelta(hours=hours))
        service.add(incident, service.Sort.TASK, facts, by=writer, at=now)
    rule = rules.set_rule(rules.WatchFor("wager", amount=100), by=writer, at=now)
    alert = rules.raise_alert(rule, "BJ-07", "BJ-07", 1, {"player": "A", "box": 1, "amount": 2000}, now)
    assert alert is not None
    page.clock.install()
    desk(page, live_daphne.url, "/alerts/", Role.SURVEILLANCE)
    for name in ("incidents", "alerts", "tasks"):
        expect(page.locator(f"#count-{name}")).to_contain_text("1")
    # Seen at another screen: the figure follows by itself.
    rules.acknowledge(alert.pk, by=writer, at=timezone.now())
    page.clock.fast_forward(16_000)
    expect(page.locator("#count-alerts")).to_be_empty()
    quiet(page)


def test_the_last_rounds_are_one_key_from_the_tile(live_daphne: Daphne, page: Page) -> None:
    floor.open_table("BJ-07")
    settled_round("BJ-07")
    floor.taps("BJ-07", engine.Collect())
    desk(page, live_daphne.url, "/pit/", Role.CASINO_SUPERVISOR)
    page.locator("#tile-BJ-07 h2 a").focus()
    page.keyboard.press("r")
    last = page.locator("#panel .last-rounds a").first
    expect(last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("Round 1")
    assert not _complaints[page], _complaints[page]
