"""A table's signs: the limits they show, the notices of a change, and the check of the record."""
