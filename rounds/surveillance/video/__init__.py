"""The house's video system: links from a step to the camera's picture, and lines for a recorder's overlay."""
