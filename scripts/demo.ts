/** `npm run demo`: a command outlives `kill -9` of the daemon, with its output, its stdin and its exit code. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../src/base/remove-folder.ts';

const root = join(import.meta.dirname, '..');
const home = mkdtempSync(join(tmpdir(), 'ringback-demo-'));
const env = { ...process.env, RINGBACK_HOME: home, PATH: `${join(root, 'bin')}:${process.env.PATH}` };
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

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`the demo failed: ${what}`);
}

const command = `echo "building…"; seq 1 3; read -r answer; echo "you said: $answer"; exit 7`;

try {
  say('Start a build in the background. It prints, asks a question, and ends with exit code 7.');
  const id = type(`ringback run --stdin -- '${command}'`).text.trim();
  type('ringback ls');

  say('Now the worst: SIGKILL to the daemon, in the middle.');
  const { pid } = JSON.parse(
    execFileSync('ringback', ['daemon', 'status', '--json'], { env, encoding: 'utf8' }),
  ) as {
    pid: number;
  };
  showPrompt(`kill -9 ${pid}`);
  process.kill(pid, 'SIGKILL');

  say('The build never noticed. Its output is there, and it still listens.');
  check(type(`ringback log ${id}`).text.includes('building…\n1\n2\n3\n'), 'its output is not there');
  type(`ringback submit ${id} 'yes, please'`);

  say('And nobody had to guess how it ended.');
  const { code } = type(`ringback wait ${id}; code=$?; echo "exit code: $code"; exit $code`);
  check(code === 7, `the exit code was ${code}`);
  check(type(`ringback log ${id}`).text.includes('you said: yes, please'), 'its answer is not there');
  console.log(isPlain ? '\nok' : '\n\x1b[32m✓\x1b[0m output, stdin and exit code came through');
} finally {
  spawnSync('ringback', ['kill', '--all'], { env });
  spawnSync('ringback', ['daemon', 'stop'], { env });
  removeFolder(home);
}
