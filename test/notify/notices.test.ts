import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartRequest } from '../../src/engine/types.ts';
import { KeeperConnection } from '../../src/keeper/connection.ts';
import { deaf } from '../../src/keeper/keeper.ts';
import type { Notification } from '../../src/notify/ledger.ts';
import type { NeedsInputEvent, QuietEvent } from '../../src/wire/events.ts';
import { untilPrinted } from '../engine/test-home.ts';
import { fates, NotifyHome, until, whenTold } from './notify-home.ts';

const shell = '/bin/bash';
const inTerminal = { shell, pty: true, notifyOnComplete: true };
const inPipe = { shell, stdin: true, notifyOnComplete: true };

function promptOf(told: Notification | undefined): NeedsInputEvent {
  if (told?.type === 'needs_input') return told.event as NeedsInputEvent;
  throw new Error(`nobody asks: ${JSON.stringify(told)}`);
}

function silenceOf(told: Notification | undefined): QuietEvent {
  if (told?.type === 'quiet') return told.event as QuietEvent;
  throw new Error(`no silence: ${JSON.stringify(told)}`);
}

/** Of its keeper, while nobody is at home. */
async function statusOf(home: NotifyHome, id: string) {
  const keeper = await KeeperConnection.connect(join(home.folder, 'processes', id), deaf);
  try {
    return await keeper.status();
  } finally {
    keeper.close();
  }
}

const askers: (Partial<StartRequest> &
  Pick<NeedsInputEvent, 'program' | 'prompt'> & { command: string; hidden?: boolean })[] = [
  { command: 'read -p "name? " x; exit 3', program: 'bash', prompt: 'name?', ...inTerminal },
  {
    command: 'read -s -p "secret: " x; exit 3',
    program: 'bash',
    prompt: 'secret:',
    hidden: true,
    ...inTerminal,
  },
  { command: `python3 -c 'input("x? ")'; exit 3`, program: 'python3', prompt: 'x?', ...inTerminal },
  {
    command: `python3 -c 'import getpass; getpass.getpass()'; exit 3`,
    program: 'python3',
    prompt: 'Password:',
    hidden: true,
    ...inTerminal,
  },
  { command: 'printf "in a pipe? "; read x; exit 3', program: 'bash', prompt: 'in a pipe?', ...inPipe },
];

test('promise 19: whoever asks is told of once, and goes on when answered; who asks nobody is not', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const silent = await Promise.all(
    ['exec sleep 600', 'exec tail -f /dev/null', 'printf "wait... "; exec sleep 60'].flatMap((command) =>
      [inTerminal, inPipe].map((how) => home.run(command, how)),
    ),
  );
  const unasked = await home.run('read -p "name? " x', { shell, pty: true });
  const asking = await Promise.all(
    askers.map(async ({ command, program, prompt, hidden = false, ...how }) => {
      const { id } = await home.run(command, how);
      return { id, program, prompt, hidden };
    }),
  );
  await listener.has(asking.length);
  for (const { id, program, prompt, hidden } of asking) {
    const event = promptOf(listener.about(id)[0]);
    // As a distribution calls it: python3.11.
    assert.deepEqual(
      [event.program.replace(/[\d.]*$/, ''), event.prompt.trim(), event.hidden, event.evidence, event.by],
      [program.replace(/\d$/, ''), prompt, hidden, 'certain', 'read'],
    );
    await host.engine.submit(id, 'answer');
  }
  await listener.has(2 * asking.length);
  for (const { id } of asking)
    assert.deepEqual(fates(host, id), ['needs_input delivered', 'completion delivered']);
  await sleep(2_000); // looked at after 1 and 2 seconds
  for (const { id } of [...silent, unasked]) assert.deepEqual(fates(host, id), []);
});

test('the next question is another one; secrets in it are not told', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const command =
    'read -p "first? " x; read -p "token=ghp_0123456789abcdefghijABCDEFGHIJ012345 ok? " y; exec sleep 600';
  const { id } = await home.run(command, inTerminal);
  const [first] = await listener.has(1);
  assert.equal(first?.key, `needs_input:${id}:${promptOf(first).prompt_id}`);
  await host.engine.submit(id, 'one');
  const [, second] = await listener.has(2);
  assert.match(promptOf(second).prompt, /^token=\[REDACTED.* ok\?/);
});

test('promise 19: told once over restarts, also long after', async (t) => {
  const home = new NotifyHome(t, { historyMs: 1 });
  await home.open();
  const { id } = await home.run('read -p "name? " x; exec sleep 600', inTerminal);
  await home.listen().has(1);
  const again = await home.reopen();
  const { id: other } = await home.run('read -p "name? " x; exec sleep 600', inTerminal);
  await until(() => fates(again, other).length === 1, 'a later one');
  assert.deepEqual(fates(again, id), ['needs_input delivered']);
});

test('promise 19: a question that is over before it could be told is not told', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run('read -p "name? " x; echo on; exec sleep 600', inTerminal);
  await until(() => fates(host, id).length === 1, 'the question');
  await host.engine.submit(id, 'me');
  await untilPrinted(host.engine, id, 'on');
  await until(() => fates(host, id)[0] === 'needs_input suppressed passed_by', 'it to be over');
  assert.equal(host.notifier.dispatcher.drain('test:one'), null);
});

test('also when it is over while nobody is there', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run(`bash -c 'read -p "name? " x'; exec sleep 600`, inTerminal);
  await until(() => fates(host, id).length === 1, 'the question');
  const { pid } = promptOf(host.notifier.ledger.history({ processId: id })[0]);
  await home.close();
  process.kill(pid, 'SIGKILL');
  await until(async () => !(await statusOf(home, id))?.prompt, 'its keeper to see that');
  const next = await home.open();
  await until(() => fates(next, id)[0] === 'needs_input suppressed passed_by', 'it to be over');
});

test('a process that ends takes its question back', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run('read -p "name? " x', inTerminal);
  await until(() => fates(host, id).length === 1, 'the question');
  await host.engine.kill(id);
  assert.deepEqual(fates(host, id), ['needs_input suppressed passed_by', 'completion pending']);
});

test('who asks for the end only later is told of prompts from then on', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run('read -p "name? " x', { shell, pty: true });
  await untilPrinted(host.engine, id, 'name? ');
  await host.notifier.changeNotifyOptions(id, { notifyOnComplete: true });
  promptOf((await home.listen().has(1))[0]);
});

test('promise 19: each silence is told once, with what was used in it', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const listener = home.listen();
  const command = `printf 'one\\ntwo\\n'; ${whenTold('more')}; echo three; exec sleep 600`;
  const { id } = await home.run(command, { quietAfter: 1 });
  const first = silenceOf((await listener.has(1))[0]);
  assert.deepEqual([first.quiet_after, first.offset, first.output], [1, 8, 'one\ntwo']);
  assert(first.silent_seconds >= 1 && first.measured_seconds > 0, JSON.stringify(first));
  home.tell('more');
  const second = silenceOf((await listener.has(2))[1]);
  assert.deepEqual([second.offset, second.output], [14, 'one\ntwo\nthree']);
  const again = await home.reopen();
  const { id: other } = await home.run('exec sleep 600', { quietAfter: 1 });
  await until(() => fates(again, other).length === 1, 'a later one');
  assert.deepEqual(fates(again, id), ['quiet delivered', 'quiet delivered']);
});

test('promise 19: a silence that is over before it could be told is not told', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const command = `${whenTold('more')}; echo on; ${whenTold('again')}; echo on; exec sleep 600`;
  const { id } = await home.run(command, { quietAfter: 1 });
  await until(() => fates(host, id)[0] === 'quiet pending', 'the silence');
  home.tell('more');
  await until(() => fates(host, id)[0] === 'quiet suppressed passed_by', 'it to be over');
  await until(() => fates(host, id)[1] === 'quiet pending', 'the next one');
  await home.close();
  home.tell('again');
  await until(async () => (await statusOf(home, id))?.lines === 2, 'its output');
  const next = await home.open();
  await until(() => fates(next, id)[1] === 'quiet suppressed passed_by', 'it to be over, unheard');
});
