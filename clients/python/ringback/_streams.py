"""What comes out of streams."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Union

from . import types as t


@dataclass(frozen=True)
class Output:
    """Bytes, and where they begin in all that was ever printed."""

    offset: int
    data: bytes


@dataclass(frozen=True)
class Missing:
    """Bytes that are no longer kept; `end` is not one of them."""

    start: int
    end: int


@dataclass(frozen=True)
class Ended:
    """The last event: the process has ended, and all its output came before."""

    process: t.Process


@dataclass(frozen=True)
class Found:
    """A line that matches, or one around it."""

    line: t.FoundLine


@dataclass(frozen=True)
class Searched:
    """The last event: how many lines matched, and the line to go on with where the search stopped at its limit."""

    count: int
    next: Optional[int]


@dataclass(frozen=True)
class Changed:
    """An item is new or has changed: it replaces what was known under its id."""

    item: t.ConversationItem


@dataclass(frozen=True)
class Said:
    """What the model is saying; it counts once its step is stored, which replaces it."""

    item_id: str
    offset: int
    text: str


@dataclass(frozen=True)
class Stands:
    """How the conversation stands; the first says that everything of before has come."""

    conversation: t.Conversation


OutputEvent = Union[Output, Missing, Ended]
GrepEvent = Union[Found, Missing, Searched]
ConversationEvent = Union[Changed, Said, Stands]


def output_events(name: str, data: Any) -> Iterator[OutputEvent]:
    if name == "output":
        yield Output(data["offset"], b64decode(data["data"]))
    elif name == "gap":
        yield Missing(data["from"], data["to"])
    elif name == "ended":
        yield Ended(data)


def grep_events(name: str, data: Any) -> Iterator[GrepEvent]:
    if name == "lines":
        yield from map(Found, data["lines"])
    elif name == "gap":
        yield Missing(data["from"], data["to"])
    elif name == "done":
        yield Searched(data["count"], data.get("next"))


def conversation_events(name: str, data: Any) -> Iterator[ConversationEvent]:
    if name == "item":
        yield Changed(data)
    elif name == "text":
        yield Said(data["item_id"], data["offset"], data["text"])
    elif name == "state":
        yield Stands(data)


def delegate_orders(name: str, data: Any) -> Iterator[t.DelegateOrder]:
    if name == "order":
        yield data


def turns(name: str, data: Any) -> Iterator[t.Turn]:
    if name == "turn":
        yield data
