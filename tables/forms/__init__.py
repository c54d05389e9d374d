"""A step at a table is taken once, and only from a page that showed the table as it is."""
