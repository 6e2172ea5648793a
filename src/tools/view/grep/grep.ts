import { Worker } from 'node:worker_threads';
import { type ErrorCode, RingbackError } from '../../../base/errors.ts';
import { grepWorker } from '../../../base/programs.ts';
import type { SearchJob } from './request.ts';
import type { SearchEvent } from './search.ts';

export type SearchMessage =
  | SearchEvent
  | { readonly type: 'error'; readonly code: ErrorCode; readonly message: string; readonly hint: string };

/** Events that may wait for their reader. */
const mostWaiting = 4;

/** The events of a search. Whoever stops reading, or falls with `signal`, stops it at once. */
export async function* grep(job: SearchJob, signal: AbortSignal): AsyncGenerator<SearchEvent> {
  signal.throwIfAborted();
  const credit = new Int32Array(new SharedArrayBuffer(4)).fill(mostWaiting);
  const worker = new Worker(grepWorker(), { workerData: { job, credit }, name: 'grep' });
  const messages: SearchMessage[] = [];
  let more = nextMessage();
  worker.on('message', (message: SearchMessage) => {
    messages.push(message);
    more.resolve();
  });
  worker.on('error', (error) => more.reject(error));
  const stop = () => more.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      await more.promise;
      more = nextMessage();
      for (const message of messages.splice(0)) {
        if (message.type === 'error') throw new RingbackError(message.code, message.message, message.hint);
        yield message;
        if (message.type === 'done') return;
        Atomics.add(credit, 0, 1);
        Atomics.notify(credit, 0);
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** It may fail while nobody waits for it. */
function nextMessage() {
  const next = Promise.withResolvers<void>();
  next.promise.catch(() => {});
  return next;
}
