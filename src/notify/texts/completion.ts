import { formatAge } from '../../base/age.ts';
import type { CompletionEvent } from '../../wire/events.ts';
import { commandLine, describeStart, logCall, processName } from './about-process.ts';
import { block, type Lines } from './block.ts';
import { countOf, fence, formatCount, formatName } from './fence.ts';

export function completionText(event: CompletionEvent): string {
  const command = commandLine(event);
  if (event.never_began)
    return block(`${processName(event.session_id)} ${describeEnd(event)}.`, [
      command,
      ...(event.note ? ['Why:', fence(event.note)] : []),
    ]);
  const ran = formatAge(event.ended_at - event.started_at);
  const happened = `${processName(event.session_id)} ${describeEnd(event)}. Started ${describeStart(event)}, ran ${ran}.`;
  return block(happened, [
    event.ended_before_ready ? 'It ended before it was seen to be ready.' : undefined,
    command,
    ...(event.digest
      ? ['Lines before the end of its output that look like errors:', fence(event.digest)]
      : []),
    ...outputLines(event, command.includes('\n')),
    describeDescendants(event),
    ...(event.note ? ['Note:', fence(event.note)] : []),
  ]);
}

/** How it ended, in words and as a status. */
function describeEnd(event: CompletionEvent): string {
  const { completion_reason, termination_source, exit_code } = event;
  if (completion_reason === 'lost') return 'was lost because its backend disappeared (exit code unknown)';
  if (completion_reason === 'skipped') return 'never began, so it has no exit code';
  const status = event.never_began ? 'before it began (no exit code)' : `(${describeStatus(event)})`;
  if (completion_reason === 'killed') return `was terminated by ${formatName(termination_source)} ${status}`;
  return exit_code === 0 ? `completed normally ${status}` : `exited ${status}`;
}

function describeStatus({ exit_code, signal, killed_for_memory }: CompletionEvent): string {
  const parts = [
    exit_code === null ? 'exit code unknown' : `exit code ${exit_code}`,
    signal === null ? undefined : formatName(signal),
    killed_for_memory ? 'killed by the kernel for its use of memory' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** Below a command of one line its output needs no title, as in a terminal. */
function outputLines({ session_id, output, output_missing }: CompletionEvent, isTitled: boolean): Lines {
  if (output.trim() === '' && output_missing === 0) return ['It printed nothing.'];
  if (output_missing === 0) return [isTitled ? 'Output:' : undefined, fence(output)];
  const missing = `${formatCount(output_missing)} characters before it are not shown; to read them: ${logCall(session_id)}`;
  return [`The end of its output (${missing}):`, fence(output)];
}

function describeDescendants({ session_id, descendants = 0 }: CompletionEvent): string | undefined {
  if (descendants === 0) return undefined;
  const left = countOf(descendants, 'process that it started is', 'processes that it started are');
  return `${left} still alive; process(action="kill", session_id="${formatName(session_id)}") ends what is left.`;
}
