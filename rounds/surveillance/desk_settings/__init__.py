"""The lists that the house sets for its surveillance desk."""
