import { nearestName } from '../../../base/nearest-name.ts';
import type { SlashCommand } from './command.ts';
import { compact, fresh, model, resume, search, stop } from './conversations.ts';
import { kill, log, ps } from './processes.ts';

/** Everything that can be written after a `/`. */
export const slashCommands: Readonly<Record<string, SlashCommand>> = {
  new: fresh,
  resume,
  model,
  ps,
  log,
  kill,
  stop,
  compact,
  search,
  help: {
    does: 'this list',
    run: ({ write, keys }) =>
      write(keys === undefined ? describeCommands() : `${describeCommands()}\n\n${keys}`),
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

export function describeCommands(): string {
  const rows = Object.entries(slashCommands).map(([name, { takes, does }]) => ({
    name: `/${name}${takes === undefined ? '' : ` ${takes}`}`,
    does,
  }));
  const widest = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, does }) => `${name.padEnd(widest)}  ${does}`).join('\n');
}

function describeUnknown(name: string): string {
  const near = nearestName(name, Object.keys(slashCommands));
  const guess = near === undefined ? '/help lists them.' : `did you mean /${near}?`;
  return `There is no command /${name}; ${guess}`;
}
