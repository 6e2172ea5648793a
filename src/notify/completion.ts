import { completionReason, endOf, terminationSource } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { CompletionEvent } from '../wire/events.ts';
import { aboutProcess } from './about.ts';
import type { NotifyContext } from './context.ts';
import { digest } from './digest/digest.ts';
import { endedBeforeReady } from './end-told.ts';
import { lastOutput } from './last-output.ts';
import { say } from './say.ts';

/** How far before the shown end of a failed command's output is looked for what went wrong. */
const DIGESTED_CHARACTERS = 128 * 1024;

/** The first transition to an end, whoever saw it: one completion per process that asked for it. */
export function sayCompletion(context: NotifyContext, process: ProcessSnapshot): void {
  const event = toCompletion(context, process);
  if (event) say(context, event, process.startedAt);
}

function toCompletion(context: NotifyContext, process: ProcessSnapshot): CompletionEvent | undefined {
  const { life } = process;
  const reason = completionReason(life);
  const endedAt = endOf(life);
  if (reason === null || endedAt === undefined) return undefined;
  const exit = life.state === 'exited' ? life.exit : undefined;
  const hasFailed = reason === 'exited' && exit?.exitCode !== 0;
  const { digestCharacters } = context.config;
  const lookedAt = hasFailed && digestCharacters > 0 ? DIGESTED_CHARACTERS : 0;
  const { output, missing, before } = lastOutput(context, process.id, exit?.finalOffset, lookedAt);
  const errors = digest(before, digestCharacters);
  return {
    type: 'completion',
    ...aboutProcess(process, context.redactor),
    ended_at: endedAt,
    exit_code: exit?.exitCode ?? null,
    signal: exit?.signal ?? null,
    completion_reason: reason,
    termination_source: terminationSource(life),
    output,
    output_missing: missing,
    ...(life.state === 'skipped' && { never_began: true }),
    ...(errors && { digest: errors }),
    ...(endedBeforeReady(process) && { ended_before_ready: true }),
    ...(exit && exit.descendants > 0 && { descendants: exit.descendants }),
    ...(exit?.killedForMemory && { killed_for_memory: true }),
    ...('note' in life && life.note !== undefined && { note: context.redactor.redact(life.note) }),
  };
}
