/** Runs Python programs against the daemon of a home. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CliHome } from '../cli/cli-home.ts';
import { text } from '../cli/cli-home.ts';

export const root = join(import.meta.dirname, '../..');
export const clientFolder = join(root, 'clients/python');
export const kinds = ['sync', 'async'] as const;

type Line = Readonly<Record<string, unknown>>;

/** Variables with which a program finds the client and this Ringback. */
export const pythonVariables = {
  RINGBACK_BIN: join(root, 'bin/ringback'),
  PYTHONPATH: clientFolder,
  PYTHONDONTWRITEBYTECODE: '1',
};

/** asyncio says so of whatever takes longer than 0.1 s, as everything may on a busy machine. */
const isSlow = /^Executing <.*> took [\d.]+ seconds$/;

/** A fixture that says something in lines of JSON. */
export function startPython(home: CliHome, program: string, ...args: string[]) {
  const path = join(import.meta.dirname, 'fixtures', `${program}.py`);
  // What is left open is reported, and asyncio checks itself.
  const child = spawn('python3', ['-X', 'dev', path, ...args], {
    env: { ...process.env, ...pythonVariables, RINGBACK_HOME: home.folder },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const errors = text(child.stderr);
  const closed = once(child, 'close');
  return {
    child,
    /** The next line; the program must not have ended. */
    async next(): Promise<Line> {
      const { done, value } = await lines.next();
      if (done) throw new Error(`${program} ${args.join(' ')} ended: ${await errors}`);
      return JSON.parse(value) as Line;
    },
    goOn: () => child.stdin.write('\n'),
    /** The rest of what it said, to its end, which must be good. */
    async rest(): Promise<readonly Line[]> {
      child.stdin.end();
      const all: Line[] = [];
      for await (const line of { [Symbol.asyncIterator]: () => lines }) all.push(JSON.parse(line) as Line);
      const [code] = (await closed) as [number | null];
      const complaints = (await errors).split('\n').filter((line) => line !== '' && !isSlow.test(line));
      if (code !== 0 || complaints.length > 0) throw new Error(`${program} ${code}: ${await errors}`);
      return all;
    },
  };
}
