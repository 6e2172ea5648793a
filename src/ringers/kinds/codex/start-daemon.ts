import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { codexHome } from './address.ts';

const LONGEST_START_MS = 120_000;

/** Codex's own background server, which a `codex` in a terminal starts as well: it is Codex's, and outlives Ringback. */
export async function startCodexDaemon(program: string, url: string, signal: AbortSignal): Promise<void> {
  const env = { ...process.env, CODEX_HOME: codexHome(url, process.env) };
  const args = ['app-server', 'daemon', 'start'];
  await promisify(execFile)(program, args, { env, signal, timeout: LONGEST_START_MS });
}
