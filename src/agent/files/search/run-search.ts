import { Worker } from 'node:worker_threads';
import { RingbackError } from '../../../base/errors.ts';
import { searchWorker } from '../../../base/programs.ts';
import type { FoundLine, SearchEnd, SearchJob, SearchMessage } from './job.ts';

export type FoundFile = { readonly path: string; readonly lines: readonly FoundLine[] };
/** `end`: undefined if the thread had to be ended. */
export type Found = { readonly files: readonly FoundFile[]; readonly end?: SearchEnd };

/** The thread looks at the time between files; when one of them takes it so long, it is ended. */
const GRACE_MS = 2000;

/** Runs a search in its thread, and ends it when its time is over or with `signal`. */
export async function runSearch(job: SearchJob, signal: AbortSignal): Promise<Found> {
  signal.throwIfAborted();
  const worker = new Worker(searchWorker(), { workerData: job, name: 'search' });
  const { promise, resolve, reject } = Promise.withResolvers<Found>();
  const files: FoundFile[] = [];
  worker.on('message', (message: SearchMessage) => {
    if (message.type === 'file') files.push({ path: message.path, lines: message.lines });
    else if (message.type === 'done') resolve({ files, end: message });
    else reject(new RingbackError('bad_request', message.message));
  });
  worker.on('error', reject);
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => resolve({ files }), job.deadline + GRACE_MS - Date.now());
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
