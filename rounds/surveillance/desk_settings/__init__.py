"""What the house sets for its surveillance desk."""
