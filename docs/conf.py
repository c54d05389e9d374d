"""The documentation site: Markdown in this folder, built by `make docs` into `var/docs`, which Git ignores.

Nothing is fetched while it is built. A link to a page or a heading that does not exist fails the build.
"""

project = "The pit"
author = "the casino project's authors"
language = "en"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns: list[str] = []
root_doc = "index"

# Headings get the anchors that Git hosts give them, so that a link works in both places.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
# Code blocks without a language are `.round` files, trees and commands: no colours for them.
highlight_language = "text"

html_theme = "furo"
html_title = "The pit"
html_copy_source = False
html_show_sphinx = False
