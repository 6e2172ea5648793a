import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../base/config.ts';
import { failpoint } from '../base/failpoint.ts';
import { loadConfig } from '../base/load-config.ts';
import { isMarkedStopped } from '../base/stopped.ts';
import { Client } from '../client/client.ts';
import { fetchAssignment, toAssignment } from './assignment.ts';
import { Ending } from './ending.ts';
import { kindNames, runnerOf } from './kinds.ts';
import { mayCallBy } from './may-call.ts';
import { MessageQueue } from './message-queue.ts';
import { followOrders } from './orders.ts';
import { ProgressLines } from './progress-lines.ts';
import { ProgressWatch } from './progress-watch.ts';
import type { Progress, Report, Situation } from './runner.ts';
import { limitsOf } from './stall.ts';
import { toResult } from './to-result.ts';
import { writeResult } from './write-result.ts';

/** Of SIGTERM: less than whoever sends it waits until it kills (`killGraceMs`). */
const TERM_PATIENCE_MS = 1_000;
/** What ends us may have reached the programs that we have started a moment before. */
const SAME_MOMENT_MS = 100;

type Options = {
  readonly home: string;
  readonly processId: string;
  readonly variables: Readonly<Record<string, string>>;
  print(text: string): void;
};

/** Carries out one task of a delegation, from its assignment to its result, which is stored when this returns. */
export async function runDelegate({ home, processId, variables, print }: Options): Promise<void> {
  const ending = new Ending();
  const terminate = () =>
    ending.want({ status: 'interrupted', why: 'It was ended from outside.', patienceMs: TERM_PATIENCE_MS });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, terminate);
  // It works on beside a daemon that somebody stopped, and waits where it needs one.
  const client = new Client({ home, startsDaemon: () => !isMarkedStopped(home) });
  const wire = await Promise.race([fetchAssignment(client, processId), ending.patienceIsOver]);
  if (!wire) throw new Error('It was ended before it knew what to do.');
  failpoint('delegate:assigned');
  // Whatever it would do now, nobody would hear of it.
  if (wire.is_over) return;
  const assignment = toAssignment(wire);
  const config = await loadConfig(home);
  const work = new Work(config, ending, print);
  const messages = new MessageQueue();
  const say = (line: string) => work.lines.say(line);
  const orders = { messages, ending, stopSeconds: config.delegateStopSeconds, say };
  void followOrders(client, processId, orders).catch((error) => say(String(error)));
  const report = await work.reportOf(assignment.to, {
    assignment,
    env: { ...variables, RINGBACK_SESSION: assignment.session },
    home,
    client,
    config,
    signal: ending.signal,
    messages,
    progress: (progress) => work.saw(progress),
    mayCall: mayCallBy(config, assignment),
  });
  work.close();
  failpoint('delegate:reported');
  writeResult(wire.keep, toResult(report, ending.reason, work.lastText));
}

/** What is seen of the work, and how it comes to an end. */
class Work {
  readonly lines: ProgressLines;
  /** What there is of a result when nobody reports one. */
  lastText = '';
  readonly #ending: Ending;
  readonly #watch: ProgressWatch;

  constructor(config: Config, ending: Ending, print: (text: string) => void) {
    const limits = limitsOf(config);
    this.lines = new ProgressLines(print, limits.callMs / 2);
    this.#ending = ending;
    this.#watch = new ProgressWatch(limits, (why) => {
      this.lines.say(why);
      ending.want({ status: 'stalled', why, patienceMs: config.delegateGraceSeconds * 1000 });
    });
  }

  saw(progress: Progress): void {
    if (progress.kind === 'text') this.lastText = progress.text;
    this.#watch.saw(progress);
    this.lines.saw(progress);
  }

  close(): void {
    this.#watch.stop();
    this.#ending.close();
  }

  /** Undefined: it gave none in time. */
  async reportOf(to: string, situation: Situation): Promise<Report | undefined> {
    const report = this.#run(to, situation).catch(toReport);
    return Promise.race([report, this.#ending.patienceIsOver.then(() => undefined)]);
  }

  async #run(to: string, situation: Situation): Promise<Report> {
    const runner = await runnerOf(to);
    if (!runner)
      return {
        status: 'error',
        result: '',
        error: `There is no kind of delegate ${to}. There are: ${kindNames().join(', ')}.`,
      };
    if (!runner.canSteer) void this.#sayUnheard(situation.messages);
    const report = await runner.run(situation);
    if (report.status !== 'completed' && !this.#ending.reason)
      await sleep(SAME_MOMENT_MS, undefined, { signal: this.#ending.signal }).catch(() => {});
    return report;
  }

  async #sayUnheard(messages: Situation['messages']): Promise<void> {
    for await (const _ of messages)
      this.lines.say('It does not hear it: this kind of delegate cannot be told anything.');
  }
}

function toReport(error: unknown): Report {
  return { status: 'error', result: '', error: error instanceof Error ? error.message : String(error) };
}
