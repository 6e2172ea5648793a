import { spawnProgram } from '../../child-program.ts';
import type { Place } from '../../environment.ts';

const hint = 'Install the client programs of Slurm, or say "via": the environment in which they are there.';

/** This machine as a login node. */
export function openHere(): Place {
  return {
    ref: {},
    run: (args) => spawnProgram(args, { env: withoutJob(process.env), hint }),
    close: async () => {},
  };
}

/** The daemon may itself run in a job, whose variables would be defaults of every option of ours. */
export function withoutJob(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isKept = (name: string) =>
    !/^(SLURM|SBATCH|SRUN|SALLOC|SQUEUE|SCANCEL|SCONTROL|SACCT)_/.test(name) ||
    ['SLURM_CONF', 'SLURM_CONF_SERVER', 'SLURM_JWT'].includes(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}
