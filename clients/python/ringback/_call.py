"""A request that was not sent yet, and the defaults of its fields."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from typing import Any, Callable, Dict, Generic, Iterator, Mapping, Optional, TypeVar
from urllib.parse import quote

T = TypeVar("T")
Fields = Mapping[str, Any]


@dataclass(frozen=True)
class Call(Generic[T]):
    """Answered once, with a T. Fields that are None are not sent."""

    method: str
    path: str
    fields: Fields
    # The field of the answer that is all of its meaning.
    gives: Optional[str] = None
    # The field with the seconds to wait: fewer when the call has to be made again.
    counts_down: Optional[str] = None
    # The field with the seconds that earlier tries have waited.
    counts_up: Optional[str] = None
    # Whether asking twice has the effect of asking once.
    repeats: bool = True

    def after(self, seconds: float) -> Dict[str, Any]:
        """The fields of a try that is made that much later than the first."""
        fields = given(self.fields)
        if self.counts_down in fields:
            fields[self.counts_down] = max(0.0, fields[self.counts_down] - seconds)
        if self.counts_up is not None:
            fields[self.counts_up] = fields.get(self.counts_up, 0) + seconds
        return fields


@dataclass(frozen=True)
class Stream(Generic[T]):
    """Answered with events; `parse` makes a T, or several, or none, of the name and the data of one."""

    path: str
    fields: Fields
    parse: Callable[[str, Any], Iterator[T]]
    # It has no end of its own: however often it breaks, it is resumed.
    is_endless: bool = False


def given(fields: Fields) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def part(text: str) -> str:
    """As a part of a path."""
    return quote(text, safe="")


def new_id(kind: str) -> str:
    """Chosen here: asked again with the same after a crash, the daemon does nothing twice."""
    return f"{kind}_{secrets.token_hex(6)}"


def event_id(event: Fields) -> Optional[str]:
    """A delegation has an id of its own."""
    return None if "delegation_id" in event else new_id("ntf")


def own_variables(environment: Optional[str] = None) -> Dict[str, str]:
    """Those of this program, for a command on this machine."""
    if environment not in (None, "local"):
        return {}
    return {readable(name): readable(value) for name, value in os.environ.items()}


def own_folder(environment: Optional[str] = None) -> Optional[str]:
    return os.getcwd() if environment in (None, "local") else None


def readable(text: str) -> str:
    """JSON has no bytes: what is not UTF-8 becomes a replacement character."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
