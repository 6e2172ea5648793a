import type { FileHandle } from 'node:fs/promises';
import { RingbackError } from '../../../base/errors.ts';
import type { Outcome } from '../../tool.ts';

/** Providers take 5 MiB in base64. */
const MOST_BYTES = (5 * 1024 * 1024 * 3) / 4;

const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
];

/** By its first bytes; undefined if it is no image that models see. */
export function imageTypeOf(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, 16);
  return beginnings.find(([beginning]) => beginning.test(text))?.[1];
}

export async function readImage(file: FileHandle, name: string, mediaType: string): Promise<Outcome> {
  const { size } = await file.stat();
  if (size > MOST_BYTES)
    throw new RingbackError(
      'bad_request',
      `${name} is an image of ${size} bytes; at most ${MOST_BYTES} can be shown.`,
      'Make a smaller copy in a terminal, and read that.',
    );
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
  const data = buffer.toString('base64', 0, bytesRead);
  const output = `${name}: ${mediaType}, ${bytesRead} bytes`;
  return { output, isError: false, images: [{ type: 'image', mediaType, data }] };
}
