import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { RingbackError } from './errors.ts';

/** Of one: Anthropic takes 5 MiB in base64, the others more. */
export const MOST_IMAGE_BYTES = (5 * 1024 * 1024 * 3) / 4;

/** Of all that come with one message: 15 MiB in base64, for Google takes 20 MB in a request. */
export const MOST_MESSAGE_BYTES = 3 * MOST_IMAGE_BYTES;

export type GivenImage = { readonly media_type: string; readonly data: string };

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
export async function readImage(path: string): Promise<GivenImage> {
  // Opening a pipe would wait for its other end.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new RingbackError('bad_request', `The image cannot be read: ${(error as Error).message}.`);
  });
  try {
    const { size, mode } = await file.stat();
    if ((mode & constants.S_IFMT) !== constants.S_IFREG)
      throw new RingbackError('bad_request', `${path} is no file.`);
    if (size > MOST_IMAGE_BYTES) throw tooLarge(path, size);
    const bytes = await file.readFile();
    return { media_type: checkImage(bytes, path), data: bytes.toString('base64') };
  } finally {
    await file.close();
  }
}

/** Those that come with a message, as what they are: what somebody calls them is not believed. */
export function checkImages(given: readonly GivenImage[]): GivenImage[] {
  const images = given.map(({ data }, at) => {
    const bytes = Buffer.from(data, 'base64');
    return { media_type: checkImage(bytes, `Image ${at + 1}`), data: bytes.toString('base64'), bytes };
  });
  const total = images.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > MOST_MESSAGE_BYTES)
    throw new RingbackError(
      'bad_request',
      `The images have ${total} bytes together; at most ${MOST_MESSAGE_BYTES} go with one message.`,
      'Send them with several messages, or smaller copies.',
    );
  return images.map(({ media_type, data }) => ({ media_type, data }));
}

/** What it is. Throws where no model would take it. */
function checkImage(bytes: Buffer, name: string): string {
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
