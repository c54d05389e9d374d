"""The house's video system."""
