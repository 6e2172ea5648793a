import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultConfig } from '../../src/base/config.ts';
import { newProcessId } from '../../src/base/ids.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { openHome } from '../../src/home/open.ts';
import { preparePrivateFolder } from '../../src/tools/shell/private-folder.ts';

test('a home of which a part cannot be opened is not held', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'ringback-open-'));
  t.after(() => removeFolder(home));
  const config = {
    ...defaultConfig,
    get ringers(): never {
      throw new Error('no ringers today');
    },
  };
  await assert.rejects(openHome({ home, config }), /no ringers today/);
  const again = await openHome({ home });
  await again.close();
});

test('promise 28: where a session stands is kept while something of it is to come, however many there are', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-open-'));
  const home = await openHome({ home: folder });
  const kept = preparePrivateFolder(folder);
  t.after(async () => {
    await home.close();
    removeFolder(kept);
    removeFolder(folder);
  });
  const { PATH = '' } = process.env;
  const shell = async (session_key: string, command: string) => {
    const { settled } = await home.tools.call(
      'terminal',
      {
        arguments: { command },
        session_key,
        workdir: '/tmp',
        env: { PATH },
        call_id: newProcessId(),
        reach: 'none',
      },
      new AbortController().signal,
    );
    settled(true);
  };
  await shell('expects', 'cd /usr');
  await shell('done', 'cd /usr');
  for (const name of readdirSync(kept).filter((one) => one.startsWith('session-')))
    utimesSync(join(kept, name), 0, 0);
  await home.wakeUps.set({ session_key: 'expects', note: 'look', after: '1h' });
  for (let at = 0; at < 500; at += 1)
    writeFileSync(join(kept, `session-${at}.json`), JSON.stringify({ session: `${at}`, set: {}, unset: [] }));
  await shell('another', 'cd /usr');
  const left = readdirSync(kept)
    .filter((name) => name.startsWith('session-'))
    .map((name) => JSON.parse(readFileSync(join(kept, name), 'utf8')).session as string);
  assert.equal(left.length, 500);
  assert.deepEqual([left.includes('expects'), left.includes('done')], [true, false]);
});
