import { Slurm, whyNoSlurm } from '../testbed/servers/slurm.ts';
import { describeBehaviour } from './behaviour.ts';
import { slurmSite } from './slurm-site.ts';

describeBehaviour(
  'slurm',
  // More processors than there are, so that no command has to wait for another.
  async (undo) => slurmSite(await Slurm.start(undo, { cpus: 64 }), undo),
  { skip: await whyNoSlurm() },
);
