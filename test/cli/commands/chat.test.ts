import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Turn } from '../../testbed/model/script.ts';
import { Model as StandIn } from '../../testbed/model.ts';
import { CliHome, text, until } from '../cli-home.ts';

describe('ringback chat', () => {
  let standIn: StandIn;
  before(async () => {
    standIn = await StandIn.start();
    standIn.models.push('tiny');
  });
  after(() => standIn.stop());
  const open = (t: TestContext) =>
    new CliHome((clean) => t.after(clean), {
      agentModel: 'mine',
      agentProviders: { mine: { baseUrl: `${standIn.url}/v1` } },
    });

  test('-p answers once: it waits for what it starts, and prints its last words', async (t) => {
    const home = open(t);
    const file = join(home.folder, 'seen');
    standIn.script('look', [
      [
        {
          tool: 'terminal',
          input: { command: `echo hi > ${file}`, background: true, notify_on_complete: true },
        },
      ],
      ({ said }) => [
        {
          tool: 'process',
          input: { action: 'wait', session_id: /proc_\w+/.exec(said.at(-1)?.text ?? '')?.[0] },
        },
      ],
      'I have looked.',
    ]);
    const { code, stdout, stderr } = await home.run(['chat', '-p', 'look around']);
    assert.deepEqual([code, stdout, stderr], [0, 'I have looked.\n', '']);
    assert.equal(readFileSync(file, 'utf8'), 'hi\n');
    const [started] = standIn.turnsOf('look').slice(1);
    assert.match(started?.news.map(({ text }) => text).join() ?? '', /"delivery":"none"/);
    const [listed] = await home.json('chat', 'ls');
    assert.equal(listed?.begins, 'look around');
    const id = String(listed?.conversation_id);
    const markdown = await home.ok('chat', 'export', id.slice(0, 12));
    assert.match(markdown, /^## Person\n\nlook around\n.*`terminal`.*I have looked\.\n$/ms);
    const [exported] = await home.json<{ items: { kind: string }[] }>('chat', 'export', id);
    assert.deepEqual(
      exported?.items.map(({ kind }) => kind),
      ['person', 'step', 'step', 'step'],
    );
  });

  test('shows the model images, gives it the tools of other servers, and says whose are missing', async (t) => {
    const odd = join(import.meta.dirname, '../../agent/mcp/support/odd-server.ts');
    const home = new CliHome((clean) => t.after(clean), {
      agentModel: 'mine',
      agentProviders: { mine: { baseUrl: `${standIn.url}/v1` } },
      agentMcpServers: {
        odd: { command: process.execPath, args: [odd, '.'] },
        broken: { command: process.execPath, args: [odd, '.', 'fails'] },
      },
    });
    const image = join(home.folder, 'image.png');
    writeFileSync(image, Buffer.from('GIF89a and so on'));
    standIn.script('paint', [
      [{ tool: 'odd_structured', input: {} }],
      ({ said }) => `Seen: ${said.at(-1)?.text}`,
    ]);
    const { code, stdout, stderr } = await home.run(['chat', '-p', 'paint it', '--image', image]);
    assert.deepEqual([code, stdout], [0, 'Seen: {"answer":42}\n']);
    assert.match(stderr, /^No tools of broken: .*no licence found/);
    assert.match(
      JSON.stringify(standIn.turnsOf('paint')[0]?.body),
      /data:image\/gif;base64,R0lGODlhIGFuZCBzbyBvbg==/,
    );
    const refused = await home.run(['chat', '-p', 'paint', '--image', join(home.folder, 'config.json')]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /is not an image that models see/);
    const [only, ...more] = await home.json('chat', 'ls');
    assert.deepEqual([only?.begins, more], ['paint it', []]);
    const [item] = (await home.client().conversations.items(String(only?.conversation_id))).items;
    assert.deepEqual(item?.kind === 'person' && item.images, [{ media_type: 'image/gif', bytes: 16 }]);
  });

  test('is rung while it waits for the next line, and shows what happens', async (t) => {
    const home = open(t);
    const build = { command: 'sleep 0.2; exit 3', background: true, notify_on_complete: true };
    standIn.script('make', [
      [{ tool: 'terminal', input: build }],
      'Started.',
      ({ said }) => (said.at(-1)?.text.startsWith('[IMPORTANT') ? 'It failed.' : 'That was no ring.'),
    ]);
    const child = home.spawn(['chat']);
    let shown = '';
    child.stdout.on('data', (chunk) => {
      shown += chunk;
    });
    const told = text(child.stderr);
    child.stdin.write('make it\n');
    await until(() => shown.includes('It failed.'), 'its word about the ring');
    child.stdin.end('/ps\n/kil\n');
    await once(child, 'close');
    assert.match(
      await told,
      /^[0-9a-f]{4} {2}exit 3 {2}0s {2}sleep 0\.2; exit 3\nThere is no command \/kil; did you mean \/kill\?\n$/,
    );
    assert.match(
      shown,
      /^⏵ terminal {2}sleep 0\.2; exit 3\nStarted\.\n◆ Background process proc_\w+ exited \(exit code 3\)\nIt failed\.\n$/s,
    );
  });

  test('killed −9 while it waits, it is told of the end when it goes on', async (t) => {
    const home = open(t);
    const gate = join(home.folder, 'gate');
    const command = `until [ -e ${gate} ]; do sleep 0.05; done; echo built`;
    // By what it is shown: what was streaming when it was killed is asked again.
    const later: Turn = ({ said }) => (said.at(-1)?.by === 'tool' ? 'Started.' : 'It is built.');
    standIn.script('build', [
      [{ tool: 'terminal', input: { command, background: true, notify_on_complete: true } }],
      ...new Array(5).fill(later),
    ]);
    const child = home.spawn(['chat']);
    child.stdin.write('build it\n');
    let shown = '';
    child.stdout.on('data', (chunk) => {
      shown += chunk;
    });
    await until(() => shown.includes('Started.'), 'the start');
    child.kill('SIGKILL');
    await once(child, 'close');
    writeFileSync(gate, '');
    await until(async () => (await home.list()).every(({ status }) => status === 'exited'), 'its end');
    const next = home.spawn(['chat', '--continue']);
    let shownLater = '';
    next.stdout.on('data', (chunk) => {
      shownLater += chunk;
    });
    await until(() => shownLater.includes('It is built.'), 'the ring');
    next.stdin.end();
    await once(next, 'close');
    assert.match(
      shownLater,
      /^you {2}build it\n⏵ terminal .*\nStarted\.\n◆ .*completed normally.*\nIt is built\.\n$/s,
    );
  });

  test('promise 17: the key of a provider, whatever its variable is called, is not handed on to commands', async (t) => {
    const mine = { baseUrl: `${standIn.url}/v1`, apiKeyEnv: 'MY_LLM_KEY' };
    const home = new CliHome((clean) => t.after(clean), { agentModel: 'mine', agentProviders: { mine } });
    const file = join(home.folder, 'key');
    standIn.script('peek', [
      [{ tool: 'terminal', input: { command: `echo "\${MY_LLM_KEY-none} $OTHER" > ${file}` } }],
      'Done.',
    ]);
    const { code } = await home.run(['chat', '-p', 'peek'], {
      env: { MY_LLM_KEY: 'sk-mine', OTHER: 'kept' },
    });
    assert.equal(code, 0);
    assert.equal(readFileSync(file, 'utf8'), 'none kept\n');
  });

  test('-p --json prints one object, and what cannot be meant is refused', async (t) => {
    const home = open(t);
    standIn.script('brief', ['Yes.']);
    const [answer, ...more] = await home.json('chat', '-p', 'be brief');
    const { conversation_id: id, ...rest } = answer ?? {};
    assert.deepEqual([rest, more], [{ text: 'Yes.' }, []]);
    assert.match(await home.ok('chat', 'ls'), new RegExp(`^ID +LAST .*\\n${id} +\\d+s .*be brief\\n$`));
    for (const [args, message] of [
      [['-p', ' '], /-p says nothing/],
      [['ls', '-p', 'hi'], /--print is an option of/],
      [['--json'], /--json goes with -p, ls or export/],
    ] as const) {
      const { code, stdout, stderr } = await home.run(['chat', ...args]);
      assert.equal(code, 2);
      assert.match(stdout + stderr, message);
    }
  });

  test('says in three lines what to do where there is no model', async (t) => {
    const home = new CliHome((clean) => t.after(clean), { agentModel: 'nobody/x' });
    const { code, stderr } = await home.run(['chat', '-p', 'hello']);
    assert.equal(code, 1);
    assert.match(stderr, /No provider is called nobody/);
    assert.equal(stderr.trim().split('\n').length, 3);
  });
});
