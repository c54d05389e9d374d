"""The house's own copy of the approved rules: a document for each book and version, named by its hash."""
