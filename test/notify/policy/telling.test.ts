/** Promises 12 and 14 over generated lives: one process, its notifications, an agent that polls, waits and takes turns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAfterCompletion } from '../../../src/notify/after-completion.ts';
import {
  type Act,
  acts,
  isConsuming,
  judgeCompletion,
  type Way,
} from '../../../src/notify/policy/consumption.ts';
import { isFinal, type LedgerEvent, type LedgerState, nextState } from '../../../src/notify/policy/life.ts';
import { strongestAct } from './strongest-act.ts';

/** `lost_turn`: a subscriber that dies before it acknowledges. */
type Happening = 'match' | 'end' | 'turn' | 'lost_turn' | 'dismiss' | 'restart' | Act;

const lives = fc.array(
  fc.constantFrom<Happening>('match', 'match', 'end', 'turn', 'lost_turn', 'dismiss', 'restart', ...acts),
  { maxLength: 40, size: 'max' },
);

type Entry = { readonly type: 'watch_match' | 'completion'; state: LedgerState };

class Life {
  readonly told: Entry['type'][] = [];
  ledger: Entry[] = [];
  done: Act = 'nothing';
  readonly #way: Way;

  constructor(way: Way) {
    this.#way = way;
  }

  get completion(): Entry | undefined {
    return this.ledger.find((each) => each.type === 'completion');
  }

  happen(each: Happening): void {
    switch (each) {
      case 'match':
        if (!this.completion) this.ledger.push({ type: 'watch_match', state: 'pending' });
        return;
      case 'end':
        if (!this.completion) this.ledger.push({ type: 'completion', state: 'pending' });
        return;
      case 'turn':
      case 'lost_turn':
        for (const entry of this.#open()) this.#offer(entry, each === 'turn');
        return;
      case 'dismiss':
        for (const entry of this.#open().slice(0, 1)) this.#change(entry, 'dismiss');
        return;
      case 'restart':
        this.ledger = JSON.parse(JSON.stringify(this.ledger));
        return;
      default:
        this.#look(each);
    }
  }

  #look(act: Act): void {
    if (!this.completion) return;
    this.done = strongestAct(this.done, act);
    if (isConsuming(this.done)) this.#change(this.completion, 'consume');
  }

  #offer(entry: Entry, isAcknowledged: boolean): void {
    if (isAfterCompletion(entry.type, this.completion?.state)) {
      this.#change(entry, 'suppress');
    } else if (entry.type === 'completion' && judgeCompletion(this.done, this.#way) !== 'deliver') {
      this.#change(entry, 'consume');
    } else {
      this.#change(entry, 'send');
      if (isAcknowledged && this.#change(entry, 'acknowledge')) this.told.push(entry.type);
    }
  }

  #open(): Entry[] {
    return this.ledger.filter((entry) => !isFinal(entry.state));
  }

  #change(entry: Entry, event: LedgerEvent): boolean {
    const next = nextState(entry.state, event);
    if (next === undefined) return false;
    assert.ok(!isFinal(entry.state), 'never two final states');
    entry.state = next;
    return true;
  }
}

for (const way of ['inline', 'autonomous'] as const) {
  test(`any life of a process, ${way}: its end is told once or known already, and nothing after it`, () => {
    fc.assert(
      fc.property(lives, (history) => {
        const life = new Life(way);
        for (const each of history) life.happen(each);
        life.happen('turn');
        assert.ok(life.ledger.every(({ state }) => isFinal(state)));
        const at = life.told.indexOf('completion');
        assert.ok(at === -1 || at === life.told.length - 1, 'once, and nothing after it');
        assert.equal(life.completion?.state === 'delivered', at !== -1);
        if (life.completion?.state === 'consumed') {
          assert.notEqual(judgeCompletion(life.done, way), 'deliver');
        }
      }),
      { numRuns: 3_000 },
    );
  });
}
