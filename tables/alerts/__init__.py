"""What needs a supervisor's attention on the floor, until somebody has given it."""
