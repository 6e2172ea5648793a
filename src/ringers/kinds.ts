import { RingbackError } from '../base/errors.ts';
import type { Ringer } from './ringer.ts';

/** Every kind of ringer; each is loaded when a session first has one. */
const loaders: Readonly<Record<string, () => Promise<Ringer>>> = {
  command: async () => (await import('./kinds/command.ts')).commandRinger,
};

export const kinds = Object.keys(loaders);

export async function loadRinger(kind: string): Promise<Ringer> {
  const load = loaders[kind];
  if (load) return load();
  throw new RingbackError(
    'bad_request',
    `There is no ringer ${JSON.stringify(kind)}.`,
    `There are: ${kinds.join(', ')}.`,
  );
}
