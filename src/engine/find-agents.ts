import { type AgentKind, agentPrograms, findAgentsScript } from '../base/agent-programs.ts';

export type FoundAgent = {
  readonly kind: AgentKind;
  /** Empty where it did not tell within seconds. */
  readonly version: string;
};

const SAID = 'ringback-agent';
export const AGENTS_LISTED = 'ringback-agents-listed';

/** For a shell: prints a line for each agent that is installed, then AGENTS_LISTED. All are asked at once, and none of them uses the network. */
export const listAgentsScript = [
  findAgentsScript,
  "limit=; if command -v timeout > /dev/null 2>&1; then limit='timeout 15'; fi",
  ...agentPrograms.map(
    ({ kind, program }) =>
      `if command -v ${program} > /dev/null 2>&1; then { said=$($limit ${program} --version < /dev/null 2> /dev/null | head -n 1); printf '${SAID} ${kind} %s\\n' "$said"; } & fi`,
  ),
  'wait',
  `printf '%s\\n' ${AGENTS_LISTED}`,
].join('\n');

/** What that script has printed. */
export function agentsIn(output: string): readonly FoundAgent[] {
  return agentPrograms.flatMap(({ kind }) => {
    const [, said] = new RegExp(`^${SAID} ${kind} (.*)$`, 'm').exec(output) ?? [];
    return said === undefined ? [] : [{ kind, version: /\d+(\.\d+)+\S*/.exec(said)?.[0] ?? '' }];
  });
}

export function describeAgents(agents: readonly FoundAgent[]): string {
  if (agents.length === 0) return 'none of those that can be delegated to';
  return agents.map(({ kind, version }) => `${kind} ${version || '(does not tell its version)'}`).join(', ');
}
