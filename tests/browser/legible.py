"""What everybody at a screen needs of its keys and texts: whole words, no text cut off, targets that a finger hits."""

from playwright.sync_api import Page

_SMALL = """() => [...document.querySelectorAll(
    'a.button, button, summary, select, label.key, input:not([type=hidden], [type=checkbox], [type=radio])')]
  .filter(el => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && el.getClientRects().length)
  .map(el => [el, el.getBoundingClientRect()])
  .filter(([el, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([el, box]) => `${el.id || el.textContent.trim() || el.name}: ${box.width} x ${box.height}`)"""

_NOT_WHOLE = r"""() => {
  const faults = [], shown = el => el.checkVisibility({ visibilityProperty: true }) && el.getClientRects().length;
  const at = el => (el.closest('[id]') || el).id;
  for (const key of document.querySelectorAll('button, a.button, summary, .key span')) {
    if (!shown(key)) continue;
    const texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const word of text.data.matchAll(/[\p{L}\p{N}]{3,}/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter(box => box.width > 1).map(box => Math.round(box.top)));
        if (lines.size > 1) faults.push(`${at(key)}: the word ${word[0]} is broken`);
      }
  }
  for (const el of document.querySelectorAll('button, .why, .undo small, .tile .due > span'))
    if (shown(el) && (el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1) && el.clientWidth)
      faults.push(`${at(el)}: cut off: ${el.textContent.trim().replace(/\s+/g, ' ')}`);
  return faults;
}"""


def small(page: Page) -> list[str]:
    """The keys and fields that are narrower or lower than 44 px, each with its size."""
    return page.evaluate(_SMALL)  # type: ignore[no-any-return]


def not_whole(page: Page) -> list[str]:
    """The words that are broken in a key, and the texts of keys, reasons and tiles that are cut off."""
    return page.evaluate(_NOT_WHOLE)  # type: ignore[no-any-return]
