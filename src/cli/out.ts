import { writeSync } from 'node:fs';
import { cleanText } from '../output/clean-text.ts';

const STDOUT = 1;
const STDERR = 2;

/**
 * Everything is written at once and in order, without Node's streams, which cost a short command more than its work.
 * A reader that has gone (`| head`) ends the program quietly.
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

/** For people, beside the result. It may repeat what another machine said: nothing of that commands the terminal. */
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
      // Somebody made the pipe non-blocking and it is full.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
