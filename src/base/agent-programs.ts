/** Other agents that can be delegated to: what they are called here, their program, and how it is installed. */
export const agentPrograms = [
  { kind: 'claude-code', program: 'claude', install: 'npm install -g @anthropic-ai/claude-code' },
  { kind: 'codex', program: 'codex', install: 'npm install -g @openai/codex' },
  { kind: 'opencode', program: 'opencode', install: 'npm install -g opencode-ai' },
  { kind: 'gemini', program: 'gemini', install: 'npm install -g @google/gemini-cli' },
  { kind: 'pi', program: 'pi', install: 'npm install -g @earendil-works/pi-coding-agent' },
] as const;

export type AgentKind = (typeof agentPrograms)[number]['kind'];

/** What to do where its program is missing. */
export function installHint(kind: AgentKind): string {
  const install = agentPrograms.find((agent) => agent.kind === kind)?.install;
  return `Install it there: ${install}`;
}

/**
 * For a script: where their installers put them. A shell that nobody logged in to often does not know these folders.
 */
export const findAgentsScript =
  'PATH="$PATH:$HOME/.local/bin:$HOME/bin:$HOME/.npm-global/bin:$HOME/.opencode/bin:$HOME/.bun/bin:/usr/local/bin"; export PATH';
