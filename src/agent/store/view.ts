import type { CallState, StepState } from '../lives.ts';
import type { ModelStep } from '../model.ts';
import type { Compaction } from './compaction.ts';
import type { GoalView } from './goal.ts';

/** Everything that decides what a conversation does next. */
export type View = {
  /** False: it was left for another, and takes no turns. */
  readonly isOpen: boolean;
  /** False: nobody hears what it would say about a ring, which waits until somebody looks. */
  readonly hears: boolean;
  /** The open turn; undefined: none. */
  readonly turn: number | undefined;
  /** It was opened only to summarise. */
  readonly isForSummary: boolean;
  /** It began with what a person said. */
  readonly isForPerson: boolean;
  /** It was opened by the goal alone. */
  readonly isForGoal: boolean;
  /** What the conversation works towards by itself. */
  readonly goal: GoalView | undefined;
  /** Wake-ups of goals that nobody waits for any more. */
  readonly voidBarriers: readonly string[];
  /** Why the older part is to be summarised. */
  readonly compaction: Compaction | undefined;
  /** A summary that was asked for, and is not there yet. */
  readonly summary: SummaryView | undefined;
  /** The last step of the open turn. */
  readonly step: StepView | undefined;
  /** Of that step, in their order. */
  readonly calls: readonly CallView[];
  /** Notifications that are stored as told, of which nobody was told yet that they are. */
  readonly unacknowledged: readonly string[];
  /** Messages that no turn has taken yet. */
  readonly queued: { readonly person: number; readonly ring: number };
};

export type StepView = {
  readonly position: number;
  readonly state: StepState;
  readonly attempts: number;
  readonly troubles: number;
  readonly askAt: number;
  readonly finish: ModelStep['finish'] | undefined;
};

export type SummaryView = Pick<StepView, 'position' | 'attempts' | 'troubles' | 'askAt'> & {
  readonly covers: number;
};

export type CallView = {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly state: CallState;
  readonly begunAt: number | undefined;
  /** Of one that waits for an answer. */
  readonly expiresAt: number;
};
