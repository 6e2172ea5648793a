import type { FileHandle } from 'node:fs/promises';
import { RingbackError } from '../../../base/errors.ts';
import { MOST_IMAGE_BYTES } from '../../../base/image.ts';
import type { Outcome } from '../../tool.ts';

export async function showImage(file: FileHandle, name: string, mediaType: string): Promise<Outcome> {
  const { size } = await file.stat();
  if (size > MOST_IMAGE_BYTES)
    throw new RingbackError(
      'bad_request',
      `${name} is an image of ${size} bytes; at most ${MOST_IMAGE_BYTES} can be shown.`,
      'Make a smaller copy in a terminal, and read that.',
    );
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
  const data = buffer.toString('base64', 0, bytesRead);
  const output = `${name}: ${mediaType}, ${bytesRead} bytes`;
  return { output, isError: false, images: [{ type: 'image', mediaType, data }] };
}
