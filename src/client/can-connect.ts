import { answers } from '../base/answers.ts';
import { daemonSocket } from '../base/home.ts';

/** Whether a daemon answers in this home. */
export function canConnect(home: string): Promise<boolean> {
  return answers(daemonSocket(home));
}
