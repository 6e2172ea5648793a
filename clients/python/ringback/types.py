# Made by scripts/python-client.ts from the OpenAPI document: do not edit.
"""What the daemon answers with."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


class Acknowledged(TypedDict):
    # How it stands.
    status: Literal["ok"]
    # How many of them were still open.
    acknowledged: int


class Active(TypedDict):
    # Whether something is active.
    active: bool
    # What is active.
    kept_awake_by: List[Awake]
    # When something is due by itself: until then a host that is not active may sleep. Null: nothing is.
    next_at: Optional[str]


class Answered(TypedDict):
    # Whether it was typed: not into a process that no longer waits at that prompt.
    typed: bool


class _Approval(TypedDict):
    # The call that waits.
    call_id: str
    # The step that it is of.
    item_id: str
    # Its name.
    tool: str
    # Its arguments, as the model wrote them.
    input: Any
    # Since when it waits.
    asked_at: str
    # When it counts as denied; null: never.
    expires_at: Optional[str]
    # The first that was given; null: none. `expired`: nobody answered in time; `message`: somebody wrote something instead. Both deny it.
    answer: Optional[Literal["allow", "deny", "always", "expired", "message"]]


class Approval(_Approval, total=False):
    # Of a command: where it would run, if that is not the folder of the conversation: an earlier `cd` led there, or the call says so.
    runs_in: str
    # Of an answer: whether it is the one that counts.
    is_first: bool
    # Who answered.
    by: str
    # Why, in their words.
    reason: str


class ApprovalList(TypedDict):
    # What waits for an answer, the oldest first.
    approvals: List[Approval]


class _Assignment(TypedDict):
    # Its process.
    process_id: str
    # The id of the delegation: `dlg_` and 12 hexadecimal digits.
    delegation_id: str
    # Its place in the order, from 0.
    task_index: int
    # What is to be done.
    goal: str
    # Its role.
    role: str
    # Who carries it out.
    to: Literal["own", "claude-code", "codex", "opencode", "gemini", "pi"]
    # Where its commands run; `local` is this machine.
    environment: str
    # The folder in which it works, of there; empty: the usual one.
    workdir: str
    # How many delegations stand above it, its own included.
    depth: int
    # Whether it may delegate in turn.
    may_delegate: bool
    # The session of what it starts itself: `delegate:` and its name.
    session_key: str
    # The folder of its process, in which it leaves `result`.
    keep: str
    # Its outcome is known already: there is nothing to do.
    is_over: bool


class Assignment(_Assignment, total=False):
    # What it has to know beside the goal.
    context: str
    # The model that was asked for.
    model: str
    # The tools that it has. Default: all.
    toolsets: List[str]


class Awake(TypedDict):
    # It runs or is queued; it is a delegate; a notification is not delivered; a session or conversation has a turn under way; a silence ends by itself; a place is to be let go; of a session, a wake-up is to come.
    reason: Literal["running", "delegate", "undelivered", "turn", "silence", "place", "wake_up"]
    # The process or wake-up it is about; null where it is about none.
    session_id: Optional[str]
    # The conversation that a process or notification belongs to.
    session_key: str
    # Since when; null where that is not known.
    since: Optional[str]


class CheckedSteps(TypedDict):
    # What was looked at.
    name: str
    # Whether it is in order.
    is_fine: bool
    # What was found.
    detail: str


class Checked(TypedDict):
    # Whether it is in order.
    is_fine: bool
    # One after the other.
    steps: List[CheckedSteps]


class _CompletionEvent(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # The conversation that a process or notification belongs to.
    session_key: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Milliseconds since 1970.
    started_at: int
    # What kind it is; the set is open.
    type: Literal["completion"]
    # As a shell shows it: 128 and more for a signal. Null while it runs and when it cannot be known.
    exit_code: Optional[int]
    # The signal that ended it.
    signal: Optional[str]
    # Why it ended.
    completion_reason: Literal["exited", "killed", "lost", "skipped"]
    # Who ended it; empty when it ended by itself.
    termination_source: str
    # Milliseconds since 1970.
    ended_at: int
    # What it printed last, cut at a line start when cut.
    output: str
    # Characters of output before that, or bytes where these are not known; 0 when `output` is everything.
    output_missing: int


class CompletionEvent(_CompletionEvent, total=False):
    # Where it ran, when that was not this machine.
    environment: str
    # Of a failed one: lines before `output` that look like the reason.
    digest: str
    # It was to become ready, and was not seen to be before it ended.
    ended_before_ready: bool
    # It waited for other processes and never ran; `note` says why.
    never_began: bool
    # How many processes below it were alive when it ended.
    descendants: int
    # The system killed it for want of memory.
    killed_for_memory: bool
    # Something one should know about it.
    note: str


class _Conversation(TypedDict):
    # Also the session key of what it starts.
    conversation_id: str
    # The folder that it works in.
    cwd: str
    # Whom it asks: `provider/model`; empty: it has not found one yet.
    model: str
    # The first words.
    begins: str
    # When it began.
    created_at: str
    # When something was said last.
    changed_at: str
    # Nothing is to be done; a turn is under way; it waits for an approval; or for something that `trouble` says.
    state: Literal["idle", "working", "waiting", "trouble"]
    # Of the last change of an item.
    sequence: int
    # What it has cost so far in US dollars, where the prices are known.
    cost: float
    # What all its steps took.
    tokens: Tokens
    # How many tokens the model was shown and said in its last step.
    context: int
    # How many calls wait for an answer of a person.
    pending_approvals: int
    # Whether it goes on after its answer when something rings.
    hears: bool
    # It has been left for another: what rings is stored, and makes no turn until it is opened.
    closed: bool


class Conversation(_Conversation, total=False):
    # What keeps it from going on.
    trouble: ConversationTrouble
    # MCP servers that are not there now, and why: it goes on without their tools.
    missing_tools: List[str]
    # How many the model takes, where that is known.
    context_limit: int
    # What it works towards by itself.
    goal: Goal


class _ConversationCall(TypedDict):
    # Of the call, and of the process that it starts, if it starts one.
    call_id: str
    # Its name.
    tool: str
    # Its arguments, as the model wrote them.
    input: Any
    # It is to be carried out, it waits for an approval, it has one, it may have taken effect, its result is stored, or it is never carried out.
    state: Literal["wanted", "waiting", "allowed", "begun", "answered", "denied"]


class ConversationCall(_ConversationCall, total=False):
    # Its result.
    output: str
    # The result says what went wrong.
    is_error: bool
    # What is to be seen with it.
    images: List[ImageInfo]


class _ConversationExport(TypedDict):
    # What it is.
    conversation: Conversation


class ConversationExport(_ConversationExport, total=False):
    # Everything, as `json`.
    items: List[ConversationItem]
    # Everything to be read, as `markdown`.
    markdown: str


ConversationItem = Union[
    "PersonItem",
    "RingItem",
    "StepItem",
    "SummaryItem",
    "GoalItem",
    "EndItem",
]


class ConversationItems(TypedDict):
    # With `after`: in the order of their last change. Else in the order of their positions, what waits last.
    items: List[ConversationItem]
    # Ask for what comes `after` it.
    sequence: int
    # Whether there is more: later changes, or with `before_position` earlier items.
    more: bool


class ConversationList(TypedDict):
    # The one in which something was said last first.
    conversations: List[Conversation]
    # Give it back as `cursor` for the following ones; null: these are the last.
    next: Optional[str]


class ConversationRung(TypedDict):
    # It is stored and will be heard; it was before; or a turn is under way, and the conversation asks by itself after it.
    status: Literal["stored", "known", "busy"]


class ConversationTrouble(TypedDict):
    # What is wrong, and what can be done.
    message: str
    # When it tries again; null: when somebody has done something about it.
    retry_at: Optional[str]


class DelegateOrder(TypedDict):
    # Grows with every order.
    sequence: float
    # To hear something, or to stop and say what there is.
    type: Literal["message", "interrupt"]
    # What is said, or why it is to stop.
    text: str


class DelegationNotification(TypedDict):
    # The notification that tells it …
    id: str
    # … and what became of that.
    state: Literal["pending", "sent", "delivered", "consumed", "dismissed", "suppressed"]


class _Delegation(TypedDict):
    # The id of the delegation: `dlg_` and 12 hexadecimal digits.
    delegation_id: str
    # The conversation that a process or notification belongs to.
    session_key: str
    # Whether all of its tasks have ended.
    state: Literal["running", "ended"]
    # What is to be done.
    goal: str
    # The role of the delegates.
    role: str
    # Whether it is a fan-out.
    is_batch: bool
    # How many delegations stand above it, itself included.
    depth: int
    # In order.
    tasks: List[DelegationTask]
    # When it was sent.
    dispatched_at: str
    # When the last task ended.
    completed_at: Optional[str]


class Delegation(_Delegation, total=False):
    # Of an ended one: of a fan-out `completed` where all are good, else `failed`.
    status: Literal["completed", "success", "failed", "error", "timeout", "interrupted", "stalled", "unknown"]
    # What the delegates were given beside the goal.
    context: str
    # The tools that they have.
    toolsets: List[str]
    # The delegate that sent it.
    parent: str
    # How the session was told.
    notification: DelegationNotification
    # Something one should know about it: such as that it was never told.
    note: str


class _DelegationEventTasks(TypedDict):
    # What was to be done.
    goal: str
    # How it stands.
    status: Literal["completed", "success", "failed", "error", "timeout", "interrupted", "stalled", "unknown"]


class DelegationEventTasks(_DelegationEventTasks, total=False):
    # What came out.
    result: str
    # What went wrong.
    error: str
    # How often the model was asked.
    api_calls: int
    # How long it took.
    duration_seconds: float


class _DelegationEvent(TypedDict):
    # What kind it is; the set is open.
    type: Literal["async_delegation"]
    # Names the delegation; the same twice is told once.
    delegation_id: str
    # What was to be done.
    goal: str
    # Milliseconds since 1970.
    dispatched_at: int
    # Milliseconds since 1970.
    completed_at: int
    # How it stands.
    status: Literal["completed", "success", "failed", "error", "timeout", "interrupted", "stalled", "unknown"]
    # The conversation that a process or notification belongs to.
    session_key: str


class DelegationEvent(_DelegationEvent, total=False):
    # What the sub-agent was given.
    context: str
    # Tools that the sub-agent had.
    toolsets: List[str]
    # The role of the sub-agent.
    role: str
    # The model that worked.
    model: str
    # What came out.
    result: str
    # What went wrong.
    error: str
    # How often the model was asked.
    api_calls: int
    # Of a fan-out: each with its own result.
    tasks: List[DelegationEventTasks]


class DelegationList(TypedDict):
    # The last one first; without contexts and results.
    delegations: List[Delegation]


class _DelegationTask(TypedDict):
    # Its place in the order, from 0.
    task_index: int
    # The id of the process that carries it out, which has a log of its steps.
    session_id: str
    # Written down, at work, told to stop, or ended.
    state: Literal["sent", "running", "interrupting", "ended"]
    # What is to be done.
    goal: str
    # Who carries it out.
    to: Literal["own", "claude-code", "codex", "opencode", "gemini", "pi"]
    # Where its commands run; `local` is this machine.
    environment: str
    # The folder in which it works; empty: the usual one there.
    workdir: str
    # When its process was started.
    started_at: Optional[str]
    # When it ended.
    ended_at: Optional[str]


class DelegationTask(_DelegationTask, total=False):
    # Of an ended one: how it came back.
    status: Literal["completed", "success", "failed", "error", "timeout", "interrupted", "stalled", "unknown"]
    # What it was given beside the goal.
    context: str
    # The model that works, as it was asked for, or as the delegate says.
    model: str
    # What came out; of one that did not finish, what there is.
    result: str
    # What went wrong.
    error: str
    # How often the model was asked.
    api_calls: int
    # What that cost, in US dollars, where it is known.
    cost: float
    # Tokens that the model read.
    input_tokens: int
    # Tokens that the model wrote.
    output_tokens: int
    # Processes that it left running; they are those of the session now.
    left_running: List[str]
    # The last line that it printed.
    progress: str


class Dismissed(TypedDict):
    # How it stands.
    status: Literal["ok"]
    # How many of them were still open.
    dismissed: int


class _DispatchedTasks(TypedDict):
    # Its place in the order, from 0.
    task_index: int
    # The id of the process that carries it out, which has a log of its steps.
    session_id: str


class DispatchedTasks(_DispatchedTasks, total=False):
    # Why it could not be started; its outcome is told with the others.
    error: str


class _Dispatched(TypedDict):
    # `rejected`: nothing was begun; `error` says why and `advice` what to do.
    status: Literal["dispatched", "rejected"]
    # The id of the delegation: `dlg_` and 12 hexadecimal digits.
    delegation_id: str
    # The delegates, in order.
    tasks: List[DispatchedTasks]


class Dispatched(_Dispatched, total=False):
    # Why it was rejected.
    error: str
    # What to do instead.
    advice: str


class Done(TypedDict):
    # How it stands.
    status: Literal["ok"]
    # A sentence for people.
    message: str


class Drained(TypedDict):
    # Null when there is nothing to tell.
    turn: Optional[Turn]


class _EndItem(TypedDict):
    # A turn ended before all was said.
    kind: Literal["end"]
    # Stays the same whatever becomes of it: what comes later replaces it.
    item_id: str
    # Of its last change; the next change in the conversation has a greater one.
    sequence: int
    # Its place in the conversation, by which items are shown in order; null: it waits for a turn.
    position: Optional[int]
    # When it came to be.
    at: str
    # It could not go on, or a person has stopped it.
    state: Literal["failed", "stopped"]


class EndItem(_EndItem, total=False):
    # Why it failed.
    reason: str


class Environment(TypedDict):
    # As it is called in config.json; `local` is this machine.
    name: str
    # Its kind.
    type: str
    # The host, container or image that it stands for.
    where: str
    # What is known without connecting. `unreachable`: it did not answer and is tried again; `wrong`: its entry is.
    state: Literal["unused", "connected", "unreachable", "wrong"]
    # What was found.
    detail: str
    # How many processes there have not ended.
    running: int


class EnvironmentList(TypedDict):
    # This machine first.
    environments: List[Environment]


class EnvironmentTestedStepsAgents(TypedDict):
    # What it is called as `to` of a delegation.
    kind: str
    # Empty where it did not tell.
    version: str


class _EnvironmentTestedSteps(TypedDict):
    # What was looked at.
    name: str
    # Whether it is in order.
    is_fine: bool
    # What was found.
    detail: str
    # How long it took, in milliseconds.
    ms: int


class EnvironmentTestedSteps(_EnvironmentTestedSteps, total=False):
    # What to do next.
    hint: str
    # Of the step `agents`: those that are installed there.
    agents: List[EnvironmentTestedStepsAgents]


class EnvironmentTested(TypedDict):
    # Whether it is in order.
    is_fine: bool
    # One after the other; the last one failed, where one did.
    steps: List[EnvironmentTestedSteps]


class _Error(TypedDict):
    # A sentence for people.
    error: str
    # The kind of error, for programs.
    code: Literal["bad_request", "not_found", "ambiguous", "already_exited", "already_ran", "conflict", "no_stdin", "stdin_closed", "stdin_full", "no_terminal", "no_folder", "no_program", "no_environment", "home_in_use", "home_unsafe", "no_keeper", "no_daemon", "detached", "gone", "unreachable", "unauthorized", "forbidden", "failed"]
    # What to do next; empty when the error says it all.
    hint: str


class Error(_Error, total=False):
    # How it stands.
    status: Literal["not_found", "already_exited"]


Event = Union[
    "CompletionEvent",
    "WatchMatchEvent",
    "WatchDisabledEvent",
    "StillRunningEvent",
    "NeedsInputEvent",
    "QuietEvent",
    "ReadyEvent",
    "OverflowTrippedEvent",
    "OverflowReleasedEvent",
    "WakeUpEvent",
    "DelegationEvent",
    "OtherEvent",
]


class FoundItem(TypedDict):
    # The item.
    item_id: str
    # What kind of item it is.
    kind: str
    # Its place in the conversation.
    position: int
    # What is around the match.
    text: str


class FoundItems(TypedDict):
    # The latest first.
    found: List[FoundItem]


class _FoundLine(TypedDict):
    # The number of the line, counted from 0.
    line: int
    # Where its text begins in all the bytes ever printed.
    offset: int
    # The line, without escape codes.
    text: str
    # False for a line around one that matches.
    match: bool


class FoundLine(_FoundLine, total=False):
    # It is longer: this is the beginning, or what is around the match.
    cut: bool


class FoundLines(TypedDict):
    # In the order they were printed.
    lines: List[FoundLine]


Gap = TypedDict(
    "Gap",
    {
        "from": int,
        "to": int,
    },
)


class _Goal(TypedDict):
    # What is to be reached.
    text: str
    # It takes turns, it waits for one thing, it was paused, a bound was reached, or it is done.
    state: Literal["working", "parked", "paused", "stopped", "done"]
    # Why it is in this state; of one that works, what the judge said last.
    reason: str
    # Since when it is in this state.
    since: str
    # Since when its bounds count.
    begun_at: str
    # How far it may go.
    bounds: GoalBounds
    # How far it went.
    spent: GoalSpent


class Goal(_Goal, total=False):
    # Of one that is parked.
    waits_for: GoalWaiting


class _GoalAnswer(TypedDict):
    # Null: there is none.
    goal: Optional[Goal]


class GoalAnswer(_GoalAnswer, total=False):
    # False: there was nothing to do.
    changed: bool


class GoalBounds(TypedDict):
    # How many turns it takes by itself at most. 0: there is no such bound.
    turns: int
    # How many tokens the conversation takes at most from its beginning on. 0: there is no such bound.
    tokens: int
    # How much that may cost, as far as prices are known. 0: there is no such bound.
    dollars: float
    # How long it goes on at most, also while it waits. 0: there is no such bound.
    seconds: float


class _GoalItem(TypedDict):
    # Something happened to the goal.
    kind: Literal["goal"]
    # Stays the same whatever becomes of it: what comes later replaces it.
    item_id: str
    # Of its last change; the next change in the conversation has a greater one.
    sequence: int
    # Its place in the conversation, by which items are shown in order; null: it waits for a turn.
    position: Optional[int]
    # When it was said; null: it is not, yet.
    at: Optional[str]
    # It was set; it begins a turn; its judge is asked, has answered, or was interrupted; it waits, no longer waits, or was told not to; it was paused, resumed, is done, has reached a bound, or was cleared.
    event: Literal["set", "turn", "judging", "judged", "dropped", "parked", "woken", "unwaited", "paused", "resumed", "done", "stopped", "cleared"]
    # The goal; what the model is told at the beginning of the turn; why the judge said so; what it waits for; or why that happened.
    text: str


class GoalItem(_GoalItem, total=False):
    # What the judge said.
    verdict: Literal["done", "continue", "wait"]
    # What the judge took.
    tokens: Tokens
    # In US dollars, where the price is known.
    cost: float


class GoalSpent(TypedDict):
    # Turns of its own.
    turns: int
    # What the conversation took since it began.
    tokens: int
    # What that cost, as far as prices are known.
    dollars: float
    # How long ago it began.
    seconds: float


class GoalWaiting(TypedDict):
    # What kind of thing it waits for.
    kind: Literal["process", "wake_up", "time"]
    # The id of the process or wake-up, or the time.
    target: str
    # The wake-up that ends the waiting. Whoever cancels that ends it too.
    wake_id: str
    # Why, in the words of the judge.
    reason: str
    # Since when.
    since: str


class _GrepEnd(TypedDict):
    # How many lines matched.
    count: int


class GrepEnd(_GrepEnd, total=False):
    # It stopped at `limit`, and more may match: the line to go on with, as `offset`.
    next: int


class _Health(TypedDict):
    # How it stands.
    status: Literal["ok"]
    # The version of Ringback.
    version: str
    # Its process id.
    pid: int
    # The folder of this daemon.
    home: str
    # For how long it runs.
    uptime_seconds: float
    # How many processes run.
    running: int
    # How many processes are known.
    processes: int
    # Connections that are open now, yours among them.
    connections: int
    # Memory that the daemon uses.
    rss_bytes: int
    # Programs of Ringback itself that it keeps.
    programs: List[Program]


class Health(_Health, total=False):
    # Where it is served over TCP, when it is.
    address: str


class ImageInfo(TypedDict):
    # Such as `image/png`.
    media_type: str
    # How large it is.
    bytes: int


class Interrupted(TypedDict):
    # Always `ok`.
    status: Literal["ok"]
    # How many delegates were told to stop.
    interrupted: int
    # Of which delegations they are.
    delegations: List[str]


class _Kill(TypedDict):
    # What became of it.
    status: Literal["killed", "already_exited"]
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # As a shell shows it: 128 and more for a signal. Null while it runs and when it cannot be known.
    exit_code: Optional[int]
    # The signal that ended it.
    signal: Optional[str]
    # What it printed last.
    output: str
    # How many processes were seen ended.
    killed: int
    # Process ids that could not be ended.
    survivors: List[int]


class Kill(_Kill, total=False):
    # Why it ended.
    completion_reason: Literal["exited", "killed", "lost", "skipped"]
    # Who ended it; empty when it ended by itself.
    termination_source: Literal["", "process.kill", "kill_all", "max_runtime", "backend_lost"]
    # When it ended.
    ended_at: str
    # Something one should know about it.
    note: str


class KillAll(TypedDict):
    # How it stands.
    status: Literal["ok"]
    # How many processes were seen ended.
    killed: int
    # Those that are meant.
    processes: List[Kill]


class _ListedProcess(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Its process id.
    pid: Optional[int]
    # When it was started.
    started_at: str
    # For how long it runs or ran.
    uptime_seconds: float
    # How it stands.
    status: Literal["queued", "running", "exited", "lost"]
    # As a shell shows it: 128 and more for a signal. Null while it runs and when it cannot be known.
    exit_code: Optional[int]
    # The signal that ended it.
    signal: Optional[str]
    # The conversation that a process or notification belongs to.
    session_key: str
    # The task that it belongs to.
    task: str
    # Where it runs: a name of `GET /v1/environments`; `local` is this machine.
    environment: str
    # Whether it has a terminal.
    pty: bool
    # Whether its input stays open for writing.
    stdin: bool
    # What it printed last.
    output_preview: str


class ListedProcess(_ListedProcess, total=False):
    # What it is called, where it was given a name.
    name: str
    # Which program of Ringback itself it is; absent for all others.
    system: str
    # The task of a delegation that it carries out, as `dlg_…/0`.
    delegation: str
    # Whether its end is told to its session.
    notify_on_complete: bool
    # Which ends are told: `failure` leaves out exit code 0 and ends by `kill_all`. Given alone, it asks to be told.
    notify_on: Literal["failure", "always"]
    # Patterns; a line that matches one is told to the session.
    watch_patterns: List[str]
    # A watch of it has matched.
    watch_hit: bool
    # What shows that it is ready: a pattern, `:PORT`, a URL or `!command`.
    ready: str
    # When that was seen.
    ready_at: str
    # The TCP ports on which it or something that it started listens now, each as `address:port`.
    ports: List[str]
    # Processes that had to end well, or to be ready, before it began.
    after: List[str]
    # While it is queued: those of `after` that it still waits for.
    waiting_for: List[str]
    # It runs, but its keeper is gone: it can be looked at and killed, and takes no input.
    detached: bool
    # Why it has no terminal although one was asked for.
    pty_note: str
    # Why it ended.
    completion_reason: Literal["exited", "killed", "lost", "skipped"]
    # Who ended it; empty when it ended by itself.
    termination_source: Literal["", "process.kill", "kill_all", "max_runtime", "backend_lost"]
    # When it ended.
    ended_at: str
    # Something one should know about it.
    note: str
    # The most memory that an ended process used at once.
    peak_memory_kb: int
    # The processor time that it and everything it started used until now, or until its end.
    cpu_seconds: float
    # The memory that it and everything it started use now.
    memory_bytes: int
    # How many processes it and everything it started are now.
    process_count: int
    # The memory of graphics processors that they use now: of NVIDIA, on this machine, outside of containers.
    gpu_memory_bytes: int
    # How much of one graphics processor they use now, in percent; more than 100 of several.
    gpu_percent: float
    # The system killed it for want of memory.
    killed_for_memory: bool


class LogShowing(TypedDict):
    # The first line shown, counted from 0.
    first: int
    # The first line that is not shown any more.
    last: int


class _Log(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # How it stands.
    status: Literal["queued", "running", "exited", "lost"]
    # The lines.
    output: str
    # How many lines were ever printed.
    total_lines: int
    # Which lines these are.
    showing: LogShowing
    # A position in the output. Give it back to read on where this answer stopped.
    cursor: str


class Log(_Log, total=False):
    # Ranges of bytes that are no longer kept.
    gaps: List[Gap]


class LogSize(TypedDict):
    # How much was ever printed.
    printed_bytes: int
    # How much of that is kept.
    kept_bytes: int
    # How many lines were ever printed.
    lines: int
    # Ranges of bytes that are no longer kept.
    gaps: List[Gap]


class MessageSent(TypedDict):
    # The item that it has become.
    item_id: str
    # False: it was sent before.
    is_new: bool


class Messaged(TypedDict):
    # Always `ok`.
    status: Literal["ok"]
    # The id of the delegation: `dlg_` and 12 hexadecimal digits.
    delegation_id: str
    # Those that are told: they have not ended.
    tasks: List[int]


class _ModelList(TypedDict):
    # What can be chosen: `provider/model`.
    models: List[str]
    # What a new conversation asks; null: nothing was found.
    default: Optional[str]


class ModelList(_ModelList, total=False):
    # What to do where nothing was found.
    hint: str


class _NeedsInputEvent(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # The conversation that a process or notification belongs to.
    session_key: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Milliseconds since 1970.
    started_at: int
    # What kind it is; the set is open.
    type: Literal["needs_input"]
    # Names the prompt among those of its process.
    prompt_id: str
    # Milliseconds since 1970.
    waiting_since: int
    # Who waits …
    pid: int
    # … and its name, which it chose itself.
    program: str
    # `certain`: it is blocked in a read on its terminal or stdin. `likely`: a guess.
    evidence: Literal["certain", "likely"]
    # What it was found in: `read`, `poll`, `select`, `epoll`, `io_uring`; `refused`: nobody may look.
    by: str
    # What is typed is not shown: a password.
    hidden: bool
    # The last line that it printed before; empty when it printed nothing.
    prompt: str


class NeedsInputEvent(_NeedsInputEvent, total=False):
    # Where it ran, when that was not this machine.
    environment: str


class Notification(TypedDict):
    # Stable: one that comes again carries the same.
    id: str
    # Its number in the ledger.
    sequence: int
    # What kind it is; the set is open.
    type: str
    # The conversation that a process or notification belongs to.
    session_key: str
    # The process it is about; null where it is about none.
    session_id: Optional[str]
    # What became of it.
    state: Literal["pending", "sent", "delivered", "consumed", "dismissed", "suppressed"]
    # What suppressed or consumed it.
    rule: Optional[str]
    # When it was written down.
    created_at: str
    # When it was last handed out.
    sent_at: Optional[str]
    # When its last state was reached.
    settled_at: Optional[str]
    # What an agent reads.
    text: str
    # What happened, with all its fields.
    event: Event


class NotificationList(TypedDict):
    # Each with its id, for acknowledging.
    notifications: List[Notification]


class _OtherEvent(TypedDict):
    # What kind it is; the set is open.
    type: str
    # What an agent reads.
    text: str
    # The conversation that a process or notification belongs to.
    session_key: str


class OtherEvent(_OtherEvent, total=False):
    # The process it is about, where it is about one.
    session_id: str


class OutputPiece(TypedDict):
    # Where it begins in all the bytes ever printed.
    offset: int
    # The bytes, as base64.
    data: str


class OverflowReleasedEventProcesses(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # How many were not told.
    suppressed: int
    # The first line that was dropped.
    first_line: str


class OverflowReleasedEvent(TypedDict):
    # What kind it is; the set is open.
    type: Literal["watch_overflow_released"]
    # The conversation that a process or notification belongs to.
    session_key: str
    # Whose limit it was: that of the session, or that of all together.
    scope: Literal["session", "all"]
    # How many were not told.
    suppressed: int
    # Those that are meant.
    processes: List[OverflowReleasedEventProcesses]
    # Milliseconds since 1970.
    at: int


class OverflowTrippedEvent(TypedDict):
    # What kind it is; the set is open.
    type: Literal["watch_overflow_tripped"]
    # The conversation that a process or notification belongs to.
    session_key: str
    # Whose limit it was: that of the session, or that of all together.
    scope: Literal["session", "all"]
    # How many matches are too many.
    limit: int
    # The time over which the matches were counted.
    window_seconds: float
    # How long no matches are told.
    silence_seconds: float
    # Milliseconds since 1970.
    at: int


class _PersonItem(TypedDict):
    # A person said it.
    kind: Literal["person"]
    # Stays the same whatever becomes of it: what comes later replaces it.
    item_id: str
    # Of its last change; the next change in the conversation has a greater one.
    sequence: int
    # Its place in the conversation, by which items are shown in order; null: it waits for a turn.
    position: Optional[int]
    # When it came to be.
    at: str
    # As it was sent with it.
    client_id: str
    # What was said.
    text: str


class PersonItem(_PersonItem, total=False):
    # What is to be seen with it.
    images: List[ImageInfo]


class _Poll(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Its process id.
    pid: Optional[int]
    # When it was started.
    started_at: str
    # For how long it runs or ran.
    uptime_seconds: float
    # How it stands.
    status: Literal["queued", "running", "exited", "lost"]
    # As a shell shows it: 128 and more for a signal. Null while it runs and when it cannot be known.
    exit_code: Optional[int]
    # The signal that ended it.
    signal: Optional[str]
    # The conversation that a process or notification belongs to.
    session_key: str
    # The task that it belongs to.
    task: str
    # Where it runs: a name of `GET /v1/environments`; `local` is this machine.
    environment: str
    # Whether it has a terminal.
    pty: bool
    # Whether its input stays open for writing.
    stdin: bool
    # How long it has printed nothing.
    idle_seconds: float
    # What it printed last, or since `cursor`.
    output_preview: str
    # A position in the output. Give it back to read on where this answer stopped.
    cursor: str
    # How much output there is.
    log: LogSize
    # Whether it seems to wait for input.
    waiting_input: bool
    # How many processes below it are alive.
    descendants: int


class Poll(_Poll, total=False):
    # What it is called, where it was given a name.
    name: str
    # Which program of Ringback itself it is; absent for all others.
    system: str
    # The task of a delegation that it carries out, as `dlg_…/0`.
    delegation: str
    # Whether its end is told to its session.
    notify_on_complete: bool
    # Which ends are told: `failure` leaves out exit code 0 and ends by `kill_all`. Given alone, it asks to be told.
    notify_on: Literal["failure", "always"]
    # Patterns; a line that matches one is told to the session.
    watch_patterns: List[str]
    # A watch of it has matched.
    watch_hit: bool
    # What shows that it is ready: a pattern, `:PORT`, a URL or `!command`.
    ready: str
    # When that was seen.
    ready_at: str
    # The TCP ports on which it or something that it started listens now, each as `address:port`.
    ports: List[str]
    # Processes that had to end well, or to be ready, before it began.
    after: List[str]
    # While it is queued: those of `after` that it still waits for.
    waiting_for: List[str]
    # It runs, but its keeper is gone: it can be looked at and killed, and takes no input.
    detached: bool
    # Why it has no terminal although one was asked for.
    pty_note: str
    # Why it ended.
    completion_reason: Literal["exited", "killed", "lost", "skipped"]
    # Who ended it; empty when it ended by itself.
    termination_source: Literal["", "process.kill", "kill_all", "max_runtime", "backend_lost"]
    # When it ended.
    ended_at: str
    # Something one should know about it.
    note: str
    # The most memory that an ended process used at once.
    peak_memory_kb: int
    # The processor time that it and everything it started used until now, or until its end.
    cpu_seconds: float
    # The memory that it and everything it started use now.
    memory_bytes: int
    # How many processes it and everything it started are now.
    process_count: int
    # The memory of graphics processors that they use now: of NVIDIA, on this machine, outside of containers.
    gpu_memory_bytes: int
    # How much of one graphics processor they use now, in percent; more than 100 of several.
    gpu_percent: float
    # The system killed it for want of memory.
    killed_for_memory: bool


class _Process(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Its process id.
    pid: Optional[int]
    # When it was started.
    started_at: str
    # For how long it runs or ran.
    uptime_seconds: float
    # How it stands.
    status: Literal["queued", "running", "exited", "lost"]
    # As a shell shows it: 128 and more for a signal. Null while it runs and when it cannot be known.
    exit_code: Optional[int]
    # The signal that ended it.
    signal: Optional[str]
    # The conversation that a process or notification belongs to.
    session_key: str
    # The task that it belongs to.
    task: str
    # Where it runs: a name of `GET /v1/environments`; `local` is this machine.
    environment: str
    # Whether it has a terminal.
    pty: bool
    # Whether its input stays open for writing.
    stdin: bool


class Process(_Process, total=False):
    # What it is called, where it was given a name.
    name: str
    # Which program of Ringback itself it is; absent for all others.
    system: str
    # The task of a delegation that it carries out, as `dlg_…/0`.
    delegation: str
    # Whether its end is told to its session.
    notify_on_complete: bool
    # Which ends are told: `failure` leaves out exit code 0 and ends by `kill_all`. Given alone, it asks to be told.
    notify_on: Literal["failure", "always"]
    # Patterns; a line that matches one is told to the session.
    watch_patterns: List[str]
    # A watch of it has matched.
    watch_hit: bool
    # What shows that it is ready: a pattern, `:PORT`, a URL or `!command`.
    ready: str
    # When that was seen.
    ready_at: str
    # The TCP ports on which it or something that it started listens now, each as `address:port`.
    ports: List[str]
    # Processes that had to end well, or to be ready, before it began.
    after: List[str]
    # While it is queued: those of `after` that it still waits for.
    waiting_for: List[str]
    # It runs, but its keeper is gone: it can be looked at and killed, and takes no input.
    detached: bool
    # Why it has no terminal although one was asked for.
    pty_note: str
    # Why it ended.
    completion_reason: Literal["exited", "killed", "lost", "skipped"]
    # Who ended it; empty when it ended by itself.
    termination_source: Literal["", "process.kill", "kill_all", "max_runtime", "backend_lost"]
    # When it ended.
    ended_at: str
    # Something one should know about it.
    note: str
    # The most memory that an ended process used at once.
    peak_memory_kb: int
    # The processor time that it and everything it started used until now, or until its end.
    cpu_seconds: float
    # The memory that it and everything it started use now.
    memory_bytes: int
    # How many processes it and everything it started are now.
    process_count: int
    # The memory of graphics processors that they use now: of NVIDIA, on this machine, outside of containers.
    gpu_memory_bytes: int
    # How much of one graphics processor they use now, in percent; more than 100 of several.
    gpu_percent: float
    # The system killed it for want of memory.
    killed_for_memory: bool


class ProcessList(TypedDict):
    # Those that are meant, newest first.
    processes: List[ListedProcess]


class _Program(TypedDict):
    # Which one.
    name: str
    # Nobody needs it; it is being started; it answers; it failed, and is started again after a pause.
    state: Literal["down", "starting", "up", "resting"]
    # How often it has failed in a row.
    failures: int


class Program(_Program, total=False):
    # The id of its process, where it runs.
    session_id: str
    # Why it was last started again; absent where it was not.
    trouble: str


class _QuietEvent(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # The conversation that a process or notification belongs to.
    session_key: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Milliseconds since 1970.
    started_at: int
    # What kind it is; the set is open.
    type: Literal["quiet"]
    # Seconds without output after which this was to be told.
    quiet_after: int
    # The last output, or the start, in milliseconds since 1970.
    silent_since: int
    # How long it had printed nothing when that was noticed.
    silent_seconds: int
    # How many bytes it had ever printed.
    offset: int
    # The last part of the silence, in which it and all that it started …
    measured_seconds: float
    # … used this much processor time,
    cpu_seconds: float
    # read this much from disks,
    read_bytes: int
    # and wrote this much to them.
    written_bytes: int
    # The last lines that it printed; empty when it printed nothing.
    output: str


class QuietEvent(_QuietEvent, total=False):
    # Where it ran, when that was not this machine.
    environment: str


class _ReadyEvent(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # The conversation that a process or notification belongs to.
    session_key: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Milliseconds since 1970.
    started_at: int
    # What kind it is; the set is open.
    type: Literal["ready"]
    # What was looked for, as it was asked.
    ready: str
    # What kind of probe that is.
    by: Literal["pattern", "port", "url", "command"]
    # When that was seen, in milliseconds since 1970.
    ready_at: int


class ReadyEvent(_ReadyEvent, total=False):
    # Where it ran, when that was not this machine.
    environment: str
    # The line that matched.
    line: str
    # Of the answer, where it was asked from this machine.
    http_status: int
    # Where to connect to, as `host:port`: an address of where it runs …
    address: str
    # … and who listens there.
    pid: int
    # The URL that was asked, or that it printed.
    url: str
    # All TCP ports on which it listened then, each as `address:port`.
    ports: List[str]


class ResizesSize(TypedDict):
    # Columns of the terminal.
    cols: int
    # Rows of the terminal.
    rows: int


class ResizesChanges(TypedDict):
    # Where it begins in all the bytes ever printed.
    offset: int
    # Columns of the terminal.
    cols: int
    # Rows of the terminal.
    rows: int


Resizes = TypedDict(
    "Resizes",
    {
        "end": int,
        "from": int,
        "size": "ResizesSize",
        "changes": "List[ResizesChanges]",
    },
)


class Retried(TypedDict):
    # How it stands.
    status: Literal["ok"]
    # How many rings are tried again.
    retried: int


class Ring(TypedDict):
    # The same for every try.
    id: str
    # It waits to be tried; it is being tried; it may have arrived, and is looked for or tried again; it was given up.
    state: Literal["waiting", "ringing", "uncertain", "dead"]
    # How often it was tried.
    attempts: int
    # When it is tried next, where it is.
    next_at: str
    # Why the last try failed; empty before.
    reason: str
    # When it was written down.
    created_at: str
    # Ids of what is told in it.
    notifications: List[str]


class RingItem(TypedDict):
    # It rang: notifications of what the conversation has started.
    kind: Literal["ring"]
    # Stays the same whatever becomes of it: what comes later replaces it.
    item_id: str
    # Of its last change; the next change in the conversation has a greater one.
    sequence: int
    # Its place in the conversation, by which items are shown in order; null: it waits for a turn.
    position: Optional[int]
    # When it came to be.
    at: str
    # What the model is told.
    text: str


class _Ringer(TypedDict):
    # The conversation that is rung.
    session_key: str
    # The kind of ringer.
    kind: str
    # What the agent does with a ring that comes twice: it drops the second, it can be asked whether the first has arrived, or neither. Null for a kind that does not exist.
    idempotent: Optional[Literal["native", "reconcile", "none"]]
    # What its kind needs to know; see `GET /v1/ringers/kinds`. Secrets among them are not shown.
    settings: Dict[str, Any]
    # Who has set it: a person or program, the agent itself with a call, a pattern of config.json, or Ringback: its own agent's conversations.
    origin: Literal["user", "agent", "config", "own"]
    # How many notifications are still to be told, those in rings included.
    pending: int
    # Turns that are on their way, or were given up.
    rings: List[Ring]


class Ringer(_Ringer, total=False):
    # Why it cannot be rung as it is set; absent when it can.
    problem: str
    # Until when its session said to be busy, and is not rung; absent when it is not.
    busy_until: str


class RingerKindsKinds(TypedDict):
    # The kind of ringer.
    kind: str
    # One sentence.
    summary: str
    # What the agent does with a ring that comes twice: it drops the second, it can be asked whether the first has arrived, or neither.
    idempotent: Literal["native", "reconcile", "none"]
    # JSON Schema of its settings.
    settings: Dict[str, Any]
    # Which of the settings are secret, and never shown.
    secrets: List[str]


class RingerKinds(TypedDict):
    # All that there are.
    kinds: List[RingerKindsKinds]


class RingerList(TypedDict):
    # Each session that is rung.
    ringers: List[Ringer]


class SamplesSamples(TypedDict):
    # When.
    at: str
    # The processor time that it and everything it started had used until then.
    cpu_seconds: float
    # The memory that they used then.
    memory_bytes: int
    # The most that was seen since the sample before.
    peak_memory_bytes: int
    # Read from disks until then.
    read_bytes: int
    # Written to disks until then.
    written_bytes: int
    # How many processes there were.
    processes: int


class Samples(TypedDict):
    # Oldest first, every 5 s or further apart, the older the further.
    samples: List[SamplesSamples]


class SessionClosed(TypedDict):
    # How it stands.
    status: Literal["ok"]
    # How many notifications will not be told.
    suppressed: int


class _Started(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Its process id.
    pid: Optional[int]
    # When it was started.
    started_at: str
    # For how long it runs or ran.
    uptime_seconds: float
    # How it stands.
    status: Literal["queued", "running", "exited", "lost"]
    # As a shell shows it: 128 and more for a signal. Null while it runs and when it cannot be known.
    exit_code: Optional[int]
    # The signal that ended it.
    signal: Optional[str]
    # The conversation that a process or notification belongs to.
    session_key: str
    # The task that it belongs to.
    task: str
    # Where it runs: a name of `GET /v1/environments`; `local` is this machine.
    environment: str
    # Whether it has a terminal.
    pty: bool
    # Whether its input stays open for writing.
    stdin: bool
    # What it printed last.
    output: str
    # Always null: what fails is answered as an error.
    error: None


class Started(_Started, total=False):
    # What it is called, where it was given a name.
    name: str
    # Which program of Ringback itself it is; absent for all others.
    system: str
    # The task of a delegation that it carries out, as `dlg_…/0`.
    delegation: str
    # Whether its end is told to its session.
    notify_on_complete: bool
    # Which ends are told: `failure` leaves out exit code 0 and ends by `kill_all`. Given alone, it asks to be told.
    notify_on: Literal["failure", "always"]
    # Patterns; a line that matches one is told to the session.
    watch_patterns: List[str]
    # A watch of it has matched.
    watch_hit: bool
    # What shows that it is ready: a pattern, `:PORT`, a URL or `!command`.
    ready: str
    # When that was seen.
    ready_at: str
    # The TCP ports on which it or something that it started listens now, each as `address:port`.
    ports: List[str]
    # Processes that had to end well, or to be ready, before it began.
    after: List[str]
    # While it is queued: those of `after` that it still waits for.
    waiting_for: List[str]
    # It runs, but its keeper is gone: it can be looked at and killed, and takes no input.
    detached: bool
    # Why it has no terminal although one was asked for.
    pty_note: str
    # Why it ended.
    completion_reason: Literal["exited", "killed", "lost", "skipped"]
    # Who ended it; empty when it ended by itself.
    termination_source: Literal["", "process.kill", "kill_all", "max_runtime", "backend_lost"]
    # When it ended.
    ended_at: str
    # Something one should know about it.
    note: str
    # The most memory that an ended process used at once.
    peak_memory_kb: int
    # The processor time that it and everything it started used until now, or until its end.
    cpu_seconds: float
    # The memory that it and everything it started use now.
    memory_bytes: int
    # How many processes it and everything it started are now.
    process_count: int
    # The memory of graphics processors that they use now: of NVIDIA, on this machine, outside of containers.
    gpu_memory_bytes: int
    # How much of one graphics processor they use now, in percent; more than 100 of several.
    gpu_percent: float
    # The system killed it for want of memory.
    killed_for_memory: bool
    # Why the patterns were dropped: both flags were given.
    watch_patterns_ignored: str


class _StepItem(TypedDict):
    # One question to the model, and its answer.
    kind: Literal["step"]
    # Stays the same whatever becomes of it: what comes later replaces it.
    item_id: str
    # Of its last change; the next change in the conversation has a greater one.
    sequence: int
    # Its place in the conversation, by which items are shown in order; null: it waits for a turn.
    position: Optional[int]
    # When it was said; null: it is not, yet.
    at: Optional[str]
    # The model is being asked, it has answered, or its turn ended without an answer.
    state: Literal["asking", "said", "dropped"]
    # Who is asked: `provider/model`.
    model: str
    # What it said; empty until all of it is stored (`text` events have what is streamed).
    text: str
    # The tools that it calls, in order, with their results.
    calls: List[ConversationCall]


class StepItem(_StepItem, total=False):
    # What it thought before.
    thoughts: str
    # Why it stopped: all is said, tools are called, it was cut off, it refused.
    finish: Literal["said", "calls", "length", "refused"]
    # What it took.
    tokens: Tokens
    # In US dollars, where the price is known.
    cost: float


class _StillRunningEvent(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # The conversation that a process or notification belongs to.
    session_key: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Milliseconds since 1970.
    started_at: int
    # What kind it is; the set is open.
    type: Literal["still_running"]
    # Seconds after its start at which this was to be told.
    deadline: int
    # For how long it had run when this was written.
    runtime_seconds: int
    # The last line that it printed; empty when it printed nothing.
    output: str


class StillRunningEvent(_StillRunningEvent, total=False):
    # Where it ran, when that was not this machine.
    environment: str
    # Told again and again: the seconds between two of them.
    heartbeat: int
    # How far it is, where its last lines say so: `45%`, `123/400`, or both.
    progress: str
    # Something one should know about it.
    note: str


class StreamedText(TypedDict):
    # The step that is being said. What is stored of it later replaces this.
    item_id: str
    # Where it goes, in characters (UTF-16); at 0 everything streamed before is void.
    offset: int
    # What was said there.
    text: str


class SummaryItem(TypedDict):
    # Stands for what came before it when the model is asked.
    kind: Literal["summary"]
    # Stays the same whatever becomes of it: what comes later replaces it.
    item_id: str
    # Of its last change; the next change in the conversation has a greater one.
    sequence: int
    # Its place in the conversation, by which items are shown in order; null: it waits for a turn.
    position: Optional[int]
    # When it was said; null: it is not, yet.
    at: Optional[str]
    # As of a step.
    state: Literal["asking", "said", "dropped"]
    # The summary; empty until all of it is stored.
    text: str


class _Task(TypedDict):
    # The id of the process.
    task_id: str
    # How it stands.
    status: Literal["working", "completed", "cancelled"]
    # A sentence for people.
    status_message: str
    # When it was written down.
    created_at: str
    # When it last changed.
    updated_at: str


class Task(_Task, total=False):
    # Of one that is at work: the question at which its process waits for somebody to type.
    prompt: TaskPrompt
    # Of a completed one: what the model sees.
    result: Dict[str, Any]


class TaskPrompt(TypedDict):
    # Names the prompt among those of its process.
    id: str
    # The last line that was printed before; empty when there is none.
    text: str
    # Who waits; a name that it chose itself.
    program: str
    # `likely`: a guess.
    evidence: Literal["certain", "likely"]
    # What is typed is not shown: a password, which no form may ask for.
    hidden: bool
    # When it was noticed.
    since: str
    # Whether a person may be asked: it is not hidden, and was neither answered nor declined.
    is_open: bool


class Tokens(TypedDict):
    # What the model was shown.
    input: int
    # Of that, what came from the provider's cache.
    cached: int
    # What it said.
    output: int


class ToolAnnotations(TypedDict):
    # It changes nothing.
    readOnlyHint: bool
    # It may destroy something.
    destructiveHint: bool
    # The same arguments again change nothing more.
    idempotentHint: bool
    # It may reach what is outside of this machine.
    openWorldHint: bool


class Tool(TypedDict):
    # What the model calls it.
    name: Literal["terminal", "process", "execute_code", "wake", "delegate"]
    # What people call it.
    title: str
    # What the model is told of it.
    description: str
    # JSON Schema of its arguments; the descriptions in it are for the model.
    inputSchema: Dict[str, Any]
    # What a program may want to know before it lets a model call it.
    annotations: ToolAnnotations


class _ToolAnswer(TypedDict):
    # What the model sees, all of it.
    result: Dict[str, Any]
    # Whether the result tells of a failure.
    is_error: bool
    # Ids of the notifications in `result.notifications`, and with `acknowledges` of the end that the result shows: acknowledge them with the next call.
    riding: List[str]


class ToolAnswer(_ToolAnswer, total=False):
    # The task that the call may be answered with; only with reach `task`.
    task: Task


class ToolList(TypedDict):
    # Limits in the descriptions are those of this home.
    tools: List[Tool]


class Turn(TypedDict):
    # The conversation that a process or notification belongs to.
    session_key: str
    # Each with its id, for acknowledging.
    notifications: List[Notification]
    # What an agent reads.
    text: str


class _Wait1(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # What it printed last.
    output: str
    # How it stands.
    status: Literal["exited", "lost"]
    # As a shell shows it: 128 and more for a signal. Null while it runs and when it cannot be known.
    exit_code: Optional[int]
    # The signal that ended it.
    signal: Optional[str]


class Wait1(_Wait1, total=False):
    # Why it ended.
    completion_reason: Literal["exited", "killed", "lost", "skipped"]
    # Who ended it; empty when it ended by itself.
    termination_source: Literal["", "process.kill", "kill_all", "max_runtime", "backend_lost"]
    # When it ended.
    ended_at: str
    # Something one should know about it.
    note: str


class Wait2(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # What it printed last.
    output: str
    # How it stands.
    status: Literal["matched"]
    # Whether it still runs.
    process_running: bool
    # The pattern that was waited for.
    until: str
    # The line that matched.
    line: str
    # Where the line begins in all the bytes ever printed.
    offset: int
    # A position in the output. Give it back to read on where this answer stopped.
    cursor: str


class _Wait3(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # What it printed last.
    output: str
    # How it stands.
    status: Literal["ready"]
    # Whether it still runs.
    process_running: bool
    # When that was seen.
    ready_at: str


class Wait3(_Wait3, total=False):
    # Where to connect to, as `host:port`: an address of where it runs …
    address: str
    # … and who listens there.
    pid: int
    # The URL that was asked, or that it printed.
    url: str
    # All TCP ports on which it listened then, each as `address:port`.
    ports: List[str]


class Wait4(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # What it printed last.
    output: str
    # How it stands.
    status: Literal["timeout"]
    # Whether it still runs.
    process_running: Literal[True]
    # What the end of the waiting means.
    timeout_note: str


Wait = Union[
    "Wait1",
    "Wait2",
    "Wait3",
    "Wait4",
]


class Waiting(TypedDict):
    # Whether there is reason to wait.
    waiting: bool


class _WakePart(TypedDict):
    # What is waited for: `proc_…:ended`, `proc_…:matched`, `proc_…:ready`, `wake_…`, `event:NAME`.
    part: str
    # It has not happened yet, it has happened, or it can no longer happen.
    state: Literal["waiting", "happened", "never"]


class WakePart(_WakePart, total=False):
    # Since when that is known: milliseconds since 1970.
    at: int
    # What the shell runs, of a process.
    command: str
    # Of a process that has ended.
    exit_code: Optional[int]
    # The signal that it died of.
    signal: Optional[str]
    # The line that matched.
    line: str
    # Why it can no longer happen.
    why: str


class _WakeUp(TypedDict):
    # The id of the wake-up: `wake_` and 12 hexadecimal digits.
    wake_id: str
    # The conversation that a process or notification belongs to.
    session_key: str
    # What it waits for: some time, a time, each of many times, or other things.
    kind: Literal["after", "at", "every", "when"]
    # How it stands.
    state: Literal["pending", "fired", "cancelled"]
    # What the session is told then.
    note: str
    # When it rings next; null where no time decides that, or it rings no more.
    due_at: Optional[str]
    # When it was set.
    created_at: str
    # When it last rang.
    rung_at: Optional[str]
    # How often it has rung.
    rings: int


class WakeUp(_WakeUp, total=False):
    # How often it rings: an interval, or a cron expression.
    every: str
    # The time zone of the cron expression.
    tz: str
    # Whether it waits for all of its parts or for one.
    mode: Literal["all", "any"]
    # What it waits for.
    parts: List[WakePart]


class _WakeUpEvent(TypedDict):
    # What kind it is; the set is open.
    type: Literal["wake_up"]
    # The conversation that a process or notification belongs to.
    session_key: str
    # The id of the wake-up: `wake_` and 12 hexadecimal digits.
    wake_id: str
    # What it waited for: some time, a time, each of many times, or other things.
    kind: Literal["after", "at", "every", "when"]
    # What was to be told.
    note: str
    # Milliseconds since 1970.
    set_at: int
    # When it was due, in milliseconds since 1970; 0 where no time decides that.
    due_at: int
    # Milliseconds since 1970.
    at: int


class WakeUpEvent(_WakeUpEvent, total=False):
    # By how many milliseconds it is late, where that is worth saying …
    late_ms: int
    # … and why: no daemon ran, the machine was off or asleep, the clock was set forward, or it was busy.
    late_reason: Literal["not_running", "machine_off", "asleep", "clock_set", "busy"]
    # How often it rings.
    every: str
    # The time zone of the cron expression.
    tz: str
    # How many other times it stands for, which passed and could not be told.
    missed: int
    # When it rings next.
    next_at: int
    # Whether it waited for all of its parts or for one.
    mode: Literal["all", "any"]
    # What it waited for can no longer happen.
    is_impossible: bool
    # Somebody has cancelled it.
    is_cancelled: bool
    # What happened to each part.
    parts: List[WakePart]


class WakeUpList(TypedDict):
    # The next one first, then those that no time decides, then what is over.
    wakeups: List[WakeUp]


class _WatchDisabledEvent(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # The conversation that a process or notification belongs to.
    session_key: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Milliseconds since 1970.
    started_at: int
    # What kind it is; the set is open.
    type: Literal["watch_disabled"]
    # The patterns that are no longer watched for.
    patterns: List[str]
    # How many were not told.
    suppressed: int
    # How often it was too much.
    strikes: int


class WatchDisabledEvent(_WatchDisabledEvent, total=False):
    # Where it ran, when that was not this machine.
    environment: str
    # Bytes that were gone before anybody looked for the patterns.
    unscanned_bytes: int


class _WatchMatchEvent(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # The conversation that a process or notification belongs to.
    session_key: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Milliseconds since 1970.
    started_at: int
    # What kind it is; the set is open.
    type: Literal["watch_match"]
    # The pattern that matched first.
    pattern: str
    # The matching lines.
    output: str
    # How many lines matched; more than are shown when cut.
    matched_lines: int
    # How many were not told.
    suppressed: int
    # Bytes that were gone before anybody looked for the patterns.
    unscanned_bytes: int
    # Where the first matching line begins in all the bytes ever printed.
    offset: int


class WatchMatchEvent(_WatchMatchEvent, total=False):
    # Where it ran, when that was not this machine.
    environment: str


class _Wishes(TypedDict):
    # The id of the process: `proc_` and 12 hexadecimal digits.
    session_id: str
    # What the shell runs.
    command: str
    # The folder it was started in.
    cwd: str
    # Its process id.
    pid: Optional[int]
    # When it was started.
    started_at: str
    # For how long it runs or ran.
    uptime_seconds: float
    # How it stands.
    status: Literal["queued", "running", "exited", "lost"]
    # As a shell shows it: 128 and more for a signal. Null while it runs and when it cannot be known.
    exit_code: Optional[int]
    # The signal that ended it.
    signal: Optional[str]
    # The conversation that a process or notification belongs to.
    session_key: str
    # The task that it belongs to.
    task: str
    # Where it runs: a name of `GET /v1/environments`; `local` is this machine.
    environment: str
    # Whether it has a terminal.
    pty: bool
    # Whether its input stays open for writing.
    stdin: bool


class Wishes(_Wishes, total=False):
    # What it is called, where it was given a name.
    name: str
    # Which program of Ringback itself it is; absent for all others.
    system: str
    # The task of a delegation that it carries out, as `dlg_…/0`.
    delegation: str
    # Whether its end is told to its session.
    notify_on_complete: bool
    # Which ends are told: `failure` leaves out exit code 0 and ends by `kill_all`. Given alone, it asks to be told.
    notify_on: Literal["failure", "always"]
    # Patterns; a line that matches one is told to the session.
    watch_patterns: List[str]
    # A watch of it has matched.
    watch_hit: bool
    # What shows that it is ready: a pattern, `:PORT`, a URL or `!command`.
    ready: str
    # When that was seen.
    ready_at: str
    # The TCP ports on which it or something that it started listens now, each as `address:port`.
    ports: List[str]
    # Processes that had to end well, or to be ready, before it began.
    after: List[str]
    # While it is queued: those of `after` that it still waits for.
    waiting_for: List[str]
    # It runs, but its keeper is gone: it can be looked at and killed, and takes no input.
    detached: bool
    # Why it has no terminal although one was asked for.
    pty_note: str
    # Why it ended.
    completion_reason: Literal["exited", "killed", "lost", "skipped"]
    # Who ended it; empty when it ended by itself.
    termination_source: Literal["", "process.kill", "kill_all", "max_runtime", "backend_lost"]
    # When it ended.
    ended_at: str
    # Something one should know about it.
    note: str
    # The most memory that an ended process used at once.
    peak_memory_kb: int
    # The processor time that it and everything it started used until now, or until its end.
    cpu_seconds: float
    # The memory that it and everything it started use now.
    memory_bytes: int
    # How many processes it and everything it started are now.
    process_count: int
    # The memory of graphics processors that they use now: of NVIDIA, on this machine, outside of containers.
    gpu_memory_bytes: int
    # How much of one graphics processor they use now, in percent; more than 100 of several.
    gpu_percent: float
    # The system killed it for want of memory.
    killed_for_memory: bool
    # Why the patterns were dropped: both flags were given.
    watch_patterns_ignored: str


class Written(TypedDict):
    # How it stands.
    status: Literal["ok"]
    # How many bytes the input took.
    bytes_written: int
