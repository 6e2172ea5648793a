import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a driver until it kills itself at the failpoint of the engine; what it had said by then. */
export async function dieAt(name: string, driver: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [driver, ...args], {
    env: { ...process.env, RINGBACK_ENGINE_FAILPOINT: name },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const [, signal] = await once(child, 'close');
  assert.equal(signal, 'SIGKILL', `${name} was not passed`);
  return said;
}
