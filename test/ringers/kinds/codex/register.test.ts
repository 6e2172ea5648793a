import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { removeFolder } from '../../../../src/base/remove-folder.ts';
import { registerCodex } from '../../../../src/ringers/kinds/codex/register.ts';

const home = mkdtempSync(join(tmpdir(), 'ringback-codex-'));
after(() => removeFolder(home));

/** Stands for a socket: only whether it is there is looked at. */
function listenBelow(codexHome: string): string {
  const folder = join(codexHome, 'app-server-control');
  mkdirSync(folder, { recursive: true });
  const socket = join(folder, 'app-server-control.sock');
  writeFileSync(socket, '');
  return socket;
}

const socket = listenBelow(join(home, '.codex'));
const elsewhere = listenBelow(join(home, 'elsewhere'));
const turn = (more: object) => ({
  'x-codex-turn-metadata': { session_id: 't1', thread_id: 't1', turn_trigger: 'user', ...more },
});
const found = (path: string) => ({ kind: 'codex', settings: { url: `unix://${path}` } });

describe('how a thread of Codex is rung without set-up', () => {
  const here = { HOME: home };

  it("goes by the background server's own place", () => {
    assert.deepEqual(registerCodex('codex:t1', turn({}), here), found(socket));
    const told = { HOME: '/nowhere', CODEX_HOME: join(home, 'elsewhere') };
    assert.deepEqual(registerCodex('codex:t1', turn({}), told), found(elsewhere));
  });

  it('is not known where nobody listens, nor without an environment', () => {
    assert.equal(registerCodex('codex:t1', turn({}), { HOME: join(home, 'elsewhere') }), undefined);
    assert.equal(registerCodex('codex:t1', turn({}), {}), undefined);
  });

  it('is not for codex exec, for a sub-agent, or for a session that a person has named', () => {
    assert.equal(registerCodex('codex:t1', turn({ turn_trigger: 'exec' }), here), undefined);
    assert.equal(registerCodex('codex:t2', turn({ thread_id: 't2' }), here), undefined);
    assert.equal(registerCodex('team:7', turn({}), here), undefined);
    assert.equal(registerCodex('codex:t1', undefined, here), undefined);
  });
});
