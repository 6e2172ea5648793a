import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findCarriedKeepers } from '../../src/backends/carried-keeper.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';

/** A package as it is published: keepers for both architectures, and their hashes. */
function publish(t: TestContext): { root: string; keeper: string; sums: string } {
  const root = mkdtempSync(join(tmpdir(), 'ringback-prebuilt-'));
  t.after(() => removeFolder(root));
  const sums = join(root, 'keeper/prebuilt/SHA256SUMS');
  const rows = ['x64', 'arm64'].map((architecture) => {
    const path = join(root, 'keeper/prebuilt', architecture, 'ringback-keeper');
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(findKeeperProgram({}), path);
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${hash}  ${architecture}/ringback-keeper\n`;
  });
  writeFileSync(sums, rows.join(''));
  return { root, keeper: join(dirname(sums), process.arch, 'ringback-keeper'), sums };
}

test('a prebuilt keeper that SHA256SUMS names is used', (t) => {
  const { root, keeper } = publish(t);
  assert.equal(findKeeperProgram({}, root), keeper);
  findCarriedKeepers({}, root);
});

test('issue 10.5: a prebuilt keeper that was changed is neither run nor carried', (t) => {
  const { root, keeper } = publish(t);
  appendFileSync(keeper, 'x');
  const refused = {
    code: 'no_keeper',
    message:
      /ringback-keeper is not the keeper that was published: its SHA-256 is [0-9a-f]{64}, and SHA256SUMS beside it says [0-9a-f]{64}\.$/,
    hint: /^Install Ringback again, or build a keeper with: sh \/.*\/keeper\/build\.sh/,
  };
  assert.throws(() => findKeeperProgram({}, root), refused);
  assert.throws(() => findCarriedKeepers({}, root), refused);
});

test('issue 10.5: a prebuilt keeper without a hash is refused', (t) => {
  const { root, sums } = publish(t);
  writeFileSync(sums, '');
  const refused = { code: 'no_keeper', message: /no SHA256SUMS beside it names it/ };
  assert.throws(() => findKeeperProgram({}, root), refused);
  rmSync(sums);
  assert.throws(() => findCarriedKeepers({}, root), refused);
});

test('a package without a keeper for this machine says how to get one', (t) => {
  const { root } = publish(t);
  removeFolder(join(root, 'keeper/prebuilt'));
  assert.throws(() => findKeeperProgram({}, root), {
    code: 'no_keeper',
    message: new RegExp(`nor a prebuilt one for ${process.arch} exists`),
    hint: /build\.sh/,
  });
});
