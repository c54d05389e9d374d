"""The surveillance desk: notes, incidents, the daily log, holds and endings."""
