import type { Config } from '../../base/config.ts';

/** Whether there is something that a person's rules refuse. Where there is not, an agent's own rules are left alone. */
export function rulesMatter({ agentApproval, agentDeny }: Config): boolean {
  return agentApproval !== 'free' || agentDeny.length > 0;
}
