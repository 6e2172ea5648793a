/** A search in a thread of its own, so that nothing else waits for it (promise 22). */
import { parentPort, workerData } from 'node:worker_threads';
import { RingbackError } from '../../../base/errors.ts';
import { createRedactor } from '../../../redact/redactor.ts';
import type { SearchMessage } from './grep.ts';
import type { SearchJob } from './request.ts';
import { search } from './search.ts';

const { job, credit } = workerData as { readonly job: SearchJob; readonly credit: Int32Array };

function tell(message: SearchMessage): void {
  parentPort?.postMessage(message);
}

try {
  const redactor = createRedactor({ enabled: !job.request.isRaw });
  const source = { output: job.output, continuation: job.continuation, redactor };
  for (const event of search(source, job.request, job.start)) {
    // Never further ahead of the reader than a few events: the rest would be held in memory.
    while (Atomics.load(credit, 0) <= 0) Atomics.wait(credit, 0, Atomics.load(credit, 0));
    Atomics.sub(credit, 0, 1);
    tell(event);
  }
} catch (error) {
  if (!(error instanceof RingbackError)) throw error;
  tell({ type: 'error', code: error.code, message: error.message, hint: error.hint });
}
