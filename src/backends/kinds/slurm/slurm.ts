import * as z from 'zod/mini';
import { RingbackError } from '../../../base/errors.ts';
import { described, optional } from '../../../base/schema.ts';
import {
  defineEnvironment,
  type Environment,
  type KindCheck,
  type OpenEnvironment,
  type Place,
  PlaceGone,
} from '../../environment.ts';
import { runToEnd } from '../../run-to-end.ts';
import { openHere } from './front.ts';
import { type JobRef, LINE_NAME, SlurmJobs, toJobRef } from './jobs.ts';
import { optionsSchema } from './options.ts';

const schema = z.strictObject({
  via: optional(z.string(), 'The environment in which sbatch and srun are there. Default: this machine'),
  sbatch: described(optionsSchema('sbatch'), 'Options of each job, such as "--partition=gpu"'),
  srun: described(optionsSchema('srun'), 'Options of the step that carries the line into a job'),
  clientEnv: described(
    z._default(
      z.record(z.string().check(z.regex(/^[A-Za-z_]\w*$/, 'is no name of a variable')), z.string()),
      {},
    ),
    'Variables of the client programs, such as SLURM_CONF',
  ),
});

type Settings = z.output<typeof schema>;

export const slurm = defineEnvironment<Settings>({
  kind: 'slurm',
  summary: 'Each process is a job of a Slurm cluster',
  schema,
  create: (settings, options) => createSlurm(settings, options),
  check,
});

function createSlurm(settings: Settings, { openOther }: OpenEnvironment): Environment {
  const jobs = new SlurmJobs(settings.clientEnv);

  async function openFront(signal: AbortSignal): Promise<Place> {
    if (settings.via === undefined) return openHere();
    if (openOther) return openOther(settings.via, signal);
    throw new RingbackError('bad_request', 'Slurm cannot be reached via another environment from here.');
  }

  async function withFront<T>(work: (front: Place) => Promise<T>): Promise<T> {
    const front = await openFront(new AbortController().signal);
    try {
      return await work(front);
    } finally {
      await front.close();
    }
  }

  return {
    isPerProcess: true,
    hasLogin: true,
    async open({ ref, processId }, signal) {
      const front = await openFront(signal);
      try {
        const job = ref ? toJobRef(ref) : processId && (await jobs.find(front, processId));
        if (job) return await openJob(jobs, front, job, settings.srun);
        throw new RingbackError(
          'bad_request',
          'There is no job for this process: it has to be submitted first.',
        );
      } catch (error) {
        await front.close();
        throw error;
      }
    },
    release: (ref) => withFront((front) => jobs.cancel(front, toJobRef(ref))),
    batch: {
      openFront,
      submit: async (front, { processId, args }) =>
        (await jobs.find(front, processId)) ??
        jobs.submit(front, { processId, args, options: settings.sbatch }),
      look: async (front, ref) => (await jobs.look(front, toJobRef(ref))).state,
      cancelQueued: (front, ref) => jobs.cancelQueued(front, toJobRef(ref)),
    },
    close: async () => {},
  };
}

/** A step beside the job's own script, on the same node. It takes what it runs along when it ends: nothing is left behind. */
async function openJob(
  jobs: SlurmJobs,
  front: Place,
  ref: JobRef,
  options: readonly string[],
): Promise<Place> {
  const { state, host } = await jobs.look(front, ref);
  if (state.state === 'over') throw new PlaceGone(state.reason);
  if (state.state === 'queued')
    throw new RingbackError('failed', `Slurm's job ${ref.job} is queued (${state.reason}).`);
  await jobs.cancelLines(front, ref);
  // Neither processors nor memory of its own: the job may use all that it has.
  const size = ['--overlap', '--mem=0', '--nodes=1', '--ntasks=1', ...(host ? [`--nodelist=${host}`] : [])];
  const line = ['--unbuffered', '--quiet', '--export=PATH,HOME,USER,LOGNAME,LANG', '--mpi=none', '--chdir=/'];
  const own = [`--jobid=${ref.job}`, `--job-name=${LINE_NAME}`, ...size, ...line];
  return {
    ref,
    run: (args) => front.run(jobs.client('srun', ...own, ...options, '--', ...args)),
    close: () => front.close(),
  };
}

async function check({ via, clientEnv }: Settings): Promise<readonly KindCheck[]> {
  if (via !== undefined) return [];
  const name = 'Slurm';
  try {
    const words = new SlurmJobs(clientEnv).client('scontrol', 'ping');
    const { code, stdout, stderr } = await runToEnd(openHere(), words, { timeoutMs: 20_000 });
    const isFine = code === 0 && / is UP/.test(stdout);
    const detail = (isFine ? stdout : stderr || stdout).trim();
    return [{ name, isFine, detail, ...(isFine ? {} : { hint: 'Is slurmctld up, and SLURM_CONF right?' }) }];
  } catch (error) {
    const { message, hint } = error as RingbackError;
    return [{ name, isFine: false, detail: message, hint }];
  }
}
