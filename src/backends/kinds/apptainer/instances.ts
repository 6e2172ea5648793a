import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { readBootId } from '../../../base/boot-id.ts';
import { RingbackError } from '../../../base/errors.ts';
import { spawnProgram } from '../../child-program.ts';
import type { PlaceRef, Program } from '../../environment.ts';
import { type Outcome, runToEnd } from '../../run-to-end.ts';

/** `started` tells a process apart from a later one of the same pid. */
export type InstanceRef = { readonly instance: string; readonly pid: string; readonly started: string };

export type InstanceStart = {
  readonly image: string;
  readonly options: readonly string[];
  /** A file. */
  readonly lock: string;
};

const listing = z.object({ instances: z.array(z.object({ instance: z.string(), pid: z.number() })) });
const hint = 'Install Apptainer, or name its program with "program", such as "singularity".';

/** The instances of this user, through the client program. */
export class Instances {
  readonly #program: string;

  constructor(program: string) {
    this.#program = program;
  }

  run(args: readonly string[]): Promise<Program> {
    return spawnProgram([this.#program, ...args], { hint });
  }

  /** A program in an instance. Clean: what the daemon has in its environment is not the container's business. */
  exec(name: string, args: readonly string[]): Promise<Program> {
    return this.run(['exec', '--cleanenv', `instance://${name}`, ...args]);
  }

  /** Undefined when no such instance runs. */
  async find(name: string): Promise<InstanceRef | undefined> {
    const outcome = await this.ask(['instance', 'list', '--json', name]);
    if (outcome.code !== 0) throw this.failure('instance list', outcome);
    return readListing(outcome.stdout, name, startOf);
  }

  /** One at a time, also when a daemon died in the middle of it: of two of one name, one removes the record of the other. */
  async start(name: string, { image, options, lock }: InstanceStart): Promise<InstanceRef> {
    const words = ['instance', 'start', '--cleanenv', ...options, image, name];
    const alone = { run: () => spawnProgram(['flock', '--close', lock, this.#program, ...words], { hint }) };
    // A remote image is fetched first.
    const outcome = await runToEnd(alone, words, { timeoutMs: 30 * 60_000 });
    const found = await this.find(name);
    // When another start was faster, ours failed, and all is well.
    if (found) return found;
    throw this.failure('instance start', outcome);
  }

  async stop(name: string): Promise<void> {
    const outcome = await this.ask(['instance', 'stop', name]);
    if (outcome.code !== 0 && (await this.find(name))) throw this.failure('instance stop', outcome);
  }

  ask(words: readonly string[]): Promise<Outcome> {
    return runToEnd(this, words);
  }

  failure(word: string, { stderr, code }: Outcome): RingbackError {
    return new RingbackError(
      'failed',
      `${this.#program} ${word} failed: ${complaint(stderr) || `exit code ${code}`}`,
    );
  }
}

/** The entry of that name in what `instance list --json` printed: it takes a name for a pattern. */
export function readListing(
  printed: string,
  name: string,
  start: (pid: number) => string | undefined,
): InstanceRef | undefined {
  const { instances } = listing.parse(JSON.parse(printed));
  const pid = instances.find(({ instance }) => instance === name)?.pid;
  const started = pid === undefined ? undefined : start(pid);
  return started === undefined ? undefined : { instance: name, pid: String(pid), started };
}

/** What matters of what the program printed: it informs and warns about much, and what failed is not said last. */
export function complaint(stderr: string): string {
  const lines = stderr
    .replaceAll(/\x1b\[\d*m/g, '')
    .split('\n')
    .filter((line) => !/while executing starter|container cleanup failed/.test(line));
  const begins = (word: string) => lines.find((line) => line.startsWith(word));
  const said = begins('FATAL') ?? begins('ERROR') ?? lines.find((line) => line.trim());
  return said?.replace(/^(FATAL|ERROR) *: */, '').trim() ?? '';
}

export function toInstanceRef(ref: PlaceRef): InstanceRef {
  const { instance, pid, started } = ref;
  if (instance !== undefined && pid !== undefined && started !== undefined) return { instance, pid, started };
  throw new RingbackError('bad_request', 'This is not a reference to an Apptainer instance.');
}

/** In which boot and at which tick of it a process began; undefined when there is none. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readBootId()}:${ticks}`;
  } catch {
    return undefined;
  }
}
