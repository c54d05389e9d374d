"""Words for what has changed since a page was shown."""

from typing import Final

CHANGES: Final[dict[str, str]] = {
    "changed.by": "{change:phrase}: {by} at {time}: {detail:phrase}",
    "changed.by_itself": "{change:phrase}: by itself at {time}: {detail:phrase}",
    "changed.state": "the state of the table changed after this page was shown",
    "changed.set_up": "the set-up changed after this page was shown",
    "changed.limits": "the limits changed after this page was shown",
    "changed.closing": "the closing notice changed after this page was shown",
    "changed.players": "the players at the table changed after this page was shown",
    "changed.responsible": "the person responsible changed after this page was shown",
    "changed.relief": "the dealer changed after this page was shown",
    "changed.words": "the text to be confirmed changed after this page was shown",
    "changed.offer": "the offer changed after this page was shown",
    "changed.fitting": "the equipment changed after this page was shown",
    "changed.scale": "the scale of the house changed after this page was shown",
    "changed.dispute": "the dispute changed after this page was shown",
    "changed.dispute_paid": "the payment was put right after this page was shown",
    "changed.patron": "the patron number changed after this page was shown",
    "changed.pit": "the name of the pit changed after this page was shown",
    "changed.games": "the games of the house changed after this page was shown",
    "changed.person": "the details of this person changed after this page was shown",
    "changed.hours": "the gaming hours changed after this page was shown",
    "changed.lists": "the lists of the house changed after this page was shown",
    "changed.incident": "the incident changed after this page was shown",
    "changed.log": "the daily log changed after this page was shown",
    "changed.ending": "what is to end changed after this page was shown",
    "changed.held": "the restriction changed after this page was shown",
}
"""Texts by code."""
