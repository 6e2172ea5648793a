import type { Config } from '../../base/config.ts';

type Asked = {
  /** Delegations of the session that have not ended. */
  readonly running: number;
  readonly tasks: number;
  /** Of all sessions, that have not ended. */
  readonly tasksOfAll: number;
  /** That this one would have: 1 for a conversation's. */
  readonly depth: number;
  /** Whether the delegate that asks has ended. */
  readonly isOver: boolean;
};

export type Refusal = { readonly error: string; readonly advice: string };

/** Why a delegation is not begun, and what to do instead; undefined: it may be. */
export function refusal(config: Config, asked: Asked): Refusal | undefined {
  const { running, tasks, tasksOfAll, depth, isOver } = asked;
  const { delegationUnits, delegationTasks, delegationDepth, delegationHome } = config;
  if (isOver)
    return {
      error: 'The delegate that asks has ended: nobody would be told.',
      advice: 'Nothing is left to do.',
    };
  if (depth > delegationDepth)
    return {
      error: `Delegates may not be sent from here: ${delegationDepth} deep is as far as it goes.`,
      advice: 'Do it yourself, with your own tools.',
    };
  if (tasks > delegationTasks)
    return {
      error: `${tasks} tasks are too many: a delegation has at most ${delegationTasks}.`,
      advice: 'Put several steps into one task, or send the rest when these have come back.',
    };
  if (running >= delegationUnits)
    return {
      error: `${running} delegations of this session run already, of ${delegationUnits} that may.`,
      advice:
        'Wait until one has come back, interrupt one, or do it yourself. Several tasks in one delegation count as one.',
    };
  if (tasksOfAll + Math.max(1, tasks) > delegationHome)
    return {
      error: `${tasksOfAll} delegates of all sessions are at work, of ${delegationHome} that may be on this machine.`,
      advice: 'Do it yourself, or send it when some have come back. A person can raise delegationHome.',
    };
  return undefined;
}
