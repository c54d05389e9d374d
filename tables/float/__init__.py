"""The float of a table: chips counted and signed, fills and credits on numbered slips, cash to the drop box, and the
table's win as these show it, compared with its recorded rounds.

These are not rules of a book but what a house's internal controls require; what a house may decide for itself is in
`tables.float.policy`. Every step is an entry of the table's chain that contains the rows it changed
(`tables.float.record`), and `verify_ledger` compares the two. Money is in whole cents.
"""
