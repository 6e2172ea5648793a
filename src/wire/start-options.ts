/** Which ends are told. */
export const ENDS = ['failure', 'always'] as const;

type StartOption = {
  readonly kind: 'seconds' | 'name' | 'ends' | 'probe';
  /** Default: 10 ** 9. */
  readonly most?: number;
  /** What it means, for whoever reads the OpenAPI document, the help of `ringback run`, or the schema of `terminal`. */
  readonly http: string;
  readonly run: string;
  readonly terminal: string;
};

/**
 * What a start takes by the same name everywhere: in a request, as an option of `ringback run`, as a parameter of
 * `terminal`. Plain data: the command line does not load schemas. The engine's names are in engine/start-fields.ts.
 */
export const startOptions = {
  notify_on: {
    kind: 'ends',
    http: 'Which ends are told: `failure` leaves out exit code 0 and ends by `kill_all`. Given alone, it asks to be told.',
    run: 'failure: like --notify, but only when it ends badly; always: the same as --notify',
    terminal: '"failure": like notify_on_complete, but only if it ends badly.',
  },
  deadline: {
    kind: 'seconds',
    http: 'Seconds after which its session is notified once if it still runs; nothing is ended.',
    run: 'notify the session if it still runs after this many seconds; does not end it',
    terminal: 'Seconds after which you are notified once if it still runs. Nothing is ended.',
  },
  heartbeat: {
    kind: 'seconds',
    http: 'Seconds between two notifications that it still runs; one that was not delivered yet is replaced by the next.',
    run: 'notify the session that it still runs, and how far it is, every so many seconds',
    terminal: 'Seconds between notifications that it still runs, and how far it is.',
  },
  quiet_after: {
    kind: 'seconds',
    most: 10 ** 6,
    http: 'Seconds without output after which its session is notified, once for each such silence; nothing is ended.',
    run: 'notify the session when it has printed nothing for this many seconds; does not end it',
    terminal: 'Seconds without output after which you are notified. Nothing is ended.',
  },
  ready: {
    kind: 'probe',
    http: 'What shows that it is ready, of which its session is notified once: a pattern of its output (as in `watch_patterns`), `:PORT` on which it or something that it started listens (`:` for any), a URL that answers with a status below 500, or `!command` that succeeds where it runs. If it fails, or ends before that, its end is told too.',
    run: "notify the session when it is ready: a line contains PATTERN, it listens on :PORT (: for any), a URL answers, or '!command' succeeds; also if it fails, or ends before that",
    terminal:
      'For servers: what shows that it is ready: ":3000" (":" for any port), text of its output or /…/, a URL that answers, or "!command" that succeeds. One notification then, with where it listens. If it fails, or ends before that, that is reported too.',
  },
  max_runtime: {
    kind: 'seconds',
    http: 'Seconds after which it is ended.',
    run: 'end it after this many seconds',
    terminal: 'Seconds after which it and everything that it started are ended.',
  },
  name: {
    kind: 'name',
    http: 'What to call it: an exact name may stand for an id later.',
    run: 'what to call it; other commands take NAME for its ID',
    terminal: 'A name such as "dev-server", which may stand for the session_id later.',
  },
} as const satisfies Readonly<Record<string, StartOption>>;

type Options = typeof startOptions;
export type StartOptionName = keyof Options;

/** Something for each of them, made by its kind. */
export function eachOption<Made extends Readonly<Record<StartOption['kind'], unknown>>>(
  make: {
    readonly [Kind in keyof Made]: (option: StartOption, name: StartOptionName) => Made[Kind];
  },
) {
  return Object.fromEntries(
    Object.entries(startOptions).map(([name, option]) => [
      name,
      make[option.kind](option, name as StartOptionName),
    ]),
  ) as { [Name in StartOptionName]: Made[Options[Name]['kind']] };
}
