import * as z from 'zod/mini';
import { toWireListed } from '../../engine/wire-answers.ts';
import { flagText, text } from '../parameters.ts';
import { ok, route } from '../route.ts';
import { showing } from '../shown.ts';
import { watchHit } from '../watch-hit.ts';

const PREVIEW_CHARACTERS = 200;

export const list = route({
  method: 'GET',
  path: '/v1/processes',
  query: z.strictObject({
    session_key: z.exactOptional(text),
    task: z.exactOptional(text),
    ended: z.exactOptional(flagText),
    raw: z.exactOptional(flagText),
  }),
  answer(call) {
    const { engine, notifier, query } = call;
    const { session_key: session, task, ended = true, raw } = query;
    const processes = engine.list({
      ...(session !== undefined && { session }),
      ...(task !== undefined && { task }),
      includeEnded: ended,
    });
    const now = Date.now();
    const shown = showing(call, raw);
    return ok({
      processes: processes.map((process) => ({
        ...toWireListed(shown.process(process), shown.preview(process, PREVIEW_CHARACTERS), now),
        ...watchHit(notifier, process.id),
      })),
    });
  },
});
