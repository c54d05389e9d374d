"""What a shoe reader's reports do to the round in hand.

protocol    what a reader sends and is answered; `docs/shoe-reader.md` is the specification for its maker
reporting   one report: in its order, once, under the lock of the table's row
following   what the dealer's own taps do to what the reader reported or will report
views       the endpoint of the readers
check       the check of `verify_ledger` on their reports
"""
