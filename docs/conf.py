"""The site of the documentation, which `make docs` builds with Sphinx."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tools"))

project = "noughts"
author = "noughts contributors"
copyright = "2026, noughts contributors"  # noqa: A001  # Sphinx asks for it by this name

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_click",
    "sphinx_copybutton",
    "docs_site",
]
exclude_patterns = ["_build", "images"]
suppress_warnings = ["misc.highlighting_failure"]  # outputs in blocks called json end in "..."

# Markdown: headings can be linked to.
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]

# Commands stand in help and docstrings to be copied: their dashes and quotes stay what they are.
smartquotes = False

# The reference: docstrings are Google's form, in plain text with `code`.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "exclude-members": "count, index"}
autodoc_preserve_defaults = True
add_module_names = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "noughts"
html_favicon = str(HERE.parent / "src" / "noughts" / "web" / "static" / "icon.svg")
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
