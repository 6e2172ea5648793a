import { join } from 'node:path';
import { RingbackError } from '../base/errors.ts';
import { type ExclusiveLock, lockExclusively } from '../base/exclusive-lock.ts';

/** One engine per home (trap 14, promise 4). */
export function lockHome(home: string): ExclusiveLock {
  return lockExclusively(
    join(home, 'lock.db'),
    () =>
      new RingbackError(
        'home_in_use',
        `Another Ringback already serves ${home}.`,
        'Connect to it, end it with `ringback daemon stop`, or name another home with --home.',
      ),
  );
}
