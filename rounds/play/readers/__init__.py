"""How a shoe reader's reports affect the round in progress.

protocol    what a reader sends and receives; `docs/shoe-reader.md` is the specification for manufacturers
reporting   one report: in order, once, under the lock of the table's row
following   how the dealer's own taps relate to past and coming reports
views       the endpoint for readers
check       the check of `verify_ledger` on their reports
"""
