"""The fields of every page's forms: what was typed becomes a value, or a refusal beside its field."""
