import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { type Config, defaultConfig } from '../../../src/base/config.ts';
import { toValues } from '../../../src/engine/start-fields.ts';
import type { Exit, Life, ProcessSnapshot } from '../../../src/engine/types.ts';
import { listOutput } from '../../../src/output/segments.ts';
import { createRedactor } from '../../../src/redact/redactor.ts';
import { createViews, type Views } from '../../../src/tools/view/views.ts';
import {
  buildKeep,
  encodeRows,
  type KeepPlan,
  segmentPath,
  temporaryKeep,
} from '../../output/keep-builder.ts';

/** Views of one keep, of which the test decides whether its process runs. */
export class TestView {
  readonly keep: string;
  readonly views: Views;
  #exit: Partial<Exit> | undefined;

  constructor(keep: string, config: Partial<Config> = {}) {
    this.keep = keep;
    const redactor = createRedactor();
    const engine = { output: () => listOutput(this.keep, this.#exit?.finalOffset ?? 0) };
    this.views = createViews({ engine, redactor, config: { ...defaultConfig, ...config } });
  }

  get process(): ProcessSnapshot {
    return snapshot(
      this.#exit ? { state: 'exited', exit: this.#exit as Exit } : { state: 'running', detached: false },
    );
  }

  end(exit: Partial<Exit> = {}): this {
    this.#exit = { finalOffset: listOutput(this.keep).end, outputOpen: false, ...exit };
    return this;
  }

  print(bytes: Buffer | string): void {
    appendFileSync(segmentPath(this.keep, 0, 'log'), bytes);
  }

  /** As if nothing had been printed for a minute. */
  beQuiet(): void {
    const minuteAgo = Date.now() / 1000 - 60;
    utimesSync(segmentPath(this.keep, 0, 'log'), minuteAgo, minuteAgo);
  }
}

/** A process that runs and has printed this. */
export function running(
  t: TestContext,
  printed: Buffer | string = '',
  config: Partial<Config> = {},
): TestView {
  const view = new TestView(temporaryKeep(t), config);
  writeFileSync(segmentPath(view.keep, 0, 'log'), printed);
  writeFileSync(segmentPath(view.keep, 0, 'index'), encodeRows([{ offset: 0, line: 0, time: 1000 }]));
  return view;
}

/** One that has ended after it. */
export function ended(t: TestContext, printed: Buffer | string, config: Partial<Config> = {}): TestView {
  return running(t, printed, config).end();
}

/** One that has ended and of which only these segments were kept. */
export function endedWithGaps(
  t: TestContext,
  printed: Buffer | string,
  segments: NonNullable<KeepPlan['segments']>,
  config: Partial<Config> = {},
): TestView {
  const bytes = Buffer.from(printed);
  const keep = buildKeep(t, { printed: bytes, segments });
  return new TestView(keep, config).end({ finalOffset: bytes.length });
}

function snapshot(life: Life): ProcessSnapshot {
  return {
    ...toValues({}, {}),
    id: 'proc_0123456789ab',
    command: 'deploy --token=ghp_abcdefghijklmnopqrstuvwxyz0123456789 now',
    cwd: '/',
    pid: 1,
    keeperPid: 2,
    session: '',
    task: '',
    environment: 'local',
    pty: false,
    stdin: false,
    foreground: false,
    notifyOnComplete: false,
    watchPatterns: [],
    startedAt: 1000,
    life,
  };
}
