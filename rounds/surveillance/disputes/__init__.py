"""The disputes of all tables, in one list of the surveillance desk."""
