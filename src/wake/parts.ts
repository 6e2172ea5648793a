import { RingbackError } from '../base/errors.ts';
import { endOf, isEnded, statusOf } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import { exitStatus } from '../engine/wire-process.ts';
import type { WakeContext } from './context.ts';
import { formatPart, type Moment, moments, type Part, parsePart } from './policy/barrier.ts';
import { resolveWakeUp } from './resolve.ts';
import type { Outcome, WakeUp } from './rows.ts';

/** A part with full ids, and how it stands at the beginning. */
export type NewPart = {
  readonly part: Part;
  readonly command: string | null;
  readonly outcome: Outcome | null;
};

/** With `own`, what belongs to other sessions does not exist. */
export function findParts(
  context: WakeContext,
  session: string,
  texts: readonly string[],
  own?: string,
): NewPart[] {
  const found = texts.map((text) => findPart(context, session, text, own));
  const names = found.map(({ part }) => formatPart(part));
  return found.filter((_, index) => names.indexOf(names[index] ?? '') === index);
}

function findPart(context: WakeContext, session: string, text: string, own: string | undefined): NewPart {
  const part = parsePart(text);
  if (part.name.trim() === '')
    throw new RingbackError(
      'bad_request',
      `${JSON.stringify(text)} names nothing.`,
      `Give ID, ID:${moments.join(', ID:')}, wake_… or event:NAME.`,
    );
  switch (part.what) {
    case 'process':
      return findProcess(context, part, own);
    case 'wakeup': {
      const wakeUp = resolveWakeUp(context, part.name, own);
      return { part: { ...part, name: wakeUp.id }, command: null, outcome: outcomeOfWakeUp(wakeUp) };
    }
    case 'event':
      return { part, command: null, outcome: findEvent(context, session, part.name) };
  }
}

function findProcess(
  context: WakeContext,
  part: Extract<Part, { what: 'process' }>,
  own: string | undefined,
): NewPart {
  const { host, notifier, redactor } = context;
  const process = host.get(host.resolve(part.name, own === undefined ? {} : { session: own }));
  const hasMatched = notifier.hasMatched(process.id);
  const canMatch = hasMatched || process.watchPatterns.length > 0;
  if (part.moment === 'matched' && !canMatch && !isEnded(process.life))
    throw new RingbackError(
      'bad_request',
      `${process.id} has no watch patterns: it cannot match.`,
      'Give it some first (the action "notify" of the tool process, or `ringback notify`), or wait for its end.',
    );
  if (part.moment === 'ready' && process.ready === '' && !isEnded(process.life))
    throw new RingbackError(
      'bad_request',
      `${process.id} was started without \`ready\`: nobody looks whether it is.`,
      'Start it with `ready`, or wait for a line of its output (ID:matched) or for its end.',
    );
  const matched = part.moment === 'matched' && hasMatched ? matchedBefore(context, process.id) : null;
  return {
    part: { ...part, name: process.id },
    command: redactor.redact(process.command),
    outcome: matched ?? outcomeOf(process, part.moment),
  };
}

/** What is known of it already. */
function outcomeOf(process: ProcessSnapshot, moment: Moment): Outcome | null {
  if (moment === 'ready' && process.readyAt > 0) return { state: 'happened', at: process.readyAt };
  return outcomeOfEnd(process, moment);
}

/** What the end of a process means for who waits for a moment of it; null: it has not ended. */
export function outcomeOfEnd({ life }: ProcessSnapshot, moment: Moment): Outcome | null {
  if (!isEnded(life)) return null;
  const at = endOf(life);
  const when = at === undefined ? {} : { at };
  if (life.state === 'skipped') return { ...when, state: 'never', why: 'it never began' };
  const end = { ...when, ...exitStatus(life) };
  if (statusOf(life) === 'lost')
    return { ...end, state: 'never', why: 'it was lost because its backend disappeared' };
  if (moment === 'ended') return { ...end, state: 'happened' };
  const before = { matched: 'it ended without a match', ready: 'it ended before it was ready' }[moment];
  return { ...end, state: 'never', why: before };
}

export function outcomeOfWakeUp({ state, rungAt, rings }: WakeUp): Outcome | null {
  if (state === 'cancelled' && rings === 0) return { state: 'never', why: 'it was cancelled' };
  // One that repeats is waited for until its next ring.
  return state === 'pending' || rungAt === null ? null : { state: 'happened', at: rungAt };
}

/** The ledger knows the line, unless the match was never told or is long ago. */
function matchedBefore({ notifier, clock }: WakeContext, processId: string): Outcome {
  const told = notifier.ledger.history({ processId }).find(({ type }) => type === 'watch_match');
  if (told?.event.type !== 'watch_match' || !('output' in told.event))
    return { state: 'happened', at: clock.now() };
  const [line = ''] = told.event.output.split('\n');
  return { state: 'happened', at: told.createdAt, line };
}

/** One that was handed in before under this id of its own. Of a type, only what comes from now on counts. */
function findEvent({ notifier }: WakeContext, session: string, name: string): Outcome | null {
  const before = notifier.ledger
    .history({ session, limit: 1_000 })
    .find(({ key, type }) => key === `${type}:${session}:${name}`);
  return before ? { state: 'happened', at: before.createdAt } : null;
}
