/** Who already knows of an end is not told again (promise 14; docs/behaviour.md, "Completion notifications"). */

/** What the agent did that showed it the end. */
export type Act =
  | 'nothing'
  | 'kill_all'
  /** `poll` that showed it ended. */
  | 'poll_saw_end'
  /** `log` that reached the last byte of an ended process. */
  | 'log_to_end'
  /** `kill` by the session that the notification is for. */
  | 'kill_by_session'
  /** `wait` that returned `exited`. */
  | 'wait_exited';

/** How the completion would reach it. */
export type Way =
  /** The same program drains after its turn, or it rides on a tool result. */
  | 'inline'
  /** A ringer wakes the session. */
  | 'autonomous'
  /** An MCP task is owed an answer. */
  | 'task';

export type Verdict = 'deliver' | 'skip_consumed' | 'skip_seen' | 'answer' | 'answer_already_reported';

const skipped = {
  inline: 'skip_consumed',
  autonomous: 'skip_consumed',
  task: 'answer_already_reported',
} as const;
const delivered = { inline: 'deliver', autonomous: 'deliver', task: 'answer' } as const;

const table: Readonly<Record<Act, Readonly<Record<Way, Verdict>>>> = {
  nothing: delivered,
  kill_all: delivered,
  // A status look must not cancel the wake-up.
  poll_saw_end: { inline: 'skip_seen', autonomous: 'deliver', task: 'answer' },
  log_to_end: skipped,
  kill_by_session: skipped,
  wait_exited: skipped,
};

export const acts = Object.keys(table) as readonly Act[];

export function judgeCompletion(act: Act, way: Way): Verdict {
  return table[act][way];
}

/** Whether the act settles the completion for good, for every way there is. */
export function isConsuming(act: Act): boolean {
  return table[act].autonomous === 'skip_consumed';
}
