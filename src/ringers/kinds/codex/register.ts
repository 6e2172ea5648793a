import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WireToolCall } from '../../../wire/tool.ts';
import { turnMetadata } from './turn-metadata.ts';

type Meta = Readonly<Record<string, unknown>>;
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * How a Codex thread can be rung without any set-up: Codex does not tell its MCP servers where it listens, but its
 * background server, which `codex` in a terminal starts and uses, always listens at one place below CODEX_HOME.
 */
export function registerCodex(
  sessionKey: string,
  meta: Meta | undefined,
  { HOME, CODEX_HOME }: Variables,
): WireToolCall['ringer'] {
  const home = CODEX_HOME || (HOME && join(HOME, '.codex'));
  if (!home || !takesTurnsLater(sessionKey, meta)) return undefined;
  const socket = join(home, 'app-server-control', 'app-server-control.sock');
  return existsSync(socket) ? { kind: 'codex', settings: { url: `unix://${socket}` } } : undefined;
}

/** `codex exec` is gone once it has answered; the thread of a sub-agent belongs to its parent. */
function takesTurnsLater(sessionKey: string, meta: Meta = {}): boolean {
  const { turn_trigger, thread_id, session_id } = turnMetadata(meta);
  return sessionKey === `codex:${thread_id}` && thread_id === session_id && turn_trigger !== 'exec';
}
