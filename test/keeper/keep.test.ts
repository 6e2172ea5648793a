import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { checksum } from '../../src/keeper/exit.ts';
import { claimKeep, readExit, readMeta, readSpec } from '../../src/keeper/keep.ts';

const keep = mkdtempSync(join(tmpdir(), 'ringback-keep-'));
after(() => removeFolder(keep));

const body = 'version=1\nstatus=256\nended_at=5\nmax_rss_kb=9\nsource=\noffset=12\nlines=2\n';
const seal = (text: string) => `${text}complete=${checksum(text)}\n`;
const wholeExit = seal(body);

test('an exit record counts only when it is whole', () => {
  writeFileSync(join(keep, 'exit'), wholeExit);
  assert.equal(readExit(keep)?.rawStatus, 256);
  assert.equal(readExit(keep)?.finalOffset, 12);
  for (let length = 0; length < wholeExit.length; length += 1) {
    writeFileSync(join(keep, 'exit'), wholeExit.slice(0, length));
    assert.equal(readExit(keep), undefined, `${length} bytes`);
  }
  for (const wrong of ['status=x', 'status=', 'status=-1', 'offset=99999999999999999999']) {
    const text = body.replace(new RegExp(`^${wrong.split('=')[0]}=.*$`, 'm'), wrong);
    writeFileSync(join(keep, 'exit'), seal(text));
    assert.equal(readExit(keep), undefined, wrong);
  }
  writeFileSync(join(keep, 'exit'), wholeExit.replace('status=256', 'status=0'));
  assert.equal(readExit(keep), undefined, 'promise 3: a digit that was changed is no status');
});

test('missing, foreign and oversized files are no record', () => {
  assert.equal(readMeta(keep), undefined);
  assert.equal(readSpec(keep), undefined);
  mkdirSync(join(keep, 'meta'));
  assert.equal(readMeta(keep), undefined);
  writeFileSync(join(keep, 'spec'), '{"command": ');
  assert.equal(readSpec(keep), undefined);
});

test('a keep can be claimed once', () => {
  assert.equal(claimKeep(keep), true);
  assert.equal(claimKeep(keep), false);
});

test('who a command is can be read from the moment it was let go', () => {
  const other = join(keep, 'let-go');
  mkdirSync(other);
  writeFileSync(
    join(other, 'meta.new'),
    'version=1\nid=proc_0\nkeeper_pid=7\npid=8\nstart=9\nstarted_at=10\n',
  );
  assert.equal(readMeta(other)?.pid, 8);
  writeFileSync(join(other, 'meta'), 'version=1\nid=proc_0\nkeeper_pid=7\npid=80\nstart=9\nstarted_at=10\n');
  assert.equal(readMeta(other)?.pid, 80);
});
