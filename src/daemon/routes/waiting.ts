import { RingbackError } from '../../base/errors.ts';
import { validate } from '../../base/validate.ts';
import type { Engine } from '../../engine/engine.ts';
import { nothing } from '../parameters.ts';
import { ok, type Route } from '../route.ts';

/** Whether a session has reason to wait for a process. For one that is unknown it has none: never stuck. */
export const waiting: Route = {
  method: 'GET',
  path: '/v1/processes/:id/waiting',
  query: nothing,
  body: nothing,
  async answer({ engine, notifier, idText, query, body }) {
    validate(nothing, query);
    validate(nothing, body);
    const id = find(engine, idText);
    return ok({ waiting: id !== undefined && notifier.isWaiting(id) });
  },
};

function find(engine: Engine, idText: string): string | undefined {
  try {
    return engine.resolve(idText);
  } catch (error) {
    if (error instanceof RingbackError && ['not_found', 'ambiguous'].includes(error.code)) return undefined;
    throw error;
  }
}
