import { mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../src/base/remove-folder.ts';
import type { Slurm } from '../testbed/servers/slurm.ts';
import type { Site } from './behaviours/trial.ts';
import { insideHere } from './ssh-site.ts';

/** Node and login node are this machine; they share a folder that is no home. */
export function slurmSite(slurm: Slurm, undo: (clean: () => void) => void, settings: object = {}): Site {
  const shared = mkdtempSync(join(tmpdir(), 'ringback-shared-'));
  undo(() => removeFolder(shared));
  const folder = join(shared, 'keepers');
  return {
    entry: {
      type: 'slurm',
      clientEnv: slurm.env,
      folder,
      variables: { CONFIGURED: 'as configured' },
      ...settings,
    },
    home: homedir(),
    folder,
    inside: insideHere,
    outage: { down: () => slurm.killNode(), up: () => slurm.startNode() },
  };
}
