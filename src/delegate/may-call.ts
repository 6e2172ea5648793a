import { judge } from '../agent/approval/judge.ts';
import { withPlace } from '../agent/elsewhere.ts';
import type { Config } from '../base/config.ts';
import type { Assignment, Permission } from './runner.ts';

/** Ours that only look. What another agent's own tools do is not known. */
const LOOKS: ReadonlySet<string> = new Set(['read', 'search']);

/** What the person's rules say about a call of a delegate: nobody can be asked. */
export function mayCallBy(
  { agentApproval: mode, agentAllow: allow, agentDeny: deny }: Config,
  { workdir: folder, environment }: Pick<Assignment, 'workdir' | 'environment'>,
): (tool: string, input: unknown) => Permission {
  const rules = { mode, allow, deny, always: [], canAsk: false };
  const elsewhere = environment === undefined ? undefined : { environment, workdir: folder };
  return (tool, given) => {
    const input = withPlace(tool, given, elsewhere);
    const judgement = judge({ tool, input, acts: !LOOKS.has(tool), folder }, rules);
    if (judgement.kind === 'run') return { allow: true };
    const reason = judgement.kind === 'deny' ? judgement.reason : 'There is nobody who can be asked.';
    return { allow: false, reason };
  };
}
