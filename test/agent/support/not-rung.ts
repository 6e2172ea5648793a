import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * In this home the test runs the loop itself, and kills it: the daemon must not bring up the real agent for its rings, which would
 * take the store. A rule that says nothing of use does that: its sessions have to hear by themselves.
 */
export function leaveRingsAlone(home: string): void {
  const path = join(home, 'config.json');
  const config = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const ringers = [{ session: 'conv_*', kind: 'command', settings: {} }];
  writeFileSync(path, JSON.stringify({ ...config, ringers }));
}
