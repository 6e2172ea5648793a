import { setTimeout as sleep } from 'node:timers/promises';
import { LOCAL } from '../base/environment-name.ts';
import type { Client } from '../client/client.ts';
import { NoDaemonError } from '../client/link.ts';
import type { WireAssignment } from '../wire/delegation.ts';
import { pauseMs } from './pause.ts';
import type { Assignment } from './runner.ts';

/** Asks until there is a daemon that answers. */
export async function fetchAssignment(
  { delegations }: Pick<Client, 'delegations'>,
  processId: string,
): Promise<WireAssignment> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await delegations.assignment(processId);
    } catch (error) {
      if (!(error instanceof NoDaemonError)) throw error;
      await sleep(pauseMs(tries));
    }
  }
}

export function toAssignment(wire: WireAssignment): Assignment {
  const { goal, context, role, to, model, toolsets, environment, workdir, depth } = wire;
  const isHere = environment === LOCAL;
  return {
    processId: wire.process_id,
    delegationId: wire.delegation_id,
    taskIndex: wire.task_index,
    goal,
    role,
    to,
    ...(context !== undefined && { context }),
    ...(model !== undefined && { model }),
    ...(toolsets && { toolsets }),
    ...(!isHere && { environment }),
    workdir: isHere && workdir === '' ? process.cwd() : workdir,
    depth,
    mayDelegate: wire.may_delegate,
    session: wire.session_key,
  };
}
