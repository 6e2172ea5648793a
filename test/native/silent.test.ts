/** `npm run test:silent`: the same for two minutes, in which a keeper looks once more every 30 s. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../engine/test-home.ts';
import { endIfThere } from '../faults/support/proc.ts';
import { standIn } from '../mcp/raw-client.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';
import { type Sensed, SensePlace } from './sensed.ts';

/** They are looked at after 1, 2, 4 and 8 seconds. */
const silentMs = process.env.RINGBACK_SILENT === 'full' ? 120_000 : 9_000;
const node = `exec '${process.execPath}' -e`;

const terminals: readonly string[] = [
  'exec sleep 1000',
  'printf "working... "; exec sleep 1000',
  'echo up; exec tail -f /etc/hosts',
  'printf "no line end"; exec tail -f /dev/null',
  'exec less /etc/passwd',
  'exec vi /etc/hosts',
  'exec top',
  `${node} 'process.stdin.setRawMode(true).on("data", console.log); console.log("press h for help")'`,
  `${node} 'require("net").createServer().listen(0); process.stdout.write("listening")'`,
  // Never asleep, and yet in nobody's way.
  `printf "computing"; exec nice -n 19 bash -c 'while :; do :; done'`,
];

const pipes: readonly string[] = [
  'exec cat',
  'echo "Content-Length: 2"; exec cat',
  'printf "half a line"; exec sleep 1000',
  `${node} 'process.stdin.on("data", console.log); console.log("ready")'`,
];

/** They ask once, and then wait for as long as it takes. */
const patient: readonly string[] = ['exec bash --norc -i', 'exec python3 -q'];

test('issue 13 (promise 19): whoever asks nobody is never told of, and who was told of is not told of again', {
  skip: sshdIsMissing || notInstalled('less', 'vi', 'top', 'python3', 'make', 'ssh'),
}, async (context) => {
  const place = new SensePlace(context);
  const all: Sensed[] = [];
  for (const command of terminals) all.push(await place.run(command));
  for (const command of pipes) all.push(await place.run(command, { pty: false }));
  all.push(await place.run(`exec make -f ${makefile(place.folder)}`));
  all.push(await mcpServer(place));
  all.push(...(await sshToSleep(context, place)));
  const asking = await Promise.all(patient.map((command) => place.run(command)));
  await Promise.all(asking.map((one) => one.prompt()));
  await sleep(silentMs);
  assert.deepEqual(
    all.filter(({ prompts }) => prompts.length > 0).map(({ command, prompts }) => [command, prompts]),
    [],
  );
  for (const { prompts, passings, command } of asking)
    assert.deepEqual([prompts.length, passings], [1, []], command);
});

/** A build whose steps take a while, and say what they do on a line that is finished later. */
function makefile(folder: string): string {
  const steps = Array.from({ length: 100 }, (_, step) => `step${step}`);
  const rule =
    '\t@printf "%s ... " $@; i=0; while [ $$i -lt 100000 ]; do i=$$((i+1)); done; sleep 3; echo done\n';
  const path = join(folder, 'Makefile');
  writeFileSync(path, `all: ${steps.join(' ')}\n${steps.join(' ')}:\n${rule}`);
  return path;
}

/** One that was spoken to: it waits for the next request. */
async function mcpServer(place: SensePlace): Promise<Sensed> {
  const server = await place.run(`exec ${standIn.map((word) => `'${word}'`).join(' ')}`, { pty: false });
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  await server.type(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await until(() => server.output.includes('protocolVersion'), 'its answer');
  return server;
}

/** Logged in, and nothing more comes from there. */
async function sshToSleep(context: TestContext, place: SensePlace): Promise<readonly Sensed[]> {
  const { config } = await startSshd(context);
  const there = `there 'echo "let in as $$"; exec sleep 1000'`;
  const all = await Promise.all([
    place.run(`exec ssh -F ${config} ${there}`),
    place.run(`exec ssh -t -F ${config} ${there}`),
    place.run(`exec ssh -F ${config} ${there}`, { pty: false }),
  ]);
  for (const one of all) {
    const letIn = /let in as (\d+)\s/;
    await until(() => letIn.test(one.output), `the command there: ${one.command}`);
    // It stays when its connection is cut.
    const pid = Number(letIn.exec(one.output)?.[1]);
    context.after(() => endIfThere(pid));
  }
  return all;
}
