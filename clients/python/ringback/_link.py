"""
What to do when the daemon is not there, or dies in the middle: once, for both clients. A flow yields what it needs done
(a connection, bytes, a pause, a daemon), is sent what came of it, and gets a LinkLost thrown in where a connection broke.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any, Callable, Generator, Generic, List, NamedTuple, TypeVar, Union

from ._call import Call, Stream, given
from ._http import EventParser, ResponseReader, format_request
from .errors import LinkLost, RingbackError

T = TypeVar("T")

# A daemon that dies again and again is given up after about ten seconds.
REPEAT_DELAYS = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 3.2]
LONGEST_PAUSE = 0.5
# How often in a row a stream that ends may break before anything came.
MOST_BREAKS = 10


@dataclass(frozen=True)
class Connect:
    """A new connection, instead of the one before, on which these bytes are sent."""

    request: bytes


@dataclass(frozen=True)
class Receive:
    """Bytes of the connection: the only step that is answered with something."""


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class StartDaemon:
    """There is one when this is done, whoever started it."""


@dataclass(frozen=True)
class Give(Generic[T]):
    """For the caller."""

    value: T


Step = Union[Connect, Receive, Pause, StartDaemon]
Flow = Generator[Step, bytes, T]
GivingFlow = Generator[Union[Step, Give[T]], bytes, None]


class Answer(NamedTuple):
    """Its head was read, and these parts of its body."""

    reader: ResponseReader
    first: List[bytes]


def ask(call: Call[T]) -> Flow[T]:
    """One call; made again with the next daemon where one dies in it, as far as it may be repeated."""
    began = time.monotonic()

    def attempt() -> Flow[T]:
        fields = call.after(time.monotonic() - began)
        answer = yield from open_answer(format_request(call.method, call.path, fields))
        message: Any = json.loads((yield from read_all(answer)))
        value: T = message if call.gives is None else message[call.gives]
        return value

    return (yield from persist(attempt, call.repeats))


def listen(stream: Stream[T]) -> GivingFlow[T]:
    """The events of a stream. A daemon that dies in between is followed by the next one where it stopped."""
    last_id = ""
    breaks = 0
    while stream.is_endless or breaks < MOST_BREAKS:
        if breaks > 1:
            yield Pause(min(LONGEST_PAUSE, 0.01 * 2 ** min(breaks, 10)))
        request = format_request("GET", stream.path, given(stream.fields), last_id)
        reader, chunks = yield from persist(lambda: open_answer(request), True)
        parser = EventParser()
        try:
            while True:
                for event in (event for chunk in chunks for event in parser.push(chunk)):
                    last_id = event.id
                    if event.name == "error":
                        raise to_error(event.data)
                    if event.name:
                        breaks = 0
                        for value in stream.parse(event.name, json.loads(event.data)):
                            yield Give(value)
                if reader.is_complete:
                    return
                chunks = list(reader.push((yield Receive())))
        except LinkLost:
            breaks += 1
    raise RingbackError("no_daemon", "The daemon breaks off whenever it is asked.", "See daemon.log.")


def persist(attempt: Callable[[], Flow[T]], repeats: bool) -> Flow[T]:
    """Tries again with the next daemon when the connection is lost."""
    for delay in REPEAT_DELAYS:
        try:
            return (yield from attempt())
        except LinkLost as lost:
            if not (repeats or lost.was_unsent):
                raise RingbackError(
                    "no_daemon",
                    f"The daemon ended in the middle of the call ({lost}).",
                    "Not done again by itself, because it may have been done: look at how far it got before you repeat it.",
                ) from lost
        yield StartDaemon()
        if delay > 0:
            yield Pause(delay)
    raise RingbackError("no_daemon", "The daemon ends as soon as it is asked.", "See daemon.log in the home.")


def open_answer(request: bytes) -> Flow[Answer]:
    yield Connect(request)
    reader = ResponseReader()
    first: List[bytes] = []
    while reader.status == 0:
        first += reader.push((yield Receive()))
    answer = Answer(reader, first)
    if reader.status >= 400:
        raise to_error((yield from read_all(answer)).decode("utf-8", "replace"))
    return answer


def read_all(answer: Answer) -> Flow[bytes]:
    chunks = answer.first
    while not answer.reader.is_complete:
        chunks += answer.reader.push((yield Receive()))
    return b"".join(chunks)


def to_error(text: str) -> RingbackError:
    """The daemon's error, as if it had been raised here."""
    try:
        error = json.loads(text)
        return RingbackError(error["code"], error["error"], error["hint"])
    except (ValueError, KeyError, TypeError):
        return RingbackError("failed", f"The daemon's answer makes no sense: {text[:200]}")
