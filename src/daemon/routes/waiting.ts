import { RingbackError } from '../../base/errors.ts';
import type { Engine } from '../../engine/engine.ts';
import { wireWaiting } from '../../wire/wait.ts';
import { route } from '../route.ts';

export const waiting = route({
  method: 'GET',
  path: '/v1/processes/:id/waiting',
  name: 'isWaiting',
  summary:
    'Tells whether a session has reason to wait for a process: until it ended, or a watch of it matched; for one that is unknown it has none.',
  takesAnyId: true,
  answer: wireWaiting,
  handle({ engine, notifier, id: idText }) {
    const id = find(engine, idText);
    return { body: { waiting: id !== undefined && notifier.isWaiting(id) } };
  },
});

function find(engine: Engine, idText: string): string | undefined {
  try {
    return engine.resolve(idText);
  } catch (error) {
    if (error instanceof RingbackError && ['not_found', 'ambiguous'].includes(error.code)) return undefined;
    throw error;
  }
}
