import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { builtKeeper } from './build.ts';

const rounds = process.env.RINGBACK_FAULTS === 'full' ? 400_000 : 20_000;

test('broken, cut and mutated frames break neither keeper nor hub (address and undefined-behaviour sanitizers)', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-fuzz-'));
  context.after(() => removeFolder(folder));
  const seed = Math.floor(Math.random() * 1e9);
  context.diagnostic(`seed ${seed}`);
  const printed = execFileSync(builtKeeper('fuzz'), [String(seed), String(rounds)], {
    cwd: folder,
    encoding: 'utf8',
  });
  const [, done, answers] = /^rounds=(\d+) answers=(\d+)$/m.exec(printed) ?? [];
  assert.equal(Number(done), rounds);
  const [, hubDone, hubAnswers] = /^hub_rounds=(\d+) hub_answers=(\d+)$/m.exec(printed) ?? [];
  assert.equal(Number(hubDone), rounds / 8);
  assert.ok(Number(hubAnswers) > rounds / 8, `the hub understood only ${hubAnswers} frames`);
  assert.ok(Number(answers) > rounds / 4, `only ${answers} frames were understood: the fuzzer tests nothing`);
});
