"""Archives: whole months of the record in files of their own, out of the database and back.

    archived = archive(Month.parse("2026-08"), Path("ledger-2026-08.jsonl.gz"), at=now)
    brought_back = bring_back(Path("ledger-2026-08.jsonl.gz"), at=now)

A file has every entry of its month, in the form in which an evidence pack discloses one, with the seals that
cover them (`casino.ledger.archives.file`). What an archived month leaves in the database is small: the
entries that the house still works with (`casino.ledger.archives.keeping`), in the same partition, so that a
table's opening, a notice or an edition of the rules is found as before. Only the play of the month's rounds
and the anchors of its seals are away; a request for those is told which file they are in
(`casino.ledger.archives.months`).

The entry `archived` of the house chain names the file by its SHA-256 and says, for each chain, its first and
last entry in the month and the hashes before and after: with these `verify_ledger` continues across the gap.
It also has a digest of the entries that stayed. With the file, `verify_ledger --archives` reads everything.
"""
