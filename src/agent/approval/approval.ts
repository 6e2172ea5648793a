import type { Config } from '../../base/config.ts';
import type { Tool } from '../tool.ts';
import { type Judgement, judge } from './judge.ts';

/** What a conversation has to know of approvals. */
export type Approval = {
  /** `always`: what a person has allowed once and for all. */
  judge(tool: Tool, input: unknown, always: readonly string[]): Judgement;
  /** Of a question that is asked now. */
  expiresAt(now: number): number;
};

type Settings = Pick<Config, 'agentApproval' | 'agentAllow' | 'agentDeny' | 'agentApprovalSeconds'>;

/** As the configuration says. `canAsk`: whether there is somebody who can be asked. */
export function approvalOf(settings: Settings, folder: string, canAsk: boolean): Approval {
  const { agentApproval: mode, agentAllow: allow, agentDeny: deny, agentApprovalSeconds } = settings;
  return {
    judge(tool, input, always) {
      const acts = tool.acts?.(input) ?? tool.repeat !== 'harmless';
      return judge({ tool: tool.name, input, acts, folder }, { mode, allow, deny, always, canAsk });
    },
    expiresAt: (now) => (agentApprovalSeconds === 0 ? Infinity : now + agentApprovalSeconds * 1000),
  };
}
