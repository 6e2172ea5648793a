/** What a line may suffer: it is cut, it hangs, it lies idle; and what it carries. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../cli/cli-home.ts';
import { freePort } from '../testbed/servers/free-port.ts';
import { type Sshd, sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';
import { startTcpProxy, type TcpProxy } from '../testbed/servers/tcp-proxy.ts';
import { openTrial } from './behaviours/open-trial.ts';
import { awaitFile, numbered, type Trial } from './behaviours/trial.ts';
import { sshSite } from './ssh-site.ts';

const skip = sshdIsMissing;
const isFull = process.env.RINGBACK_FAULTS === 'full';
const LINES = 100_000;
const MIB = 1024 * 1024;

type Setting = { readonly trial: Trial; readonly server: Sshd; readonly proxy: TcpProxy };

async function openBehindProxy(t: TestContext): Promise<Setting> {
  const port = await freePort();
  let proxy: TcpProxy | undefined;
  let server: Sshd | undefined;
  // Both are undone after the home, which ends what runs there over them.
  const trial = await openTrial(t, async (undo) => {
    proxy = await startTcpProxy({ after: undo }, port);
    server = await startSshd({ after: undo }, { port, clientPort: proxy.port });
    return sshSite(server);
  });
  assert.ok(server && proxy);
  return { trial, server, proxy };
}

/** Prints all lines, a tenth at a time, and only on after `disturb` was told which of them. */
async function disturbed(trial: Trial, disturb: (tenth: number) => Promise<void>): Promise<void> {
  const { file } = trial.newMark();
  const tenth = `seq $((i * ${LINES / 10} + 1)) $((i * ${LINES / 10} + ${LINES / 10})) | sed 's/^/line /'`;
  const script = `for i in 0 1 2 3 4 5 6 7 8 9; do ${tenth}; ${awaitFile(file)}; done; exit 3`;
  const id = await trial.start(script, '--notify', '--session', 'me');
  for (let i = 0; i < 10; i += 1) {
    await disturb(i);
    await trial.site.inside(`touch ${file}`);
    await until(
      async () => (await trial.site.inside(`ls ${file} 2>/dev/null; true`)) === '',
      'the next tenth',
    );
  }
  const [told] = await trial.told('me');
  assert.deepEqual([told?.session_id, told?.type], [id, 'completion']);
  assert.equal((await trial.ended(id)).exit_code, 3);
  assert.ok(String(await trial.output(id)) === numbered('line', LINES), 'each line once, in order');
}

test('100,000 lines over a connection whose both ends are killed again and again: all there, once', {
  skip,
}, async (t) => {
  const { trial, server, proxy } = await openBehindProxy(t);
  await disturbed(trial, async (tenth) => {
    if (tenth % 2 === 0) server.cut();
    else proxy.cut();
  });
});

const seconds = isFull ? 30 : 4;
test(`100,000 lines over a line that drops every packet for ${seconds} s: all there, once`, {
  skip,
}, async (t) => {
  const { trial, proxy } = await openBehindProxy(t);
  await disturbed(trial, async (tenth) => {
    if (tenth !== 4) return;
    proxy.stall();
    // Not for luck: this is the time that it is about.
    setTimeout(() => proxy.resume(), seconds * 1000);
  });
});

test('what is sent is what is printed and at most 5 % more, and an idle process costs nothing', {
  skip,
}, async (t) => {
  const { trial, proxy } = await openBehindProxy(t);
  const idle = await trial.start('echo idle; exec sleep 600');
  await trial.printed(idle, 'idle');
  // The keeper is there, and nothing is under way any more.
  await quiet(proxy);
  const before = total(proxy);
  await sleep(3000);
  assert.equal(total(proxy), before, 'bytes for an idle process');

  const size = 20 * MIB;
  const id = await trial.start(`head -c ${size} /dev/urandom`);
  await trial.ended(id);
  assert.equal((await trial.output(id)).length, size);
  await quiet(proxy);
  const share = (total(proxy) - before) / size;
  t.diagnostic(`bytes on the wire, SSH's own included: ${(share * 100).toFixed(2)} % of the output`);
  assert.ok(share < 1.05, `${share}`);
  assert.ok(share > 1, 'it did go through the proxy');
});

const total = ({ bytes }: TcpProxy) => bytes.toClient + bytes.toServer;

/** Nothing for half a second. */
async function quiet(proxy: TcpProxy): Promise<void> {
  let seen = -1;
  while (seen !== total(proxy)) {
    seen = total(proxy);
    await sleep(500);
  }
}
