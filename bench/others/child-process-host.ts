/** What a program does that runs commands with `child_process`: names and scripts come in as lines of JSON. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

type Request = {
  readonly name: string;
  readonly script: string;
  readonly log: string;
  readonly exit: string;
};

const children = new Set<ChildProcess>();
process.on('SIGTERM', () => {
  for (const child of children) child.kill('SIGKILL');
  process.exit(0);
});

for await (const line of createInterface({ input: process.stdin })) {
  const { name, script, log, exit } = JSON.parse(line) as Request;
  const child = spawn('/bin/sh', [script], { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  child.stdout.pipe(createWriteStream(log));
  child.on('spawn', () => console.log(name));
  child.on('close', (code) => {
    children.delete(child);
    writeFileSync(exit, String(code));
  });
}
