import type { Bounds, Spent } from '../goal/bounds.ts';
import type { Target } from '../goal/target.ts';
import type { GoalState } from '../lives.ts';

/** What happens to a goal, as a viewer sees it. */
export type GoalEvent =
  | 'set'
  | 'parked'
  | 'woken'
  | 'unwaited'
  | 'paused'
  | 'resumed'
  | 'done'
  | 'stopped'
  | 'cleared';

/** What a goal that works does next: hears what rang during the turn, has it judged, sets its barrier, or takes a turn. */
export type Due = 'hear' | 'judge' | 'park' | 'turn';

export type Goal = {
  /** Another goal of the conversation has another one. */
  readonly number: number;
  readonly text: string;
  readonly state: Exclude<GoalState, 'cleared'>;
  readonly due: Due;
  /** Why it is in this state; of one that works: what the judge said last. */
  readonly reason: string;
  readonly since: number;
  readonly begunAt: number;
  /** What it waits for, or is about to. */
  readonly target: Target | undefined;
  /** The wake-up that ends that. */
  readonly barrier: string | undefined;
  readonly bounds: Bounds;
  readonly spent: Spent;
};

/** What of a goal decides what comes next. */
export type GoalView = {
  readonly state: GoalState;
  readonly due: Due;
  /** Something was told that may have been its ring. */
  readonly look: boolean;
  /** Why it must not go on. */
  readonly reached: string | undefined;
  /** A judge that was asked, and has not answered yet. */
  readonly judging: Judging | undefined;
};

export type Judging = {
  readonly position: number;
  readonly attempts: number;
  readonly troubles: number;
  readonly askAt: number;
};

export type NewGoal = {
  /** Of who sets it: the same twice is one goal. */
  readonly clientId: string;
  readonly text: string;
  readonly bounds: Bounds;
};
