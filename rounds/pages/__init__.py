"""Pages that anybody may read: the rules of a table and its last results."""
