"""The record has no admin: entries, heads and seals are read in the audit log and changed nowhere.

This file exists so that nobody thinks the registration was forgotten.
"""
