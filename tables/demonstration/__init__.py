"""The demonstration's casino: its people and tables, its own database, and the link that assigns a browser to one."""
