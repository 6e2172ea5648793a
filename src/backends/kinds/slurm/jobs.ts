/** Slurm's own client programs, run in a place where they are there. */
import { RingbackError } from '../../../base/errors.ts';
import type { JobState, Place, PlaceRef } from '../../environment.ts';
import { type Outcome, runToEnd } from '../../run-to-end.ts';
import { jobScript } from './job-script.ts';
import { isUnknownJob, type JobFacts, parseJob, parseRecord, toJobState } from './job-state.ts';

/** The name is there because numbers are used again when a cluster is set up anew. */
export type JobRef = { readonly job: string; readonly name: string };

/** Of the steps that carry our lines. */
export const LINE_NAME = 'ringback-line';

type Front = Pick<Place, 'run'>;
type Submission = {
  readonly processId: string;
  readonly args: readonly string[];
  readonly options: readonly string[];
};

/**
 * Runs its words with hardly any variables, but with those that are meant for sbatch. With fewer exported, Slurm would fetch
 * the rest from a login shell on the node before it starts the job, and that may take half a minute; what a command
 * needs is in its request.
 */
const BARE = `
for name in $(env | sed -n 's/^\\(SBATCH_[A-Za-z0-9_]*\\)=.*/\\1/p; s/^\\(SLURM_CONF\\|SLURM_CLUSTERS\\)=.*/\\1/p'); do
  eval "value=\\$$name"
  set -- "$name=$value" "$@"
done
exec env -i PATH="$PATH" HOME="$HOME" USER="$USER" LOGNAME="$LOGNAME" LANG="$LANG" "$@"
`;

/** `env` is for the client programs, such as SLURM_CONF. */
export class SlurmJobs {
  readonly #prefix: readonly string[];

  constructor(env: Readonly<Record<string, string>>) {
    const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    this.#prefix = pairs.length === 0 ? [] : ['env', ...pairs];
  }

  /** The words of a client program, as they are run in the front. */
  client(...words: readonly string[]): readonly string[] {
    return [...this.#prefix, ...words];
  }

  /** The job that was submitted under this name before, whatever became of it. */
  async find(front: Front, processId: string): Promise<JobRef | undefined> {
    const name = jobName(processId);
    const filter = ['--me', '--states=all', `--name=${name}`, '--noheader', '--format=%i'];
    const { stdout } = must('squeue', await this.#run(front, 'squeue', ...filter));
    const [job] = (stdout.match(/^\d+$/gm) ?? []).sort((a, b) => Number(a) - Number(b));
    return job === undefined ? undefined : { job, name };
  }

  async submit(front: Front, { processId, args, options }: Submission): Promise<JobRef> {
    const name = jobName(processId);
    const own = ['--parsable', '--no-requeue', `--job-name=${name}`, '--output=/dev/null', '--export=ALL'];
    const sbatch = this.client('sbatch', ...own, '--chdir=/', ...options);
    const words = ['/bin/sh', '-c', BARE, 'sh', ...sbatch];
    const { stdout } = must('sbatch', await runToEnd(front, words, { input: jobScript(args) }));
    const [job] = stdout.match(/^\d+/m) ?? [];
    if (job === undefined)
      throw new RingbackError('failed', `sbatch did not say the job's number: ${stdout.trim()}`);
    return { job, name };
  }

  async look(front: Front, ref: JobRef): Promise<{ readonly state: JobState; readonly host: string }> {
    const facts = await this.#facts(front, ref);
    if (facts?.name !== ref.name)
      return { state: { state: 'over', reason: `Slurm no longer knows job ${ref.job}.` }, host: '' };
    const state = toJobState(ref.job, facts);
    if (state) return { state, host: facts.host };
    throw new RingbackError('failed', `Slurm job ${ref.job} has the unknown state ${facts.state}.`);
  }

  /** Only a job that carries our name; one that is over already is no error. */
  async cancel(front: Front, { job, name }: JobRef, ...options: readonly string[]): Promise<void> {
    const outcome = await this.#run(front, 'scancel', ...options, `--name=${name}`, job);
    if (!isUnknownJob(outcome.stderr)) must('scancel', outcome);
  }

  /** Slurm decides whether it has begun, not our last look. One whose nodes still boot has not, though it left the queue. */
  async cancelQueued(front: Front, ref: JobRef): Promise<void> {
    await this.cancel(front, ref, '--state=PENDING');
    const { state } = await this.look(front, ref);
    if (state.state === 'queued') await this.cancel(front, ref);
  }

  /** When both processes of an srun are killed at once its step stays, and finds no end of its input. */
  async cancelLines(front: Front, { job }: JobRef): Promise<void> {
    const words = ['--steps', `--jobs=${job}`, '--noheader', '--format=%i %j'];
    const { stdout } = must('squeue', await this.#run(front, 'squeue', ...words));
    const lines = stdout.split('\n').map((line) => line.trim().split(' '));
    const left = lines.filter(([, name]) => name === LINE_NAME).flatMap(([step = '']) => step);
    if (left.length > 0) await this.#run(front, 'scancel', '--quiet', ...left);
  }

  async #facts(front: Front, { job }: JobRef): Promise<JobFacts | undefined> {
    const outcome = await this.#run(front, 'scontrol', '--oneliner', 'show', 'job', job);
    if (isUnknownJob(outcome.stderr)) return this.#record(front, job);
    const facts = parseJob(must('scontrol', outcome).stdout);
    if (facts) return facts;
    throw new RingbackError('failed', `The output of scontrol for job ${job} was not understood.`);
  }

  /** The controller forgets a job some minutes after its end; where accounting is kept, that does not. */
  async #record(front: Front, job: string): Promise<JobFacts | undefined> {
    const wish = ['--allocations', '--noheader', '--parsable2', '--format=JobName,State,ExitCode'];
    try {
      const { code, stdout } = await this.#run(front, 'sacct', `--jobs=${job}`, ...wish);
      return code === 0 ? parseRecord(stdout) : undefined;
    } catch {
      return undefined;
    }
  }

  #run(front: Front, ...words: readonly string[]): Promise<Outcome> {
    return runToEnd(front, this.client(...words));
  }
}

export function toJobRef(ref: PlaceRef): JobRef {
  const { job, name } = ref;
  if (job !== undefined && name !== undefined) return { job, name };
  throw new RingbackError('bad_request', 'This is not a reference to a Slurm job.');
}

function jobName(processId: string): string {
  return `ringback-${processId}`;
}

/** It answered and was content. */
function must(program: string, outcome: Outcome): Outcome {
  if (outcome.code === 0) return outcome;
  const said = outcome.stderr.trim().replaceAll(/\s+/g, ' ') || `exit code ${outcome.code}`;
  throw new RingbackError('failed', `${program} failed: ${said}`);
}
