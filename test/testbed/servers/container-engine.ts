/** What dockerd and Podman's service have in common: a folder, a socket that is asked with curl's verbs, and an end. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { makeBusyboxImage } from './busybox-image.ts';

export const IMAGE = 'ringback-busybox';
const LONGEST_START_MS = 30_000;

/** Of a path that is short enough for the sockets in it. */
export function makeServerFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `${name}-`));
}

/** The answer's text. */
export function ask(socketPath: string, method: string, path: string, body?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = body ? { 'Content-Type': 'application/x-tar', 'Content-Length': body.length } : {};
    const asked = request({ socketPath, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => {
        if ((response.statusCode ?? 500) < 400) resolve(text);
        else reject(new Error(`${method} ${path}: ${text}`));
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

export async function untilItAnswers(socketPath: string, log: string): Promise<void> {
  const deadline = Date.now() + LONGEST_START_MS;
  for (;;) {
    try {
      await ask(socketPath, 'GET', '/_ping');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${error}\n${readFileSync(log, 'utf8').slice(-4000)}`);
      await sleep(50);
    }
  }
}

export async function importImage(socketPath: string, folder: string): Promise<void> {
  await ask(socketPath, 'POST', `/images/create?fromSrc=-&repo=${IMAGE}`, makeBusyboxImage(folder));
}

export async function removeContainers(socketPath: string): Promise<void> {
  const all = JSON.parse(await ask(socketPath, 'GET', '/containers/json?all=true')) as { Id: string }[];
  for (const { Id } of all) await ask(socketPath, 'DELETE', `/containers/${Id}?force=true&v=true`);
}

/** Ends every process that was started with something of the folder (shims, monitors), and what they hold; then the folder goes. */
export async function sweep(folder: string): Promise<void> {
  const ofFolder = (): number[] =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== process.pid && commandLine(pid).includes(`${folder}/`));
  for (let round = 0; round < 40; round++) {
    const pids = ofFolder();
    if (pids.length === 0) break;
    for (const pid of [...pids.flatMap(childrenOf), ...pids]) kill(pid);
    await sleep(50);
  }
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  // Those on top first.
  for (const mount of mounts.filter((path) => path.startsWith(`${folder}/`)).reverse())
    spawnSync('umount', ['-l', mount]);
  removeFolder(folder);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(join('/proc', String(pid), 'cmdline'), 'utf8');
  } catch {
    return '';
  }
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It left first.
  }
}
