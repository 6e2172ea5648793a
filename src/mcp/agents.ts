/** Known MCP clients, by the name they give. */
export type Agent = {
  /** The first part of its session keys. */
  readonly name: string;
  /** Its `clientInfo.name`. */
  readonly isCalled: RegExp;
  /** The variable that passes the session to its children. */
  readonly variable?: string;
  /** One connection serves several conversations: unless a call says which, nothing may be reported on it. */
  readonly sharesConnection?: boolean;
  /** Its plugins can change a call's arguments, but not its metadata: the session is passed as an argument. */
  readonly takesSessionArgument?: boolean;
};

const agents: readonly Agent[] = [
  { name: 'claude-code', isCalled: /^claude[- ]?code\b/i, variable: 'CLAUDE_CODE_SESSION_ID' },
  { name: 'codex', isCalled: /^codex\b/i, variable: 'CODEX_THREAD_ID' },
  { name: 'opencode', isCalled: /^opencode\b/i, sharesConnection: true, takesSessionArgument: true },
  { name: 'gemini-cli', isCalled: /^gemini[- ]?cli\b/i },
  { name: 'cursor', isCalled: /^cursor\b/i, sharesConnection: true },
  { name: 'vscode', isCalled: /^(visual studio code|vs ?code)\b/i, sharesConnection: true },
  { name: 'zed', isCalled: /^zed\b/i, sharesConnection: true },
  { name: 'claude-desktop', isCalled: /^claude(-ai| desktop)\b/i, sharesConnection: true },
];

/** The session of the agent that set them; none if two agents did, one inside the other. */
export function sessionOfVariables(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const found = agents.flatMap(({ name, variable }) => {
    const id = variable === undefined ? '' : (env[variable] ?? '');
    return /^[\x21-\x7e]{1,256}$/.test(id) ? [`${name}:${id}`] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** For an unknown client, its own name, made valid for a key. */
export function recogniseAgent(clientName: string | undefined): Agent {
  const called = clientName?.trim() ?? '';
  const known = agents.find(({ isCalled }) => isCalled.test(called));
  if (known) return known;
  const name = called
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return { name: name.slice(0, 60) || 'mcp', isCalled: /^$/ };
}
