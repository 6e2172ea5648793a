import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { defined } from '../../base/defined.ts';
import { newProcessId } from '../../base/ids.ts';
import { toShellCommand } from '../../base/shell-command.ts';
import type { Client } from '../../client/client.ts';
import type { WireStart, WireStarted } from '../../wire/start.ts';
import { ENDS, eachOption } from '../../wire/start-options.ts';
import { describeEnding, toExitCode } from '../format/ending.ts';
import { createTerminalFilter, keepAllButTitles } from '../format/terminal-filter.ts';
import type { Invocation } from '../invocation.ts';
import { describeGap } from '../log/gap.ts';
import { tellUser, writeJson, writeOut, writeResult } from '../out.ts';
import { optionOf } from '../run/options.ts';
import { addVariables } from '../run/variables.ts';
import { sessionOf } from '../session.ts';
import type { Values } from '../specs.ts';
import { UsageError } from '../usage-error.ts';
import { parseBytes, parseWholeSeconds } from '../values.ts';

/** The exit code of a shell after Ctrl-C. */
const INTERRUPTED = 130;
const PROGRESS_MS = 1_000;

export async function main(invocation: Invocation<'run'>): Promise<number> {
  const { values, positionals, json, client } = invocation;
  const started = await startWithProgress(client, toStart(values, positionals));
  if (started.watch_patterns_ignored) tellUser(`ringback: ${started.watch_patterns_ignored}`);
  if (started.pty_note) tellUser(`ringback: ${started.pty_note}`);
  if (values.wait) return waitFor(started, invocation);
  writeResult(json, started, started.session_id);
  return 0;
}

/** A start in another environment may take long, with a folder to send first: its progress is shown. */
async function startWithProgress(client: Client, start: WireStart): Promise<WireStarted> {
  if (start.environment === undefined) return client.start(start);
  const id = newProcessId();
  let shown = '';
  const timer = setInterval(async () => {
    const { note = '' } = await client.get(id).catch(() => ({ note: '' }));
    if (note !== shown && note !== '') tellUser(`ringback: ${note}`);
    shown = note || shown;
  }, PROGRESS_MS);
  try {
    return await client.start({ ...start, id });
  } finally {
    clearInterval(timer);
  }
}

function toStart(values: Values<'run'>, words: readonly string[]): WireStart {
  const parsed =
    <Value>(parse: (option: string, text: string) => Value) =>
    (_: unknown, name: string) => {
      const option = optionOf(name);
      const text = values[option];
      return text === undefined ? undefined : parse(option, text);
    };
  const options = {
    seconds: parsed(parseWholeSeconds),
    name: parsed((_, name) => name),
    ends: parsed(parseEnds),
    probe: parsed((_, probe) => probe),
  };
  const { pty, stdin, notify, watch, after, task, raw, 'log-limit': logLimit } = values;
  return {
    command: toShellCommand(words),
    ...placeOf(values),
    ...sessionOf(values),
    ...defined({
      ...eachOption(options),
      pty,
      stdin,
      raw,
      notify_on_complete: notify,
      watch_patterns: watch,
      after,
    }),
    ...(task && { task }),
    ...(logLimit !== undefined && { log_limit: parseBytes('log-limit', logLimit) }),
  };
}

function parseEnds(option: string, text: string): (typeof ENDS)[number] {
  const found = ENDS.find((one) => one === text);
  if (found) return found;
  throw new UsageError(`--${option} must be ${ENDS.join(' or ')}, not '${text}'`);
}

/** On this machine with the caller's folder, variables and umask; they mean nothing in another environment. */
function placeOf({ on = 'local', sync, cwd, env }: Values<'run'>) {
  const own = process.env as Readonly<Record<string, string>>;
  if (on === 'local' && sync !== undefined)
    throw new UsageError(
      '--sync needs --on: it sends a folder to another environment',
      'See: ringback env ls',
    );
  if (on === 'local')
    return { workdir: resolve(cwd ?? '.'), env: addVariables(own, env, own), umask: process.umask() };
  return {
    environment: on,
    ...(sync !== undefined && { sync: resolve(sync) }),
    ...(cwd !== undefined && { workdir: cwd }),
    env: addVariables({}, env, own),
  };
}

async function waitFor(
  { session_id: id }: WireStarted,
  { client, json, values }: Invocation<'run'>,
): Promise<number> {
  process.once('SIGINT', () => {
    tellUser(`\nringback: ${id} keeps running; its output: ringback log -f ${id}`);
    process.exit(INTERRUPTED);
  });
  const rawOption = values.raw ? { raw: true } : {};
  if (json) {
    const result = await client.wait(id, { ...rawOption, ...sessionOf(values) });
    writeJson(result);
    return 'exit_code' in result ? toExitCode(result) : 1;
  }
  // Waits beside the output, so that the session is not notified of an end that it sees here.
  const seen =
    values.notify || values['notify-on'] ? client.wait(id, sessionOf(values)).catch(() => {}) : undefined;
  const filter = isatty(1) ? createTerminalFilter(keepAllButTitles) : undefined;
  for await (const event of client.follow(id, { from: 0, ...rawOption })) {
    if (event.type === 'output') writeOut(filter ? filter.push(event.bytes) : event.bytes);
    else if (event.type === 'gap') tellUser(describeGap(event));
    else {
      await seen;
      if (event.process.status === 'lost') tellUser(`ringback: ${id} ${describeEnding(event.process)}`);
      else if (event.process.note) tellUser(`ringback: ${event.process.note}`);
      return toExitCode(event.process);
    }
  }
  return toExitCode(await client.get(id));
}
