"""What needs a supervisor on the floor, until somebody acknowledges it."""
