import { type Fields, isFields } from './message.ts';

/** How the agent starts our MCP server. */
export type Launch = { readonly command: string; readonly args: readonly string[] };

type Entering = {
  readonly launch: Launch;
  /** Where the server will read which session it serves; undefined where one server serves several. */
  readonly sessionFile: string | undefined;
  /** Whether an entry of the editor's starts our server already. */
  isRingback(entry: Fields): boolean;
};

/** What our server reads in its environment. */
function environment(sessionFile: string | undefined): { name: string; value: string }[] {
  // The host gives the turns: no other way has to be found.
  const hosted = { name: 'RINGBACK_HOSTED', value: '1' };
  if (sessionFile === undefined) return [hosted];
  return [
    hosted,
    { name: 'RINGBACK_SESSION_FILE', value: sessionFile },
    // A session that somebody further out belongs to would win.
    { name: 'RINGBACK_SESSION', value: '' },
  ];
}

/**
 * The servers that the agent is to start for a session: the editor's, and ours. One that the editor has for us stays as
 * it is, but learns whom it serves.
 */
export function enterServer(servers: readonly unknown[], entering: Entering): unknown[] {
  const { launch, sessionFile, isRingback } = entering;
  const added = environment(sessionFile);
  const isOurs = (entry: unknown): entry is Fields => isFields(entry) && isRingback(entry);
  if (!servers.some(isOurs)) return [...servers, { name: 'ringback', ...launch, env: added }];
  return servers.map((entry) =>
    isOurs(entry) ? { ...entry, env: [...(Array.isArray(entry.env) ? entry.env : []), ...added] } : entry,
  );
}
