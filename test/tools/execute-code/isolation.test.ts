import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { type BenchOptions, noBubblewrap, openBench } from './script-bench.ts';

const bubblewrap = { skip: noBubblewrap };
const path = process.env.PATH ?? '';

/** A person's home with a secret in it, not below /tmp, which is private to a script anyway. */
function makePerson(context: TestContext): string {
  const home = mkdtempSync('/var/tmp/ringback-person-');
  context.after(() => removeFolder(home));
  mkdirSync(join(home, '.ssh'));
  writeFileSync(join(home, '.ssh/id'), 'secret');
  writeFileSync(join(home, '.netrc'), 'secret');
  for (const name of ['.npmrc', '.bash_history', '.pgpass', '.gitconfig', 'plain'])
    writeFileSync(join(home, name), 'secret');
  for (const name of ['.claude', '.codex', '.docker', '.config', '.local/bin', '.local/share', '.pyenv'])
    mkdirSync(join(home, name), { recursive: true });
  mkdirSync(join(home, 'work'));
  return home;
}

function openIsolated(context: TestContext, person: string, options: BenchOptions = {}) {
  const env = { PATH: path, HOME: person };
  return openBench(context, {
    env,
    cwd: join(person, 'work'),
    ...options,
    config: { codeIsolation: true, ...options.config },
  });
}

/** What happens when a script tries something; the words of the system where it fails. */
const attempts = `import { readFileSync, writeFileSync, readdirSync } from 'node:fs';
const attempt = (name, action) => { try { console.log(name, action()); } catch (error) { console.log(name, error.code); } };
`;

test('an isolated script writes only to its folder and to a /tmp of its own', bubblewrap, async (context) => {
  const person = makePerson(context);
  const { run } = await openIsolated(context, person);
  const mark = join(tmpdir(), `ringback-mark-${process.pid}`);
  const result = await run(
    'javascript',
    `${attempts}
attempt('work', () => writeFileSync('made', 'x'));
attempt('home', () => writeFileSync(${JSON.stringify(person)} + '/made', 'x'));
attempt('etc', () => writeFileSync('/etc/made', 'x'));
attempt('tmp', () => writeFileSync(${JSON.stringify(mark)}, 'x'));
attempt('passwd', () => readFileSync('/etc/passwd', 'utf8').length > 0);`,
  );
  assert.equal(result.output, 'work undefined\nhome EROFS\netc EROFS\ntmp undefined\npasswd true\n');
  assert.equal(readFileSync(join(person, 'work/made'), 'utf8'), 'x');
  assert.ok(!existsSync(mark));
  assert.equal(result.isolation, 'bubblewrap');
  assert.match(
    String(result.isolation_note),
    new RegExp(`only ${person}/work and a private /tmp can be written`),
  );
});

test(
  'issue 11.16: an isolated script sees neither the home folder, nor Ringback, nor other processes',
  bubblewrap,
  async (context) => {
    const person = makePerson(context);
    const { run, home } = await openIsolated(context, person);
    const result = await run(
      'javascript',
      `${attempts}
const home = ${JSON.stringify(home)};
attempt('home', () => readdirSync(${JSON.stringify(person)}).join());
attempt('ringback', () => readdirSync(home).filter((name) => name !== 'scripts' && name !== 'shells').length);
attempt('pids', () => readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length < 5);
attempt('kill', () => process.kill(${process.pid}, 0));`,
    );
    assert.equal(result.output, 'home .gitconfig,.local,.pyenv,work\nringback 0\npids true\nkill ESRCH\n');
  },
);

test(
  'issue 11.15: an isolated script cannot reach the settings of the kernel',
  bubblewrap,
  async (context) => {
    const person = makePerson(context);
    const { run } = await openIsolated(context, person);
    const outside = (name: string) => JSON.stringify(readlinkSync(`/proc/self/ns/${name}`));
    const result = await run(
      'javascript',
      `${attempts}
const { readlinkSync } = await import('node:fs');
const name = readFileSync('/proc/sys/kernel/hostname');
attempt('hostname', () => writeFileSync('/proc/sys/kernel/hostname', name));
attempt('uts', () => readlinkSync('/proc/self/ns/uts') !== ${outside('uts')});
attempt('ipc', () => readlinkSync('/proc/self/ns/ipc') !== ${outside('ipc')});
attempt('capabilities', () => /^CapEff:\\s*0+$/m.test(readFileSync('/proc/self/status', 'utf8')));
attempt('sockets', () => readdirSync('/run').filter((name) => /docker|dbus|user|ssh/.test(name)).length);`,
    );
    // For root the file system is read-only, for others the files already are.
    assert.match(
      result.output,
      /^hostname E(ROFS|ACCES)\nuts true\nipc true\ncapabilities true\nsockets 0\n$/,
    );
  },
);

test('a toolchain in the home is there, beside a credential that is not', bubblewrap, async (context) => {
  const person = makePerson(context);
  mkdirSync(join(person, '.cargo/bin'), { recursive: true });
  writeFileSync(join(person, '.cargo/credentials.toml'), 'secret');
  writeFileSync(join(person, '.cargo/bin/tool'), '#!/bin/sh\necho tool\n', { mode: 0o755 });
  const { run } = await openIsolated(context, person, {
    env: { PATH: `${person}/.cargo/bin:${path}`, HOME: person },
  });
  const result = await run(
    'javascript',
    `const { execFileSync } = require('child_process');
console.log(execFileSync('tool', { encoding: 'utf8' }) + require('fs').readdirSync('..').includes('plain'),
  require('fs').existsSync('../.cargo/credentials.toml'));`,
  );
  assert.equal(result.output, 'tool\nfalse false\n');
});

test('credentials stay hidden where the home itself is the working folder', bubblewrap, async (context) => {
  const person = makePerson(context);
  const { run } = await openIsolated(context, person, { cwd: person });
  const result = await run(
    'javascript',
    `${attempts}
attempt('ssh', () => readdirSync('.ssh').length);
attempt('npmrc', () => JSON.stringify(readFileSync('.npmrc', 'utf8')));
attempt('write', () => writeFileSync('made', 'x'));`,
  );
  assert.equal(result.output, 'ssh 0\nnpmrc ""\nwrite undefined\n');
  assert.match(String(result.isolation_note), /well-known credentials .* hidden, the rest of it is not/);
});

test('a working folder inside of a hidden one is there', bubblewrap, async (context) => {
  const person = makePerson(context);
  const { run } = await openIsolated(context, person, { cwd: join(person, '.ssh') });
  const result = await run('javascript', `console.log(require('fs').readFileSync('id', 'utf8'))`);
  assert.equal(result.output, 'secret\n');
});

test('a virtual environment in /tmp is there with its packages, read-only', bubblewrap, async (context) => {
  const person = makePerson(context);
  const folder = mkdtempSync(join(tmpdir(), 'ringback-installed-'));
  context.after(() => removeFolder(folder));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'package'), 'found\n');
  writeFileSync(
    join(folder, 'bin/python3'),
    `#!/bin/sh\ncat ${folder}/package\n(echo changed >>"$0") 2>/dev/null || echo read-only\n`,
    { mode: 0o755 },
  );
  const env = { PATH: `${folder}/bin:${path}`, HOME: person };
  const { run } = await openIsolated(context, person, { env });
  assert.equal((await run('python', 'pass')).output, 'found\nread-only\n');
});

test('a Node below the hidden home folder is there for a script in /', bubblewrap, async (context) => {
  const checkout = realpathSync(join(import.meta.dirname, '../../..'));
  const { run } = await openIsolated(context, checkout, { cwd: '/' });
  const listed = `try { console.log(require('fs').readdirSync('${checkout}').join()) } catch (e) { console.log(e.code) }`;
  const { output } = await run('javascript', listed);
  assert.match(output, /\bnode_modules\b/);
  assert.doesNotMatch(output, /README/, 'and nothing else of that home');
});

test('the sandbox of a script is handed to its calls, which share its /tmp', bubblewrap, async (context) => {
  const person = makePerson(context);
  const { run } = await openIsolated(context, person, {
    async call({ arguments: args, sandbox = [] }) {
      const [program = '', ...rest] = [...sandbox, '/bin/sh', '-c', (args as { command: string }).command];
      const { stdout, stderr } = spawnSync(program, rest, { cwd: join(person, 'work'), encoding: 'utf8' });
      return { output: stdout + stderr };
    },
  });
  const result = await run(
    'javascript',
    `require('fs').writeFileSync('/tmp/shared', 'from the script');
console.log((await terminal('cat /tmp/shared; echo; pwd; touch ../x; ls ../.ssh; echo $$')).output);`,
  );
  assert.match(result.output, /^from the script\n.*\/work\n\d{1,2}\n.*Read-only file system\n/);
});

test('the network is there, unless the configuration says no', bubblewrap, async (context) => {
  const person = makePerson(context);
  const code = `console.log(Object.keys(require('os').networkInterfaces()).length)`;
  const without = await (await openIsolated(context, person, { config: { codeNetwork: false } })).run(
    'javascript',
    code,
  );
  assert.match(without.output, /^[01]\n$/);
  assert.match(String(without.isolation_note), /no network/);
  const listening = `require('net').createServer().listen(0, '127.0.0.1', function () { console.log('up'); this.close(); })`;
  assert.equal((await (await openIsolated(context, person)).run('javascript', listening)).output, 'up\n');
});

test('without bubblewrap the script runs, and the result says what that means and how to get it', async (context) => {
  const { run } = await openBench(context, { config: { codeIsolation: true }, env: { PATH: '/nowhere' } });
  const result = await run('javascript', 'console.log(1)');
  assert.equal(result.output, '1\n');
  assert.equal(result.isolation, 'none');
  assert.match(
    String(result.isolation_note),
    /Not isolated.*could access everything.*apt install bubblewrap/,
  );
});

test('a bubblewrap that does not work here is not used, and the result says why', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-bwrap-'));
  context.after(() => removeFolder(folder));
  writeFileSync(
    join(folder, 'bwrap'),
    '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2; exit 1\n',
  );
  chmodSync(join(folder, 'bwrap'), 0o755);
  const { run } = await openBench(context, {
    config: { codeIsolation: true },
    env: { PATH: `${folder}:${path}` },
  });
  const result = await run('javascript', 'console.log(1)');
  assert.equal(result.output, '1\n');
  assert.equal(result.isolation, 'none');
  assert.match(String(result.isolation_note), /No permissions to create new namespace/);
});
