# Made by scripts/python-client.ts from the OpenAPI document: do not edit.
"""Requests, not yet sent: one definition for both clients."""

from __future__ import annotations

from typing import Any, List, Literal, Mapping, Optional, Sequence, Union

from ._call import Call, Stream, event_id, new_id, own_folder, own_variables, part
from ._streams import (
    ConversationEvent,
    GrepEvent,
    OutputEvent,
    conversation_events,
    delegate_orders,
    grep_events,
    output_events,
    turns,
)
from . import types as t


def health() -> Call[t.Health]:
    """Tells that the daemon is there, and how it does."""
    return Call(
        "GET",
        "/v1/health",
        {},
    )


def active(
    *,
    session_key: Optional[str] = None,
    task: Optional[str] = None,
    max_age: Optional[int] = None,
) -> Call[t.Active]:
    """Tells whether something is active: at all, so that the host must not sleep, or of a task or session.

    At all: something runs or is queued, a turn is under way, or a notification is undelivered. Of a session: the same of it, or a wake-up of it that does not repeat is to come: do not reset it. Of a task: something of it runs. A process that is older than `max_age` no longer counts for its session.

    session_key: The conversation that a process or notification belongs to.
    task: The task that it belongs to.
    max_age: Seconds: what is older does not count for its session. Default: 24 hours (or as configured); 0: no limit.
    """
    return Call(
        "GET",
        "/v1/active",
        {"session_key": session_key, "task": task, "max_age": max_age},
    )


def start(
    command: str,
    *,
    id: Optional[str] = None,
    environment: Optional[str] = None,
    workdir: Optional[str] = None,
    sync: Optional[str] = None,
    env: Optional[Mapping[str, str]] = None,
    shell: Optional[str] = None,
    pty: Optional[bool] = None,
    cols: Optional[int] = None,
    rows: Optional[int] = None,
    stdin: Optional[bool] = None,
    notify_on: Optional[Literal["failure", "always"]] = None,
    deadline: Optional[int] = None,
    heartbeat: Optional[int] = None,
    quiet_after: Optional[int] = None,
    ready: Optional[str] = None,
    max_runtime: Optional[int] = None,
    name: Optional[str] = None,
    after: Optional[Sequence[str]] = None,
    session_key: Optional[str] = None,
    task: Optional[str] = None,
    notify_on_complete: Optional[bool] = None,
    watch_patterns: Optional[Sequence[str]] = None,
    log_limit: Optional[int] = None,
    umask: Optional[int] = None,
    raw: Optional[bool] = None,
) -> Call[t.Started]:
    """Starts a command in the background.

    With an `id` of your own the call may be repeated: the same id never starts a second process, for 7 days after the process was forgotten.

    id: `proc_` and 12 hexadecimal digits of your choice: asked again with the same, nothing is started twice.
    command: What the shell runs.
    environment: Where it runs: a name of `GET /v1/environments`; `local` is this machine.
    workdir: The folder to start it in, an absolute path. In another environment than `local` a folder there, and not needed.
    sync: A folder of this machine, an absolute path, that is sent to the other environment first.
    env: Its environment, all of it; in another environment than `local` what is added to the one there.
    shell: The shell that runs the command; default: that of SHELL in `env`, else bash, else sh.
    pty: Whether it gets a terminal.
    cols: Columns of the terminal.
    rows: Rows of the terminal.
    stdin: Whether its input stays open for writing.
    notify_on: Which ends are told: `failure` leaves out exit code 0 and ends by `kill_all`. Given alone, it asks to be told.
    deadline: Seconds after which its session is notified once if it still runs; nothing is ended.
    heartbeat: Seconds between two notifications that it still runs; one that was not delivered yet is replaced by the next.
    quiet_after: Seconds without output after which its session is notified, once for each such silence; nothing is ended.
    ready: What shows that it is ready, of which its session is notified once: a pattern of its output (as in `watch_patterns`), `:PORT` on which it or something that it started listens (`:` for any), a URL that answers with a status below 500, or `!command` that succeeds where it runs. If it fails, or ends before that, its end is told too.
    max_runtime: Seconds after which it is ended.
    name: What to call it: an exact name may stand for an id later.
    after: Ids or names of processes that have to end with exit code 0, or be ready, before it begins. If one of them does not, it ends without having run.
    session_key: The conversation that a process or notification belongs to.
    task: The task that it belongs to.
    notify_on_complete: Whether its end is told to its session.
    watch_patterns: Patterns; a line that matches one is told to the session.
    log_limit: Bytes of output to keep.
    umask: Its file mode mask.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    """
    if id is None:
        id = new_id("proc")
    if env is None:
        env = own_variables(environment)
    if workdir is None:
        workdir = own_folder(environment)
    return Call(
        "POST",
        "/v1/processes",
        {"id": id, "command": command, "environment": environment, "workdir": workdir, "sync": sync, "env": env, "shell": shell, "pty": pty, "cols": cols, "rows": rows, "stdin": stdin, "notify_on": notify_on, "deadline": deadline, "heartbeat": heartbeat, "quiet_after": quiet_after, "ready": ready, "max_runtime": max_runtime, "name": name, "after": after, "session_key": session_key, "task": task, "notify_on_complete": notify_on_complete, "watch_patterns": watch_patterns, "log_limit": log_limit, "umask": umask, "raw": raw},
    )


def list(
    *,
    session_key: Optional[str] = None,
    task: Optional[str] = None,
    ended: Optional[bool] = None,
    system: Optional[bool] = None,
    raw: Optional[bool] = None,
) -> Call[List[t.ListedProcess]]:
    """Lists running and recent processes, newest first.

    session_key: The conversation that a process or notification belongs to.
    task: The task that it belongs to.
    ended: Whether ended processes are listed too. Default: true.
    system: Whether programs of Ringback itself are listed too. Default: false.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    """
    return Call(
        "GET",
        "/v1/processes",
        {"session_key": session_key, "task": task, "ended": ended, "system": system, "raw": raw},
        gives="processes",
    )


def kill_all(
    *,
    grace: Optional[float] = None,
    session_key: Optional[str] = None,
    raw: Optional[bool] = None,
    task: Optional[str] = None,
) -> Call[t.KillAll]:
    """Ends all processes with all their descendants, or those of a session or task.

    grace: Seconds between SIGTERM and SIGKILL; 0: no SIGKILL.
    session_key: The conversation that a process or notification belongs to.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    task: The task that it belongs to.
    """
    return Call(
        "POST",
        "/v1/processes/kill",
        {"grace": grace, "session_key": session_key, "raw": raw, "task": task},
    )


def get(
    id: str,
    *,
    raw: Optional[bool] = None,
) -> Call[t.Process]:
    """Tells what a process is and how it does.

    id: The id of a process, or as much of its beginning as no other has.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    """
    return Call(
        "GET",
        f"/v1/processes/{part(id)}",
        {"raw": raw},
    )


def poll(
    id: str,
    *,
    cursor: Optional[str] = None,
    session_key: Optional[str] = None,
    raw: Optional[bool] = None,
) -> Call[t.Poll]:
    """Tells how a process does and what it printed last, or since a cursor.

    Asked by the session of the process, an end that is shown here is not told again.

    id: The id of a process, or as much of its beginning as no other has.
    cursor: A position in the output. Give it back to read on where this answer stopped.
    session_key: The conversation that a process or notification belongs to.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    """
    return Call(
        "GET",
        f"/v1/processes/{part(id)}/poll",
        {"cursor": cursor, "session_key": session_key, "raw": raw},
    )


def log(
    id: str,
    *,
    offset: Optional[int] = None,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
    since: Optional[int] = None,
    session_key: Optional[str] = None,
    raw: Optional[bool] = None,
) -> Call[t.Log]:
    """Shows lines of the output: the last ones, or those that are asked for.

    id: The id of a process, or as much of its beginning as no other has.
    offset: The first line to show, counted from 0.
    limit: How many lines at most.
    cursor: A position in the output. Give it back to read on where this answer stopped.
    since: Milliseconds since 1970: lines printed after this.
    session_key: The conversation that a process or notification belongs to.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    """
    return Call(
        "GET",
        f"/v1/processes/{part(id)}/log",
        {"offset": offset, "limit": limit, "cursor": cursor, "since": since, "session_key": session_key, "raw": raw},
    )


def grep(
    id: str,
    pattern: str,
    *,
    context: Optional[int] = None,
    limit: Optional[int] = None,
    count: Optional[bool] = None,
    offset: Optional[int] = None,
    since: Optional[int] = None,
    raw: Optional[bool] = None,
) -> Stream[GrepEvent]:
    """Streams the lines of the output that match a pattern, as they are found.

    Looks at what was printed until now. Without `raw` a line matches only by what is shown of it: what was taken for a secret is not found. A stream that breaks goes on behind the last event with Last-Event-ID. Whoever closes the connection ends the search.

    id: The id of a process, or as much of its beginning as no other has.
    pattern: What to look for in each line, as for watches: text, or a regular expression as /…/ or /…/i.
    context: How many lines before and after each to show, at most 1,000. Default: 0.
    limit: Stop after so many lines that match.
    count: Only count them. Default: false.
    offset: The first line to look at, counted from 0.
    since: Milliseconds since 1970: lines printed after this.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    """
    return Stream(
        f"/v1/processes/{part(id)}/grep",
        {"pattern": pattern, "context": context, "limit": limit, "count": count, "offset": offset, "since": since, "raw": raw},
        grep_events,
    )


def read(
    id: str,
    *,
    from_: Optional[int] = None,
    to: Optional[int] = None,
    raw: Optional[bool] = None,
) -> Stream[OutputEvent]:
    """Streams the bytes of a range of the output, as it is now; with `raw` exactly as they were printed.

    Every byte of the range is in exactly one event, kept or gone; of a running process, without `raw`, up to a word that may be half a secret. Without `to`, a stream that goes on after a break ends where the output ends then.

    id: The id of a process, or as much of its beginning as no other has.
    from_: An offset in all the bytes ever printed.
    to: An offset in all the bytes ever printed; this byte is not part of it.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    """
    return Stream(
        f"/v1/processes/{part(id)}/output",
        {"from": from_, "to": to, "raw": raw},
        output_events,
    )


def follow(
    id: str,
    *,
    from_: Optional[int] = None,
    raw: Optional[bool] = None,
) -> Stream[OutputEvent]:
    """Streams the bytes as they are printed, from an offset or from now on; with `raw` exactly as they are.

    The stream completes when no more can come. Without `raw` the last word, which may be half a secret, is held back for a second at most. After `ended` there may be output of descendants that were left behind. A stream that breaks goes on behind the last event with Last-Event-ID.

    id: The id of a process, or as much of its beginning as no other has.
    from_: An offset in all the bytes ever printed.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    """
    return Stream(
        f"/v1/processes/{part(id)}/follow",
        {"from": from_, "raw": raw},
        output_events,
    )


def resizes(
    id: str,
    last: int,
) -> Call[t.Resizes]:
    """Tells the sizes of the terminal over the last bytes of output, for drawing its screen again.

    id: The id of a process, or as much of its beginning as no other has.
    last: How many bytes, counted from the end.
    """
    return Call(
        "GET",
        f"/v1/processes/{part(id)}/resizes",
        {"last": last},
    )


def samples(
    id: str,
) -> Call[t.Samples]:
    """Tells what a process used over time. Of one that ran elsewhere there is nothing after its end.

    id: The id of a process, or as much of its beginning as no other has.
    """
    return Call(
        "GET",
        f"/v1/processes/{part(id)}/samples",
        {},
    )


def wait(
    id: str,
    *,
    timeout: Optional[float] = None,
    until: Optional[str] = None,
    ready: Optional[bool] = None,
    cursor: Optional[str] = None,
    session_key: Optional[str] = None,
    raw: Optional[bool] = None,
) -> Call[t.Wait]:
    """Waits until the process ends, a line matches, it is ready, or the time is up.

    Without `timeout` it waits as long as it takes. A broken connection ends nothing: ask again.

    id: The id of a process, or as much of its beginning as no other has.
    timeout: Seconds to wait; without it, until the process ends.
    until: A pattern: the waiting also ends when a line matches it.
    ready: The waiting also ends when the process is ready; it needs a `ready` of its own.
    cursor: Where to look for the line from, instead of in all that is kept.
    session_key: The conversation that a process or notification belongs to.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    """
    return Call(
        "POST",
        f"/v1/processes/{part(id)}/wait",
        {"timeout": timeout, "until": until, "ready": ready, "cursor": cursor, "session_key": session_key, "raw": raw},
        counts_down="timeout",
    )


def kill(
    id: str,
    *,
    grace: Optional[float] = None,
    session_key: Optional[str] = None,
    raw: Optional[bool] = None,
) -> Call[t.Kill]:
    """Ends a process with all its descendants.

    id: The id of a process, or as much of its beginning as no other has.
    grace: Seconds between SIGTERM and SIGKILL; 0: no SIGKILL.
    session_key: The conversation that a process or notification belongs to.
    raw: The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.
    """
    return Call(
        "POST",
        f"/v1/processes/{part(id)}/kill",
        {"grace": grace, "session_key": session_key, "raw": raw},
    )


def resize(
    id: str,
    cols: int,
    rows: int,
) -> Call[t.Done]:
    """Gives the terminal of a process another size.

    id: The id of a process, or as much of its beginning as no other has.
    cols: Columns of the terminal.
    rows: Rows of the terminal.
    """
    return Call(
        "POST",
        f"/v1/processes/{part(id)}/resize",
        {"cols": cols, "rows": rows},
    )


def change_wishes(
    id: str,
    *,
    notify_on_complete: Optional[bool] = None,
    watch_patterns: Optional[Sequence[str]] = None,
) -> Call[t.Wishes]:
    """Changes what a running process reports. A new watch looks at what is printed from now on.

    id: The id of a process, or as much of its beginning as no other has.
    notify_on_complete: Whether its end is told to its session.
    watch_patterns: Patterns; a line that matches one is told to the session.
    """
    return Call(
        "POST",
        f"/v1/processes/{part(id)}/notify",
        {"notify_on_complete": notify_on_complete, "watch_patterns": watch_patterns},
    )


def is_waiting(
    id: str,
) -> Call[bool]:
    """Tells whether a session has reason to wait for a process: until it ended, or a watch of it matched; for one that is unknown it has none.

    id: The id of a process, or as much of its beginning as no other has.
    """
    return Call(
        "GET",
        f"/v1/processes/{part(id)}/waiting",
        {},
        gives="waiting",
    )


def history(
    *,
    session_key: Optional[str] = None,
    open: Optional[bool] = None,
    process: Optional[str] = None,
    limit: Optional[int] = None,
) -> Call[List[t.Notification]]:
    """Lists what was said and what became of it, newest first. Looking changes nothing.

    session_key: The conversation that a process or notification belongs to.
    open: Only those that are still to be told.
    process: Only those about this process.
    limit: How many at most.
    """
    return Call(
        "GET",
        "/v1/notifications",
        {"session_key": session_key, "open": open, "process": process, "limit": limit},
        gives="notifications",
    )


def notify(
    session_key: str,
    event: Mapping[str, Any],
    *,
    id: Optional[str] = None,
) -> Call[t.Notification]:
    """Hands in an event of your own. The same id, or delegation_id, twice is told once.

    session_key: The conversation that a process or notification belongs to.
    event: What happened, with all its fields.
    id: A name of your own for it: the same twice is told once.
    """
    if id is None:
        id = event_id(event)
    return Call(
        "POST",
        "/v1/notifications",
        {"session_key": session_key, "event": event, "id": id},
    )


def subscribe(
    session_key: str,
    *,
    delivery: Optional[Literal["inline", "autonomous"]] = None,
    if_unheard: Optional[bool] = None,
    may_grow: Optional[bool] = None,
) -> Stream[t.Turn]:
    """Streams the turns of a session: everything that is to be told, as one text.

    The next turn comes when the last was acknowledged. One that was not acknowledged when the connection ended comes again, with the same ids and the same text: resuming goes by acknowledgement, so that nothing is lost whoever crashes, and Last-Event-ID changes nothing.

    session_key: The conversation that a process or notification belongs to.
    delivery: How the turns are taken: `inline` by a program whose own turns saw what a poll showed, so that this is not told again; `autonomous` (the default) to wake a session from outside.
    if_unheard: End at once where somebody else takes the turns of this session.
    may_grow: A turn that was not acknowledged may come again with more in it, instead of to the letter: for who knows each notification by its id.
    """
    return Stream(
        "/v1/notifications/subscribe",
        {"session_key": session_key, "delivery": delivery, "if_unheard": if_unheard, "may_grow": may_grow},
        turns,
        is_endless=True,
    )


def drain(
    session_key: str,
) -> Call[Optional[t.Turn]]:
    """Takes everything that is to be told to a session, once, without waiting.

    It is delivered when acknowledged. Else it comes again, with the same ids and the same text, before anything that came later.

    session_key: The conversation that a process or notification belongs to.
    """
    return Call(
        "POST",
        "/v1/notifications/drain",
        {"session_key": session_key},
        gives="turn",
    )


def acknowledge(
    ids: Sequence[str],
) -> Call[int]:
    """Says that notifications arrived. To be repeated when in doubt: what is delivered stays delivered.

    ids: Ids of notifications.
    """
    return Call(
        "POST",
        "/v1/notifications/acknowledge",
        {"ids": ids},
        gives="acknowledged",
    )


def dismiss(
    ids: Sequence[str],
) -> Call[int]:
    """Says that notifications shall not be told.

    ids: Ids of notifications.
    """
    return Call(
        "POST",
        "/v1/notifications/dismiss",
        {"ids": ids},
        gives="dismissed",
    )


def set_wake_up(
    session_key: str,
    note: str,
    *,
    id: Optional[str] = None,
    after: Optional[Union[float, str]] = None,
    at: Optional[str] = None,
    every: Optional[Union[float, str]] = None,
    all: Optional[Sequence[str]] = None,
    any: Optional[Sequence[str]] = None,
    tz: Optional[str] = None,
    rings_when_cancelled: Optional[bool] = None,
) -> Call[t.WakeUp]:
    """Has a session rung at a time, again and again, or when other things have happened.

    It rings once, whatever is killed meanwhile; late ones say so and why. What has happened already, or can no longer happen, rings at once.

    id: Of your choice: asked again with the same, there is one wake-up.
    session_key: The conversation that is rung.
    note: What the session is told then.
    after: Rings once, after this time. One of `after`, `at`, `every`, `all` and `any` is needed. Seconds or text such as `90`, `10m`, `2h`.
    at: Rings once, at this time: `2026-01-31T09:00`, `09:00` (the next), or with an offset (`…Z`, `…+01:00`).
    every: Rings again and again: an interval (`10m`), or a cron expression of five fields (`0 9 * * 1-5`).
    all: Rings once, when all of these have happened: each `ID:ended`, `ID:matched` or `ID:ready` of a process (`ID` alone: ended), `wake_…` for another wake-up, or `event:NAME` for an event that is handed in to the session (its type, or its own id).
    any: Rings once, when one of these has happened: each `ID:ended`, `ID:matched` or `ID:ready` of a process (`ID` alone: ended), `wake_…` for another wake-up, or `event:NAME` for an event that is handed in to the session (its type, or its own id).
    tz: A time zone, such as `Europe/Berlin`. Default: the daemon's own.
    rings_when_cancelled: It also rings when somebody cancels it. Default: false.
    """
    if id is None:
        id = new_id("wake")
    return Call(
        "POST",
        "/v1/wakeups",
        {"id": id, "session_key": session_key, "note": note, "after": after, "at": at, "every": every, "all": all, "any": any, "tz": tz, "rings_when_cancelled": rings_when_cancelled},
    )


def wake_ups(
    *,
    session_key: Optional[str] = None,
    all: Optional[bool] = None,
) -> Call[List[t.WakeUp]]:
    """Lists wake-ups, the next one first.

    session_key: The conversation that a process or notification belongs to.
    all: Also those that have rung or were cancelled.
    """
    return Call(
        "GET",
        "/v1/wakeups",
        {"session_key": session_key, "all": all},
        gives="wakeups",
    )


def cancel_wake_up(
    name: str,
    *,
    session_key: Optional[str] = None,
    silently: Optional[bool] = None,
) -> Call[t.WakeUp]:
    """Cancels a wake-up. One that has rung, or was cancelled before, stays as it is.

    name: As it is called in config.json; `local` is this machine.
    session_key: Only if it belongs to this session.
    silently: It does not ring for that, whatever was asked for when it was set.
    """
    return Call(
        "POST",
        f"/v1/wakeups/{part(name)}/cancel",
        {"session_key": session_key, "silently": silently},
    )


def delegate(
    session_key: str,
    *,
    id: Optional[str] = None,
    goal: Optional[str] = None,
    context: Optional[str] = None,
    to: Optional[Literal["own", "claude-code", "codex", "opencode", "gemini", "pi"]] = None,
    model: Optional[str] = None,
    environment: Optional[str] = None,
    workdir: Optional[str] = None,
    tasks: Optional[Sequence[Mapping[str, Any]]] = None,
    role: Optional[str] = None,
    toolsets: Optional[Sequence[str]] = None,
    max_runtime: Optional[int] = None,
    env: Optional[Mapping[str, str]] = None,
) -> Call[t.Dispatched]:
    """Hands a goal, or several tasks at once, to other agents, and returns when these are started.

    Each task is carried out by a process of its own. The session is told once, when the last has come back: an event of type `async_delegation` with the results in order. What cannot be begun for want of room is answered with the status `rejected`. With the same id the call may be repeated: nothing is started twice.

    id: Of your choice: asked again with the same, there is one delegation.
    session_key: The conversation that is told the results.
    goal: What is to be done; with `tasks` what they are for together.
    context: What it has to know beside the goal; it knows nothing of the conversation.
    to: Who carries it out. Default: `own`, the agent of Ringback.
    model: The model that works. Default: that of the agent.
    environment: Where its commands run: a name of `GET /v1/environments`. Default: here.
    workdir: The folder in which it works: an absolute path, there.
    tasks: Of a fan-out: each is carried out by a delegate of its own, and all are told together, in this order. What is given beside them is the default of each.
    role: The role of the delegates. Default: `leaf`.
    toolsets: The tools that the delegates have. Default: all.
    max_runtime: Seconds after which each delegate is ended.
    env: The variables that the delegates are started with, all of them.
    """
    if id is None:
        id = new_id("dlg")
    if env is None:
        env = own_variables()
    if workdir is None:
        workdir = own_folder(environment)
    return Call(
        "POST",
        "/v1/delegations",
        {"id": id, "session_key": session_key, "goal": goal, "context": context, "to": to, "model": model, "environment": environment, "workdir": workdir, "tasks": tasks, "role": role, "toolsets": toolsets, "max_runtime": max_runtime, "env": env},
    )


def delegations(
    *,
    session_key: Optional[str] = None,
    state: Optional[Literal["running", "ended"]] = None,
) -> Call[List[t.Delegation]]:
    """Lists delegations, the last one first.

    session_key: The conversation that a process or notification belongs to.
    state: Only those that run, or only those that have ended.
    """
    return Call(
        "GET",
        "/v1/delegations",
        {"session_key": session_key, "state": state},
        gives="delegations",
    )


def interrupt_delegations(
    *,
    session_key: Optional[str] = None,
    reason: Optional[str] = None,
) -> Call[t.Interrupted]:
    """Interrupts all delegates, or those of a session.

    They stop and say what there is, which is told as ever; who has not after a few seconds is ended. What they have started is ended too.

    session_key: Only those of this session. Default: all.
    reason: Why, in words; the session is told it with the outcome.
    """
    return Call(
        "POST",
        "/v1/delegations/interrupt",
        {"session_key": session_key, "reason": reason},
    )


def delegation(
    name: str,
    *,
    session_key: Optional[str] = None,
) -> Call[t.Delegation]:
    """Tells how a delegation stands: every task with its result, or the last line that it printed.

    Results can be asked for after they were told, and also when nobody could be told.

    name: As it is called in config.json; `local` is this machine.
    session_key: Only if it belongs to this session.
    """
    return Call(
        "GET",
        f"/v1/delegations/{part(name)}",
        {"session_key": session_key},
    )


def message_delegation(
    name: str,
    text: str,
    *,
    task_index: Optional[int] = None,
    client_id: Optional[str] = None,
    session_key: Optional[str] = None,
) -> Call[t.Messaged]:
    """Tells the delegates of a delegation something while they work.

    name: As it is called in config.json; `local` is this machine.
    text: What the delegates are told while they work.
    task_index: Only this task. Default: all of it.
    client_id: Of your choice: asked again with the same, it is said once.
    session_key: Only if it belongs to this session.
    """
    if client_id is None:
        client_id = new_id("say")
    return Call(
        "POST",
        f"/v1/delegations/{part(name)}/message",
        {"text": text, "task_index": task_index, "client_id": client_id, "session_key": session_key},
    )


def interrupt_delegation(
    name: str,
    *,
    task_index: Optional[int] = None,
    reason: Optional[str] = None,
    session_key: Optional[str] = None,
) -> Call[t.Interrupted]:
    """Interrupts the delegates of a delegation, or one of them.

    They stop and say what there is, which is told as ever; who has not after a few seconds is ended. What they have started is ended too.

    name: As it is called in config.json; `local` is this machine.
    task_index: Only this task. Default: all of it.
    reason: Why, in words; the session is told it with the outcome.
    session_key: Only if it belongs to this session.
    """
    return Call(
        "POST",
        f"/v1/delegations/{part(name)}/interrupt",
        {"task_index": task_index, "reason": reason, "session_key": session_key},
    )


def assignment(
    name: str,
) -> Call[t.Assignment]:
    """Tells a delegate what it has to do.

    For the program that carries out a task: it asks under the id that its variable RINGBACK_DELEGATE holds.

    name: As it is called in config.json; `local` is this machine.
    """
    return Call(
        "GET",
        f"/v1/delegates/{part(name)}",
        {},
    )


def orders(
    name: str,
    *,
    after: Optional[int] = None,
) -> Stream[t.DelegateOrder]:
    """Streams what a delegate is told while it works.

    The stream completes when it has ended. One that breaks goes on behind the last event with Last-Event-ID.

    name: As it is called in config.json; `local` is this machine.
    after: Only those with a higher sequence; Last-Event-ID goes before it.
    """
    return Stream(
        f"/v1/delegates/{part(name)}/orders",
        {"after": after},
        delegate_orders,
        is_endless=True,
    )


def move_session(
    from_: str,
    to: str,
) -> Call[t.Done]:
    """Gives the processes and open notifications of a session to another one: after compaction, resume or fork.

    from_: The session that gives.
    to: The session that gets.
    """
    return Call(
        "POST",
        "/v1/sessions/move",
        {"from": from_, "to": to},
    )


def close_session(
    session_key: str,
    *,
    interrupt_delegates: Optional[bool] = None,
) -> Call[int]:
    """Tells a session nothing more: its user started afresh. Its wake-ups are cancelled, its processes keep running, delegates too unless it is asked otherwise.

    session_key: The conversation that a process or notification belongs to.
    interrupt_delegates: Whether its delegates are interrupted. Default: false, they work on.
    """
    return Call(
        "POST",
        "/v1/sessions/close",
        {"session_key": session_key, "interrupt_delegates": interrupt_delegates},
        gives="suppressed",
    )


def set_busy(
    session_key: str,
    busy: bool,
    *,
    holder: Optional[str] = None,
    lease: Optional[int] = None,
) -> Call[t.Done]:
    """While a session is busy its notifications wait, and then go out as one turn. Say it again before the lease is over.

    session_key: The conversation that a process or notification belongs to.
    busy: Whether the session has a turn of its own just now.
    holder: Who says so, in words of your own: each ends only what it said itself.
    lease: For how many seconds that holds unless it is said again. Default: 300 (or as configured).
    """
    return Call(
        "POST",
        "/v1/sessions/busy",
        {"session_key": session_key, "busy": busy, "holder": holder, "lease": lease},
    )


def interrupt(
    session_key: str,
) -> Call[t.Done]:
    """Says that the user wrote something: whatever waits in this session returns.

    session_key: The conversation that a process or notification belongs to.
    """
    return Call(
        "POST",
        "/v1/sessions/interrupt",
        {"session_key": session_key},
    )


def ringers() -> Call[t.RingerList]:
    """Lists which session is rung how, what is still to be told there, and what was given up."""
    return Call(
        "GET",
        "/v1/ringers",
        {},
    )


def set_ringer(
    session_key: str,
    kind: str,
    settings: Mapping[str, Any],
) -> Call[t.Ringer]:
    """Lets a session be rung like this from now on. It wins over the configuration.

    With other settings than before, what was given up is tried again.

    session_key: The conversation that is rung.
    kind: The kind of ringer.
    settings: What its kind needs to know; see `GET /v1/ringers/kinds`.
    """
    return Call(
        "POST",
        "/v1/ringers",
        {"session_key": session_key, "kind": kind, "settings": settings},
    )


def ringer_kinds() -> Call[t.RingerKinds]:
    """Lists the kinds of ringers, each with the JSON Schema of its settings."""
    return Call(
        "GET",
        "/v1/ringers/kinds",
        {},
    )


def remove_ringer(
    session_key: str,
) -> Call[t.Done]:
    """Lets a session not be rung any more. What is still to be told waits for another way.

    session_key: The conversation that a process or notification belongs to.
    """
    return Call(
        "POST",
        "/v1/ringers/remove",
        {"session_key": session_key},
    )


def check_ringer(
    session_key: str,
) -> Call[t.Checked]:
    """Looks at everything that a ring needs, without giving anybody a turn.

    session_key: The conversation that a process or notification belongs to.
    """
    return Call(
        "POST",
        "/v1/ringers/check",
        {"session_key": session_key},
    )


def test_ringer(
    session_key: str,
    *,
    timeout: Optional[float] = None,
) -> Call[t.Checked]:
    """Rings the session with a text that says that it is a test, and tells what became of it.

    One that does not arrive in time is dismissed. Not to be repeated: a second one is a second turn.

    session_key: The conversation that is rung.
    timeout: Seconds to wait. Default: 30.
    """
    return Call(
        "POST",
        "/v1/ringers/test",
        {"session_key": session_key, "timeout": timeout},
    )


def retry_ringer(
    session_key: str,
) -> Call[t.Retried]:
    """Tries at once what waits, and again what was given up.

    session_key: The conversation that a process or notification belongs to.
    """
    return Call(
        "POST",
        "/v1/ringers/retry",
        {"session_key": session_key},
    )


def environments() -> Call[List[t.Environment]]:
    """Lists where commands can be run, this machine first. Connects to none of them."""
    return Call(
        "GET",
        "/v1/environments",
        {},
        gives="environments",
    )


def test_environment(
    name: str,
    *,
    timeout: Optional[float] = None,
) -> Call[t.EnvironmentTested]:
    """Runs a small command there, and tells step by step what worked, and which agents are there.

    It ends with the first step that fails. In a cluster the command has to wait for its turn.

    name: As it is called in config.json; `local` is this machine.
    timeout: Seconds to wait. Default: 60.
    """
    return Call(
        "POST",
        f"/v1/environments/{part(name)}/test",
        {"timeout": timeout},
    )


def tools() -> Call[List[t.Tool]]:
    """Lists the tools as a model is told of them.

    What a model calls goes to `POST /v1/tools/` and its name, as `arguments`.
    """
    return Call(
        "GET",
        "/v1/tools",
        {},
        gives="tools",
    )


def task(
    id: str,
) -> Call[t.Task]:
    """Tells how a task stands. A completed one counts as told once it was sent.

    id: The id of a process, or as much of its beginning as no other has.
    """
    return Call(
        "GET",
        f"/v1/tasks/{part(id)}",
        {},
    )


def answer_task(
    id: str,
    prompt_id: str,
    action: Literal["accept", "decline", "cancel"],
    *,
    answer: Optional[str] = None,
) -> Call[t.Answered]:
    """Answers the prompt at which the process of a task waits; types nothing when it has passed.

    The same answer twice is typed once.

    id: The id of a process, or as much of its beginning as no other has.
    prompt_id: The prompt that is answered, as the task named it.
    action: `accept` types the answer. `decline` and `cancel` type nothing; this prompt is not asked again.
    answer: What is typed, one line, followed by Enter. Default: nothing but Enter.
    """
    return Call(
        "POST",
        f"/v1/tasks/{part(id)}/answer",
        {"prompt_id": prompt_id, "action": action, "answer": answer},
    )


def cancel_task(
    id: str,
) -> Call[t.Task]:
    """Ends the process of a task with all its descendants; nobody is told.

    id: The id of a process, or as much of its beginning as no other has.
    """
    return Call(
        "POST",
        f"/v1/tasks/{part(id)}/cancel",
        {},
    )


def conversations(
    *,
    limit: Optional[int] = None,
    cursor: Optional[str] = None,
    word: Optional[str] = None,
    unfinished: Optional[bool] = None,
) -> Call[t.ConversationList]:
    """Conversations, the one in which something was said last first.

    limit: At most so many. Default: 50.
    cursor: What the answer before gave as `next`.
    word: Only those that begin with, or work in a folder of, something with this in it.
    unfinished: Only those in which something is to be done, all at once.
    """
    return Call(
        "GET",
        "/v1/conversations",
        {"limit": limit, "cursor": cursor, "word": word, "unfinished": unfinished},
    )


def create_conversation(
    *,
    conversation_id: Optional[str] = None,
    cwd: Optional[str] = None,
    model: Optional[str] = None,
    variables: Optional[Mapping[str, str]] = None,
    hears: Optional[bool] = None,
) -> Call[t.Conversation]:
    """Begins a conversation.

    With an id of your own it may be asked again: there is one.

    conversation_id: Of your choice: asked again with the same, there is one.
    cwd: The folder to work in.
    model: Whom to ask from now on: `provider/model`. Default: the configuration's, or what is found.
    variables: The variables of who looks at it: for its commands (without keys), and where keys of providers are found. Kept in memory only.
    hears: False: nothing makes a turn after its answer, and the model is told to wait for what it starts; what rings later is stored. Default: true.
    """
    if conversation_id is None:
        conversation_id = new_id("conv")
    if cwd is None:
        cwd = own_folder()
    if variables is None:
        variables = own_variables()
    return Call(
        "POST",
        "/v1/conversations",
        {"conversation_id": conversation_id, "cwd": cwd, "model": model, "variables": variables, "hears": hears},
    )


def models(
    *,
    conversation_id: Optional[str] = None,
) -> Call[t.ModelList]:
    """The models that can be chosen, and which one is asked by default.

    conversation_id: With the variables that this one was opened with.
    """
    return Call(
        "GET",
        "/v1/conversations/models",
        {"conversation_id": conversation_id},
    )


def conversation(
    conversation: str,
) -> Call[t.Conversation]:
    """A conversation: how it stands.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    """
    return Call(
        "GET",
        f"/v1/conversations/{part(conversation)}",
        {},
    )


def open_conversation(
    conversation: str,
    *,
    variables: Optional[Mapping[str, str]] = None,
    model: Optional[str] = None,
    hears: Optional[bool] = None,
) -> Call[t.Conversation]:
    """Somebody looks at it: goes on with one that was closed, and hands over variables.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    variables: The variables of who looks at it: for its commands (without keys), and where keys of providers are found. Kept in memory only.
    model: Whom to ask from now on: `provider/model`.
    hears: Whether it goes on when something rings after its answer. Default: true.
    """
    if variables is None:
        variables = own_variables()
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/open",
        {"variables": variables, "model": model, "hears": hears},
    )


def items(
    conversation: str,
    *,
    after: Optional[int] = None,
    before_position: Optional[int] = None,
    limit: Optional[int] = None,
) -> Call[t.ConversationItems]:
    """What was said and done: what has changed since a sequence, or a page backwards.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    after: Items that changed after this sequence. Default: the last ones.
    before_position: The last ones that stand before this position.
    limit: At most so many. Default: 100; at most 1,000.
    """
    return Call(
        "GET",
        f"/v1/conversations/{part(conversation)}/items",
        {"after": after, "before_position": before_position, "limit": limit},
    )


def follow_conversation(
    conversation: str,
    *,
    after: Optional[int] = None,
) -> Stream[ConversationEvent]:
    """What changes, as it does.

    Items come as they are now, each under its id: a later one replaces it. Whoever reads slowly gets fewer, never others. The id of an event is the sequence up to which everything has come.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    after: Begin with what changed after this sequence. Default: with what comes now.
    """
    return Stream(
        f"/v1/conversations/{part(conversation)}/events",
        {"after": after},
        conversation_events,
        is_endless=True,
    )


def send(
    conversation: str,
    text: str,
    *,
    client_id: Optional[str] = None,
    images: Optional[Sequence[Mapping[str, Any]]] = None,
) -> Call[t.MessageSent]:
    """Says something. While a turn is under way it is heard in that turn, and ends its waits.

    Sent again with the same `client_id`, it is one message; something else under that id is refused. Images are PNG, JPEG, GIF or WebP, of at most 3,932,160 bytes each, and three times that together.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    client_id: Of your choice: sent again with the same, it is one message.
    text: What is said.
    images: To be seen with it.
    """
    if client_id is None:
        client_id = new_id("say")
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/messages",
        {"client_id": client_id, "text": text, "images": images},
    )


def stop_turn(
    conversation: str,
) -> Call[t.Conversation]:
    """Ends the turn, not what it has started.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    """
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/stop",
        {},
    )


def close_conversation(
    conversation: str,
) -> Call[t.Conversation]:
    """Leaves it for another: what rings is stored in it, and makes no turn until it is opened again.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    """
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/close",
        {},
    )


def approvals(
    conversation: str,
) -> Call[List[t.Approval]]:
    """Calls that wait for the answer of a person.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    """
    return Call(
        "GET",
        f"/v1/conversations/{part(conversation)}/approvals",
        {},
        gives="approvals",
    )


def answer_approval(
    conversation: str,
    call_id: str,
    answer: Literal["allow", "deny", "always"],
    by: str,
    *,
    reason: Optional[str] = None,
) -> Call[t.Approval]:
    """Says whether a call may be carried out. The first answer counts; who comes later is told it.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    call_id: The call.
    answer: `always`: also the next calls like it.
    by: Who answers, for those who are later.
    reason: Why; the model is told.
    """
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/approvals",
        {"call_id": call_id, "answer": answer, "by": by, "reason": reason},
    )


def compact(
    conversation: str,
) -> Call[t.Done]:
    """Has the older part summarised for the model, soon. What was said is kept.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    """
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/compact",
        {},
    )


def search_conversation(
    conversation: str,
    pattern: str,
    *,
    limit: Optional[int] = None,
) -> Call[List[t.FoundItem]]:
    """Finds what was said, called and answered, also what a summary stands for.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    pattern: Text, whatever its case, or a regular expression as /…/ or /…/i.
    limit: At most so many. Default: 50.
    """
    return Call(
        "GET",
        f"/v1/conversations/{part(conversation)}/search",
        {"pattern": pattern, "limit": limit},
        gives="found",
    )


def export_conversation(
    conversation: str,
    *,
    as_: Optional[Literal["markdown", "json"]] = None,
) -> Call[t.ConversationExport]:
    """All of it, for programs or to be read.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    as_: Default: `json`.
    """
    return Call(
        "GET",
        f"/v1/conversations/{part(conversation)}/export",
        {"as": as_},
    )


def goal(
    conversation: str,
) -> Call[t.GoalAnswer]:
    """What a conversation works towards by itself, and what it waits for.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    """
    return Call(
        "GET",
        f"/v1/conversations/{part(conversation)}/goal",
        {},
    )


def set_goal(
    conversation: str,
    text: str,
    *,
    client_id: Optional[str] = None,
    turns: Optional[int] = None,
    tokens: Optional[int] = None,
    dollars: Optional[float] = None,
    seconds: Optional[float] = None,
) -> Call[t.GoalAnswer]:
    """Sets a goal, in place of the one before.

    It begins at once. After each turn a judge says whether it is reached, goes on, or waits for one thing. See docs/goals.md.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    text: What is to be reached, in words by which somebody else can tell that it is.
    client_id: Of your choice: set again with the same, it is one goal.
    turns: Its bounds, where the configuration's are not to count: turns of its own. 0: there is no such bound.
    tokens: Tokens of the conversation.
    dollars: US dollars.
    seconds: Seconds.
    """
    if client_id is None:
        client_id = new_id("goal")
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/goal",
        {"text": text, "client_id": client_id, "turns": turns, "tokens": tokens, "dollars": dollars, "seconds": seconds},
    )


def pause_goal(
    conversation: str,
    *,
    reason: Optional[str] = None,
) -> Call[t.GoalAnswer]:
    """No turn and no judge until it is resumed. A turn that is under way goes on; waiting is over.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    reason: Why, for those who look.
    """
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/goal/pause",
        {"reason": reason},
    )


def resume_goal(
    conversation: str,
) -> Call[t.GoalAnswer]:
    """It goes on at once; one that has reached a bound, once more as far.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    """
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/goal/resume",
        {},
    )


def unwait_goal(
    conversation: str,
) -> Call[t.GoalAnswer]:
    """It waits no longer, and goes on.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    """
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/goal/unwait",
        {},
    )


def clear_goal(
    conversation: str,
) -> Call[t.GoalAnswer]:
    """The conversation has no goal any more.

    conversation: The id of a conversation, or as much of its beginning as no other has.
    """
    return Call(
        "POST",
        f"/v1/conversations/{part(conversation)}/goal/clear",
        {},
    )
