import { isatty } from 'node:tty';
import { RingbackError } from '../../base/errors.ts';
import { describeEnding, isEnded, toExitCode } from '../format/ending.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson } from '../out.ts';
import { UsageError } from '../usage-error.ts';

export async function main({ positionals, json, client }: Invocation<'attach'>): Promise<number> {
  const [text = ''] = positionals;
  const process = await client.get(text);
  const id = process.session_id;
  if (!process.pty) {
    throw new RingbackError(
      'no_terminal',
      `${id} has no terminal.`,
      `Start processes with --pty to attach to them. Its output: ringback log -f ${id}`,
    );
  }
  if (isEnded(process)) {
    throw new RingbackError('already_exited', `${id} ${describeEnding(process)}.`, `See: ringback log ${id}`);
  }
  if (!isatty(0) || !isatty(1)) {
    throw new UsageError('attach needs a terminal', `Without one, use: ringback log -f ${id}`);
  }
  const { attach } = await import('../attach/attach.ts');
  const ended = await attach(client, id);
  if (json) writeJson(ended ?? { session_id: id, status: 'detached' });
  else
    tellUser(
      ended
        ? `[${id} ${describeEnding(ended)}]`
        : `[${id} keeps running; to come back: ringback attach ${id}]`,
    );
  return ended ? toExitCode(ended) : 0;
}
