"""What was recorded once and is read for ever: see README.md."""
