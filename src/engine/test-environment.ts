import type { EnvironmentTable } from '../backends/environment-table.ts';
import { whereOf } from '../backends/where.ts';
import { LOCAL } from '../base/environment-name.ts';
import { RingbackError } from '../base/errors.ts';
import type { Contacts, EnvironmentStep } from './contacts.ts';
import { AGENTS_LISTED, agentsIn, describeAgents, listAgentsScript } from './find-agents.ts';
import type { FollowEvent } from './follow.ts';
import type { ProcessSnapshot, StartRequest } from './types.ts';
import type { WaitResult } from './wait.ts';

/** What a test needs of the engine: the verbs that everybody uses. */
export type TestEngine = {
  start(request: StartRequest): Promise<ProcessSnapshot>;
  get(id: string): ProcessSnapshot;
  follow(id: string, request: { from: number; signal: AbortSignal }): AsyncIterable<FollowEvent>;
  submit(id: string, text: string): Promise<unknown>;
  wait(id: string, options: { signal: AbortSignal }): Promise<WaitResult>;
  kill(id: string): Promise<unknown>;
};

type Tools = {
  readonly table: EnvironmentTable;
  readonly engine: TestEngine;
  readonly contacts: Contacts;
};

const READY = 'ringback-test-ready';
const EXIT_CODE = 7;
const COMMAND = `printf '%s\\n' ${READY}; read -r line; printf 'heard %s\\n' "$line"
${listAgentsScript}
exit ${EXIT_CODE}`;

export async function* testEnvironment(
  name: string,
  { table, engine, contacts }: Tools,
  { seconds, signal: caller }: { seconds: number; signal: AbortSignal },
): AsyncGenerator<EnvironmentStep> {
  const timeUp = AbortSignal.timeout(seconds * 1000);
  const signal = AbortSignal.any([caller, timeUp]);
  if (name !== LOCAL) {
    const environment = await table.get(name).catch(unlessUnknown);
    if (environment instanceof RingbackError) {
      yield { name: 'settings', isFine: false, detail: environment.message, ms: 0, hint: environment.hint };
      return;
    }
    const { kind, settings } = environment;
    yield fine('settings', [kind.kind, whereOf(settings)].filter(Boolean).join(', '), 0);
    const began = performance.now();
    for (const check of (await kind.check?.(settings)) ?? []) {
      yield { ...check, ms: since(began) };
      if (!check.isFine) return;
    }
    for await (const step of contacts.reach(environment, signal)) {
      yield step;
      if (!step.isFine) return;
    }
  }
  yield* runCommand(name, engine, signal, () =>
    timeUp.aborted ? `within ${seconds} s` : 'before the test was given up',
  );
}

/** A wrong entry is the first step that fails; without one there is nothing to test. */
function unlessUnknown(error: unknown): RingbackError {
  if (error instanceof RingbackError && error.code !== 'no_environment') return error;
  throw error;
}

/** Started like any other, so that what works here works everywhere. */
async function* runCommand(
  environment: string,
  engine: TestEngine,
  signal: AbortSignal,
  inTime: () => string,
): AsyncGenerator<EnvironmentStep> {
  let id: string | undefined;
  let step = { name: 'start', began: performance.now() };
  const next = (name: string) => {
    step = { name, began: performance.now() };
  };
  const done = (detail: string) => fine(step.name, detail, since(step.began));
  try {
    const process = await engine.start(requestFor(environment));
    id = process.id;
    yield done(process.pid === null ? `${id}, ${process.life.state}` : `${id}, pid ${process.pid}`);

    next('output');
    const output = new Heard(engine.follow(id, { from: 0, signal }));
    await output.until(READY);
    yield done('a line came back');

    next('input');
    await engine.submit(id, 'hello');
    await output.until('heard hello');
    yield done('it read a line');

    // Within the same command: in a cluster another one would have to wait for its turn.
    next('agents');
    await output.until(AGENTS_LISTED);
    const agents = agentsIn(output.text);
    yield { ...done(describeAgents(agents)), agents };

    next('exit code');
    const { life } = (await engine.wait(id, { signal })).process;
    if (life.state !== 'exited') throw new Error(life.state === 'lost' ? life.note : 'it did not end');
    if (life.exit.exitCode !== EXIT_CODE)
      throw new Error(`it exited with ${life.exit.exitCode} instead of ${EXIT_CODE}`);
    id = undefined;
    yield done(`${EXIT_CODE}, as it should be`);
  } catch (error) {
    yield { name: step.name, isFine: false, ms: since(step.began), ...explain(error, engine, id, inTime) };
  } finally {
    // Where it cannot be reached this would take for ever.
    if (id !== undefined) void engine.kill(id).catch(() => {});
  }
}

function requestFor(environment: string): StartRequest {
  const { PATH = '/usr/bin:/bin' } = process.env;
  const place = environment === LOCAL ? { cwd: '/', env: { PATH } } : { cwd: '', env: {}, environment };
  return { ...place, command: COMMAND, stdin: true, foreground: true, maxRuntimeSeconds: 600 };
}

function explain(error: unknown, engine: TestEngine, id: string | undefined, inTime: () => string) {
  const isTimeout = error instanceof Error && /^(AbortError|TimeoutError)$/.test(error.name);
  const hint = error instanceof Error && 'hint' in error && error.hint ? { hint: String(error.hint) } : {};
  const life = id === undefined ? undefined : engine.get(id).life;
  if (life?.state === 'lost') return { detail: `it was lost: ${life.note}`, ...hint };
  if (!isTimeout) return { detail: error instanceof Error ? error.message : String(error), ...hint };
  if (life?.state !== 'queued') return { detail: `nothing came ${inTime()}` };
  return {
    detail: `it did not start ${inTime()}: it is still queued`,
    hint: 'Give the queue more time with --timeout, or see why it waits there.',
  };
}

/** All that was printed so far. */
class Heard {
  readonly #events: AsyncIterator<FollowEvent>;
  text = '';

  constructor(events: AsyncIterable<FollowEvent>) {
    this.#events = events[Symbol.asyncIterator]();
  }

  async until(wanted: string): Promise<void> {
    while (!this.text.includes(wanted)) {
      const { done, value } = await this.#events.next();
      if (done || value.type === 'ended')
        throw new Error(`it ended after ${JSON.stringify(this.text.slice(-200))}, before ${wanted}`);
      if (value.type === 'output') this.text += value.bytes.toString('latin1');
    }
  }
}

function fine(name: string, detail: string, ms: number): EnvironmentStep {
  return { name, isFine: true, detail, ms };
}

function since(began: number): number {
  return Math.round(performance.now() - began);
}
