"""Runs long commands, and hears when they end, through any crash: the client of Ringback's daemon."""

from . import types
from ._async import AsyncRingback
from ._streams import Ended, Found, GrepEvent, Missing, Output, OutputEvent, Searched
from ._sync import Ringback
from .errors import RingbackError

__all__ = [
    "AsyncRingback",
    "Ended",
    "Found",
    "GrepEvent",
    "Missing",
    "Output",
    "OutputEvent",
    "Ringback",
    "RingbackError",
    "Searched",
    "types",
]
