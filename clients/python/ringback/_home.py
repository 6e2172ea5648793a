"""The folder of the daemon, and its socket."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
from contextlib import contextmanager
from typing import Iterator, Optional

from .errors import LinkLost, RingbackError

# sockaddr_un holds 108 bytes.
LONGEST_SOCKET_PATH = 100


def resolve_home(home: Optional[str] = None) -> str:
    """The one that is named, RINGBACK_HOME, or the XDG state folder."""
    named = home or os.environ.get("RINGBACK_HOME")
    if named:
        return os.path.abspath(named)
    state = os.environ.get("XDG_STATE_HOME", "")
    # According to the XDG rules a relative path is to be ignored.
    if not state.startswith("/"):
        state = os.path.expanduser("~/.local/state")
    return os.path.join(state, "ringback")


@contextmanager
def socket_path(home: str) -> Iterator[str]:
    """
    A path of the daemon's socket that fits into an address. The home is checked first: whoever owns it owns what answers
    in it, and is sent commands with their whole environment.
    """
    refuse_unsafe(home)
    path = os.path.join(home, "daemon.sock")
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        yield path
        return
    try:
        descriptor = os.open(home, os.O_RDONLY)
    except OSError as error:
        raise LinkLost(str(error), was_unsent=True) from error
    try:
        yield f"/proc/self/fd/{descriptor}/daemon.sock"
    finally:
        os.close(descriptor)


def refuse_unsafe(home: str) -> None:
    try:
        found = os.lstat(home)
    except OSError:
        return
    reason = ""
    if not stat.S_ISDIR(found.st_mode):
        reason = "is not a real folder"
    elif found.st_uid != os.getuid():
        reason = f"belongs to user {found.st_uid}, not to you ({os.getuid()})"
    elif found.st_mode & 0o077:
        reason = f"is open to other users (mode {found.st_mode & 0o777:04o}, must be 0700)"
    if reason:
        raise RingbackError("home_unsafe", f"{home} {reason}.", "Choose another home, or run: ringback doctor")


def new_socket() -> socket.socket:
    return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)


def start_daemon(home: str) -> None:
    """Returns when one answers. Its first caller's variables are handed on as far as a daemon needs them."""
    program = os.environ.get("RINGBACK_BIN") or shutil.which("ringback")
    if not program:
        raise RingbackError(
            "no_daemon",
            f"No daemon runs for {home}, and the program ringback was not found.",
            "Install Ringback, or name its program in RINGBACK_BIN.",
        )
    command = [program, "--home", home, "daemon", "start"]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    except OSError as error:
        raise RingbackError("no_daemon", f"{program} cannot be started: {error}.", "See RINGBACK_BIN.") from error
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip()
        raise RingbackError("no_daemon", f"The daemon did not start: {reason}", "Run: ringback doctor")
