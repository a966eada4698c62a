"""Ids, codes and links: how they are made, and how they are read in whatever way they come."""

import hmac
import re
import secrets
import unicodedata

#: Crockford's base32: no I, L, O and U, which are read as 1, 1, 0 or not at all.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 8
TABLE_LENGTH = 26

_MISREAD = str.maketrans("OIL", "011")
_LINK = re.compile(r"/([tw])/([0-9A-Za-z]{26})(?![0-9A-Za-z])")


def new_table_id() -> str:
    """128 random bits, as 26 characters."""
    return _base32(secrets.randbits(128), TABLE_LENGTH)


def new_code() -> str:
    return _base32(secrets.randbits(5 * CODE_LENGTH), CODE_LENGTH)


def new_seat_id() -> str:
    return new_code()


def new_entry_id() -> str:
    """Also the form of a client and of an author: 22 characters of base64url."""
    return secrets.token_urlsafe(16)


def watch_id(key: str, table_id: str, generation: int = 0) -> str:
    """The id to watch a table with; nobody without the key gets from it to the table."""
    message = f"watch:{table_id}:{generation}".encode()
    digest = hmac.digest(key.encode(), message, "sha256")
    return _base32(int.from_bytes(digest), 52)[:TABLE_LENGTH]


def valid_table_id(text: str) -> bool:
    return len(text) == TABLE_LENGTH and set(text) <= set(ALPHABET)


def shown_code(code: str) -> str:
    """K7F42QXM as people read it: K7F4-2QXM."""
    return f"{code[:4]}-{code[4:]}"


def read_code(text: str) -> str | None:
    """A join code in any form of writing: small letters, spaces, hyphens, O for 0, full width."""
    plain = unicodedata.normalize("NFKC", text).upper().translate(_MISREAD)
    code = "".join(c for c in plain if c.isalnum())
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def read_link(text: str) -> tuple[str, str] | None:
    """
    The link in a pasted text, from any server: ("t", table id) to play, ("w", watch id) to watch.

    A table id alone counts as a link to play.
    """
    found = _LINK.search(text)
    kind, name = (found[1], found[2]) if found else ("t", text.strip())
    name = name.upper().translate(_MISREAD)
    return (kind, name) if valid_table_id(name) else None


def _base32(number: int, length: int) -> str:
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(length)))
