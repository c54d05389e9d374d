"""The hours of gaming, and the page on which they are laid down."""
