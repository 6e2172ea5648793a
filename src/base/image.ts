import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { RingbackError } from './errors.ts';

/** Of one: Anthropic takes 5 MiB in base64, the others more. */
export const MOST_IMAGE_BYTES = (5 * 1024 * 1024 * 3) / 4;

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

/** An image file, as it is sent with a message. */
export async function readImage(
  path: string,
): Promise<{ readonly media_type: string; readonly data: string }> {
  // Opening a pipe would wait for its other end.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size } = await file.stat();
    if (size > MOST_IMAGE_BYTES) throw tooLarge(path, size);
    const bytes = await file.readFile();
    return { media_type: checkImage(bytes, path), data: bytes.toString('base64') };
  } finally {
    await file.close();
  }
}

/** What it is. Throws where no model would take it. */
export function checkImage(bytes: Buffer, name: string): string {
  const mediaType = imageTypeOf(bytes);
  if (mediaType === undefined)
    throw new RingbackError(
      'bad_request',
      `${name} is not an image that models see.`,
      'Give a PNG, JPEG, GIF or WebP.',
    );
  if (bytes.length > MOST_IMAGE_BYTES) throw tooLarge(name, bytes.length);
  return mediaType;
}

function tooLarge(name: string, size: number): RingbackError {
  return new RingbackError(
    'bad_request',
    `${name} is an image of ${size} bytes; at most ${MOST_IMAGE_BYTES} can be shown.`,
    'Make a smaller copy.',
  );
}
