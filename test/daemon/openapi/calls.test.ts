/** Every route is called as the document says, and must answer as it says. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shortHash } from '../../../src/base/short-hash.ts';
import { routes } from '../../../src/daemon/routes.ts';
import { CliHome } from '../../cli/cli-home.ts';
import { completionOf, mark, startEnding } from '../ending-process.ts';
import { type Call, Documented } from './documented.ts';

const home = new CliHome(after);
const client = home.client();
let api: Documented;
/** Processes: one that waits for a line, one that has ended, one with a terminal, two without input. */
const ids = { reads: '', ended: '', terminal: '', silent: '', mute: '' };

const command = (text: string, more: object = {}) => ({ command: text, workdir: '/', env: {}, ...more });

/** Its process, and variables with which a program of Node's never gets as far as its first line. */
const DELEGATION = 'dlg_abcd00000001';
const DELEGATE = `proc_${shortHash(`${DELEGATION}/0`, 12)}`;
const HANGS = {
  NODE_OPTIONS: '--import=data:text/javascript,await(new%20Promise(()=>setInterval(()=>{},1e6)))',
};

const toolCall = (call_id: string, args: object, reach = 'ride') => ({
  arguments: args,
  session_key: 'agent',
  workdir: '/',
  env: { PATH: String(process.env.PATH) },
  call_id,
  reach,
});

before(async () => {
  await client.health();
  api = await Documented.open(home.folder);
  const start = async (text: string, more: object = {}) =>
    String((await api.call('POST /v1/processes', { body: command(text, more) })).session_id);
  ids.reads = await start('read x; echo got $x; exec sleep 1000', {
    stdin: true,
    session_key: 's',
    task: 't',
  });
  ids.ended = await start('printf "one\\ntwo\\n"; exit 3', { session_key: 's' });
  ids.terminal = await start('cat', { pty: true, stdin: true, cols: 80, rows: 24 });
  ids.silent = await start('exec sleep 1000', { id: 'proc_abcd00000001' });
  ids.mute = await start('exec sleep 1000', { id: 'proc_abcd00000002' });
  await api.call('POST /v1/processes/:id/wait', { id: ids.ended, body: {} });
});

const good: [key: string, process: keyof typeof ids | '', call?: Call][] = [
  ['GET /v1/health', ''],
  ['GET /v1/openapi.json', ''],
  ['POST /v1/processes', '', { body: command('true', { notify_on_complete: true, watch_patterns: ['x'] }) }],
  [
    'POST /v1/processes',
    '',
    {
      body: command('true', {
        watch_patterns: ['x'],
        max_runtime: 5,
        deadline: 5,
        quiet_after: 5,
        ready: ':',
        notify_on: 'failure',
        umask: 18,
      }),
    },
  ],
  ['GET /v1/processes', ''],
  ['GET /v1/processes', '', { query: '?session_key=s&task=t&ended=false' }],
  ['POST /v1/processes/kill', '', { body: { task: 'nobody', grace: 0.1 } }],
  ['GET /v1/processes/:id', 'reads'],
  ['GET /v1/processes/:id', 'ended'],
  ['GET /v1/processes/:id/poll', 'reads', { query: '?session_key=s' }],
  ['GET /v1/processes/:id/poll', 'ended', { query: '?cursor=0' }],
  ['GET /v1/processes/:id/log', 'ended', { query: '?offset=0&limit=1' }],
  ['GET /v1/processes/:id/log', 'ended', { query: '?since=0' }],
  ['GET /v1/processes/:id/resizes', 'terminal', { query: '?last=1000' }],
  ['GET /v1/processes/:id/samples', 'silent'],
  ['POST /v1/processes/:id/wait', 'ended', { body: { until: 'two', cursor: '0' } }],
  ['POST /v1/processes/:id/wait', 'silent', { body: { timeout: 0 } }],
  ['POST /v1/processes/:id/wait', 'ended', { body: { session_key: 's' } }],
  ['POST /v1/processes/:id/write', 'reads', { body: { data: 'a' } }],
  ['POST /v1/processes/:id/write', 'reads', { body: { base64: 'YQ==', writer: '7', seq: '1' } }],
  ['POST /v1/processes/:id/submit', 'reads', { body: { data: 'b' } }],
  ['POST /v1/processes/:id/close', 'reads'],
  ['POST /v1/processes/:id/resize', 'terminal', { body: { cols: 100, rows: 40 } }],
  ['POST /v1/processes/:id/notify', 'silent', { body: { notify_on_complete: true, watch_patterns: ['x'] } }],
  ['GET /v1/active', ''],
  ['GET /v1/active', '', { query: '?session_key=s&max_age=60' }],
  ['GET /v1/processes/:id/waiting', 'silent'],
  ['GET /v1/processes/:id/waiting', '', { id: 'ffffffffffff' }],
  ['POST /v1/processes/:id/kill', 'silent', { body: { grace: 0.1 } }],
  ['POST /v1/processes/:id/kill', 'ended'],
  ['POST /v1/notifications', '', { body: { session_key: 'own', event: { type: 'mine', text: 'hello' } } }],
  [
    'POST /v1/notifications',
    '',
    {
      body: {
        session_key: 'own',
        event: {
          type: 'async_delegation',
          delegation_id: 'd1',
          goal: 'look',
          dispatched_at: 1,
          completed_at: 2,
          status: 'completed',
          tasks: [{ goal: 'a', status: 'error', error: 'none', duration_seconds: 0.5, api_calls: 1 }],
        },
      },
    },
  ],
  ['GET /v1/notifications', '', { query: '?session_key=own&open=true&limit=10' }],
  ['POST /v1/notifications/drain', '', { body: { session_key: 'own' } }],
  ['POST /v1/notifications/drain', '', { body: { session_key: 'nobody' } }],
  ['POST /v1/notifications/acknowledge', '', { body: { ids: ['none'] } }],
  ['POST /v1/notifications/dismiss', '', { body: { ids: [] } }],
  ['POST /v1/sessions/move', '', { body: { from: 'a', to: 'b' } }],
  ['POST /v1/sessions/busy', '', { body: { session_key: 'a', busy: true } }],
  ['POST /v1/sessions/busy', '', { body: { session_key: 'a', busy: false } }],
  ['POST /v1/sessions/close', '', { body: { session_key: 'b', interrupt_delegates: true } }],
  ['POST /v1/sessions/interrupt', '', { body: { session_key: 'b' } }],
  [
    'POST /v1/wakeups',
    '',
    { body: { id: 'wake_abcd00000001', session_key: 'woken', note: 'look', every: '0 9 * * *', tz: 'UTC' } },
  ],
  ['POST /v1/wakeups', '', { body: { session_key: 'woken', note: '', after: 0 } }],
  ['POST /v1/wakeups', '', { body: { session_key: 'woken', note: '', any: ['event:done', 'wake_abcd'] } }],
  ['GET /v1/wakeups', ''],
  ['GET /v1/wakeups', '', { query: '?session_key=woken&all=true' }],
  ['POST /v1/wakeups/:name/cancel', '', { id: 'wake_abcd', body: { session_key: 'woken' } }],
  [
    'POST /v1/delegations',
    '',
    { body: { id: DELEGATION, session_key: 'sends', goal: 'look', workdir: '/', env: HANGS } },
  ],
  [
    'POST /v1/delegations',
    '',
    { body: { session_key: 'sends', tasks: [{ goal: 'a', environment: 'moon' }], env: {} } },
  ],
  ['GET /v1/delegations', '', { query: '?session_key=sends&state=running' }],
  ['GET /v1/delegations/:name', '', { id: DELEGATION }],
  ['POST /v1/delegations/:name/message', '', { id: DELEGATION, body: { text: 'look here', client_id: 'a' } }],
  ['POST /v1/delegations/:name/interrupt', '', { id: DELEGATION, body: { task_index: 0, reason: 'late' } }],
  ['POST /v1/delegations/interrupt', '', { body: { session_key: 'sends' } }],
  ['GET /v1/delegates/:name', '', { id: DELEGATE }],
  ['GET /v1/ringers/kinds', ''],
  ['POST /v1/ringers', '', { body: { session_key: 'rung', kind: 'command', settings: { command: 'cat' } } }],
  [
    'POST /v1/ringers',
    '',
    { body: { session_key: 'lost', kind: 'command', settings: { command: 'false' } } },
  ],
  ['POST /v1/ringers/check', '', { body: { session_key: 'rung' } }],
  ['POST /v1/ringers/test', '', { body: { session_key: 'rung', timeout: 20 } }],
  ['POST /v1/ringers/test', '', { body: { session_key: 'lost' } }],
  ['POST /v1/ringers/retry', '', { body: { session_key: 'rung' } }],
  ['POST /v1/notifications', '', { body: { session_key: 'lost', event: { type: 'mine', text: 'x' } } }],
  ['GET /v1/ringers', ''],
  ['POST /v1/ringers/remove', '', { body: { session_key: 'rung' } }],
  ['GET /v1/environments', ''],
  ['POST /v1/environments/:name/test', '', { id: 'local', body: { timeout: 20 } }],
  ['GET /v1/tools', ''],
  ['POST /v1/tools/terminal', '', { body: toolCall('proc_00000000ca01', { command: 'echo hi' }) }],
  ['POST /v1/tools/terminal', '', { body: toolCall('proc_00000000ca02', { colour: 'red' }) }],
  [
    'POST /v1/tools/terminal',
    '',
    {
      body: toolCall(
        'proc_00000000ca03',
        { command: 'exec sleep 1000', background: true, notify_on_complete: true },
        'task',
      ),
    },
  ],
  ['GET /v1/tasks/:id', '', { id: 'proc_00000000ca03' }],
  [
    'POST /v1/tasks/:id/answer',
    '',
    { id: 'proc_00000000ca03', body: { prompt_id: '0.0', action: 'accept', answer: 'x' } },
  ],
  ['POST /v1/tasks/:id/cancel', '', { id: 'proc_00000000ca03' }],
  ['GET /v1/tasks/:id', '', { id: 'proc_00000000ca03' }],
  ['POST /v1/tools/process', '', { body: toolCall('proc_00000000ca04', { action: 'list' }) }],
  [
    'POST /v1/tools/execute_code',
    '',
    { body: toolCall('proc_00000000ca05', { code: 'console.log(1)', language: 'javascript' }) },
  ],
  ['POST /v1/tools/delegate', '', { body: toolCall('proc_00000000ca07', { action: 'list' }) }],
  ['POST /v1/tools/wake', '', { body: toolCall('proc_00000000ca06', { after: '10m', note: 'look' }) }],
];
for (const [key, process, call] of good) {
  test(`${key} ${process} ${call?.query ?? ''}${JSON.stringify(call?.body) ?? ''}`, async () => {
    await api.call(key, process === '' ? call : { id: ids[process], ...call });
  });
}

/** A stream that wants a parameter. */
const searched = { key: 'GET /v1/processes/:id/grep', call: { query: '?pattern=two&context=1' } };

test('the streams of output carry the documented events', async () => {
  const read = await api.stream('GET /v1/processes/:id/output', { id: ids.ended, query: '?from=0&to=4' });
  assert.deepEqual(read, ['output']);
  const followed = await api.stream('GET /v1/processes/:id/follow', { id: ids.ended, query: '?from=0' });
  assert.deepEqual(followed, ['output', 'ended']);
  const found = await api.stream(searched.key, { id: ids.ended, ...searched.call });
  assert.deepEqual(found, ['lines', 'done']);
});

test('the stream of what a delegate is told carries the documented event', async () => {
  const orders = await api.stream(
    'GET /v1/delegates/:name/orders',
    { id: DELEGATE, query: '?after=0' },
    'order',
  );
  assert.deepEqual(orders, ['order']);
});

test('what is no longer kept is the documented event', async () => {
  const { session_id: id } = await client.start({
    ...command('yes | head -c 3000000'),
    log_limit: 1_200_000,
    shell: '/bin/sh',
  });
  await client.wait(id, {});
  const names = await api.stream('GET /v1/processes/:id/output', { id });
  assert.ok(names.includes('gap'), String(names));
  const log = await api.call('GET /v1/processes/:id/log', { id, query: '?offset=0&limit=10' });
  assert.ok(log);
});

test('a subscription carries turns, whatever they tell of', async () => {
  const { session_id } = await startEnding(client, 'told', { watch_patterns: [] });
  await client.submit(session_id, '');
  await completionOf(client, session_id);
  await mark(client, 'told');
  const key = 'GET /v1/notifications/subscribe';
  assert.deepEqual(await api.stream(key, { query: '?session_key=told' }, 'turn'), ['turn']);

  const watched = await client.start({
    ...command('echo READY', { watch_patterns: ['READY'], session_key: 'watches' }),
  } as Parameters<typeof client.start>[0]);
  assert.ok(watched.watch_patterns);
  assert.deepEqual(await api.stream(key, { query: '?session_key=watches' }, 'turn'), ['turn']);
  const hit = await api.call('GET /v1/processes/:id', { id: watched.session_id });
  assert.equal(hit.watch_hit, true);
});

const bad: [key: string, process: keyof typeof ids | '', call: Call, code: string][] = [
  ['POST /v1/processes', '', { body: command('true', { workdir: '/nowhere' }) }, 'no_folder'],
  ['POST /v1/processes', '', { body: command('true', { shell: '/nowhere/sh' }) }, 'no_program'],
  ['POST /v1/processes', '', { body: command('true', { environment: 'moon' }) }, 'no_environment'],
  ['POST /v1/processes', '', { body: { command: 'true', env: {} } }, 'bad_request'],
  ['POST /v1/environments/:name/test', '', { id: 'moon' }, 'no_environment'],
  ['GET /v1/processes/:id', '', { id: 'proc_abcd' }, 'ambiguous'],
  ['POST /v1/processes/:id/write', 'ended', { body: { data: 'x' } }, 'already_exited'],
  ['POST /v1/processes/:id/submit', 'ended', { body: { data: 'x' } }, 'already_exited'],
  ['POST /v1/processes/:id/close', 'ended', {}, 'already_exited'],
  ['POST /v1/processes/:id/resize', 'reads', { body: { cols: 1, rows: 1 } }, 'no_terminal'],
  ['POST /v1/processes/:id/resize', 'ended', { body: { cols: 1, rows: 1 } }, 'already_exited'],
  ['POST /v1/processes/:id/write', 'mute', { body: { data: 'x' } }, 'no_stdin'],
  ['POST /v1/processes/:id/notify', 'ended', { body: { notify_on_complete: true } }, 'already_exited'],
  ['POST /v1/processes/:id/notify', 'reads', { body: {} }, 'bad_request'],
  ['POST /v1/processes/:id/write', 'reads', { body: { data: 'x' } }, 'stdin_closed'],
  ['POST /v1/notifications', '', { body: { session_key: 'own', event: {} } }, 'bad_request'],
];
for (const [key, process, call, code] of bad) {
  test(`${code} from ${key} ${JSON.stringify(call.body) ?? ''}`, async () => {
    await api.fail(key, process === '' ? call : { id: ids[process], ...call }, code);
  });
}

for (const { method, path } of routes) {
  const key = `${method} ${path}`;
  test(`${key} refuses what is not documented`, async () => {
    const id = ids.reads;
    await api.fail(key, { id, query: '?colour=red', body: minimal(key) }, 'bad_request');
    if (method === 'POST')
      await api.fail(key, { id, body: { ...minimal(key), colour: 'red' } }, 'bad_request');
    // One that is unknown has nothing to wait for.
    if (path.includes('/:id') && !path.endsWith('/waiting'))
      await api.fail(key, { ...known(key), id: 'ffffffffffff' }, 'not_found');
  });
}

/** The least that a route wants, by its document. */
function minimal(key: string): Record<string, unknown> | undefined {
  const schema = api.operation(key).requestBody?.content['application/json'].schema;
  if (!schema) return undefined;
  const { required = [] } = schema as { required?: string[] };
  const example = good.find(([one, , call]) => one === key && call?.body)?.[2]?.body as Record<
    string,
    unknown
  >;
  return Object.fromEntries(required.map((name) => [name, example[name]]));
}

/** A call that is right but for the process. */
function known(key: string): Call {
  return key === searched.key ? searched.call : (good.find(([one]) => one === key)?.[2] ?? {});
}

test('every route was called', async () => {
  await api.call('POST /v1/stop');
  assert.deepEqual(
    routes.map(({ method, path }) => `${method} ${path}`).filter((key) => !api.seen.has(key)),
    [],
  );
});
