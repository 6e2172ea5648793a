/** A search in a thread of its own: nothing else waits for it, and it can be ended. */
import { parentPort, workerData } from 'node:worker_threads';
import { RingbackError } from '../../../base/errors.ts';
import type { SearchJob, SearchMessage } from './job.ts';
import { searchFiles } from './search-files.ts';

function tell(message: SearchMessage): void {
  parentPort?.postMessage(message);
}

try {
  tell({ type: 'done', ...searchFiles(workerData as SearchJob, tell) });
} catch (error) {
  if (!(error instanceof RingbackError)) throw error;
  tell({ type: 'refused', message: `${error.message} ${error.hint}`.trim() });
}
