import { fenceStart, formatName } from './fence.ts';
import { formatMoment } from './moment.ts';

/** A script of many kilobytes may be a command; its beginning says which one it is. */
const COMMAND_CHARACTERS = 1_000;

type Started = { readonly command: string; readonly cwd: string; readonly started_at: number };

/** `ran`: how long, once it has ended. */
export function startedLines({ command, cwd, started_at }: Started, ran?: string): string[] {
  const duration = ran === undefined ? '' : `, ran ${ran}`;
  return [
    `Command, started ${formatMoment(started_at)}${duration}:`,
    fenceStart(command, COMMAND_CHARACTERS),
    'In the folder:',
    fenceStart(cwd, COMMAND_CHARACTERS),
  ];
}

export function processName(id: string): string {
  return `Background process ${formatName(id)}`;
}

/** How to read everything it printed. */
export function logCall(id: string): string {
  return `process(action="log", session_id="${formatName(id)}")`;
}
