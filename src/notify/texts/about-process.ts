import type { AboutProcess } from '../../wire/events.ts';
import { fenceStart, formatName } from './fence.ts';
import { formatMoment } from './moment.ts';

/** A script of many kilobytes may be a command; its beginning says which one it is. */
const COMMAND_CHARACTERS = 1_000;

type Started = Pick<AboutProcess, 'command' | 'cwd' | 'started_at' | 'environment'>;

/** What it is, for notifications of something that happened while it runs. */
export function startedLines(event: Started): string[] {
  return [`Its command, started ${describeStart(event)}:`, commandLine(event)];
}

/** When, and where if that is not this machine. */
export function describeStart({ started_at, environment }: Started): string {
  return `${formatMoment(started_at)}${environment === undefined ? '' : ` on ${formatName(environment)}`}`;
}

/** As a terminal would show it: the folder and what was typed there. */
export function commandLine({ command, cwd }: Started): string {
  return fenceStart(`${cwd.replaceAll('\n', ' ')} $ ${command}`, COMMAND_CHARACTERS);
}

export function processName(id: string): string {
  return `Background process ${formatName(id)}`;
}

/** How to read everything it printed. */
export function logCall(id: string): string {
  return `process(action="log", session_id="${formatName(id)}")`;
}
