/** The published types as a program sees them that has nothing but Ringback and Node's types installed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'ringback-types-'));
after(() => removeFolder(folder));

const installed = join(folder, 'node_modules/ringback');
mkdirSync(installed, { recursive: true });
cpSync(join(root, 'package.json'), join(installed, 'package.json'));
cpSync(join(root, 'dist/types'), join(installed, 'dist/types'), { recursive: true });
// A peer: whoever uses `ringback/ai-sdk` has it.
symlinkSync(join(root, 'node_modules/ai'), join(folder, 'node_modules/ai'));
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');

const PROGRAM = `
import { Client, type NotificationEvent, type WireNotification, type WireProcess, type WireWait } from 'ringback';
import { createAiTools } from 'ringback/ai-sdk';
import { carryOut, openLoop, type Loop, type ModelMessage, type Work } from 'ringback/loop';
import { createTools } from 'ringback/tools';

type IsAny<T> = 0 extends 1 & T ? true : false;
export const known: [IsAny<WireProcess>, IsAny<WireProcess['pid']>, IsAny<NotificationEvent>] = [false, false, false];

type Written<Name extends keyof ReturnType<typeof createAiTools>> = Parameters<
  NonNullable<ReturnType<typeof createAiTools>[Name]['execute']>
>[0];
export const typed: [IsAny<Written<'terminal'>>, IsAny<Written<'process'>['action']>] = [false, false];
export const call: Written<'execute_code'> = { language: 'python', code: 'print(1)' };
// @ts-expect-error: no such action
export const wrong: Written<'process'> = { action: 'dance' };
export const loops: [IsAny<Work>, IsAny<Loop>, IsAny<ModelMessage>] = [false, false, false];
export async function goOn(loop: ReturnType<typeof openLoop>): Promise<void> {
  for await (const work of loop.work()) {
    if (work.kind === 'call') work.answered(await carryOut(loop.tools, work));
    // @ts-expect-error: a call is answered, not said
    if (work.kind === 'call') work.said({ content: [] });
    if (work.kind === 'ask') work.said({ content: [{ type: 'text', text: work.id }] });
  }
}
export const pid: WireProcess['pid'] = null;

export async function use(client: Client): Promise<string[]> {
  const started = await client.start({ command: 'true', workdir: '/', env: {}, watch_patterns: ['x'] });
  const ended: WireWait = await client.wait(started.session_id, { timeout: 1 });
  const line: string = ended.status === 'matched' ? ended.line : ended.output;
  const { processes } = await client.list({ session_key: 's', ended: true });
  const told: readonly WireNotification[] = await client.notifications.history({ open: true, limit: 5 });
  const codes = told.flatMap(({ event }) => ('exit_code' in event ? [String(event.exit_code)] : []));
  // @ts-expect-error: no such filter
  await client.list({ colour: 'red' });
  // @ts-expect-error: a number
  await client.log(started.session_id, { limit: 'many' });
  return [line, ...codes, ...processes.map(({ output_preview }) => output_preview), typeof createTools];
}
`;

test('messages have their types without zod', () => {
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(tsc, [...options, ...types, 'program.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
});
