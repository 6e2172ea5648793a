import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CliHome } from '../cli/cli-home.ts';

const home = new CliHome(after);

test('issue 11.23: the files of the databases are for nobody else', async () => {
  await home.start('--', 'true');
  const files = readdirSync(home.folder).filter((name) => /\.db(-wal|-shm)?$/.test(name));
  for (const name of ['engine.db', 'lock.db', 'start.db']) assert(files.includes(name), name);
  for (const name of files) assert.equal(statSync(join(home.folder, name)).mode & 0o777, 0o600, name);
});
