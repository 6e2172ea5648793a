import { isObject } from '../base/is-object.ts';

/** Where the commands of a conversation run when they name no place. */
export type Elsewhere = {
  readonly environment: string;
  /** Empty: the usual one there. */
  readonly workdir: string;
};

/** Tools that work on this machine only. */
const HERE: ReadonlySet<string> = new Set(['execute_code', 'read', 'edit', 'search']);

export function worksElsewhere(tool: string): boolean {
  return !HERE.has(tool);
}

/** A call with its place filled in: rules are about the place, too. */
export function withPlace(tool: string, input: unknown, elsewhere: Elsewhere | undefined): unknown {
  if (!elsewhere || !isObject(input) || 'environment' in input) return input;
  // Delegates go where whoever sends them is.
  const hasPlace = tool === 'terminal' || (tool === 'delegate' && (input.action ?? 'send') === 'send');
  if (!hasPlace) return input;
  const { environment, workdir } = elsewhere;
  return { ...(workdir !== '' && { workdir }), ...input, environment };
}
