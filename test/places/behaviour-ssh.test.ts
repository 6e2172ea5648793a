import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';
import { describeBehaviour } from './behaviour.ts';

const run = promisify(execFile);

describeBehaviour(
  'ssh',
  async (undo) => {
    const server = await startSshd({ after: undo } as never);
    return {
      entry: {
        type: 'ssh',
        host: server.host,
        config: server.config,
        variables: { CONFIGURED: 'as configured' },
      },
      home: server.home,
      folder: `${server.home}/.local/state/ringback-remote`,
      inside: async (script) => (await run('/bin/sh', ['-c', script])).stdout,
      outage: { down: () => server.stop(), up: () => server.start() },
    };
  },
  { skip: sshdIsMissing },
);
