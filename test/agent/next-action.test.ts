import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_ATTEMPTS } from '../../src/agent/attempts.ts';
import { type Action, nextAction } from '../../src/agent/next-action.ts';
import type { GoalView } from '../../src/agent/store/goal.ts';
import type { CallView, StepView, View } from '../../src/agent/store/view.ts';

const nothing: View = {
  isOpen: true,
  hears: true,
  isForSummary: false,
  isForPerson: false,
  isForGoal: false,
  goal: undefined,
  voidBarriers: [],
  compaction: undefined,
  summary: undefined,
  turn: undefined,
  step: undefined,
  calls: [],
  unacknowledged: [],
  queued: { person: 0, ring: 0 },
};
const step = (change: Partial<StepView>): StepView => ({
  position: 2,
  state: 'said',
  attempts: 1,
  troubles: 0,
  askAt: 0,
  finish: 'said',
  ...change,
});
const call = (state: CallView['state'], id = 'proc_1'): CallView => ({
  id,
  tool: 'terminal',
  input: {},
  state,
  begunAt: undefined,
  expiresAt: 5,
});
const summary = { position: 7, attempts: 1, troubles: 0, askAt: 0, covers: 3 };
const inTurn = (change: Partial<View>): View => ({ ...nothing, turn: 1, step: step({}), ...change });

const judging = { position: 9, attempts: 1, troubles: 0, askAt: 0 };
const goal = (change: Partial<GoalView>): GoalView => ({
  state: 'working',
  due: 'judge',
  look: false,
  reached: undefined,
  judging: undefined,
  ...change,
});

const rows: readonly (readonly [what: string, view: View, kind: string])[] = [
  ['nothing is said', nothing, 'idle'],
  ['a person has written', { ...nothing, queued: { person: 1, ring: 0 } }, 'begin person'],
  ['something rang', { ...nothing, queued: { person: 0, ring: 1 } }, 'begin ring'],
  ['both: the person goes first', { ...nothing, queued: { person: 1, ring: 1 } }, 'begin person'],
  [
    'it was left for another: nothing makes a turn',
    { ...nothing, isOpen: false, queued: { person: 1, ring: 1 } },
    'idle',
  ],
  [
    'it was left for another, and something is stored',
    { ...nothing, isOpen: false, unacknowledged: ['ntf_1'] },
    'acknowledge',
  ],
  [
    'nobody hears what it would say about a ring: it waits',
    { ...nothing, hears: false, queued: { person: 0, ring: 1 } },
    'idle',
  ],
  [
    'nobody hears it later, and a person has written',
    { ...nothing, hears: false, queued: { person: 1, ring: 1 } },
    'begin person',
  ],
  ['a person wants a summary', { ...nothing, compaction: 'asked' }, 'begin compaction'],
  ['it is long, and nothing is to be done', { ...nothing, compaction: 'wanted' }, 'idle'],
  [
    'a person wants a summary and has written: what they wrote goes first',
    { ...nothing, compaction: 'asked', queued: { person: 1, ring: 0 } },
    'begin person',
  ],
  [
    'it is long, and a turn has begun',
    inTurn({ step: undefined, compaction: 'wanted' }),
    'summarise new wanted',
  ],
  ['the model found it too long', inTurn({ step: undefined, compaction: 'needed' }), 'summarise new needed'],
  [
    'it is long, and results are there',
    inTurn({ calls: [call('answered')], compaction: 'wanted' }),
    'summarise new wanted',
  ],
  [
    'never between a call and its result',
    inTurn({ calls: [call('wanted')], compaction: 'asked' }),
    'call proc_1',
  ],
  [
    'never while the model is asked',
    inTurn({ step: step({ state: 'asking' }), compaction: 'asked' }),
    'ask 2',
  ],
  ['it is long, and all is said', inTurn({ compaction: 'wanted' }), 'finish'],
  ['all is said, and a person wants a summary', inTurn({ compaction: 'asked' }), 'summarise new asked'],
  ['a summary was asked for', inTurn({ compaction: 'wanted', summary }), 'summarise 7 wanted'],
  [
    'a summary was asked for too often',
    inTurn({ compaction: 'needed', summary: { ...summary, attempts: MOST_ATTEMPTS } }),
    'skip 7 needed',
  ],
  ['a turn was only for a summary', inTurn({ step: undefined, isForSummary: true }), 'finish'],
  [
    'a turn was only for a summary, and a person has written',
    inTurn({ step: undefined, isForSummary: true, queued: { person: 1, ring: 0 } }),
    'ask',
  ],
  ['a turn has begun', inTurn({ step: undefined }), 'ask'],
  ['it was asked and nobody heard the answer', inTurn({ step: step({ state: 'asking' }) }), 'ask 2'],
  ['a goal was set', { ...nothing, goal: goal({ due: 'turn' }) }, 'begin goal'],
  ['a turn is over, and there is a goal', { ...nothing, goal: goal({ due: 'hear' }) }, 'hear'],
  ['it is to be judged', { ...nothing, goal: goal({}) }, 'judge'],
  ['a judge was asked and nobody heard it', { ...nothing, goal: goal({ judging }) }, 'judge 9'],
  [
    'a judge was asked too often',
    { ...nothing, goal: goal({ judging: { ...judging, attempts: MOST_ATTEMPTS } }) },
    'pause-goal',
  ],
  [
    'it is to be judged, and a person has written',
    { ...nothing, goal: goal({ judging }), queued: { person: 1, ring: 1 } },
    'begin person',
  ],
  [
    'it is to be judged, and something rang',
    { ...nothing, goal: goal({}), queued: { person: 0, ring: 1 } },
    'begin ring',
  ],
  ['the judge wants to wait', { ...nothing, goal: goal({ due: 'park' }) }, 'park'],
  ['it waits', { ...nothing, goal: goal({ state: 'parked' }) }, 'idle'],
  [
    'it waits, and something rang',
    { ...nothing, goal: goal({ state: 'parked', look: true }), queued: { person: 0, ring: 1 } },
    'look',
  ],
  ['it is paused', { ...nothing, goal: goal({ state: 'paused' }) }, 'idle'],
  ['a bound is reached', { ...nothing, goal: goal({ reached: 'Enough.' }) }, 'stop-goal'],
  [
    'a bound is reached in a turn of the goal',
    inTurn({ calls: [call('answered')], isForGoal: true, goal: goal({ reached: 'Enough.' }) }),
    'stop-goal',
  ],
  [
    "a bound is reached in a person's turn",
    inTurn({ calls: [call('answered')], goal: goal({ reached: 'Enough.' }) }),
    'ask',
  ],
  ['nobody hears it: the goal waits', { ...nothing, hears: false, goal: goal({}) }, 'idle'],
  ['it was left for another: so does the goal', { ...nothing, isOpen: false, goal: goal({}) }, 'idle'],
  ['a barrier is not wanted any more', { ...nothing, voidBarriers: ['wake_1'] }, 'cancel wake_1'],
  ['too often', inTurn({ step: step({ state: 'asking', attempts: MOST_ATTEMPTS }) }), 'fail'],
  ['calls are wanted', inTurn({ calls: [call('answered'), call('wanted', 'proc_2')] }), 'call proc_2'],
  ['a call may have taken effect', inTurn({ calls: [call('begun')] }), 'call proc_1'],
  ['a call is allowed', inTurn({ calls: [call('denied'), call('allowed', 'proc_2')] }), 'call proc_2'],
  [
    'a call waits for an answer',
    inTurn({ calls: [call('waiting'), call('wanted', 'proc_2')] }),
    'await proc_1 5',
  ],
  [
    'what comes before one that waits is carried out',
    inTurn({ calls: [call('allowed'), call('waiting', 'proc_2')] }),
    'call proc_1',
  ],
  [
    'a call waits for an answer, and a person has written instead',
    inTurn({ calls: [call('begun'), call('waiting', 'proc_2')], queued: { person: 1, ring: 0 } }),
    'deny proc_2',
  ],
  [
    'a call waits for an answer, and something rang',
    inTurn({ calls: [call('waiting')], queued: { person: 0, ring: 1 } }),
    'await proc_1 5',
  ],
  ['all calls were denied', inTurn({ calls: [call('denied')] }), 'ask'],
  [
    'a ring never comes between a call and its result',
    inTurn({ calls: [call('wanted')], queued: { person: 0, ring: 1 } }),
    'call proc_1',
  ],
  ['results are stored', inTurn({ calls: [call('answered')], unacknowledged: ['ntf_1'] }), 'acknowledge'],
  [
    'a ring is stored',
    { ...nothing, unacknowledged: ['ntf_1'], queued: { person: 1, ring: 1 } },
    'acknowledge',
  ],
  ['results were seen', inTurn({ calls: [call('answered')] }), 'ask'],
  ['all is said', inTurn({}), 'finish'],
  ['the answer was cut off', inTurn({ step: step({ finish: 'length' }) }), 'fail'],
  ['the model refused', inTurn({ step: step({ finish: 'refused' }) }), 'fail'],
  ['all is said, and a person has written meanwhile', inTurn({ queued: { person: 1, ring: 0 } }), 'ask'],
  ['all is said, and something rang meanwhile', inTurn({ queued: { person: 0, ring: 1 } }), 'finish'],
];

for (const [what, view, expected] of rows) {
  test(`what a conversation does next: ${what}`, () => {
    const action = nextAction(view);
    assert.equal([action.kind, ...detailsOf(action)].filter((one) => one !== undefined).join(' '), expected);
  });
}

function detailsOf(action: Action): readonly (string | number | undefined)[] {
  switch (action.kind) {
    case 'begin':
      return [action.take];
    case 'ask':
      return [action.position];
    case 'call':
      return [action.call.id];
    case 'await':
      return [action.call.id, action.until];
    case 'summarise':
      return [action.summary?.position ?? 'new', action.why];
    case 'skip':
      return [action.summary.position, action.why];
    case 'deny':
      return action.calls.map(({ id }) => id);
    case 'judge':
      return [action.judging?.position];
    case 'cancel':
      return action.wakeUps;
    default:
      return [];
  }
}
