import { open } from 'node:fs/promises';
import { RingbackError } from '../base/errors.ts';
import type { StreamReply } from './route.ts';

/** A file as it is now. A folder, or none at all, is not found. */
export async function fileReply(path: string, type: string): Promise<StreamReply> {
  const file = await open(path).catch(() => undefined);
  const stat = await file?.stat();
  if (!file || !stat?.isFile()) {
    await file?.close();
    throw new RingbackError('not_found', 'There is no such file.');
  }
  const headers = { 'content-type': type, 'content-length': String(stat.size) };
  // What is written to it meanwhile would be more than was announced.
  const stream = stat.size === 0 ? file.createReadStream() : file.createReadStream({ end: stat.size - 1 });
  return { headers, stream };
}
