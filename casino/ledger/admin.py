"""The record has no admin: entries, heads and seals are read in the audit log and changed nowhere.

Kept as a file so that nobody thinks that the registration was forgotten.
"""
