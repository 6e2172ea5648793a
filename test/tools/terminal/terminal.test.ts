/** What the tools ask of the engine for a command elsewhere, and what they say of one that is queued there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../src/base/config.ts';
import { RingbackError } from '../../../src/base/errors.ts';
import { toValues } from '../../../src/engine/start-fields.ts';
import type { Life, ProcessSnapshot, StartRequest } from '../../../src/engine/types.ts';
import type { Caller, ToolContext } from '../../../src/tools/context.ts';
import { Interrupts } from '../../../src/tools/interrupts.ts';
import { list } from '../../../src/tools/process/actions/list.ts';
import { timeoutNote } from '../../../src/tools/process/timeout-note.ts';
import { terminal } from '../../../src/tools/terminal/terminal.ts';

const queued: Life = { state: 'queued', note: 'Priority' };
const running: Life = { state: 'running', detached: false };

function snapshot(life: Life, environment = 'gpu'): ProcessSnapshot {
  return {
    ...toValues({}, {}),
    id: 'proc_000000000001',
    command: 'train',
    cwd: '/home/me',
    pid: life.state === 'queued' ? null : 7,
    keeperPid: null,
    session: 's',
    task: '',
    environment,
    pty: false,
    stdin: false,
    notifyOnComplete: true,
    watchPatterns: [],
    foreground: false,
    startedAt: 0,
    life,
  };
}

/** The parts that a command elsewhere may use; what is this machine's fails by name. */
function setUp(life: Life, more: Partial<Caller> = {}) {
  const requests: StartRequest[] = [];
  const here = (what: string) => () => assert.fail(`${what} is this machine's`);
  const process = snapshot(life);
  const context = {
    config: defaultConfig,
    engine: {
      environments: {
        async check(name: string) {
          if (name !== 'gpu') throw new RingbackError('no_environment', 'none', 'Configured here: "gpu".');
        },
      },
      async start(request: StartRequest) {
        requests.push(request);
        return process;
      },
      wait: async () => ({ status: 'timeout', process, output: '', waitedSeconds: 1 }),
      list: () => [process],
      withUsage: async (processes: ProcessSnapshot[]) => processes,
      putInBackground() {},
      kill: async () => {},
      get: () => process,
    },
    notifier: {
      dispatcher: { hold: () => () => {}, hasSubscriber: () => true },
      noteAct() {},
      hasMatched: () => false,
    },
    views: { tail: () => '', whole: () => ({ output: '' }), command: () => 'train' },
    shells: { prepare: here('a login shell'), settle: here('a folder'), forget() {} },
    switchboard: { has: () => false },
    interrupts: new Interrupts(),
    redactor: { redact: (text: string) => text },
    caller: {
      session_key: 's',
      call_id: 'proc_000000000001',
      workdir: '/my/own',
      env: { SECRET: 'mine' },
      reach: 'ride',
      ...more,
    },
    signal: new AbortController().signal,
  } as unknown as ToolContext;
  return { context, requests };
}

test('nothing of this machine goes along, but what every command of an agent gets', async () => {
  const { context, requests } = setUp(running, { isScript: true });
  await terminal(context, { command: 'train', environment: 'gpu', workdir: 'runs/1', timeout: 1 });
  const [request] = requests;
  assert.equal(request?.environment, 'gpu');
  assert.equal(request?.cwd, 'runs/1');
  const { PYTHONUNBUFFERED, PAGER, TERM, SECRET } = request?.env ?? {};
  assert.deepEqual({ PYTHONUNBUFFERED, PAGER, TERM }, { PYTHONUNBUFFERED: '1', PAGER: 'cat', TERM: 'dumb' });
  assert.equal(SECRET, undefined);
  assert.deepEqual([request?.shell, request?.wrapper, request?.sandbox], [undefined, undefined, undefined]);
});

test('without a workdir it starts where the environment says', async () => {
  const { context, requests } = setUp(running);
  await terminal(context, { command: 'train', environment: 'gpu', background: true });
  assert.equal(requests[0]?.cwd, '');
});

test('an environment that is not configured starts nothing', async () => {
  const { context, requests } = setUp(running);
  await assert.rejects(terminal(context, { command: 'train', environment: 'moon' }), {
    code: 'no_environment',
    hint: /"gpu"/,
  });
  assert.deepEqual(requests, []);
});

test('a background command says where it runs', async () => {
  const { context } = setUp(running);
  const { result } = await terminal(context, { command: 'train', environment: 'gpu', background: true });
  assert.equal(result.status, 'running');
  assert.equal(result.environment, 'gpu');
  assert.match(String(result.output), /^Started in the background as proc_000000000001 in gpu\./);
});

test('a background command that is queued says so, why, and that its end will be reported', async () => {
  const { context } = setUp(queued);
  const { result } = await terminal(context, {
    command: 'train',
    environment: 'gpu',
    background: true,
    notify_on_complete: true,
  });
  assert.equal(result.status, 'queued');
  assert.equal(result.pid, null);
  assert.match(
    String(result.output),
    /^Queued in gpu as proc_000000000001 \(Priority\): it starts when its turn/,
  );
  assert.match(String(result.output), /Its end will be reported once\. You will be notified/);
});

test('a foreground command that is queued all the time goes on in the background', async () => {
  const { context } = setUp(queued);
  const { result } = await terminal(context, { command: 'train', environment: 'gpu', timeout: 1 });
  assert.equal(result.status, 'queued');
  assert.equal(result.timed_out, true);
  assert.match(
    String(result.output),
    /^STILL QUEUED after 1 s, in the background as proc_000000000001: its turn to start in gpu has not come yet\./,
  );
});

test('a list says what is elsewhere, and what a queued one waits for', async () => {
  const { result } = await list(setUp(queued).context);
  const [first] = result.processes as Record<string, unknown>[];
  assert.equal(first?.environment, 'gpu');
  assert.equal(first?.status, 'queued');
  assert.equal(first?.note, 'Priority');
});

test('a wait that times out tells a queued command from one that runs', () => {
  const facts = { seconds: 1, loweredFrom: undefined, delivery: 'wake' } as const;
  assert.match(timeoutNote({ ...facts, process: snapshot(queued) }), /is still queued and has not started/);
  assert.match(timeoutNote({ ...facts, process: snapshot(running) }), /the command is still running/);
});
