"""The gaming hours, and the page on which they are entered."""
