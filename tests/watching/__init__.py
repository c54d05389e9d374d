"""What people who run the system are told."""
