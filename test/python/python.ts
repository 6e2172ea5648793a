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
      if (code !== 0 || (await errors) !== '') throw new Error(`${program} ${code}: ${await errors}`);
      return all;
    },
  };
}
