import type { Permission } from '../../runner.ts';
import type { Event } from './read-line.ts';

export type Asked = Extract<Event, { kind: 'permission' }>;

/** To its question before a call: no, or what its own rules say. To the one where those do not decide: yes or no. */
export function answerTo({ when, input }: Asked, permission: Permission): object {
  if (when === 'unsure')
    return permission.allow
      ? { behavior: 'allow', updatedInput: input }
      : { behavior: 'deny', message: permission.reason };
  if (permission.allow) return {};
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: permission.reason,
    },
  };
}
