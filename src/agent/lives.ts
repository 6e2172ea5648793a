/** The lives of what a conversation is made of: state, event, next state. What is not in a table cannot happen. */

export const conversationLife = {
  open: { leave: 'closed' },
  /** Left for another: what rings is stored and makes no turn, until somebody comes back. */
  closed: { reopen: 'open' },
} as const;

/** From the message or ring that begins it until nothing is left to do. */
export const turnLife = {
  open: { finish: 'done', fail: 'failed', stop: 'stopped' },
  done: {},
  /** Visible, with a reason; what was said before stays. */
  failed: {},
  /** By a person. Processes run on. */
  stopped: {},
} as const;

/** One question to the model, and its answer. */
export const stepLife = {
  /** Asked, perhaps by a program that has died since: it is asked again under the same id. */
  asking: { ask: 'asking', answer: 'said', giveUp: 'dropped' },
  said: {},
  /** Its turn is over without an answer: the model never said it. */
  dropped: {},
} as const;

/** One call of a tool that the model made in a step. */
export const callLife = {
  /** Stored, not carried out. */
  wanted: { ask: 'waiting', begin: 'begun', deny: 'denied', answer: 'answered' },
  /** A person has to say whether it may be carried out. */
  waiting: { allow: 'allowed', deny: 'denied', answer: 'answered' },
  allowed: { begin: 'begun', deny: 'denied', answer: 'answered' },
  /** It may have taken effect. */
  begun: { begin: 'begun', answer: 'answered' },
  /** Its result is stored. */
  answered: {},
  /** It is never carried out; the result says why. */
  denied: {},
} as const;

/** What a conversation works towards by itself. */
export const goalLife = {
  /** Turns are taken, and judged. */
  working: { park: 'parked', pause: 'paused', finish: 'done', stop: 'stopped', clear: 'cleared' },
  /** It waits for one thing: nothing is asked until that has happened, or can no longer. */
  parked: { wake: 'working', unwait: 'working', resume: 'working', pause: 'paused', clear: 'cleared' },
  /** By a person, or because a turn could not go on. */
  paused: { resume: 'working', clear: 'cleared' },
  /** A bound is reached. */
  stopped: { resume: 'working', clear: 'cleared' },
  done: { clear: 'cleared' },
  cleared: {},
} as const;

type Life = Readonly<Record<string, Readonly<Record<string, string>>>>;
type EventOf<T extends Life> = { [State in keyof T]: keyof T[State] }[keyof T] & string;

export type StepState = keyof typeof stepLife;
export type CallState = keyof typeof callLife;
export type GoalState = keyof typeof goalLife;

/** The states in which the event can happen: a statement changes rows in no other. */
export function statesBefore<T extends Life>(life: T, event: EventOf<T>): string[] {
  return Object.keys(life).filter((state) => life[state]?.[event] !== undefined);
}

/** Where the event leads: in each of these lives to one state, wherever it happens. */
export function stateAfter<T extends Life>(life: T, event: EventOf<T>): keyof T & string {
  for (const events of Object.values(life)) {
    const next = events[event];
    if (next !== undefined) return next;
  }
  throw new Error(`no life knows the event ${event}`);
}
