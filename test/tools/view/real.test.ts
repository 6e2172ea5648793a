import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defaultConfig } from '../../../src/base/config.ts';
import { createRedactor } from '../../../src/redact/redactor.ts';
import { createViews } from '../../../src/tools/view/views.ts';
import { finish, openTestEngine, run, untilPrinted } from '../../engine/support.ts';
import { madeUp } from '../../redact/secrets.ts';

const token = `ghp_${madeUp(36, 1)}`;

it('a process that prints a token in halves is read on without a half of it', async (t) => {
  const engine = await openTestEngine(t);
  const views = createViews({ engine, redactor: createRedactor(), config: defaultConfig });
  const command = `printf 'using ${token.slice(0, 20)}'; read x; printf '${token.slice(20)} now\\n'; read x`;
  const { id } = await run(engine, command, { stdin: true });
  await untilPrinted(engine, id, 'using');
  const first = views.news(engine.get(id), undefined, 1000);
  assert.deepEqual(first, { text: 'using ', cursor: '6' });
  await engine.submit(id, '');
  await untilPrinted(engine, id, 'now\n');
  const second = views.news(engine.get(id), first.cursor, 1000);
  assert.equal(second.text, '[REDACTED:github-pat] now\n');
  assert.equal(views.tail(engine.get(id), 1000), 'using [REDACTED:github-pat] now\n');
});

it('a foreground result has what was printed, without what its shell had to say', async (t) => {
  const engine = await openTestEngine(t);
  const views = createViews({ engine, redactor: createRedactor(), config: defaultConfig });
  const { process } = await finish(
    engine,
    `echo 'bash: no job control in this shell'; printf '\\033[31mred\\033[0m\\n'; seq 20000`,
  );
  const { output, truncated } = views.whole(process, 30_000);
  assert.ok(output.startsWith('red\n1\n2\n') && output.endsWith('\n20000\n'));
  const full = views.whole(process, 1_000_000).output;
  assert.equal(
    full.length - (truncated?.missing ?? 0),
    output.replace(/\[\d+ characters of.*\]\n/, '').length,
  );
  assert.match(output, new RegExp(`session_id="${process.id}", offset=\\d+`));
  assert.deepEqual(views.log(process, { offset: 1, limit: 2 }).output, 'red\n1\n');
});
