"""The surveillance desk: the audit log, replay, search, comparisons, incidents, daily log and evidence."""
