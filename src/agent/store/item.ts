import type { Verdict } from '../goal/target.ts';
import type { CallState, StepState } from '../lives.ts';
import type { Image, ModelStep, Reasoning, Text, Usage } from '../model.ts';
import type { GoalEvent } from './goal.ts';
import type { MessageKind } from './messages.ts';

/**
 * What a viewer sees of a conversation. It is the same item, by its `id`, whenever it changes: the one with the highest
 * `sequence` counts.
 */
export type Item = {
  readonly id: string;
  readonly sequence: number;
  /** Its place in the conversation; undefined: a message that no turn has taken yet. */
  readonly position: number | undefined;
} & (MessageItem | StepItem | SummaryItem | JudgementItem | GoalItem | EndItem);

export type MessageItem = {
  readonly kind: MessageKind;
  readonly clientId: string;
  readonly content: readonly (Text | Image)[];
  readonly createdAt: number;
};

export type StepItem = {
  readonly kind: 'step';
  readonly turn: number;
  /** `dropped`: it was never said, and is not to be shown any more. */
  readonly state: StepState;
  readonly model: string;
  /** Empty until it is said. */
  readonly content: readonly (Text | Reasoning)[];
  readonly calls: readonly ItemCall[];
  readonly finish: ModelStep['finish'] | undefined;
  readonly usage: Usage | undefined;
  /** In US dollars; undefined: not known. */
  readonly cost: number | undefined;
  readonly saidAt: number | undefined;
};

/** The model's own words for everything up to a position, which it is shown instead. */
export type SummaryItem = Omit<StepItem, 'kind' | 'calls'> & {
  readonly kind: 'summary';
  readonly covers: number;
};

/** What the judge of a goal said of it. */
export type JudgementItem = Omit<StepItem, 'kind' | 'calls' | 'content'> & {
  readonly kind: 'judgement';
  /** Undefined until it is said. */
  readonly verdict: Verdict | undefined;
};

/** Something happened to a goal. */
export type GoalItem = {
  readonly kind: 'goal_event';
  readonly event: GoalEvent;
  readonly text: string;
  readonly at: number;
};

/** Of a turn that failed or was stopped. */
export type EndItem = {
  readonly kind: 'end';
  readonly turn: number;
  readonly how: 'failed' | 'stopped';
  readonly reason: string | undefined;
  readonly endedAt: number;
};

export type ItemCall = {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly state: CallState;
  readonly begunAt: number | undefined;
  readonly output: string | undefined;
  readonly isError: boolean;
  readonly images: readonly Image[] | undefined;
  /** Of one that a person was asked about. */
  readonly approval: Approval | undefined;
};

export type Approval = {
  readonly askedAt: number;
  /** Infinity: never. */
  readonly expiresAt: number;
  /** The first answer; undefined: it waits. */
  readonly answer: ApprovalAnswer | undefined;
  readonly by: string | undefined;
  readonly reason: string | undefined;
};

/** `expired`: by nobody, in time. `message`: somebody has written instead. */
export type ApprovalAnswer = 'allow' | 'always' | 'deny' | 'expired' | 'message';
