import { largestMessage } from '../channel.ts';
import type { RuntimeOptions } from './javascript.ts';

/** The module `ringback` of a script in Python: each thread and forked process has its own connection. */
export function pythonModule({ folder }: RuntimeOptions): string {
  return String.raw`
import json as _json
import os as _os
import socket as _socket
import threading as _threading

__all__ = ["terminal", "process", "call_tool", "CallLimitError"]

_folder = ${JSON.stringify(folder)}
_local = _threading.local()


class CallLimitError(RuntimeError):
    """The script has made as many tool calls as it may."""


def call_tool(tool, arguments):
    message = (_json.dumps({"id": 0, "tool": tool, "arguments": arguments}) + "\n").encode()
    if len(message) > ${largestMessage}:
        raise ValueError("A tool call must be smaller than 1 MiB; write large data to a file.")
    if getattr(_local, "pid", None) != _os.getpid():
        _local.pid = _os.getpid()
        _local.socket = _connect()
        _local.lines = _local.socket.makefile("rb")
    _local.socket.sendall(message)
    line = _local.lines.readline()
    if not line:
        raise ConnectionError("Lost the connection to the daemon.")
    answer = _json.loads(line)
    if "refused" in answer:
        raise CallLimitError(answer["refused"])
    return answer["result"]


def terminal(command, **arguments):
    return call_tool("terminal", {"command": command, **arguments})


def process(action, **arguments):
    return call_tool("process", {"action": action, **arguments})


def _connect():
    path = _os.path.join(_folder, "calls")
    descriptor = None
    # A socket's address holds about 100 bytes; a deep folder is reached through a descriptor.
    if len(_os.fsencode(path)) > 100:
        descriptor = _os.open(_folder, _os.O_RDONLY)
        path = "/proc/self/fd/%d/calls" % descriptor
    made = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    made.connect(path)
    if descriptor is not None:
        _os.close(descriptor)
    return made
`.trimStart();
}

/**
 * What Python runs: limits, the tools as globals, and the script, with tracebacks that begin at the script's own lines.
 * A thread ends the script when the daemon is gone.
 */
export function pythonMain({ folder, script, memoryBytes }: RuntimeOptions): string {
  return String.raw`
import linecache
import os
import sys
import threading
import traceback
import types
import warnings

sys.path.append(sys.path.pop(0))
sys.path.insert(0, os.getcwd())
import ringback

path = ${JSON.stringify(`${folder}/${script}`)}


def end_with_daemon(connection):
    try:
        connection.recv(1)
    except OSError:
        return  # closed by the script, which does without
    os.write(2, b"ringback: lost the connection to the daemon; the script ends.\n")
    os._exit(1)


def show(kind, error, trace):
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    traceback.print_exception(kind, error, trace)


def limit_memory(size):
    try:
        import resource

        # What is touched is watched from outside; this refuses what is asked for in one absurd piece.
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    except (ImportError, ValueError, OSError):
        pass


# A helper thread is no reason to warn a script that forks.
warnings.filterwarnings("ignore", message=".*multi-threaded.*fork")
limit_memory(${memoryBytes * 2 + 512 * 1024 * 1024})
threading.Thread(target=end_with_daemon, args=(ringback._connect(),), daemon=True).start()
sys.excepthook = show
sys.argv = [path]
main = types.ModuleType("__main__")
main.__dict__.update({name: getattr(ringback, name) for name in ringback.__all__})
main.__dict__.update(__file__=path, __builtins__=__builtins__)
sys.modules["__main__"] = main
with open(path, encoding="utf-8") as file:
    source = file.read()
linecache.cache[path] = (len(source), None, source.splitlines(True), path)
exec(compile(source, path, "exec"), main.__dict__)
`.trimStart();
}
