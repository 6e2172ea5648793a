/** Generated histories: matches, ends, clock steps and restarts in any order. */

import fc from 'fast-check';
import { defaultConfig } from '../../../src/base/config.ts';
import type { PolicyLimits } from '../../../src/notify/policy/limits.ts';

export type Act =
  | { readonly act: 'match'; readonly processId: string; readonly sessionKey: string; readonly line: string }
  /** A match of every process of a session in the same millisecond. */
  | { readonly act: 'burst'; readonly sessionKey: string; readonly count: number }
  | { readonly act: 'step'; readonly ms: number }
  | { readonly act: 'end'; readonly processId: string }
  | { readonly act: 'restart' };

const sessionKeys = ['codex:a', 'codex:b', 'claude:c'];
const perSession = 6;

const sessionKey = fc.constantFrom(...sessionKeys);
const numbered = fc.integer({ min: 0, max: perSession - 1 });

/** Steps on and around the borders of windows are where mistakes hide. */
const ms = fc.oneof(
  fc.constantFrom(0, 1, 999, 1_000, 4_999, 5_000, 9_999, 10_000, 14_999, 15_000, 15_001, 29_999, 30_000),
  fc.integer({ min: 0, max: 3_000 }),
  fc.integer({ min: 0, max: 60_000 }),
);

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.tuple(sessionKey, numbered, fc.nat(99)).map(([key, number, line]) => ({
      act: 'match' as const,
      processId: processOf(key, number),
      sessionKey: key,
      line: `line ${line}`,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('burst' as const),
      sessionKey,
      count: fc.integer({ min: 2, max: 20 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ act: fc.constant('step' as const), ms }) },
  {
    weight: 1,
    arbitrary: fc.tuple(sessionKey, numbered).map(([key, number]) => ({
      act: 'end' as const,
      processId: processOf(key, number),
    })),
  },
  { weight: 1, arbitrary: fc.constant({ act: 'restart' as const }) },
);

export const histories = fc.array(act, { minLength: 1, maxLength: 80, size: 'max' });

/** The defaults, and limits so small that every limit is reached often. */
export const someFigures: fc.Arbitrary<PolicyLimits> = fc.oneof(
  fc.constant(defaultConfig),
  fc
    .record({
      strikes: fc.integer({ min: 1, max: 4 }),
      sessionMatches: fc.integer({ min: 1, max: 5 }),
      allMatches: fc.integer({ min: 1, max: 8 }),
      spacingMs: fc.constantFrom(1_000, 5_000, 15_000),
      breakerWindowMs: fc.constantFrom(1_000, 10_000),
      silenceMs: fc.constantFrom(5_000, 30_000),
    })
    .map((limits) => ({ ...defaultConfig, ...limits })),
);

type Player = {
  match(processId: string, sessionKey: string, line: string): unknown;
  step(ms: number): void;
  end(processId: string): void;
  restart?(): void;
};

export function play(history: readonly Act[], player: Player): void {
  for (const each of history) perform(each, player);
}

function perform(each: Act, player: Player): void {
  switch (each.act) {
    case 'match':
      player.match(each.processId, each.sessionKey, each.line);
      return;
    case 'burst':
      for (let number = 0; number < each.count; number += 1) {
        player.match(processOf(each.sessionKey, number), each.sessionKey, `burst ${number}`);
      }
      return;
    case 'step':
      player.step(each.ms);
      return;
    case 'end':
      player.end(each.processId);
      return;
    case 'restart':
      player.restart?.();
  }
}

export function processOf(key: string, number: number): string {
  return `proc_${key.replace(':', '')}${number}`;
}
