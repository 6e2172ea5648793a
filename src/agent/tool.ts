import type { OfferedTool } from './model.ts';

/**
 * What happens when a call is made again because its result was not stored before a crash. `once`: the tool knows the
 * call by its id, and does nothing twice. `harmless`: it only reads, or may be repeated. `never`: it is not repeated, and
 * the model is told that the outcome is not known.
 */
export type Repeat = 'once' | 'harmless' | 'never';

export type Outcome = { readonly output: string; readonly isError: boolean };

/** A tool of the agent, with what carries it out. */
export type Tool = OfferedTool & {
  readonly repeat: Repeat;
  /** What went wrong is an outcome for the model to read; thrown is only what must end the turn. */
  execute(input: unknown, call: { readonly id: string; readonly signal: AbortSignal }): Promise<Outcome>;
  /** The results so far are stored: what they showed counts as told. */
  acknowledge?(): Promise<void>;
};
