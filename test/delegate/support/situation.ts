import { defaultConfig } from '../../../src/base/config.ts';
import { parseConfig } from '../../../src/base/config-schema.ts';
import { newProcessId } from '../../../src/base/ids.ts';
import type { Client } from '../../../src/client/client.ts';
import { MessageQueue } from '../../../src/delegate/message-queue.ts';
import type { Assignment, Progress, Situation } from '../../../src/delegate/runner.ts';

type Changes = {
  readonly home: string;
  readonly client: Client;
  readonly config?: object;
  /** What there is besides; all of it, where another program than ours is started. */
  readonly env?: Readonly<Record<string, string>>;
  readonly assignment: Partial<Assignment> & Pick<Assignment, 'goal'>;
};

/** What a runner is given, with everything that it has said. */
export function situationOf({ home, client, config = defaultConfig, assignment, env }: Changes) {
  const processId = newProcessId();
  const messages = new MessageQueue();
  const stopping = new AbortController();
  const seen: Progress[] = [];
  const situation: Situation = {
    assignment: {
      processId,
      delegationId: 'dlg_000000000000',
      taskIndex: 0,
      role: 'leaf',
      workdir: home,
      depth: 1,
      mayDelegate: false,
      session: `delegate:${processId}`,
      to: 'own',
      ...assignment,
    },
    env: env ?? { PATH: String(process.env.PATH), HOME: home },
    home,
    client,
    config: parseConfig(config, 'the configuration'),
    signal: stopping.signal,
    messages,
    progress: (progress) => seen.push(progress),
    mayCall: () => ({ allow: true }),
  };
  return { situation, messages, stopping, seen };
}
