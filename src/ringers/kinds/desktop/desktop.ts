import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { described, filledText } from '../../../base/schema.ts';
import { defineRinger, type Ring, type Rung } from '../../ringer.ts';

const execute = promisify(execFile);

const schema = z.strictObject({
  title: z._default(described(filledText, 'What stands above it.'), 'Ringback'),
});

type Settings = z.output<typeof schema>;

const TIMEOUT_MS = 10_000;
const MOST_TEXT = 240;

type Way = { readonly program: string; argumentsFor(title: string, text: string): string[] };

/** First come, first served. */
const ways: readonly Way[] = [
  {
    program: 'notify-send',
    argumentsFor: (title, text) => ['--app-name=Ringback', '--', title, escapeMarkup(text)],
  },
  {
    program: 'osascript',
    // As arguments of the script: what a process printed must not become part of it.
    argumentsFor: (title, text) => [
      '-e',
      'on run argv',
      '-e',
      'display notification (item 2 of argv) with title (item 1 of argv)',
      '-e',
      'end run',
      title,
      text,
    ],
  },
];

/** For a person: says what happened where they look, and no more. */
export const desktopRinger = defineRinger<Settings>({
  kind: 'desktop',
  summary: 'shows a person a notification on the desktop (notify-send, or osascript on macOS)',
  idempotent: 'none',
  schema,
  async ring({ title }, ring, signal): Promise<Rung> {
    const way = findWay();
    if (!way) return { outcome: 'refused', reason: missing(), isPermanent: true };
    try {
      await execute(way.path, way.argumentsFor(title, summarise(ring)), { signal, timeout: TIMEOUT_MS });
      return { outcome: 'admitted' };
    } catch (error) {
      const { code, stderr = '', message } = error as Error & { code?: unknown; stderr?: string };
      const reason = stderr.trim() || message;
      // With a code it has said itself that nobody was shown anything: there is no desktop now, perhaps later.
      if (typeof code === 'number') return { outcome: 'refused', reason, isPermanent: false };
      return { outcome: 'unknown', reason };
    }
  },
  async check() {
    const way = findWay();
    if (!way) return [{ name: 'program', isFine: false, detail: missing() }];
    const program = { name: 'program', isFine: true, detail: way.path };
    if (way.program !== 'notify-send') return [program];
    const { DBUS_SESSION_BUS_ADDRESS: bus, XDG_RUNTIME_DIR: folder } = process.env;
    const hasBus = Boolean(bus) || (folder !== undefined && isThere(join(folder, 'bus'), constants.R_OK));
    const detail = hasBus
      ? 'the session bus is there'
      : 'no session bus: the daemon was started outside of a desktop session; restart it from a terminal there';
    return [program, { name: 'desktop', isFine: hasBus, detail }];
  },
});

/** The first line of each; who wants more looks into the inbox. */
export function summarise({ notifications }: Pick<Ring, 'notifications'>): string {
  const lines = notifications.map(({ text }) =>
    (text.split('\n')[0] ?? '').replace(/^\[(?:IMPORTANT: )?/, ''),
  );
  const text = lines.join('\n');
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT - 1)}…`;
}

/** Notification servers read a little HTML. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function findWay(): (Way & { readonly path: string }) | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const way of ways) {
    const path = folders
      .map((folder) => join(folder, way.program))
      .find((file) => isThere(file, constants.X_OK));
    if (path) return { ...way, path };
  }
  return undefined;
}

function isThere(path: string, how: number): boolean {
  try {
    accessSync(path, how);
    return true;
  } catch {
    return false;
  }
}

function missing(): string {
  return process.platform === 'darwin'
    ? 'osascript is not in the PATH of the daemon'
    : 'notify-send is not installed: install libnotify-bin (Debian, Ubuntu) or libnotify (Fedora, Arch)';
}
