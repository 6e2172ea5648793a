/** `npm run demo`: a command outlives `kill -9` of the daemon, with its output, input and exit code, and rings. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../src/base/remove-folder.ts';

const root = join(import.meta.dirname, '..');
const home = mkdtempSync(join(tmpdir(), 'ringback-demo-'));
const env = {
  ...process.env,
  RINGBACK_HOME: home,
  RINGBACK_SESSION: 'demo:1',
  PATH: `${join(root, 'bin')}:${process.env.PATH}`,
};
process.chdir(tmpdir());
const isPlain = !process.stdout.isTTY || process.env.NO_COLOR;

const say = (text: string) => console.log(isPlain ? `\n# ${text}` : `\n\x1b[2m# ${text}\x1b[0m`);
const showPrompt = (line: string) =>
  console.log(isPlain ? `$ ${line}` : `\x1b[1;36m$\x1b[0m \x1b[1m${line}\x1b[0m`);

/** Runs a line as a person would, shows it, and gives back what it printed. */
function type(line: string): { text: string; code: number } {
  showPrompt(line);
  const { stdout, stderr, status } = spawnSync('sh', ['-c', line], { env, encoding: 'utf8' });
  const text = `${stdout}${stderr}`;
  process.stdout.write(text);
  return { text, code: status ?? 1 };
}

/** Runs a line that would go on for ever, up to what it is expected to print. */
async function typeAndStop(line: string, end: RegExp): Promise<string> {
  showPrompt(line);
  const child = spawn('sh', ['-c', `exec ${line}`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    process.stdout.write(chunk);
    text += chunk;
    if (end.test(text)) break;
  }
  child.kill();
  return text;
}

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`the demo failed: ${what}`);
}

const command = `echo building…; seq 3; read -r answer; echo "you said: $answer"; exit 7`;

try {
  say('Start a build in the background, and ask to be told when it ends.');
  const id = type(`ringback run --stdin --notify -- '${command}'`).text.trim();
  type('ringback ls');

  say('Kill the daemon with SIGKILL while the build runs.');
  const { pid } = JSON.parse(
    execFileSync('ringback', ['daemon', 'status', '--json'], { env, encoding: 'utf8' }),
  ) as {
    pid: number;
  };
  showPrompt(`kill -9 ${pid}`);
  process.kill(pid, 'SIGKILL');

  say('The build did not notice: its output is there, and it still takes input.');
  check(type(`ringback log ${id}`).text.includes('building…\n1\n2\n3\n'), 'its output is not there');
  type(`ringback submit ${id} 'yes, please'`);

  say('It ends, and rings. An agent gets this as a new turn; a person reads it in the inbox.');
  const told = await typeAndStop('ringback inbox --follow', /^\]$/m);
  check(/exit code 7/.test(told) && told.includes('you said: yes, please'), `it was told: ${told}`);
  console.log(isPlain ? '\nok' : '\n\x1b[32m✓\x1b[0m output, input and exit code came through');
} finally {
  spawnSync('ringback', ['kill', '--all'], { env });
  spawnSync('ringback', ['daemon', 'stop'], { env });
  removeFolder(home);
}
