import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defaultConfig } from '../../../src/base/config.ts';
import { createRedactor } from '../../../src/redact/redactor.ts';
import { createViews } from '../../../src/tools/view/views.ts';
import { finish, openTestEngine, run, untilPrinted } from '../../engine/test-home.ts';
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

it('a log without secrets is what the engine answers', async (t) => {
  const engine = await openTestEngine(t);
  const views = createViews({ engine, redactor: createRedactor(), config: defaultConfig });
  const { id } = await finish(engine, "seq 1000; printf '\\033[1mé\\r\\nlast'", { logLimitBytes: 64 * 1024 });
  const requests = [
    {},
    { limit: 3 },
    { offset: 0 },
    { offset: 998, limit: 50 },
    { offset: 5000 },
    { limit: 0 },
  ];
  const cursors = ['0', '17', '3000', '99999'].flatMap((cursor) => [{ cursor }, { cursor, limit: 2 }]);
  for (const request of [...requests, ...cursors, { since: 0 }, { since: Date.now() + 1000, limit: 1 }])
    assert.deepEqual(
      views.log(engine.get(id), request),
      await engine.log(id, request),
      JSON.stringify(request),
    );
});
