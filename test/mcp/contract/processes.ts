import type { Agent } from './agent.ts';

/** One that has printed `printed` and goes on. */
export async function running(agent: Agent, printed: string, given: object = {}): Promise<string> {
  const { session_id } = await agent.start(`${printed}; echo :; exec sleep 1000`, { ...given });
  await agent.process('wait', { session_id, until: '/^:$/' });
  return session_id;
}

/** One that has ended, and whose agent knows it. */
export async function ended(agent: Agent, command: string, given: object = {}): Promise<string> {
  const { session_id } = await agent.start(command, { ...given });
  await agent.process('wait', { session_id });
  return session_id;
}
