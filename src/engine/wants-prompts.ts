import type { Config } from '../base/config.ts';
import type { StartValues } from './start-fields.ts';

type Asked = Pick<
  StartValues,
  'session' | 'pty' | 'stdin' | 'notifyOnComplete' | 'watchPatterns' | 'deadline' | 'quietAfter' | 'ready'
>;

/** Whether a keeper is to look for prompts: somebody can type, and there is a session that wants to hear of it. */
export function wantsPrompts({ needsInput }: Config, asked: Asked): boolean {
  const { session, pty, stdin, notifyOnComplete, watchPatterns, deadline, quietAfter, ready } = asked;
  const isTold =
    notifyOnComplete || watchPatterns.length > 0 || deadline > 0 || quietAfter > 0 || ready !== '';
  return needsInput && session !== '' && (pty || stdin) && isTold;
}
