"""The demonstration's casino: its people and tables, its own database, its link to a tablet."""
