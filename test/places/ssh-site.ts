import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Sshd } from '../testbed/servers/sshd.ts';
import type { Site } from './behaviours/trial.ts';

const run = promisify(execFile);

/** Its files and processes are this machine's. */
export async function insideHere(script: string): Promise<string> {
  return (await run('/bin/sh', ['-c', script])).stdout;
}

export function sshSite(server: Sshd): Site {
  return {
    entry: {
      type: 'ssh',
      host: server.host,
      config: server.config,
      variables: { CONFIGURED: 'as configured' },
    },
    home: server.home,
    folder: `${server.home}/.local/state/ringback-remote`,
    inside: insideHere,
    outage: { down: () => server.stop(), up: () => server.start() },
  };
}
