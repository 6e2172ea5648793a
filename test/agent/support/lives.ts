import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ModelMessage } from '../../../src/agent/model.ts';
import type { FaultHome } from '../../faults/support/home.ts';
import { textOf } from './scripted-model.ts';

export const host = join(import.meta.dirname, 'host.ts');

/** One life of the host; undefined when it was killed. `endAfter`: kills it then. */
export async function live(
  home: FaultHome,
  rounds: number,
  { endAfter, standIn = '' }: { readonly endAfter?: number; readonly standIn?: string } = {},
): Promise<readonly ModelMessage[] | undefined> {
  const args = [host, home.folder, effectsOf(home), String(rounds), standIn];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const timer = endAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), endAfter);
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  clearTimeout(timer);
  if (signal === 'SIGKILL') return undefined;
  assert.equal(code, 0);
  return JSON.parse(said);
}

export function effectsOf({ folder }: FaultHome): string {
  return join(folder, 'effects');
}

/** Every effect, every message and every ring once. */
export async function checkAll(
  home: FaultHome,
  rounds: number,
  said: readonly ModelMessage[] | undefined,
): Promise<void> {
  const lines = readFileSync(effectsOf(home), 'utf8').trim().split('\n');
  const expected = Array.from({ length: rounds }, (_, at) => [`beside${at + 1}`, `built${at + 1}`]).flat();
  assert.deepEqual(lines.toSorted(), [...expected, 'rung'].toSorted());
  assert(said, 'it came to its end');
  const turns = Array.from({ length: rounds + 1 }, () => ['user', 'assistant', 'tool', 'assistant']).flat();
  assert.deepEqual(
    said.map(({ role }) => role),
    turns,
  );
  assert.equal(textOf(said[0]), 'build');
  const rings = said.slice(1).filter(({ role }) => role === 'user');
  for (const ring of rings) assert.match(textOf(ring), /^\[IMPORTANT: Background process proc_/);
  assert.equal(new Set(rings.map((ring) => textOf(ring).slice(0, 50))).size, rounds);
  const told = await home.client().notifications.history({ limit: 1000 });
  assert.deepEqual(
    told.map(({ type, state }) => `${type} ${state}`),
    lines.map(() => 'completion delivered'),
  );
}
