import { RingbackError } from '../../base/errors.ts';
import { parseCursor } from '../../engine/cursor.ts';
import type { WaitResult } from '../../engine/wait.ts';
import { toWireMatch, toWireReady, toWireWait } from '../../engine/wire-answers.ts';
import type { Checked } from '../../transport/route.ts';
import { type WaitRequest, type WireWait, waitRequest, wireWait } from '../../wire/wait.ts';
import { answerOnce } from '../answer-once.ts';
import { type Context, route } from '../route.ts';
import { showing } from '../shown.ts';

/** What is shown of the output beside the news, as after a timeout. */
const NEWS_CHARACTERS = 1_000;

type Wait = Context & Checked<unknown, WaitRequest>;

export const wait = route({
  method: 'POST',
  path: '/v1/processes/:id/wait',
  name: 'waitForProcess',
  summary: 'Waits until the process ends, a line matches, it is ready, or the time is up.',
  details: 'Without `timeout` it waits as long as it takes. A broken connection ends nothing: ask again.',
  body: waitRequest,
  answer: wireWait,
  errors: ['gone'],
  handle(call) {
    const { until, ready, cursor, session_key: session } = call.body;
    if (cursor !== undefined && until === undefined)
      throw new RingbackError('bad_request', '"cursor" goes with "until".');
    if (until !== undefined && ready)
      throw new RingbackError('bad_request', '"until" and "ready" exclude each other.');
    return answerOnce({ ...call, session }, () => {
      if (ready) return waitForReady(call);
      return until === undefined ? waitForEnd(call) : waitForLine(call, until);
    });
  },
});

async function waitForEnd(call: Wait) {
  const { engine, id, body, signal } = call;
  const timeoutMs = body.timeout === undefined ? {} : { timeoutMs: body.timeout * 1000 };
  return show(call, await engine.wait(id, { ...timeoutMs, signal }));
}

async function waitForLine(call: Wait, until: string) {
  const { engine, notifier, id, body } = call;
  const { process, preview } = showing(call, body.raw);
  const from = body.cursor === undefined ? 0 : parseCursor(body.cursor);
  return waitForNews(call, async (signal) => {
    const match = await notifier.waitUntil(id, { pattern: until, from, signal });
    const now = engine.get(id);
    return match && toWireMatch(process(now), until, match, preview(now, NEWS_CHARACTERS));
  });
}

async function waitForReady(call: Wait) {
  const { engine, notifier, id, body } = call;
  const { process, preview } = showing(call, body.raw);
  return waitForNews(call, async (signal) => {
    const isReady = await notifier.waitForReady(id, signal);
    const now = engine.get(id);
    return isReady && toWireReady(process(now), notifier.readyPlace(id), preview(now, NEWS_CHARACTERS));
  });
}

/** Until there is news, it ends, or the time is up. */
async function waitForNews(call: Wait, wait: (signal: AbortSignal) => Promise<WireWait | false | null>) {
  const { engine, id, body, signal } = call;
  const began = performance.now();
  const timeUp = new AbortController();
  const timer =
    body.timeout === undefined ? undefined : setTimeout(() => timeUp.abort(), body.timeout * 1000);
  try {
    const news = await wait(AbortSignal.any([signal, timeUp.signal]));
    if (news) return { body: news, act: 'nothing' as const };
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
