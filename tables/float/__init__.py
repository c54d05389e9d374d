"""The float of a table: chips counted and signed, fills and credits on numbered slips, cash to the drop box, and what
all that says of the table's win beside what its recorded rounds say.

These are not rules of a book but what a house's internal controls require; what a house may settle for
itself is in `tables.float.policy`. Every step is an entry of the table's chain that carries the rows it left
(`tables.float.record`), and `verify_ledger` compares the two. Money is in whole cents.
"""
