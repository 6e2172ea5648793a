import { RingbackError } from '../base/errors.ts';
import type { Places } from '../environments/remote/places.ts';
import type { Contacts } from './environments.ts';
import type { Hosts } from './hosts.ts';

/** What the hosts know of their environments, and how one is tried. */
export function contactsOf(hosts: Hosts): Contacts {
  return {
    state: (name) => hosts.placesOf(name)?.state() ?? { state: 'unused', detail: '' },
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
        yield step(true, await untilAborted(look(hosts.openPlaces(name)), signal));
      } catch (error) {
        yield step(false, (error as Error).message, error instanceof RingbackError ? error.hint : '');
      }
    },
  };
}

async function look(places: Places): Promise<string> {
  const { environment } = await places.current();
  if (environment.isPerProcess && !environment.batch) return 'each process gets a place of its own';
  return `the keeper is in ${(await places.forLook('')).there.folder}`;
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('it did not answer in time')), { once: true });
    work.then(resolve, reject);
  });
}
