import type { Approval } from './approval/approval.ts';
import type { Bounds } from './goal/bounds.ts';
import type { Surroundings } from './goal/surroundings.ts';
import type { Model, ModelError } from './model.ts';
import type { Rings } from './rings.ts';
import type { Store } from './store/store.ts';
import type { Tool } from './tool.ts';

/** What a conversation needs to take turns. */
export type ConversationOptions = {
  readonly store: Store;
  readonly rings: Rings;
  readonly model: Model;
  /** Those of now: servers of other people's tools come and go. It may take a while until they have come. */
  tools(signal: AbortSignal): Promise<readonly Tool[]>;
  instructions(): string;
  /** Why the model must not be asked now; undefined: it may. */
  refusal?(): string | undefined;
  /** Which calls need a person's answer, or are forbidden. Default: none. */
  readonly approval?: Approval;
  /** What the conversation has started and has not ended, a line each: a summary must not lose that. */
  running?(): Promise<readonly string[]>;
  /** What its goal may wait for. Without any, a goal never waits. */
  readonly surroundings?: Surroundings;
  /** Those of a goal that the model sets. Without any it cannot. */
  readonly goalBounds?: Bounds;
  /** When a question may be asked again that the model could not answer; undefined: the turn fails. */
  retryAt(error: ModelError, troubles: number): number | undefined;
  /** What is being said, which counts only once it is stored: a viewer replaces it by its step's id. */
  onText?(step: string, text: string): void;
  /** It has to wait, for its model or for the daemon, and tries again then. */
  onTrouble?(message: string, at: number): void;
  /** Something went wrong that nobody has foreseen: it waits and looks again. Default: it ends with that. */
  report?(error: unknown): void;
  /** Something was stored that a viewer may want to see. */
  onChange?(): void;
  /** It takes no more turns in this program. */
  onClosed?(): Promise<void>;
};
