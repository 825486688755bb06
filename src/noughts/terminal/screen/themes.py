"""The colours of the full screen, on a dark and on a light ground.

Everything stands out at least 3:1 from its ground, and no colour says anything that a
sign or a word does not say as well. Most are from the palette of Masataka Okabe and Kei
Ito, "Color Universal Design", 2002, whose colours differ to all kinds of eyes.
"""

from collections.abc import Mapping

from textual.theme import Theme

DARK = Theme(
    "noughts-dark",
    primary="#56B4E9",
    foreground="#E8EBF0",
    background="#15181D",
    surface="#15181D",
    panel="#20252C",
    dark=True,
    variables={
        "win": "#56B4E9",
        "draw": "#A3A9B3",
        "loss": "#E8833A",
        "first": "#F5F7FA",
        "second": "#3CC8A0",
        "rule": "#6F7A8A",
        "faint": "#8F99A8",
        "pick": "#2C3540",
        "won": "#1F4B66",
        "footer-key-foreground": "#56B4E9",
    },
)

LIGHT = Theme(
    "noughts-light",
    primary="#0072B2",
    foreground="#1B1F24",
    background="#FFFFFF",
    surface="#FFFFFF",
    panel="#F0F2F5",
    dark=False,
    variables={
        "win": "#0072B2",
        "draw": "#767676",
        "loss": "#D55E00",
        "first": "#111418",
        "second": "#00775A",
        "rule": "#7A8594",
        "faint": "#687281",
        "pick": "#E3E8EE",
        "won": "#CDE6F5",
        "footer-key-foreground": "#0072B2",
    },
)


def theme_for(environment: Mapping[str, str]) -> str:
    """The theme nearest to the terminal's own ground, where it tells; else the dark one.

    >>> theme_for({"COLORFGBG": "0;15"}), theme_for({})
    ('noughts-light', 'noughts-dark')
    """
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT.name if ground in ("7", "15") else DARK.name
