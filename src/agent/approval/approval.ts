import type { Config } from '../../base/config.ts';
import type { Tool } from '../tool.ts';
import { type Judgement, judge } from './judge.ts';

export type Known = {
  /** What a person has allowed once and for all. */
  readonly always: readonly string[];
  /** Where commands run since the last `cd`; undefined: in the folder of the conversation. */
  readonly shellFolder: string | undefined;
};

/** What a conversation has to know of approvals. */
export type Approval = {
  judge(tool: Tool, input: unknown, known: Known): Judgement;
  /** Of a question that is asked now. */
  expiresAt(now: number): number;
};

type Settings = Pick<Config, 'agentApproval' | 'agentAllow' | 'agentDeny' | 'agentApprovalSeconds'>;

/** As the configuration says. `canAsk`: whether there is somebody who can be asked. */
export function approvalOf(settings: Settings, folder: string, canAsk: boolean): Approval {
  const { agentApproval: mode, agentAllow: allow, agentDeny: deny, agentApprovalSeconds } = settings;
  return {
    judge(tool, input, { always, shellFolder }) {
      const acts = tool.acts?.(input) ?? tool.repeat !== 'harmless';
      return judge(
        { tool: tool.name, input, acts, folder, shellFolder },
        { mode, allow, deny, always, canAsk },
      );
    },
    expiresAt: (now) => (agentApprovalSeconds === 0 ? Infinity : now + agentApprovalSeconds * 1000),
  };
}
