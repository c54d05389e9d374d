"""The keys of the houses that are kept here: nobody's secret."""

from typing import Final

KEYS: Final = {
    "LEDGER_SEAL_KEY": "sealing-key-of-a-kept-house-" * 3,
    "LEDGER_ORIGIN": "kept.example/1",
}
"""The settings under which their seals are made."""
