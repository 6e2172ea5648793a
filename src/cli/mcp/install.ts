import { homedir } from 'node:os';
import { RingbackError } from '../../base/errors.ts';
import type { Client, Scope } from '../../mcp/install/client.ts';
import { clients } from '../../mcp/install/clients.ts';
import {
  findAll,
  findClients,
  install,
  listClients,
  type Presence,
  type Preview,
  preview,
  type Registration,
  remove,
  type Wish,
} from '../../mcp/install/install.ts';
import { formatTable } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { UsageError } from '../usage-error.ts';

type Choice = { readonly all?: boolean; readonly remove?: boolean };

/** `ringback mcp install`: adds Ringback to the configuration of MCP clients. */
export async function registerClients(invocation: Invocation<'mcp'>): Promise<number> {
  const { values, positionals, home, json } = invocation;
  const { env, platform } = process;
  const machine = { platform, userFolder: env.HOME || homedir(), projectFolder: process.cwd(), env };
  const wish: Wish = { scope: scopeOf(values.scope), home, machine };
  const names = positionals;
  if (names.length > 0 && values.all) throw new UsageError('--all cannot be combined with client names');
  if (values.print && values.remove) throw new UsageError('--print cannot be combined with --remove');
  if (names.length === 0 && !values.all && !values.print) return showClients(wish, json);
  const chosen = choose(names, wish, values);
  if (chosen.length === 0) {
    throw new RingbackError(
      'failed',
      'No MCP client was found on this machine.',
      'Name one: ringback mcp install CLIENT',
    );
  }

  const outcomes = chosen.map((client) =>
    attempt(
      client,
      () => {
        if (values.print) showPreview(preview(client, wish), json);
        else showRegistration((values.remove ? remove : install)(client, wish), json);
      },
      json,
    ),
  );
  return outcomes.every(Boolean) ? 0 : 1;
}

function scopeOf(text = 'user'): Scope {
  if (text === 'user' || text === 'project') return text;
  throw new UsageError(`--scope must be user or project, not '${text}'`);
}

/** `--print` alone shows every client. */
function choose(names: readonly string[], wish: Wish, { all, remove }: Choice): readonly Client[] {
  if (names.length > 0) return findClients(names);
  if (all) return findAll(remove ? 'remove' : 'install', wish);
  return clients.filter(({ files }) => files[wish.scope]);
}

/** An error with one client does not stop the others. */
function attempt({ name, title }: Client, act: () => void, json: boolean): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (!(error instanceof RingbackError)) throw error;
    const { message, code, hint } = error;
    if (json) writeJson({ client: name, error: message, code, hint });
    tellUser(`${title}: ${message}`);
    if (hint) tellUser(hint);
    return false;
  }
}

const changes: Readonly<Record<Registration['change'], string>> = {
  written: 'added to',
  removed: 'removed from',
  none: 'nothing to change in',
};

function showRegistration(registration: Registration, json: boolean): void {
  if (json) {
    writeJson(registration);
    return;
  }
  const { title, change, file, backup, notes, next } = registration;
  writeLine(`${title}: ${changes[change]} ${file}`);
  if (backup) writeLine(`  backup of the file: ${backup}`);
  for (const note of notes) writeLine(`  ${note}`);
  if (change === 'written') writeLine(`  ${next}`);
  if (change === 'removed') writeLine(`  Restart ${title} for this to take effect.`);
}

function showPreview(shown: Preview, json: boolean): void {
  if (json) {
    writeJson(shown);
    return;
  }
  writeLine(`# ${shown.title}: ${shown.file}`);
  for (const note of shown.notes) writeLine(`# ${note}`);
  writeLine(shown.content);
}

const words: Readonly<Record<Presence['registered'], string>> = {
  yes: 'registered',
  no: '-',
  other: 'another server of that name',
  unreadable: 'file is not valid',
};

function showClients({ scope, machine }: Wish, json: boolean): number {
  const presences = listClients(scope, machine);
  if (json) {
    for (const presence of presences) writeJson(presence);
    return 0;
  }
  const rows = presences.map(({ client, found, registered, file }) => [
    client,
    found ? 'yes' : '-',
    words[registered],
    file ?? `(has no ${scope} configuration)`,
  ]);
  writeLine(formatTable([['CLIENT', 'FOUND', 'RINGBACK', 'FILE'], ...rows], terminalWidth()));
  writeLine(
    [
      '',
      'ringback mcp install CLIENT…          adds Ringback to it',
      'ringback mcp install --all            adds it to every client found',
      'ringback mcp install CLIENT --print   shows what would be written',
      'ringback mcp install CLIENT --remove  removes it again',
    ].join('\n'),
  );
  return 0;
}
