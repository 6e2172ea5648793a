/** The check of layers and cycles, on a copy of src/ with faults planted in it: whatever it names makes it fail. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkGuide, checkRules } from '../../scripts/checks/layer-rules.ts';

const root = join(import.meta.dirname, '../..');

const faults: readonly { name: string; plant(src: string): void; message: RegExp }[] = [
  {
    name: 'an import that points up',
    plant: (src) => append(src, 'base/errors.ts', "import type { Engine } from '../engine/engine.ts';"),
    message: /^src\/base\/errors\.ts may not import engine\/engine\.ts \(row base\)$/m,
  },
  {
    name: 'a policy that looks at the configuration of a home',
    plant: (src) => append(src, 'notify/policy/watch.ts', "await import('../../base/home.ts');"),
    message: /^src\/notify\/policy\/watch\.ts may not import base\/home\.ts \(row notify\/policy\)$/m,
  },
  {
    name: 'a kind of environment that knows another',
    plant: (src) => append(src, 'backends/kinds/ssh/ssh.ts', "import '../slurm/slurm.ts';"),
    message: /^src\/backends\/kinds\/ssh\/ssh\.ts may not import backends\/kinds\/slurm\/slurm\.ts/m,
  },
  {
    name: 'a route that knows another',
    plant: (src) => append(src, 'daemon/routes/kill.ts', "import { poll } from './poll.ts';"),
    message: /^src\/daemon\/routes\/kill\.ts may not import daemon\/routes\/poll\.ts/m,
  },
  {
    name: 'a folder that has no row',
    plant: (src) => {
      mkdirSync(join(src, 'attic'));
      writeFileSync(join(src, 'attic/old.ts'), '');
    },
    message: /^src\/attic\/old\.ts: its folder has no row/m,
  },
  {
    name: 'a row without a folder',
    plant: (src) => rmSync(join(src, 'acp'), { recursive: true }),
    message: /row acp: there is no such folder$/m,
  },
  {
    name: 'a cycle of types between two files',
    plant: (src) => {
      writeFileSync(join(src, 'base/egg.ts'), "import type { Hen } from './hen.ts';\n");
      writeFileSync(join(src, 'base/hen.ts'), "import type { Egg } from './egg.ts';\n");
    },
    message: /^import cycle: base\/egg\.ts → base\/hen\.ts → base\/egg\.ts$/m,
  },
];

test('the imports of src/ are as the table says', () => {
  const { status, stderr } = check(join(root, 'src'));
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

test('check-layers fails on a guide that has the folders in another order', () => {
  const rules = ['base', 'engine/inner', 'engine', '.'].map((folder) => ({ folder, knows: [] }));
  const row = (folder: string) => `| \`src/${folder}/\` | what it is |\n`;
  assert.deepEqual(checkGuide(row('base') + row('engine') + row('engine/inner'), rules), []);
  assert.equal(checkGuide(row('engine') + row('base'), rules).length, 1);
  assert.equal(checkGuide(row('base'), rules).length, 1);
});

test('check-layers fails on a permission that nobody needs, and on one that points up', () => {
  const rules = [
    { folder: 'base', knows: ['engine'] },
    { folder: 'engine', knows: ['base', 'output'] },
  ];
  const graph = new Map([['engine/start.ts', ['output/read.ts']]]);
  assert.deepEqual(checkRules(join(root, 'src'), graph, rules), [
    'scripts/check-layers.ts, row base: engine is not below it',
    'scripts/check-layers.ts, row engine: no file imports base any more: remove it',
    'scripts/check-layers.ts, row engine: output is not below it',
  ]);
});

test('check-layers fails on each of these', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const src = join(folder, 'src');
  cpSync(join(root, 'src'), src, { recursive: true });
  for (const { plant } of faults) plant(src);
  const { status, stderr } = check(src);
  assert.equal(status, 1);
  for (const { name, message } of faults) await t.test(name, () => assert.match(stderr, message));
});

function check(src: string) {
  return spawnSync(process.execPath, [join(root, 'scripts/check-layers.ts'), src], { encoding: 'utf8' });
}

function append(src: string, file: string, line: string): void {
  appendFileSync(join(src, file), `\n${line}\n`);
}
