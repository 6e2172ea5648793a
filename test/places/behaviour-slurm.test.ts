import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Slurm, whyNoSlurm } from '../testbed/servers/slurm.ts';
import { describeBehaviour } from './behaviour.ts';

const run = promisify(execFile);

describeBehaviour(
  'slurm',
  async (undo) => {
    const folder = join(mkdtempSync(join(tmpdir(), 'ringback-shared-')), 'keepers');
    undo(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
    const slurm = await Slurm.start(undo, { cpus: 64 });
    return {
      entry: {
        type: 'slurm',
        clientEnv: slurm.env,
        folder,
        variables: { CONFIGURED: 'as configured' },
      },
      home: homedir(),
      folder,
      inside: async (script) => (await run('/bin/sh', ['-c', script])).stdout,
      outage: { down: () => slurm.killNode(), up: () => slurm.startNode() },
    };
  },
  { skip: await whyNoSlurm() },
);
