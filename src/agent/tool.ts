import type { Image, OfferedTool } from './model.ts';

/**
 * What happens when a call is made again because its result was not stored before a crash. `once`: the tool knows the
 * call by its id, and does nothing twice. `harmless`: it only reads, or may be repeated. `never`: it is not repeated, and
 * the model is told that the outcome is not known (promise 23).
 */
export type Repeat = 'once' | 'harmless' | 'never';

export type Outcome = {
  readonly output: string;
  readonly isError: boolean;
  /** Notifications that the output shows: they are acknowledged once it is stored. */
  readonly told?: readonly string[];
  /** Of a command that has moved: where the next ones run. */
  readonly cwd?: string;
  /** What is to be seen together with the output. */
  readonly images?: readonly Image[];
};

export type Call = {
  readonly id: string;
  /** It may have been made before, by a program that died. */
  readonly isRepeat: boolean;
  /** Falls when the turn is stopped. What was started goes on. */
  readonly signal: AbortSignal;
};

/** A tool of the agent, with what carries it out. */
export type Tool = OfferedTool & {
  readonly repeat: Repeat;
  /** How long it knows a call by its id; after that the outcome is not known. Default: for ever. */
  readonly knownForMs?: number;
  /** Whether a call does more than look, so that a person may want to be asked before. Default: unless it is `harmless`. */
  acts?(input: unknown): boolean;
  /** What went wrong is an outcome for the model to read; thrown is only what must end the turn. */
  execute(input: unknown, call: Call): Promise<Outcome>;
};

/** Of a call that may have taken effect, and must not be repeated. */
export const outcomeUnknown: Outcome = {
  output:
    'OUTCOME UNKNOWN: the agent died while this call was under way. It may or may not have taken effect, and was not repeated. Look before you do it again.',
  isError: true,
};
