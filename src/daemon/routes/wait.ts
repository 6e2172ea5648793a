import { RingbackError } from '../../base/errors.ts';
import { parseCursor } from '../../engine/cursor.ts';
import type { WaitResult } from '../../engine/wait.ts';
import { toWireMatch, toWireWait } from '../../engine/wire-answers.ts';
import { type WaitRequest, waitRequest, wireWait } from '../../wire/wait.ts';
import { answerOnce } from '../answer-once.ts';
import { type Call, route } from '../route.ts';
import { showing } from '../shown.ts';

/** What is shown beside the line, as after a timeout. */
const MATCH_CHARACTERS = 1_000;

type Wait = Call<unknown, WaitRequest>;

export const wait = route({
  method: 'POST',
  path: '/v1/processes/:id/wait',
  name: 'waitForProcess',
  summary: 'Waits until the process ends, a line matches, or the time is up.',
  details: 'Without `timeout` it waits as long as it takes. A broken connection ends nothing: ask again.',
  body: waitRequest,
  answer: wireWait,
  errors: ['gone'],
  handle(call) {
    const { until, cursor, session_key: session } = call.body;
    if (cursor !== undefined && until === undefined)
      throw new RingbackError('bad_request', '"cursor" goes with "until".');
    return answerOnce({ ...call, session }, () =>
      until === undefined ? waitForEnd(call) : waitForLine(call, until),
    );
  },
});

async function waitForEnd(call: Wait) {
  const { engine, id, body, signal } = call;
  const timeoutMs = body.timeout === undefined ? {} : { timeoutMs: body.timeout * 1000 };
  return show(call, await engine.wait(id, { ...timeoutMs, signal }));
}

async function waitForLine(call: Wait, until: string) {
  const { engine, notifier, id, body, signal } = call;
  const { process, preview } = showing(call, body.raw);
  const began = performance.now();
  const timeUp = new AbortController();
  const timer =
    body.timeout === undefined ? undefined : setTimeout(() => timeUp.abort(), body.timeout * 1000);
  try {
    const match = await notifier.waitUntil(id, {
      pattern: until,
      from: body.cursor === undefined ? 0 : parseCursor(body.cursor),
      signal: AbortSignal.any([signal, timeUp.signal]),
    });
    if (match)
      return {
        body: toWireMatch(process(engine.get(id)), until, match, preview(engine.get(id), MATCH_CHARACTERS)),
        act: 'nothing' as const,
      };
  } finally {
    clearTimeout(timer);
  }
  const waitedSeconds = (performance.now() - began) / 1000;
  const isTimeUp = timeUp.signal.aborted ? { timeoutMs: 0 } : {};
  const result = await engine.wait(id, { ...isTimeUp, signal });
  return show(call, result.status === 'timeout' ? { ...result, waitedSeconds } : result);
}

function show(call: Wait, result: WaitResult) {
  const act = result.status === 'ended' ? ('wait_exited' as const) : ('nothing' as const);
  return { body: toWireWait(showing(call, call.body.raw).wait(result)), act };
}
