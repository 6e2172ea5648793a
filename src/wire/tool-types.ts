/** What carries an agent's tool call to the daemon and back. The tools themselves are in src/tools/. */

export type ToolName = 'terminal' | 'process' | 'execute_code';

/**
 * How this caller can be told of what happens after the call:
 * `task`: this very request may be answered with an MCP task, which the client looks after; the rest rides.
 * `subscribed`: the caller takes turns of its session by itself (a library that drains while idle, a ringer).
 * `ride`: with the results of its next calls.
 * `none`: not at all; it serves conversations that it does not tell apart.
 */
export type Reach = 'task' | 'subscribed' | 'ride' | 'none';

/** What a result says about it: docs/behaviour.md, "The `terminal` tool". */
export type Delivery = 'wake' | 'next_call' | 'none';

/** POST /v1/tools/:name */
export type WireToolCall = {
  /** As the model wrote them: the tool checks them, and its errors teach. */
  readonly arguments: unknown;
  readonly session_key: string;
  readonly task?: string;
  /** The agent's own folder and environment: where a session begins. */
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  /** `proc_` and 12 hex digits, chosen by the caller: asked again after a crash, nothing starts or is typed twice. */
  readonly call_id: string;
  /** The longest that this call may wait, in seconds; absent: as configured. Also the default of `timeout`. */
  readonly wait_limit?: number;
  /** Seconds that earlier tries of the same call have waited. */
  readonly waited?: number;
  readonly reach: Reach;
  /** The result is not for the model's eyes: it has not seen what is shown, and nothing rides on it. */
  readonly is_unseen?: boolean;
  /**
   * The caller acknowledges what it has stored: an end that the result shows is in `riding`, and counts as told once that is
   * acknowledged. Without it the end counts as told when the answer is out.
   */
  readonly acknowledges?: boolean;
  /** How this session can be rung, where the caller knows. */
  readonly ringer?: { readonly kind: string; readonly settings: Readonly<Record<string, unknown>> };
  /** Notifications that rode on earlier results of this caller and have arrived: its next request proves it. */
  readonly acknowledge?: readonly string[];
};

export type WireToolAnswer = {
  /** What the model sees, all of it. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly is_error: boolean;
  /** Ids of the notifications that ride in `result.notifications`, and with `acknowledges` of the end that the result shows. */
  readonly riding: readonly string[];
  /** The call may be answered with this task; it is durable, and its answer is owed. Only with reach `task`. */
  readonly task?: WireTask;
};

export type WireTaskStatus = 'working' | 'completed' | 'cancelled';

/** GET /v1/tasks/:id. The id of a task is that of its process. */
export type WireTask = {
  readonly task_id: string;
  readonly status: WireTaskStatus;
  readonly status_message: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Of a completed one: what the model sees. */
  readonly result?: Readonly<Record<string, unknown>>;
};
