import type { Notice } from '../engine/extension.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import { aboutProcess } from './about.ts';
import type { NotifyContext } from './context.ts';
import { lastLines } from './last-output.ts';
import { say } from './say.ts';
import { type AnyEvent, keyOf } from './types.ts';
import { withdraw } from './withdraw.ts';

const QUIET_LINES = 10;

type Of<Type> = Extract<Notice, { readonly type: Type }>;

/** Writes what its keeper noticed, and takes back what was not told yet and is over. Inside a transaction. */
export function takeNotice(context: NotifyContext, process: ProcessSnapshot, notice: Notice): void {
  // Of a delegate only its outcome is told (src/delegation/).
  if (process.delegation !== '') return;
  switch (notice.type) {
    case 'waits':
      if (context.config.needsInput) sayNew(context, process, needsInput(context, process, notice));
      break;
    case 'passed':
      withdraw(context, `needs_input:${process.id}`);
      break;
    case 'quiet':
      sayNew(context, process, quiet(context, process, notice));
      break;
    case 'resumed':
      withdraw(
        context,
        `quiet:${process.id}`,
        ({ event }) => 'offset' in event && event.offset < notice.offset,
      );
      break;
  }
}

/** Whoever asks now, or is silent now, has nothing to do with what was before. */
function sayNew(
  context: NotifyContext,
  { id, startedAt }: ProcessSnapshot,
  event: AnyEvent & { type: 'needs_input' | 'quiet' },
): void {
  const key = keyOf(event);
  withdraw(context, `${event.type}:${id}`, (one) => one.key !== key);
  say(context, event, startedAt);
}

function needsInput(context: NotifyContext, process: ProcessSnapshot, { prompt }: Of<'waits'>) {
  const { pid, program, evidence, by, hidden, offset } = prompt;
  return {
    type: 'needs_input',
    ...aboutProcess(process, context.redactor),
    prompt_id: prompt.id,
    waiting_since: prompt.since,
    pid,
    program: context.redactor.redact(program),
    evidence,
    by,
    hidden,
    prompt: lastLines(context, process.id, offset).at(-1) ?? '',
  } as const;
}

function quiet(context: NotifyContext, process: ProcessSnapshot, { silence }: Of<'quiet'>) {
  const { offset, since, silentMs, used } = silence;
  return {
    type: 'quiet',
    ...aboutProcess(process, context.redactor),
    quiet_after: process.quietAfter,
    silent_since: since,
    silent_seconds: Math.floor(silentMs / 1000),
    offset,
    measured_seconds: used.overMs / 1000,
    cpu_seconds: used.cpuSeconds,
    read_bytes: used.readBytes,
    written_bytes: used.writtenBytes,
    output: lastLines(context, process.id, offset).slice(-QUIET_LINES).join('\n'),
  } as const;
}
