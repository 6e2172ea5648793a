import type { JobState } from '../../environment.ts';

/** What `scontrol --oneliner show job N` says of one job, as far as it matters here. */
export type JobFacts = {
  readonly name: string;
  readonly state: string;
  readonly reason: string;
  readonly restarts: number;
  /** `code:signal` */
  readonly exit: string;
  /** Where its script runs; empty before it does. */
  readonly host: string;
};

/** Undefined when this is no answer about a job. The first of a key counts: texts of the user come later in the line. */
export function parseJob(printed: string): JobFacts | undefined {
  const value = (key: string) => new RegExp(`(?:^|\\s)${key}=(\\S*)`).exec(printed)?.[1] ?? '';
  if (!/^JobId=\d/.test(printed) || value('JobState') === '') return undefined;
  return {
    name: value('JobName'),
    state: value('JobState'),
    reason: value('Reason'),
    restarts: Number(value('Restarts')) || 0,
    exit: value('ExitCode'),
    host: value('BatchHost'),
  };
}

/** The controller answers and knows no such job; any other failure says nothing about the job. */
export function isUnknownJob(stderr: string): boolean {
  return /Invalid job id specified/i.test(stderr);
}

const waiting = ['PENDING', 'CONFIGURING', 'RESV_DEL_HOLD'];
/** COMPLETING: its processes are being ended; how it ended is not said before they are. */
const alive = ['RUNNING', 'COMPLETING', 'SUSPENDED', 'STOPPED', 'RESIZING', 'SIGNALING', 'STAGE_OUT'];
const requeued = ['REQUEUED', 'REQUEUE_FED', 'REQUEUE_HOLD', 'SPECIAL_EXIT'];

const endings: Readonly<Record<string, (facts: JobFacts) => string>> = {
  BOOT_FAIL: () => 'ended because its node did not boot',
  CANCELLED: () => 'was cancelled',
  COMPLETED: () => 'is completed',
  DEADLINE: () => 'was ended at its deadline',
  FAILED: ({ exit, host }) => `failed with ${exitText(exit, host)}`,
  LAUNCH_FAILED: () => 'could not be started on its node',
  NODE_FAIL: () => 'ended because its node failed',
  OUT_OF_MEMORY: () => 'ended because it was out of memory',
  PREEMPTED: () => 'was ended for a job of higher priority',
  REVOKED: () => 'was given to another cluster',
  TIMEOUT: () => 'ran out of its time limit',
};

/** Undefined for a state that Slurm did not have when this was written. */
export function toJobState(job: string, facts: JobFacts): JobState | undefined {
  const { state, reason, restarts } = facts;
  const over = (how: string): JobState => ({ state: 'over', reason: `Slurm's job ${job} ${how}.` });
  const ending = endings[state];
  if (ending) return over(ending(facts));
  if (requeued.includes(state) || restarts > 0) return over('was requeued: what ran in it was ended');
  if (waiting.includes(state)) return { state: 'queued', reason: state === 'PENDING' ? reason : state };
  return alive.includes(state) ? { state: 'running' } : undefined;
}

/** What `sacct --parsable2 --format=JobName,State,ExitCode` has kept of a job that the controller forgot. */
export function parseRecord(printed: string): JobFacts | undefined {
  const [name, state, exit] = printed.trim().split('\n')[0]?.split('|') ?? [];
  if (!name || !state || !exit) return undefined;
  const [word = ''] = state.split(' ');
  return { name, state: word, reason: '', restarts: 0, exit, host: '' };
}

function exitText(exit: string, host: string): string {
  const [code = '', signal = '0'] = exit.split(':');
  if (signal !== '0') return `signal ${signal}`;
  const isUnseen = code === '126' || code === '127';
  const where = host ? ` on ${host}` : '';
  return `exit code ${code}${isUnseen ? ` (the keeper cannot be run${where}: are its files seen there?)` : ''}`;
}
