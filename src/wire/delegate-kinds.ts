/** Who can carry out a task: our own agent, or another one. Without a schema: every start of the command line reads it. */
export const delegateKinds = ['own', 'claude-code', 'codex', 'opencode', 'gemini', 'pi'] as const;
