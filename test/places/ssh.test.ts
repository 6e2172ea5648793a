import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { carryKeeper } from '../../src/backends/carry-keeper.ts';
import type { Place } from '../../src/backends/environment.ts';
import { schema } from '../../src/backends/kinds/ssh/settings.ts';
import { ssh } from '../../src/backends/kinds/ssh/ssh.ts';
import { probe } from '../../src/backends/probe.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { validate } from '../../src/base/validate.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { put } from '../testbed/local-place.ts';
import { type Sshd, type SshdOptions, sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';
import { startTcpProxy } from '../testbed/servers/tcp-proxy.ts';

const skip = sshdIsMissing;
const never = new AbortController().signal;

function environmentOn(t: TestContext, server: Pick<Sshd, 'config'>, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rb-'));
  const whole = validate(schema, { host: 'there', config: server.config, ...settings });
  const environment = ssh.create(whole, { name: 'there', folder, owner: 'test' });
  t.after(async () => {
    await environment.close();
    removeFolder(folder);
  });
  const masterPid = () => {
    const said = spawnSync('ssh', ['-F', server.config, '-S', join(folder, 'm'), '-O', 'check', 'there']);
    return Number(/pid=(\d+)/.exec(said.stderr.toString())?.[1] ?? 0);
  };
  return { environment, folder, masterPid };
}

async function openPlace(t: TestContext, options: SshdOptions = {}, settings = {}) {
  const server = await startSshd(t, options);
  const there = environmentOn(t, server, settings);
  return { server, ...there, place: await there.environment.open({}, never) };
}

/** One that echoes, and has begun to. */
async function startEcho(place: Place) {
  const program = await place.run(['cat']);
  program.stdin.write('x');
  await new Promise((resolve) => program.stdout.once('data', resolve));
  return program;
}

function counted(place: Place) {
  const counter = {
    trips: 0,
    run: (args: readonly string[]) => {
      counter.trips += 1;
      return place.run(args);
    },
  };
  return counter;
}

test('100 MB go there and come back, byte for byte', { skip }, async (t) => {
  const { place } = await openPlace(t);
  const program = await place.run(['cat']);
  const [sent, received] = [createHash('sha256'), createHash('sha256')];
  const input = new PassThrough();
  input.pipe(program.stdin);
  const writing = (async () => {
    for (let count = 0; count < 100; count++) {
      const chunk = randomBytes(1 << 20);
      sent.update(chunk);
      if (!input.write(chunk)) await new Promise((resolve) => input.once('drain', resolve));
    }
    input.end();
  })();
  for await (const chunk of program.stdout) received.update(chunk);
  await writing;
  assert.equal(received.digest('hex'), sent.digest('hex'));
  assert.equal((await program.ended).code, 0);
});

const words = [
  '',
  ' ',
  'two words',
  `it's`,
  `"quoted"`,
  `'\\''`,
  'a\nb\n',
  '\n',
  '$HOME `id` $(id)',
  'back\\slash \\n \\\\',
  '!! !1 !',
  '* ? [a] {a,b} ~',
  '-n',
  '--',
  '%s %b \\0101',
  'é漢🎉',
  '\t\x01\x7f',
  '#; & | < > ( ) ^',
  'x'.repeat(20_000),
];

for (const shell of [undefined, '/usr/bin/fish', '/bin/tcsh', '/bin/busybox sh'])
  test(`words arrive as they are, through ${shell ?? 'the user’s own shell'}`, {
    skip: skip || (shell && !existsSync(shell.split(' ')[0] ?? '') ? `${shell} is missing` : false),
  }, async (t) => {
    const { place } = await openPlace(t, shell ? { shell } : {});
    const all = await runToEnd(place, ['printf', '%s\\0', ...words]);
    assert.deepEqual(all, { code: 0, stdout: words.map((word) => `${word}\0`).join(''), stderr: '' });
    const plain = words.filter((word) => !/['\\!\n]/.test(word));
    const simple = await runToEnd(place, ['/usr/bin/env', 'printf', '<%s>', ...plain]);
    assert.equal(simple.stdout, plain.map((word) => `<${word}>`).join(''));
  });

test('exit codes and complaints come through', { skip }, async (t) => {
  const { place } = await openPlace(t);
  const failed = await runToEnd(place, ['/bin/sh', '-c', 'echo out; echo "no good" >&2; exit 42']);
  assert.deepEqual(failed, { code: 42, stdout: 'out\n', stderr: 'no good\n' });
  assert.equal((await runToEnd(place, ['/no/such/program'])).code, 127);
});

test('all programs share one connection, also more than sshd allows in one', { skip }, async (t) => {
  const { server, place } = await openPlace(t, { settings: 'MaxSessions 3\n' });
  const programs = await Promise.all(Array.from({ length: 3 }, () => startEcho(place)));
  const logins = () => readFileSync(join(server.folder, 'log'), 'utf8').match(/Accepted publickey/g)?.length;
  assert.equal(logins(), 1);
  assert.equal((await runToEnd(place, ['echo', 'more'])).stdout, 'more\n');
  for (const program of programs) program.close();
});

test('start-up files that print do not disturb, and what they set is found', { skip }, async (t) => {
  const { server, place } = await openPlace(t);
  for (const name of ['.bashrc', '.profile', '.bash_profile'])
    put(server.home, name, `echo "Welcome to ${name}"; echo warning >&2; export FROM_FILE=${name}\n`);
  const seen = await probe(place);
  assert.equal(seen.home, server.home);
  assert.ok(seen.loginEnv?.FROM_FILE);
  assert.ok(seen.loginEnv?.SSH_CONNECTION);
});

test('the keeper is carried there in two round trips, and found in one', { skip }, async (t) => {
  const { server, place } = await openPlace(t);
  put(server.home, '.bashrc', 'echo "Welcome, stranger"\n');
  const line = counted(place);
  const { keeper } = await carryKeeper(line);
  assert.equal(line.trips, 2);
  assert.deepEqual(readFileSync(keeper), readFileSync(findKeeperProgram()));
  assert.equal((await carryKeeper(line)).keeper, keeper);
  assert.equal(line.trips, 3);
  symlinkSync('.local', join(server.home, 'link'));
  await assert.rejects(carryKeeper(line, { folder: '~/link' }), { message: /is a link/ });
});

test('a connection that was killed is made anew for the next program', { skip }, async (t) => {
  const { place, masterPid } = await openPlace(t);
  const program = await startEcho(place);
  const first = masterPid();
  process.kill(first, 'SIGKILL');
  assert.equal((await program.ended).code, null);
  assert.equal((await runToEnd(place, ['echo', 'back'])).stdout, 'back\n');
  assert.notEqual(masterPid(), first);
  assert.notEqual(masterPid(), 0);
});

test('a line that breaks is no exit code, and a server that is down says so until it is back', {
  skip,
}, async (t) => {
  const { server, place } = await openPlace(t);
  const program = await startEcho(place);
  server.cut();
  assert.equal((await program.ended).code, null);
  await server.stop();
  await assert.rejects(place.run(['true']), {
    code: 'unreachable',
    message: /^there answers, but no SSH server does \(.*Connection refused\)\.$/,
  });
  await server.start();
  assert.equal((await runToEnd(place, ['echo', 'again'])).stdout, 'again\n');
});

test('a line that is silent for a while loses nothing', { skip }, async (t) => {
  const server = await startSshd(t);
  const proxy = await startTcpProxy(t, server.port);
  const { environment } = environmentOn(t, server, { port: proxy.port });
  const place = await environment.open({}, never);
  const program = await place.run(['/bin/sh', '-c', 'read line; seq 1 200000']);
  proxy.stall();
  program.stdin.write('go\n');
  setTimeout(() => proxy.resume(), 1500);
  const printed = Buffer.concat(await program.stdout.toArray()).toString();
  assert.equal(printed, Array.from({ length: 200_000 }, (_, index) => `${index + 1}\n`).join(''));
  assert.ok(proxy.bytes.toClient < printed.length * 1.05 + 10_000);
  const after = { ...proxy.bytes };
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.deepEqual(proxy.bytes, after, 'an idle line carried bytes');
  proxy.cut();
  assert.equal((await runToEnd(place, ['echo', 'back'])).stdout, 'back\n');
});

test('a host behind another is reached through it', { skip }, async (t) => {
  const gate = await startSshd(t);
  const inner = await startSshd(t);
  // One ssh_config that knows both.
  const both = readFileSync(gate.config, 'utf8').replace('Host there', 'Host gate');
  inner.prepend(`Host there\n  ProxyJump gate\n${both}`);
  const { environment } = environmentOn(t, inner);
  const place = await environment.open({}, never);
  assert.equal((await runToEnd(place, ['/bin/sh', '-c', 'echo $HOME'])).stdout, `${inner.home}\n`);
  assert.match(readFileSync(join(gate.folder, 'log'), 'utf8'), /Accepted publickey/);
});

test('the user’s own connection is used when there is one', { skip }, async (t) => {
  const server = await startSshd(t);
  server.prepend(`Host there\n  ControlPath ${server.folder}/own-%r\n`);
  execFileSync('ssh', ['-F', server.config, '-fNM', 'there'], { stdio: 'ignore' });
  t.after(() => spawnSync('ssh', ['-F', server.config, '-O', 'exit', 'there']));
  // From here on nobody else can log in.
  writeFileSync(join(server.folder, 'user_key.pub'), '');
  const { environment, masterPid } = environmentOn(t, server);
  const place = await environment.open({}, never);
  assert.equal((await runToEnd(place, ['echo', 'in'])).stdout, 'in\n');
  assert.equal(masterPid(), 0);
  await environment.close();
  assert.equal(spawnSync('ssh', ['-F', server.config, '-O', 'check', 'there']).status, 0);
});

test('closing it ends the connection, and what was left there runs on', { skip }, async (t) => {
  const { environment, place, masterPid } = await openPlace(t);
  const { stdout } = await runToEnd(place, ['/bin/sh', '-c', 'sleep 60 >/dev/null 2>&1 & echo $!']);
  t.after(() => process.kill(Number(stdout)));
  assert.notEqual(masterPid(), 0);
  const other = await environment.open({}, never);
  await other.close();
  assert.notEqual(masterPid(), 0);
  await place.close();
  assert.equal(masterPid(), 0);
  process.kill(Number(stdout), 0);
});

test('what keeps us out is said, with what to do', { skip }, async (t) => {
  const server = await startSshd(t);
  const refused = (settings: object) => environmentOn(t, server, settings).environment.open({}, never);
  const keys = readFileSync(join(server.folder, 'known_hosts'), 'utf8');

  writeFileSync(join(server.folder, 'known_hosts'), '');
  await assert.rejects(refused({}), {
    message: /^The host key of there is not known here/,
    hint: /ssh there/,
  });
  const other = readFileSync(join(server.folder, 'user_key.pub'), 'utf8');
  writeFileSync(join(server.folder, 'known_hosts'), `there ${other}`);
  await assert.rejects(refused({}), {
    message: /^there shows another host key than before/,
    hint: /ssh-keygen -R/,
  });
  writeFileSync(join(server.folder, 'known_hosts'), keys);

  await assert.rejects(refused({ user: 'no-such-user' }), {
    message: /^there does not let us in without a password \(.*Permission denied/,
    hint: /ssh-copy-id there/,
  });
  await assert.rejects(refused({ host: 'no-such-host.invalid' }), {
    message: /^There is no host by the name of no-such-host\.invalid/,
  });
  await assert.rejects(refused({ options: { NoSuchOption: '1' } }), {
    message: /^ssh does not take its configuration \(.*/,
    hint: /"options"/,
  });
  await assert.rejects(refused({ config: '/no/such/config' }), {
    message: /^ssh does not take its configuration/,
  });
});

test('a host that never answers can be given up', { skip }, async (t) => {
  const server = await startSshd(t);
  const proxy = await startTcpProxy(t, server.port);
  proxy.stall();
  const { environment } = environmentOn(t, server, { port: proxy.port });
  const reason = new Error('enough');
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 500);
  await assert.rejects(environment.open({}, controller.signal), reason);
  const slow = environmentOn(t, server, { port: proxy.port, options: { ConnectTimeout: '1' } });
  await assert.rejects(slow.environment.open({}, never), { message: /^there does not answer \(.*timed out/ });
});
