"""What the daemon's answers need of HTTP/1.1 and server-sent events. Bytes in, values out: no sockets here."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any, Dict, Iterator, List, NamedTuple
from urllib.parse import urlencode


def format_request(method: str, path: str, fields: Dict[str, Any], last_event_id: str = "") -> bytes:
    """A request on a connection of its own: fields are the query of a GET, and the JSON of a POST."""
    lines = ["host: ringback", "connection: close"]
    body = b""
    if method == "GET":
        flat = {name: str(value).lower() if isinstance(value, bool) else value for name, value in fields.items()}
        path += f"?{urlencode(flat)}" if flat else ""
    else:
        body = json.dumps(fields).encode()
        lines += ["content-type: application/json", f"content-length: {len(body)}"]
    if last_event_id:
        lines.append(f"last-event-id: {last_event_id}")
    head = "".join(f"{line}\r\n" for line in [f"{method} {path} HTTP/1.1", *lines])
    return f"{head}\r\n".encode() + body


class ResponseReader:
    """A status, and a body of known length or in chunks, however the bytes were cut."""

    def __init__(self) -> None:
        # 0 until the head was read.
        self.status = 0
        # The last byte was given: a connection that ends earlier was lost.
        self.is_complete = False
        self._pending = b""
        self._is_chunked = False
        # Bytes to come of the body or chunk; -1 before the line with a chunk's size.
        self._left = 0

    def push(self, data: bytes) -> Iterator[bytes]:
        """The parts of the body that these bytes hold."""
        self._pending += data
        if self.status == 0 and not self._read_head():
            return
        while not self.is_complete:
            if self._left == -1 and not self._read_chunk_size():
                return
            piece = self._take(self._left)
            self._left -= len(piece)
            if piece:
                yield piece
            if self._left > 0:
                return
            if not self._is_chunked:
                self.is_complete = True
            elif len(self._pending) < 2:
                # The line end of the chunk has not come yet.
                return
            else:
                self._take(2)
                self._left = -1

    def _read_head(self) -> bool:
        end = self._pending.find(b"\r\n\r\n")
        if end == -1:
            return False
        head = self._take(end + 4).decode("latin-1")
        status = re.match(r"HTTP/1\.1 (\d{3})", head)
        length = re.search(r"^content-length: (\d+)", head, re.IGNORECASE | re.MULTILINE)
        self.status = int(status[1]) if status else 502
        self._is_chunked = length is None
        self._left = int(length[1]) if length else -1
        return True

    def _read_chunk_size(self) -> bool:
        """A size of 0 is the end."""
        end = self._pending.find(b"\r\n")
        if end == -1:
            return False
        self._left = int(self._take(end + 2), 16)
        self.is_complete = self._left == 0
        return not self.is_complete

    def _take(self, length: int) -> bytes:
        taken, self._pending = self._pending[:length], self._pending[length:]
        return taken


class ServerEvent(NamedTuple):
    """One without a name only carries the id to go on from."""

    name: str
    id: str
    data: str


class EventParser:
    """Cuts a stream into events, however it was cut into chunks. Lines end with \\n: the daemon writes no other."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        # Of an event whose end has not come: joined then, so that a long one is not copied with every chunk.
        self._pending: List[str] = []

    def push(self, chunk: bytes) -> Iterator[ServerEvent]:
        text = self._decoder.decode(chunk)
        starts_with_border = bool(self._pending) and self._pending[-1].endswith("\n") and text.startswith("\n")
        self._pending.append(text)
        if "\n\n" not in text and not starts_with_border:
            return
        *blocks, rest = "".join(self._pending).split("\n\n")
        self._pending = [rest] if rest else []
        for block in blocks:
            fields = dict(line.partition(": ")[::2] for line in block.split("\n"))
            if fields.get("id"):
                yield ServerEvent(fields.get("event", ""), fields["id"], fields.get("data", ""))
