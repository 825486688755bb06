"""The colours of the full screen, on a dark and on a light ground.

Pictures have the same colours; signs and words repeat whatever a colour shows.
"""

from collections.abc import Mapping

from textual.theme import Theme

from noughts.pictures import theme as pictures


def _themed(name: str, colours: pictures.Theme, panel: str, won: str) -> Theme:
    """The colours of pictures, for Textual."""
    named = ("win", "draw", "loss", "first", "second", "rule", "faint")
    return Theme(
        name,
        primary=colours.win,
        foreground=colours.ink,
        background=colours.ground,
        surface=colours.ground,
        panel=panel,
        dark=colours is pictures.DARK,
        variables={
            **{field: getattr(colours, field) for field in named},
            "pick": colours.soft,
            "won": won,
            "footer-key-foreground": colours.win,
        },
    )


DARK = _themed("noughts-dark", pictures.DARK, panel="#20252C", won="#1F4B66")
LIGHT = _themed("noughts-light", pictures.LIGHT, panel="#F0F2F5", won="#CDE6F5")


def theme_for(environment: Mapping[str, str], chosen: str = "") -> str:
    """The chosen theme; otherwise the one nearest to the terminal's ground, or the dark one.

    >>> theme_for({"COLORFGBG": "0;15"}), theme_for({}), theme_for({}, "light")
    ('noughts-light', 'noughts-dark', 'noughts-light')
    """
    if chosen:
        return LIGHT.name if chosen == "light" else DARK.name
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT.name if ground in ("7", "15") else DARK.name
