/** A notification's life (promise 12): exactly one final state, and never back. */
import type { WireNotificationState } from '../../wire/notification.ts';

export type LedgerState = WireNotificationState;

export const notificationLife = {
  pending: { send: 'sent', consume: 'consumed', dismiss: 'dismissed', suppress: 'suppressed' },
  /** Handed to somebody; again, with the same id, as long as it is not acknowledged. */
  sent: {
    send: 'sent',
    acknowledge: 'delivered',
    consume: 'consumed',
    dismiss: 'dismissed',
    suppress: 'suppressed',
  },
  delivered: {},
  /** The agent has read it already. */
  consumed: {},
  /** By a person. */
  dismissed: {},
  /** A rule forbids to tell it. */
  suppressed: {},
} as const satisfies Readonly<Record<LedgerState, Readonly<Record<string, LedgerState>>>>;

export type LedgerEvent = keyof (typeof notificationLife)['sent'];

const table: Readonly<Record<LedgerState, Partial<Readonly<Record<LedgerEvent, LedgerState>>>>> =
  notificationLife;

export const ledgerStates = Object.keys(table) as readonly LedgerState[];

/** Undefined: impossible, and nothing may change. */
export function nextState(state: LedgerState, event: LedgerEvent): LedgerState | undefined {
  return table[state][event];
}

/** From which states a notification may come to `to`: the condition of an UPDATE. */
export function statesBefore(to: LedgerState): readonly LedgerState[] {
  return ledgerStates.filter((from) => Object.values(table[from]).includes(to));
}

export function isFinal(state: LedgerState): boolean {
  return Object.keys(table[state]).length === 0;
}
