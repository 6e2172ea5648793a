import type { CommandSpec } from '../spec.ts';
import { any, session } from './shared.ts';

export const wakeSpecs = {
  wake: {
    summary: 'notify a session at a time, or when several processes have ended',
    usage: 'ACTION [options]',
    arguments: any,
    actions: {
      after: { arguments: 'TIME [NOTE]', help: 'once, after this time: 90 (seconds), 10m, 2h' },
      at: {
        arguments: 'TIME [NOTE]',
        help: 'once, at this time: 09:00, 2026-01-31T09:00, 2026-01-31T09:00Z',
      },
      every: {
        arguments: 'TIME [NOTE]',
        help: "again and again: an interval such as 10m, or a cron expression such as '0 9 * * 1-5'",
      },
      when: {
        arguments: 'PART… NOTE',
        help: 'once, when all (or any) of these have happened: ID or ID:ended, ID:matched, ID:ready, wake_… for another wake-up, event:NAME for an event that a program hands in',
      },
      ls: { help: 'list wake-ups, the next one first' },
      cancel: { arguments: 'ID…', help: 'cancel wake-ups' },
    },
    options: {
      all: {
        type: 'boolean',
        help: 'when: all of them; ls: also those that have rung',
        actions: ['when', 'ls'],
      },
      any: { type: 'boolean', help: 'one of them', actions: ['when'] },
      tz: {
        type: 'string',
        value: 'ZONE',
        help: 'the time zone, such as Europe/Berlin (default: yours)',
        actions: ['at', 'every'],
      },
      session: { ...session, help: 'whom to notify; ls, cancel: only its wake-ups (default: see inbox)' },
    },
    details: [
      'A wake-up rings once, whatever is killed meanwhile. If nobody could ring at the time, it rings late and says so. A time that the clock skips in spring rings when it has skipped it; one that it shows twice in autumn rings once. A repeating one that was missed several times rings once.',
      'When something can no longer happen (a process ended without a match), you are told at once.',
    ],
    examples: [
      "ringback wake after 10m 'look at the deploy'",
      "ringback wake every '0 9 * * 1-5' --tz Europe/Berlin 'check the nightly build'",
      "ringback wake when --all 3f9c 81d2:matched 'both are up'",
    ],
  },
} as const satisfies Record<string, CommandSpec>;
