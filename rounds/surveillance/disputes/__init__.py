"""The disputes of every table, in one list of the surveillance desk."""
