"""The colours of pictures on our own pages: those of the page's style, light or dark."""

from noughts.pictures.theme import DARK, LIGHT, Theme

# The names of the custom properties are those of the theme's fields: `--first`, `--win`.
PAGE = Theme("page", *(f"var(--{field.replace('_', '-')})" for field in Theme._fields[1:]))


def style_of(theme: Theme) -> str:
    """A theme's colours as custom properties of a style sheet.

    >>> style_of(LIGHT)[:32]
    '--ground:#FFFFFF;--ink:#1B1F24;-'
    """
    named = zip(Theme._fields[1:], theme[1:], strict=True)
    return "".join(f"--{name.replace('_', '-')}:{colour};" for name, colour in named)


def colours() -> str:
    """The style sheet of both: light unless the machine says dark."""
    # Text in the colour of a loss is a little darker on white, to be read easily.
    light = style_of(LIGHT) + "--loss-text:#B04A00;"
    dark = style_of(DARK) + f"--loss-text:{DARK.loss};"
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{color-scheme:dark;{dark}}}}}\n"
    )
