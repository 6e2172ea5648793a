import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { RingbackError } from '../../../base/errors.ts';
import { imageTypeOf } from '../../../base/image.ts';
import { count, filledText } from '../../../tools/parameters.ts';
import type { Outcome, Tool } from '../../tool.ts';
import type { FileContext } from '../context.ts';
import { defineTool } from '../define-tool.ts';
import { placeOf, shownPath } from '../place.ts';
import { listFolder } from './folder.ts';
import { showImage } from './image.ts';
import { rememberSeen } from './remember.ts';
import { readText } from './text.ts';

const MOST_LINES = 1000;

const readArguments = z.strictObject({
  path: filledText("Relative to the conversation's folder, ~, or absolute."),
  offset: count(1, 'First line. Default: 1.'),
  limit: count(1, `How many lines, at most ${MOST_LINES}.`),
});

/** Enough for the first bytes of every image, and for finding a NUL in what is no text. */
const HEAD_BYTES = 8192;

export function readTool(context: FileContext): Tool {
  return defineTool({
    name: 'read',
    description:
      'Reads a text file: each line after its number and a tab. Also lists a folder, and shows an image (PNG, JPEG, GIF, WebP). Secrets appear as [REDACTED:…].',
    schema: readArguments,
    repeat: 'harmless',
    async execute({ path, offset = 1, limit = MOST_LINES }, { signal }) {
      const place = placeOf(context.folder, path);
      const stats = await stat(place);
      if (stats.isDirectory()) return listFolder(context.redactor, place);
      // Opening a pipe would wait for its other end.
      if (!stats.isFile())
        throw new RingbackError('bad_request', `${place} is no file, but a pipe, a socket or a device.`);
      const file = await open(place, constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        const request = { first: offset, most: Math.min(limit, MOST_LINES), signal };
        return await readFile(context, file, place, request);
      } finally {
        await file.close();
      }
    },
  });
}

async function readFile(
  context: FileContext,
  file: FileHandle,
  place: string,
  request: Parameters<typeof readText>[2],
): Promise<Outcome> {
  const name = shownPath(context.redactor, place);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  const mediaType = imageTypeOf(head);
  if (mediaType) return showImage(file, name, mediaType);
  if (isUtf16(head))
    throw new RingbackError('bad_request', `${name} is UTF-16 text.`, 'Convert it with iconv in a terminal.');
  if (head.includes(0)) {
    const { size } = await file.stat();
    throw new RingbackError('bad_request', `${name} is a binary file of ${size} bytes.`);
  }
  const seen = await rememberSeen(context.seen, file, place);
  const output = await readText(context.redactor, file, request, name);
  await seen.confirm();
  return { output, isError: false };
}

function isUtf16(head: Buffer): boolean {
  const mark = head.toString('latin1', 0, 2);
  return mark === '\xff\xfe' || mark === '\xfe\xff';
}
