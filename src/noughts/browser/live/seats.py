"""Who holds a seat: a secret in a cookie, of which only the hash is kept.

One browser has one secret for all its games, which scripts cannot read and other sites cannot use.
"""

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "noughts_seat"
A_YEAR = 365 * 24 * 60 * 60
# 32 bytes, as `secrets` writes them in an address.
SECRET = re.compile(r"[\w-]{43}", re.ASCII)
# 16 bytes.
GAME = re.compile(r"[\w-]{22}", re.ASCII)


def new_secret() -> str:
    """What nobody can guess."""
    return secrets.token_urlsafe(32)


def new_game() -> str:
    """The name of a new game: who does not know it does not find it."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """What is kept of a secret.

    >>> hashed("secret")[:8]
    '2bb80d53'
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def invitation_of(secret: str, game: str) -> str:
    """The invitation to a game, which follows from its host's secret: so it need not be kept.

    >>> len(invitation_of("secret", "game"))
    43
    """
    digest = hmac.digest(secret.encode(), f"invitation to {game}".encode(), "sha256")
    return urlsafe_b64encode(digest).decode().rstrip("=")


def secret_of(connection: HTTPConnection) -> str | None:
    """The secret of who asks; None if there is none."""
    secret = connection.cookies.get(COOKIE, "")
    return secret if SECRET.fullmatch(secret) else None


def secret_for(connection: HTTPConnection) -> str:
    """The secret of who asks, or a new one for them."""
    return secret_of(connection) or new_secret()


def holder_of(connection: HTTPConnection) -> str | None:
    """The hash of the secret of who asks, by which seats know them; None if there is none."""
    secret = secret_of(connection)
    return hashed(secret) if secret else None


def private(response: Response) -> Response:
    """Have nobody keep what is for one, and at one moment."""
    response.headers["Cache-Control"] = "no-store"
    return response


def remember(response: Response, connection: HTTPConnection, secret: str) -> Response:
    """Have the browser keep its secret."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=A_YEAR,
        httponly=True,
        samesite="lax",  # a link in a message leads to one's own seat
        secure=connection.url.scheme in ("https", "wss"),
    )
    return response
