import * as z from 'zod/mini';
import { toWireListed } from '../../wire/answers.ts';
import { flagText, text } from '../parameters.ts';
import { ok, route } from '../route.ts';
import { watchHit } from '../watch-hit.ts';

const PREVIEW_CHARACTERS = 200;

export const list = route({
  method: 'GET',
  path: '/v1/processes',
  query: z.strictObject({
    session_key: z.exactOptional(text),
    task: z.exactOptional(text),
    ended: z.exactOptional(flagText),
  }),
  answer({ engine, notifier, query }) {
    const { session_key: session, task, ended = true } = query;
    const processes = engine.list({
      ...(session !== undefined && { session }),
      ...(task !== undefined && { task }),
      includeEnded: ended,
    });
    const now = Date.now();
    return ok({
      processes: processes.map((process) => ({
        ...toWireListed(process, engine.preview(process.id, PREVIEW_CHARACTERS), now),
        ...watchHit(notifier, process.id),
      })),
    });
  },
});
