"""What is told to who looks after the system."""
