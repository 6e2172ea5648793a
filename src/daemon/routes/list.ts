import { toWireListed } from '../../engine/wire-answers.ts';
import { listQuery, wireList } from '../../wire/process.ts';
import { route } from '../route.ts';
import { showing } from '../shown.ts';
import { watchHit } from '../watch-hit.ts';

const PREVIEW_CHARACTERS = 200;

export const list = route({
  method: 'GET',
  path: '/v1/processes',
  name: 'listProcesses',
  summary: 'Lists running and recent processes, newest first.',
  query: listQuery,
  answer: wireList,
  async handle(call) {
    const { engine, notifier, query } = call;
    const { session_key: session, task, ended = true, system = false, raw } = query;
    const listed = engine.list({
      ...(session !== undefined && { session }),
      ...(task !== undefined && { task }),
      includeEnded: ended,
      includeSystem: system,
    });
    const now = Date.now();
    const shown = showing(call, raw);
    const processes = (await engine.withUsage(listed)).map((process) => ({
      ...toWireListed(shown.process(process), shown.preview(process, PREVIEW_CHARACTERS), now),
      ...watchHit(notifier, process.id),
    }));
    return { body: { processes } };
  },
});
