"""The demonstration's casino: its people and tables, its own database, and the link that ties a browser to a table."""
