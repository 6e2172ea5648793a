"""Calls that the document has no words for: several requests, or one of which more has to be known."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from base64 import b64encode
from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union, cast

from . import _requests as requests
from . import types as t
from ._call import Call, new_id, own_folder, own_variables, part
from ._link import Flow, ask

# As much as one frame to a keeper takes, with room for its header.
LARGEST_WRITE = 32 * 1024


def call(
    name: str,
    arguments: Mapping[str, Any],
    session_key: str,
    *,
    call_id: Optional[str] = None,
    reach: Literal["subscribed", "ride", "none"] = "ride",
    acknowledges: Optional[bool] = None,
    acknowledge: Optional[Sequence[str]] = None,
    task: Optional[str] = None,
    workdir: Optional[str] = None,
    env: Optional[Mapping[str, str]] = None,
    wait_limit: Optional[float] = None,
    is_unseen: Optional[bool] = None,
    ringer: Optional[Mapping[str, Any]] = None,
) -> Call[t.ToolAnswer]:
    """Calls a tool as a model does.

    What the tool has to say against its arguments is a result with `is_error`, not an exception.

    name: One of those that `tools()` lists.
    arguments: As the model wrote them.
    session_key: The conversation: what is started here is told to it.
    call_id: Names the call within its session: the id that the model gave it, or any text. A program that died before it
        had stored the result makes the call again under the same id, and nothing is started or typed twice.
    reach: "subscribed": this program drains after each turn and subscribes while idle. "ride": what there is to tell rides on
        the result of the next call. "none": it hears nothing.
    acknowledges: The end of a command that the result shows counts as told when its ids (`riding`) are acknowledged,
        which is for programs that store results first.
    acknowledge: Ids that rode on earlier results and have arrived.
    task: One run of an agent or sub-agent inside of the conversation.
    workdir: Where the session begins; default: the folder of this program.
    env: Default: the variables of this program.
    wait_limit: Seconds that the call may wait at most.
    is_unseen: The result is not for the model's eyes.
    ringer: How the session can be rung: kind and settings.
    """
    return Call(
        "POST",
        f"/v1/tools/{part(name)}",
        {
            "arguments": arguments,
            "session_key": session_key,
            "call_id": new_id("proc") if call_id is None else process_id(session_key, call_id),
            "reach": reach,
            "acknowledges": acknowledges,
            "acknowledge": acknowledge,
            "task": task,
            "workdir": own_folder() if workdir is None else workdir,
            "env": own_variables() if env is None else env,
            "wait_limit": wait_limit,
            "is_unseen": is_unseen,
            "ringer": ringer,
        },
        counts_up="waited",
        # A script must not run twice, and in a terminal the end of input is a character that must not be typed twice.
        repeats=name != "execute_code" and arguments.get("action") != "close",
    )


def acknowledge(told: Union[t.Turn, Sequence[str]]) -> Call[int]:
    """A turn arrived, or the notifications with these ids did. Gives how many were still open.

    To be called when whoever it is for really has it: until then it comes again, with the same ids.
    """
    if isinstance(told, dict):
        turn = cast(t.Turn, told)
        return requests.acknowledge([one["id"] for one in turn["notifications"]])
    return requests.acknowledge(told)


def process_id(session_key: str, call_id: str) -> str:
    """What a call starts has the id of the call. The TypeScript library makes the same one."""
    if re.fullmatch(r"proc_[0-9a-f]{12}", call_id):
        return call_id
    text = json.dumps([session_key, call_id], ensure_ascii=False, separators=(",", ":"))
    return f"proc_{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def write(id: str, data: Union[str, bytes]) -> Flow[t.Written]:
    """Types into a process, as much as its input takes: `bytes_written` says how much."""
    content = data.encode() if isinstance(data, str) else data
    writer = new_writer()
    written = 0
    for seq, start in enumerate(range(0, max(1, len(content)), LARGEST_WRITE), 1):
        piece = content[start : start + LARGEST_WRITE]
        taken = yield from ask(typing(id, "write", {"base64": b64encode(piece).decode()}, writer, seq))
        written += taken["bytes_written"]
        if taken["bytes_written"] < len(piece):
            break
    return {"status": "ok", "bytes_written": written}


def submit(id: str, data: str) -> Flow[t.Written]:
    """Types a line, followed by Enter."""
    return ask(typing(id, "submit", {"data": data}, new_writer(), 1))


def close(id: str) -> Flow[t.Done]:
    """Ends the input of a process. In a terminal this types a character, which must not happen twice."""
    process = yield from ask(requests.get(id))
    return (yield from ask(closing(id, not process["pty"])))


def closing(id: str, repeats: bool) -> Call[t.Done]:
    return Call("POST", f"/v1/processes/{part(id)}/close", {}, repeats=repeats)


def typing(id: str, verb: str, content: Dict[str, str], writer: str, seq: int) -> Call[t.Written]:
    """Numbered, so that it is typed once, whatever dies in between."""
    return Call("POST", f"/v1/processes/{part(id)}/{verb}", {**content, "writer": writer, "seq": str(seq)})


def new_writer() -> str:
    return str(secrets.randbits(64))
