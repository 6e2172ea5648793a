"""The client for programs that wait."""

from __future__ import annotations

import functools
import socket
import time
from typing import TYPE_CHECKING, Callable, Iterator, Optional, TypeVar

from . import _calls
from . import _requests as requests
from ._call import Call, Stream
from ._home import new_socket, resolve_home, socket_path, start_daemon
from ._link import Connect, Flow, Give, GivingFlow, Pause, Receive, Step, ask, listen
from .errors import LinkLost, RingbackError

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")
T = TypeVar("T")


def _call(build: Callable[P, Call[T]]) -> Callable[Concatenate[Ringback, P], T]:
    @functools.wraps(build)
    def method(self: Ringback, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._run(ask(build(*args, **kwargs)))

    return method


def _flow(build: Callable[P, Flow[T]]) -> Callable[Concatenate[Ringback, P], T]:
    @functools.wraps(build)
    def method(self: Ringback, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._run(build(*args, **kwargs))

    return method


def _stream(build: Callable[P, Stream[T]]) -> Callable[Concatenate[Ringback, P], Iterator[T]]:
    @functools.wraps(build)
    def method(self: Ringback, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return self._give(listen(build(*args, **kwargs)))

    return method


class Ringback:
    """Everything that the daemon of a home does, as calls. It starts on first use, and its death goes unnoticed."""

    def __init__(self, home: Optional[str] = None) -> None:
        self.home = resolve_home(home)

    health = _call(requests.health)
    active = _call(requests.active)

    def is_active(self) -> bool:
        """Whether the host must not sleep."""
        return (self.active())["active"]

    def active_for_session(self, session_key: str, max_age: Optional[int] = None) -> bool:
        """Whether a session must not be reset. What has run for longer than max_age (seconds; default 24 hours, 0: no
        limit) does not count. True also where nobody can say."""
        try:
            return (self.active(session_key=session_key, max_age=max_age))["active"]
        except (RingbackError, LinkLost, OSError):
            return True

    start = _call(requests.start)
    list = _call(requests.list)
    get = _call(requests.get)
    poll = _call(requests.poll)
    log = _call(requests.log)
    wait = _call(requests.wait)
    kill = _call(requests.kill)
    kill_all = _call(requests.kill_all)
    resize = _call(requests.resize)
    resizes = _call(requests.resizes)
    samples = _call(requests.samples)
    change_wishes = _call(requests.change_wishes)
    write = _flow(_calls.write)
    submit = _flow(_calls.submit)
    close = _flow(_calls.close)
    read = _stream(requests.read)
    follow = _stream(requests.follow)
    grep = _stream(requests.grep)

    drain = _call(requests.drain)
    acknowledge = _call(_calls.acknowledge)
    dismiss = _call(requests.dismiss)
    history = _call(requests.history)
    notify = _call(requests.notify)
    is_waiting = _call(requests.is_waiting)
    subscribe = _stream(requests.subscribe)

    set_wake_up = _call(requests.set_wake_up)
    wake_ups = _call(requests.wake_ups)
    cancel_wake_up = _call(requests.cancel_wake_up)
    delegate = _call(requests.delegate)
    delegations = _call(requests.delegations)
    delegation = _call(requests.delegation)
    message_delegation = _call(requests.message_delegation)
    interrupt_delegation = _call(requests.interrupt_delegation)
    interrupt_delegations = _call(requests.interrupt_delegations)
    assignment = _call(requests.assignment)
    orders = _stream(requests.orders)

    move_session = _call(requests.move_session)
    close_session = _call(requests.close_session)
    set_busy = _call(requests.set_busy)
    interrupt = _call(requests.interrupt)

    conversations = _call(requests.conversations)
    create_conversation = _call(requests.create_conversation)
    conversation = _call(requests.conversation)
    open_conversation = _call(requests.open_conversation)
    close_conversation = _call(requests.close_conversation)
    search_conversation = _call(requests.search_conversation)
    compact = _call(requests.compact)
    export_conversation = _call(requests.export_conversation)
    goal = _call(requests.goal)
    set_goal = _call(requests.set_goal)
    pause_goal = _call(requests.pause_goal)
    resume_goal = _call(requests.resume_goal)
    unwait_goal = _call(requests.unwait_goal)
    clear_goal = _call(requests.clear_goal)
    follow_conversation = _stream(requests.follow_conversation)
    items = _call(requests.items)
    send = _call(requests.send)
    stop_turn = _call(requests.stop_turn)
    approvals = _call(requests.approvals)
    answer_approval = _call(requests.answer_approval)
    models = _call(requests.models)

    tools = _call(requests.tools)
    call = _call(_calls.call)
    task = _call(requests.task)
    answer_task = _call(requests.answer_task)
    cancel_task = _call(requests.cancel_task)

    ringers = _call(requests.ringers)
    ringer_kinds = _call(requests.ringer_kinds)
    set_ringer = _call(requests.set_ringer)
    remove_ringer = _call(requests.remove_ringer)
    check_ringer = _call(requests.check_ringer)
    test_ringer = _call(requests.test_ringer)
    retry_ringer = _call(requests.retry_ringer)
    environments = _call(requests.environments)
    test_environment = _call(requests.test_environment)

    def _run(self, flow: Flow[T]) -> T:
        def once() -> GivingFlow[T]:
            yield Give((yield from flow))

        [value] = self._give(once())
        return value

    def _give(self, flow: GivingFlow[T]) -> Iterator[T]:
        line = _Line(self.home)
        try:
            step = next(flow)
            while True:
                if isinstance(step, Give):
                    yield step.value
                    step = flow.send(b"")
                    continue
                try:
                    came = line.do(step)
                except LinkLost as lost:
                    step = flow.throw(lost)
                else:
                    step = flow.send(came)
        except StopIteration:
            return
        finally:
            flow.close()
            line.close()


class _Line:
    """Does the steps of one flow."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._socket: Optional[socket.socket] = None

    def do(self, step: Step) -> bytes:
        if isinstance(step, Connect):
            self._connect(step.request)
        elif isinstance(step, Receive):
            return self._receive()
        elif isinstance(step, Pause):
            time.sleep(step.seconds)
        else:
            start_daemon(self._home)
        return b""

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _connect(self, request: bytes) -> None:
        self.close()
        self._socket = new_socket()
        try:
            with socket_path(self._home) as path:
                self._socket.connect(path)
        except OSError as error:
            raise LinkLost(str(error), was_unsent=True) from error
        try:
            self._socket.sendall(request)
        except OSError as error:
            raise LinkLost(str(error)) from error

    def _receive(self) -> bytes:
        assert self._socket is not None
        try:
            came = self._socket.recv(65536)
        except OSError as error:
            raise LinkLost(str(error)) from error
        if not came:
            raise LinkLost("the daemon closed the connection")
        return came
