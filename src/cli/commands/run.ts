import { resolve } from 'node:path';
import type { WireStart, WireStarted } from '../../wire/types.ts';
import { describeEnding, toExitCode } from '../format/ending.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine, writeOut } from '../out.ts';
import { toShellCommand } from '../quote.ts';
import type { Values } from '../specs.ts';
import { parseBytes, parseWholeSeconds } from '../values.ts';

/** What a shell shows after Ctrl-C. */
const INTERRUPTED = 130;

export async function main(invocation: Invocation<'run'>): Promise<number> {
  const { values, positionals, json, client } = invocation;
  const started = await client.start(toStart(values, positionals));
  if (started.pty_note) tellUser(`ringback: ${started.pty_note}`);
  if (values.wait) return waitFor(started, invocation);
  if (json) writeJson(started);
  else writeLine(started.session_id);
  return 0;
}

function toStart(values: Values<'run'>, words: readonly string[]): WireStart {
  const session = values.session ?? process.env.RINGBACK_SESSION;
  const maxRuntime = values['max-runtime'];
  const logLimit = values['log-limit'];
  return {
    command: toShellCommand(words),
    workdir: resolve(values.cwd ?? '.'),
    env: process.env as Record<string, string>,
    umask: process.umask(),
    ...(values.pty && { pty: true }),
    ...(values.stdin && { stdin: true }),
    ...(values.notify && { notify_on_complete: true }),
    ...(values.watch && { watch_patterns: values.watch }),
    ...(session && { session_key: session }),
    ...(values.task && { task: values.task }),
    ...(maxRuntime !== undefined && { max_runtime: parseWholeSeconds('max-runtime', maxRuntime) }),
    ...(logLimit !== undefined && { log_limit: parseBytes('log-limit', logLimit) }),
  };
}

async function waitFor(
  { session_id: id }: WireStarted,
  { client, json }: Invocation<'run'>,
): Promise<number> {
  process.once('SIGINT', () => {
    tellUser(`\nringback: ${id} runs on; see it with: ringback log -f ${id}`);
    process.exit(INTERRUPTED);
  });
  if (json) {
    const result = await client.wait(id);
    writeJson(result);
    return 'exit_code' in result ? toExitCode(result) : 1;
  }
  for await (const event of client.follow(id, { from: 0 })) {
    if (event.type === 'output') writeOut(event.bytes);
    else if (event.type === 'gap') tellUser(`ringback: ${event.to - event.from} bytes of output are gone`);
    else {
      if (event.process.status === 'lost') tellUser(`ringback: ${id} ${describeEnding(event.process)}`);
      return toExitCode(event.process);
    }
  }
  return toExitCode(await client.get(id));
}
