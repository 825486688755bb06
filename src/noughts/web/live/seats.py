"""The owner of a seat: a secret in a cookie, of which only the hash is stored.

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
    return secrets.token_urlsafe(32)


def new_game() -> str:
    return secrets.token_urlsafe(16)


def secret_hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def invitation_of(secret: str, game: str) -> str:
    """The invitation to a game, computed from its host's secret: so it need not be stored."""
    digest = hmac.digest(secret.encode(), f"invitation to {game}".encode(), "sha256")
    return urlsafe_b64encode(digest).decode().rstrip("=")


def secret_of(connection: HTTPConnection) -> str | None:
    secret = connection.cookies.get(COOKIE, "")
    return secret if SECRET.fullmatch(secret) else None


def secret_for(connection: HTTPConnection) -> str:
    return secret_of(connection) or new_secret()


def holder_of(connection: HTTPConnection) -> str | None:
    """The hash of the client's secret, which identifies seats; None if there is none."""
    secret = secret_of(connection)
    return secret_hash(secret) if secret else None


def never_cached(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def remember(response: Response, connection: HTTPConnection, secret: str) -> Response:
    response.set_cookie(
        COOKIE,
        secret,
        max_age=A_YEAR,
        httponly=True,
        samesite="lax",  # sent after a click on a link in a message too
        secure=connection.url.scheme in ("https", "wss"),
    )
    return response
