"""Runs long commands, and hears when they end, through any crash: the client of Ringback's daemon."""

from . import types
from ._async import AsyncRingback
from ._streams import (
    Changed,
    ConversationEvent,
    Ended,
    Found,
    GrepEvent,
    Missing,
    Output,
    OutputEvent,
    Said,
    Searched,
    Stands,
)
from ._sync import Ringback
from .errors import RingbackError

__all__ = [
    "AsyncRingback",
    "Changed",
    "ConversationEvent",
    "Ended",
    "Found",
    "GrepEvent",
    "Missing",
    "Output",
    "OutputEvent",
    "Ringback",
    "RingbackError",
    "Said",
    "Searched",
    "Stands",
    "types",
]
