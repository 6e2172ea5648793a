import { writeSync } from 'node:fs';
import { cleanText } from '../output/clean-text.ts';

const STDOUT = 1;
const STDERR = 2;

/**
 * Writes synchronously and in order, without Node's streams, which cost a short command more than its work. If the
 * reader is gone (`| head`), the program exits quietly.
 */
export function writeOut(content: string | Uint8Array): void {
  writeAll(STDOUT, content);
}

export function writeLine(text: string): void {
  writeAll(STDOUT, `${text}\n`);
}

export function writeJson(value: object): void {
  writeAll(STDOUT, `${JSON.stringify(value)}\n`);
}

/** The result of a command: JSON with `--json`, else text. */
export function writeResult(json: boolean, value: object, text: string): void {
  if (json) writeJson(value);
  else writeLine(text);
}

/** What others have said, which must not steer the terminal. */
export function writeClean(text: string): void {
  writeOut(cleanText(text));
}

/** Messages for people, on stderr. They may quote another machine: escape codes are removed. */
export function tellUser(text: string): void {
  writeAll(STDERR, `${cleanText(text)}\n`);
}

function writeAll(descriptor: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') process.exit(0);
      if (code !== 'EAGAIN') throw error;
      // The pipe is non-blocking and full.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
