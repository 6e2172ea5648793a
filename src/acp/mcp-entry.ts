import { type Fields, isFields } from './message.ts';

/** The command that starts our MCP server. */
export type Launch = { readonly command: string; readonly args: readonly string[] };

type EntryOptions = {
  readonly launch: Launch;
  /** The file from which the server reads its session; undefined if one server serves several. */
  readonly sessionFile: string | undefined;
  /** Whether an entry of the editor starts our server already. */
  isRingback(entry: Fields): boolean;
};

/** Variables for our server. */
function environment(sessionFile: string | undefined): { name: string; value: string }[] {
  // The agent is given turns here: the server need not find another way.
  const hosted = { name: 'RINGBACK_HOSTED', value: '1' };
  if (sessionFile === undefined) return [hosted];
  return [
    hosted,
    { name: 'RINGBACK_SESSION_FILE', value: sessionFile },
    // An inherited session would take precedence.
    { name: 'RINGBACK_SESSION', value: '' },
  ];
}

/**
 * The MCP servers of a session: the editor's, and ours. If the editor has an entry for ours it stays, but is told its
 * session.
 */
export function addServer(servers: readonly unknown[], entering: EntryOptions): unknown[] {
  const { launch, sessionFile, isRingback } = entering;
  const added = environment(sessionFile);
  const isOurs = (entry: unknown): entry is Fields => isFields(entry) && isRingback(entry);
  if (!servers.some(isOurs)) return [...servers, { name: 'ringback', ...launch, env: added }];
  return servers.map((entry) =>
    isOurs(entry) ? { ...entry, env: [...(Array.isArray(entry.env) ? entry.env : []), ...added] } : entry,
  );
}
