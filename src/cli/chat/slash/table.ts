import { nearestName } from '../../../base/nearest-name.ts';
import { formatList } from '../../format/table.ts';
import { allow, deny } from './approvals.ts';
import type { SlashCommand } from './command.ts';
import { compact, fresh, model, resume, search, stop } from './conversations.ts';
import { delegates } from './delegates.ts';
import { goal } from './goal.ts';
import { kill, log, ps } from './processes.ts';

/** Everything that can be written after a `/`. */
export const slashCommands: Readonly<Record<string, SlashCommand>> = {
  new: fresh,
  resume,
  model,
  goal,
  ps,
  log,
  kill,
  delegates,
  stop,
  allow,
  deny,
  compact,
  search,
  help: {
    does: 'this list',
    run: ({ write, width, keys = [] }) => write(formatList([...commandRows(), ...keys], width)),
  },
  quit: {
    does: 'leave; the agent goes on',
    run: ({ leave }) => leave(),
  },
};

export type SlashLine =
  /** It is not a command: it is said. */
  | { readonly kind: 'text' }
  | { readonly kind: 'command'; readonly command: SlashCommand; readonly argument: string }
  | { readonly kind: 'wrong'; readonly message: string };

/** A path, such as `/etc/hosts is empty`, is no command. */
export function parseSlash(text: string): SlashLine {
  const [, name, rest = ''] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/i.exec(text.trim()) ?? [];
  if (name === undefined) return { kind: 'text' };
  const known = slashCommands[name.toLowerCase()];
  if (!known) return { kind: 'wrong', message: describeUnknown(name) };
  const argument = rest.trim();
  if (argument === '' && known.takes !== undefined && !known.takes.startsWith('['))
    return { kind: 'wrong', message: `/${name} ${known.takes}: ${known.does}.` };
  return { kind: 'command', command: known, argument };
}

/** Each with what it takes and what it does. */
export function commandRows(): [string, string][] {
  return Object.entries(slashCommands).map(([name, { takes, does }]) => [
    `/${name}${takes === undefined ? '' : ` ${takes}`}`,
    does,
  ]);
}

function describeUnknown(name: string): string {
  const near = nearestName(name, Object.keys(slashCommands));
  const guess = near === undefined ? '/help lists them.' : `did you mean /${near}?`;
  return `There is no command /${name}; ${guess}`;
}
