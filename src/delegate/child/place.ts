import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../../base/environment-name.ts';
import { removeFolder } from '../../base/remove-folder.ts';
import { withinMs } from '../../base/within-ms.ts';
import { folderOf } from '../folder.ts';
import type { Situation } from '../runner.ts';
import type { StartChild } from './child.ts';
import { startHere } from './local.ts';
import { putThere, startThere } from './remote.ts';

/** Where an agent works for a delegate: on this machine, or in the environment of its assignment. */
export type Place = {
  readonly start: StartChild;
  /** What a short script prints; empty when that takes longer than `ms`. */
  run(script: string, ms: number): Promise<string>;
  /** A file for the agent to read; its path there. Gone with `close`. */
  put(name: string, text: string): Promise<string>;
  close(): Promise<void>;
};

export type Whereabouts = Pick<Situation, 'assignment' | 'client' | 'env' | 'home'>;

export function placeOf(situation: Whereabouts): Place {
  const { environment } = situation.assignment;
  return environment === undefined || environment === LOCAL ? here(situation) : there(situation);
}

function here(situation: Whereabouts): Place {
  const { home, assignment } = situation;
  const folder = join(folderOf(home, assignment), 'files');
  return {
    start: startHere,
    run: (script, ms) => runScript(startHere, situation, script, ms),
    async put(name, text) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      return path;
    },
    async close() {
      removeFolder(folder);
    },
  };
}

function there(situation: Whereabouts): Place {
  const start = startThere(situation);
  const run = (script: string, ms: number) => runScript(start, situation, script, ms);
  const files = putThere(run);
  return { start, run, put: files.put, close: files.remove };
}

async function runScript(
  start: StartChild,
  { assignment, env }: Whereabouts,
  script: string,
  ms: number,
): Promise<string> {
  const child = await start({ args: ['sh', '-c', script], folder: assignment.workdir, env, hint: '' });
  child.closeInput();
  const lines: string[] = [];
  const read = async (): Promise<true> => {
    for await (const line of child.lines) lines.push(line);
    return true;
  };
  const isWhole = await withinMs(ms, read());
  await child.end();
  return isWhole ? lines.join('\n') : '';
}
