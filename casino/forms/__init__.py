"""The fields of every page's forms: what was typed, read into a value or refused beside its field."""
