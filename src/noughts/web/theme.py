"""The colours of pictures on our own pages: the page's style, light or dark."""

from noughts.pictures.theme import CONTRAST, DARK, LIGHT, WOOD, Theme

# The custom properties have the names of the theme's fields: `--first`, `--win`.
PAGE = Theme("page", *(f"var(--{field.replace('_', '-')})" for field in Theme._fields[1:]))


def style_of(theme: Theme) -> str:
    """A theme's colours as custom properties of a style sheet.

    >>> style_of(LIGHT)[:32]
    '--ground:#FFFFFF;--ink:#1B1F24;-'
    """
    named = zip(Theme._fields[1:], theme[1:], strict=True)
    return "".join(f"--{name.replace('_', '-')}:{colour};" for name, colour in named)


# More colours of pages: their own background, below sheets in the background of pictures; text in
# the colour of a loss, easy to read; and the faint edges of sheets.
LIGHT_PAGE = "--page:#F6F7F9;--loss-text:#B04A00;--edge:#DDE2E8;"
DARK_PAGE = f"--page:#0E1013;--loss-text:{DARK.loss};--edge:#2A313A;"


def colours() -> str:
    """The style sheet of both: the reader's choice on the page, otherwise the system's.

    Boards may have their own theme.
    """
    light = f"color-scheme:light;{style_of(LIGHT)}{LIGHT_PAGE}"
    dark = f"color-scheme:dark;{style_of(DARK)}{DARK_PAGE}"
    boards = "".join(
        f":root[data-board={theme.name}] :is(.frame,.stage){{{style_of(theme)}}}\n"
        for theme in (WOOD, CONTRAST)
    )
    return (
        f":root{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f":root[data-theme=light]{{{light}}}\n:root[data-theme=dark]{{{dark}}}\n{boards}"
    )
