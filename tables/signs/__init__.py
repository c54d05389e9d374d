"""A table's signs: the limits they show, the notices of changes, and their check for `verify_ledger`."""
