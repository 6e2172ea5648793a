import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { ClaudeCode, whatClaudeCodeMisses } from '../testbed/claude-code.ts';
import type { Request } from '../testbed/model.ts';
import { Scene, terminal } from './scene.ts';

const skip = await whatClaudeCodeMisses();

test('issue 13: a person answers a background npm init inside of Claude Code, and it goes on', {
  skip,
}, async (t) => {
  const scene = await Scene.open(t);
  const folder = mkdtempSync(join(tmpdir(), 'rb-npm-init-'));
  scene.undo(() => removeFolder(folder));
  const claude = await ClaudeCode.prepare(scene.undo, scene.model, scene.mcp);
  await claude.open();
  const options = { workdir: folder, pty: true, background: true, notify_on_complete: true };
  scene.model.script('BEGIN', [terminal({ command: 'npm init', ...options }), 'It runs.']);
  await claude.type('BEGIN it');

  const answers: Record<string, string> = { 'package name': 'my-own-name', 'Is this OK?': 'yes' };
  const asked: string[] = [];
  // The last of them; which ones come before depends on npm.
  while (asked.at(-1) !== 'Is this OK?') {
    const question = await claude.question();
    const name = Object.keys(answers).find((one) => question.includes(one)) ?? question;
    await claude.answer(question, answers[name] ?? '');
    asked.push(name);
    if (asked.length === 2) await scene.home.killDaemon();
  }

  assert.equal(asked[0], 'package name');
  assert.ok(asked.length > 5, asked.join('\n'));
  await scene.model.heard(isWake, 'the turn that it was woken for');
  const made = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  assert.equal(made.name, 'my-own-name');
});

const isWake = ({ news }: Request): boolean =>
  news.some(({ by, text }) => by === 'user' && text.includes('<task-notification>'));
