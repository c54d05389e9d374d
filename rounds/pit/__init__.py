"""The pit boss's dashboard: tiles, the list of what waits, the page of a table, alerts and reports."""
