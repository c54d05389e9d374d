"""What a shoe reader's reports do to the round in hand.

protocol    what a reader sends and is answered; `docs/shoe-reader.md` says it to who builds one
reporting   one report: in its order, once, under the lock of the table's row
following   what the dealer's own taps do to what the reader reported or will report
views       the endpoint of the readers
at_tablet   what the dealer says of a card that has no place, and the scans of a barcode scanner
shown       what the tablet shows of the reader
played      a reader that is played, for the demonstration and the tests
"""
