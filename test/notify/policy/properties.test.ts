import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PolicyLimits } from '../../../src/notify/policy/limits.ts';
import { type Act, histories, play, someFigures } from './histories.ts';
import { Model } from './model.ts';
import { type Said, World } from './world.ts';

const runs = { numRuns: 1_000 };

test('any history: the policy says what a search through the whole history says', () => {
  let seen = new Set<string>();
  fc.assert(
    fc.property(someFigures, histories, (limits, history) => {
      const world = new World(limits);
      const model = new Model(limits);
      play(history, world);
      play(history, model);
      assert.deepEqual(world.outcomes, model.outcomes);
      assert.deepEqual(inOrder(world.said), inOrder(model.said));
      seen = new Set([...seen, ...world.outcomes, ...world.said.map((each) => each.say)]);
    }),
    { numRuns: 3_000 },
  );
  // A property that never meets a rule says nothing about it.
  assert.deepEqual([...seen].sort(), [
    'after_end',
    'breaker_all',
    'breaker_session',
    'disabled',
    'said',
    'spacing',
    'watch_disabled',
    'watch_match',
    'watch_overflow_released',
    'watch_overflow_tripped',
  ]);
});

test('any history: a restart after every single step changes nothing', () => {
  fc.assert(
    fc.property(someFigures, histories, (limits, history) => {
      const steady = new World(limits);
      const shaken = new World(limits);
      play(history, steady);
      play(
        history.flatMap((each): Act[] => [each, { act: 'restart' }]),
        shaken,
      );
      assert.deepEqual(shaken.outcomes, steady.outcomes);
      assert.deepEqual(shaken.said, steady.said);
    }),
    { numRuns: 300 },
  );
});

test('any history: at most one match notification of a process within the spacing', () => {
  forAny(({ said, limits }) => {
    for (const times of timesOf(said, 'watch_match').values()) {
      for (const [index, at] of times.entries()) {
        const before = times[index - 1];
        assert.ok(before === undefined || at - before >= limits.spacingMs);
      }
    }
  });
});

test('any history: never more match notifications within the breaker window than its limits', () => {
  forAny(({ said, limits, sessionOf }) => {
    const matches = said.filter((each) => each.say === 'watch_match');
    for (const { at, processId = '' } of matches) {
      const near = matches.filter((each) => each.at <= at && at - each.at < limits.breakerWindowMs);
      const own = near.filter((each) => sessionOf.get(each.processId ?? '') === sessionOf.get(processId));
      assert.ok(near.length <= limits.allMatches);
      assert.ok(own.length <= limits.sessionMatches);
    }
  });
});

test('any history: the numbers add up', () => {
  forAny(({ world, said, processes }) => {
    let offered = 0;
    let byBreakers = 0;
    for (const processId of processes) {
      const { outcomes, suppressed } = world.watch(processId);
      offered += Object.values(outcomes).reduce((sum, count) => sum + count, 0);
      const reported = said.filter((each) => each.processId === processId);
      const counted = reported.reduce((sum, each) => sum + ('suppressed' in each ? each.suppressed : 0), 0);
      assert.equal(reported.filter((each) => each.say === 'watch_match').length, outcomes.said);
      assert.equal(counted + suppressed, outcomes.spacing, 'each drop is told once, or will be');
      byBreakers += outcomes.breaker_session + outcomes.breaker_all;
    }
    assert.equal(offered, world.outcomes.length);
    // After the last silence every drop of a breaker has been told.
    world.step(120_000);
    const released = world.said.filter((each) => each.say === 'watch_overflow_released');
    assert.equal(
      released.reduce((sum, each) => sum + each.suppressed, 0),
      byBreakers,
    );
    for (const { suppressed, processes: named } of released) {
      assert.equal(
        named.reduce((sum, each) => sum + each.suppressed, 0),
        suppressed,
      );
    }
    assert.equal(world.deadline(), undefined);
  });
});

test('any history: each overflow is tripped once and released once, exactly a silence later', () => {
  forAny(({ world, limits }) => {
    world.step(120_000);
    const keys = new Set(
      world.said.flatMap((each) => ('scope' in each ? [`${each.scope} ${each.sessionKey}`] : [])),
    );
    for (const key of keys) {
      const own = world.said.filter((each) => 'scope' in each && `${each.scope} ${each.sessionKey}` === key);
      for (const [index, each] of own.entries()) {
        assert.equal(each.say, index % 2 === 0 ? 'watch_overflow_tripped' : 'watch_overflow_released');
        const tripped = own[index - 1];
        if (each.say !== 'watch_overflow_released' || tripped === undefined) continue;
        // With all sessions silent one may hear of it late, at its own first drop.
        if (each.scope === 'session') assert.equal(each.at - tripped.at, limits.silenceMs);
        else assert.ok(each.at - tripped.at <= limits.silenceMs);
      }
    }
  });
});

test('any history: watching ends once for good, and nothing is said of a process that has ended', () => {
  forAny(({ said, ends }) => {
    for (const [processId, times] of timesOf(said, 'watch_disabled')) {
      assert.equal(times.length, 1);
      const later = said.slice(
        said.findIndex((each) => each.say === 'watch_disabled' && each.processId === processId) + 1,
      );
      assert.ok(!later.some((each) => each.processId === processId));
    }
    for (const [processId, saidBefore] of ends) {
      assert.ok(!said.slice(saidBefore).some((each) => each.processId === processId));
    }
  });
});

test('any history: a session hears the same whether or not others are noisy, below the limit of all', () => {
  fc.assert(
    fc.property(someFigures, histories, (limits, history) => {
      const calm = { ...limits, allMatches: 1_000_000 };
      const together = new World(calm);
      const alone = new World(calm);
      play(history, together);
      play(
        history.filter((each) => !('sessionKey' in each) || each.sessionKey === 'codex:a'),
        alone,
      );
      assert.deepEqual(together.said.filter(isOfA), alone.said.filter(isOfA));
    }),
    runs,
  );
});

test('any history: a match that a breaker drops leaves its process as it was (trap 9)', () => {
  fc.assert(
    fc.property(someFigures, histories, (limits, history) => {
      const world = new World(limits);
      play(history, {
        match(processId, sessionKey, line) {
          const before = world.watch(processId);
          const outcome = world.match(processId, sessionKey, line);
          const after = world.watch(processId);
          if (outcome === 'breaker_session' || outcome === 'breaker_all') {
            assert.deepEqual({ ...after, outcomes: null }, { ...before, outcomes: null });
          }
        },
        step: (ms) => world.step(ms),
        end: (processId) => world.end(processId),
      });
    }),
    runs,
  );
});

test('any history, then a clock that is set back: nothing lasts longer than twice its figure', () => {
  fc.assert(
    fc.property(someFigures, histories, fc.integer({ min: 0, max: 10 ** 9 }), (limits, history, back) => {
      const world = new World(limits);
      play(history, world);
      const watched = world.watch('proc_codexa0');
      world.now -= back;
      world.fire();
      world.step(2 * Math.max(limits.silenceMs, limits.spacingMs, limits.breakerWindowMs));
      assert.equal(world.deadline(), undefined, 'no silence is left');
      const isOver = watched.phase === 'disabled' || watched.phase === 'ended';
      assert.equal(world.match('proc_codexa0', 'codex:a', 'new') === 'said', !isOver);
    }),
    runs,
  );
});

type Result = {
  readonly world: World;
  readonly limits: PolicyLimits;
  readonly said: readonly Said[];
  readonly processes: ReadonlySet<string>;
  readonly sessionOf: ReadonlyMap<string, string>;
  /** How much had been said when each process ended. */
  readonly ends: ReadonlyMap<string, number>;
};

function forAny(check: (result: Result) => void): void {
  fc.assert(
    fc.property(someFigures, histories, (limits, history) => {
      const world = new World(limits);
      const sessionOf = new Map<string, string>();
      const ends = new Map<string, number>();
      play(history, {
        match(processId, sessionKey, line) {
          sessionOf.set(processId, sessionKey);
          world.match(processId, sessionKey, line);
        },
        step: (ms) => world.step(ms),
        end(processId) {
          if (!ends.has(processId)) ends.set(processId, world.said.length);
          world.end(processId);
        },
        restart: () => world.restart(),
      });
      const processes = new Set(sessionOf.keys());
      check({ world, limits, said: [...world.said], processes, sessionOf, ends });
    }),
    runs,
  );
}

function timesOf(said: readonly Said[], say: Said['say']): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const each of said) {
    if (each.say !== say || each.processId === undefined) continue;
    times.set(each.processId, [...(times.get(each.processId) ?? []), each.at]);
  }
  return times;
}

function isOfA(each: Said): boolean {
  if ('sessionKey' in each) return each.sessionKey === 'codex:a';
  return each.processId?.startsWith('proc_codexa') ?? false;
}

/** Silences that end in the same millisecond are released in no particular order. */
function inOrder(said: readonly Said[]): readonly Said[] {
  const key = (each: Said) => ('scope' in each ? `${each.scope} ${each.sessionKey}` : '');
  return said.toSorted((a, b) => a.at - b.at || a.say.localeCompare(b.say) || key(a).localeCompare(key(b)));
}
