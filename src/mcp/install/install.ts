import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RingbackError } from '../../base/errors.ts';
import type { Client, Format, Machine, Scope, Value } from './client.ts';
import { clients } from './clients.ts';
import { readConfigFile, replaceConfigFile } from './config-file.ts';
import { formats } from './formats.ts';
import { isProgram, launchFor, launchNotes, startsRingback } from './launch.ts';

/** Other programs write their own files too; we look again so often. */
const MOST_ATTEMPTS = 5;

/** A person's own file comes to hold tokens of other servers; a project's is for everybody. */
const newFileMode: Readonly<Record<Scope, number>> = { user: 0o600, project: 0o644 };

export type Registration = {
  readonly client: string;
  readonly title: string;
  readonly scope: Scope;
  readonly file: string;
  readonly change: 'written' | 'removed' | 'none';
  /** The copy of the file as it was before our first change; null if it was made earlier, or is not needed. */
  readonly backup: string | null;
  readonly notes: readonly string[];
  readonly next: string;
};

export type Preview = {
  readonly client: string;
  readonly title: string;
  readonly scope: Scope;
  readonly file: string;
  readonly format: Format;
  /** What a file that has nothing else would hold. */
  readonly content: string;
  readonly notes: readonly string[];
};

export type Presence = {
  readonly client: string;
  readonly title: string;
  readonly found: boolean;
  /** `other`: something else goes by our name; `unreadable`: the file is broken. */
  readonly registered: 'yes' | 'no' | 'other' | 'unreadable';
  /** null: the client has no file for this scope. */
  readonly file: string | null;
};

export type Wish = { readonly scope: Scope; readonly home: string; readonly machine: Machine };

/** The clients of these names, in our order. */
export function findClients(names: readonly string[]): Client[] {
  const known = clients.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new RingbackError('bad_request', `unknown client '${unknown}'`, `Clients: ${known.join(', ')}`);
  }
  return clients.filter(({ name }) => names.includes(name));
}

/** Enters us into a client's configuration, or says that we were. */
export function install(client: Client, wish: Wish): Registration {
  return change(client, wish, 'written');
}

/** Takes our entry, and nothing else, out of a client's configuration. */
export function remove(client: Client, wish: Wish): Registration {
  return change(client, wish, 'removed');
}

export function preview(client: Client, { scope, home, machine }: Wish): Preview {
  const { name, title, format } = client;
  const file = fileOf(client, scope, machine);
  const launch = launchFor(client, scope, home, machine);
  const content = formats[format].put('', client.entry(launch, documentIn(client, file)));
  return { client: name, title, scope, file, format, content, notes: launchNotes(launch, scope) };
}

/** Nothing of a file that cannot be read: to its owner above all we show what belongs there. */
function documentIn({ format }: Client, file: string): Value {
  try {
    return formats[format].read(readConfigFile(file).text);
  } catch {
    return {};
  }
}

/** How things stand with each client. */
export function listClients(scope: Scope, machine: Machine): Presence[] {
  return clients.map((client) => ({
    client: client.name,
    title: client.title,
    found: isInstalled(client, machine),
    registered: client.files[scope] ? lookUp(client, scope, machine) : 'no',
    file: client.files[scope] ? fileOf(client, scope, machine) : null,
  }));
}

function isInstalled({ programs, traces, files }: Client, machine: Machine): boolean {
  const folders = (machine.env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const isOnPath = programs.some((program) => folders.some((folder) => isProgram(join(folder, program))));
  const paths = [...traces(machine), ...(files.user?.(machine) ?? [])];
  return isOnPath || paths.some((path) => existsSync(path));
}

/** What `--all` means: those that are here, or, for a removal, those that know us. */
export function findAll(wanted: 'install' | 'remove', { scope, machine }: Wish): Client[] {
  return clients.filter((client) => {
    if (!client.files[scope]) return false;
    return wanted === 'install' ? isInstalled(client, machine) : lookUp(client, scope, machine) === 'yes';
  });
}

function change(client: Client, { scope, home, machine }: Wish, wanted: 'written' | 'removed'): Registration {
  const { name, title, next, format } = client;
  const named = fileOf(client, scope, machine);
  const launch = launchFor(client, scope, home, machine);
  const about = { client: name, title, scope, file: named, next };
  const notes = wanted === 'written' ? launchNotes(launch, scope) : [];
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const file = readConfigFile(named);
    if (scope === 'project') refuseOutside(machine.projectFolder, named, file.path);
    const text = inFile(named, () => {
      const { read, put, take } = formats[format];
      const entry = client.entry(launch, read(file.text));
      return wanted === 'written' ? put(file.text, entry) : take(file.text, entry);
    });
    if (text === file.text) return { ...about, change: 'none', backup: null, notes };
    // Where nothing is left without us, the file as it was is only our own entry.
    const keepsBackup = wanted === 'written' || !/^\s*(\{\s*\})?\s*$/.test(text);
    const result = replaceConfigFile(file, text, { newMode: newFileMode[scope], keepsBackup });
    if (result.type === 'written') return { ...about, change: wanted, backup: result.backup, notes };
  }
  throw new RingbackError(
    'failed',
    `${named} keeps being changed by another program.`,
    `Close ${title} and run this again.`,
  );
}

/** A repository is somebody else's: its links must not lead what we write to other files of the user. */
function refuseOutside(projectFolder: string, named: string, path: string): void {
  const project = realpathSync(projectFolder);
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  if (`${realpathSync(existing)}/`.startsWith(`${project}/`)) return;
  throw new RingbackError(
    'failed',
    `${named} is a link out of the project, to ${path}; it was not changed.`,
    'Remove the link, or write to your own configuration with --scope user.',
  );
}

/** The editors know texts, not files. */
function inFile<T>(file: string, edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof RingbackError)) throw error;
    throw new RingbackError(error.code, `${file}: ${error.message}`, error.hint);
  }
}

function lookUp(client: Client, scope: Scope, machine: Machine): Presence['registered'] {
  try {
    const { text } = readConfigFile(fileOf(client, scope, machine));
    const launch = { command: '', args: [], env: {} };
    const { path } = client.entry(launch, formats[client.format].read(text));
    const present = formats[client.format].find(text, path);
    if (present === undefined) return 'no';
    return startsRingback(present) ? 'yes' : 'other';
  } catch {
    return 'unreadable';
  }
}

function fileOf(client: Client, scope: Scope, machine: Machine): string {
  const candidates = client.files[scope]?.(machine) ?? [];
  const file = candidates.find((path) => existsSync(path)) ?? candidates[0];
  if (file === undefined) {
    throw new RingbackError(
      'bad_request',
      `${client.title} has no configuration for a ${scope}.`,
      'Leave --scope out.',
    );
  }
  return file;
}
