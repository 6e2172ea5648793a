import type { Backends } from '../backends/backends.ts';
import type { ParsedEnvironment } from '../backends/parse-environment.ts';
import type { Places } from '../backends/remote/places.ts';
import { RingbackError } from '../base/errors.ts';
import { explainLifetime, type Lifetime } from '../base/scope.ts';
import { unlessAborted } from '../base/unless-aborted.ts';
import type { FoundAgent } from './find-agents.ts';

/** What is known of an environment without asking it. */
export type EnvironmentState = {
  /** `wrong`: its entry is, or is gone. `unreachable`: it was tried and did not answer; it is tried again. */
  readonly state: 'unused' | 'connected' | 'unreachable' | 'wrong';
  /** Why, where that is not plain; empty else. */
  readonly detail: string;
};

/** One thing that was tried, and what came of it. */
export type EnvironmentStep = {
  readonly name: string;
  readonly isFine: boolean;
  /** What was found. */
  readonly detail: string;
  readonly ms: number;
  /** What to do about it; absent where nothing is to be done. */
  readonly hint?: string;
  /** Of the step that looks for them. */
  readonly agents?: readonly FoundAgent[];
};

/** What those who connect to environments know of them. */
export type Contacts = {
  state(name: string): EnvironmentState;
  /** Connects, and carries the keeper: a step for each. One that fails is the last. */
  reach(environment: ParsedEnvironment, signal: AbortSignal): AsyncIterable<EnvironmentStep>;
};

/** What the backends know of their environments, and how one is tried. */
export function contactsOf(backends: Backends): Contacts {
  return {
    state: (name) => backends.placesOf(name)?.state() ?? { state: 'unused', detail: '' },
    async *reach({ name }, signal) {
      const began = performance.now();
      const step = (isFine: boolean, detail: string, hint = '') => ({
        name: 'reach',
        isFine,
        detail,
        ms: Math.round(performance.now() - began),
        ...(hint && { hint }),
      });
      try {
        const { detail, lifetime } = await unlessAborted(look(backends.openPlaces(name)), signal);
        yield step(true, detail);
        if (lifetime !== 'unmanaged') yield toStep(lifetime);
      } catch (error) {
        const why = signal.aborted ? 'it did not answer in time' : (error as Error).message;
        yield step(false, why, error instanceof RingbackError ? error.hint : '');
      }
    },
  };
}

async function look(places: Places): Promise<{ detail: string; lifetime: Lifetime }> {
  const { environment } = await places.current();
  if (environment.isPerProcess && !environment.batch)
    return { detail: 'each process gets a place of its own', lifetime: 'unmanaged' };
  const { folder, lifetime } = (await places.forLook('')).there;
  // Jobs are the batch system's; who logs in or out does not matter to them.
  return { detail: `the keeper is in ${folder}`, lifetime: environment.batch ? 'unmanaged' : lifetime };
}

/** A warning, where there is something to do: everything works as long as somebody is logged in. */
function toStep(lifetime: Lifetime): EnvironmentStep {
  const { detail, fix } = explainLifetime(lifetime);
  return { name: 'logout', isFine: true, detail, ms: 0, ...(fix && { hint: `Run there: ${fix}` }) };
}
