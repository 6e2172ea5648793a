/** A notification's life (promise 12): exactly one final state, and never back. */
import type { WireNotificationState } from '../../wire/notification.ts';

/** The final ones: `delivered`, `consumed` (the agent already read it), `dismissed` (by a person), `suppressed`. */
export type LedgerState = WireNotificationState;

/** `send`: handed to a subscriber or a ringer; again, with the same id, as long as it is not acknowledged. */
export type LedgerEvent = 'send' | 'acknowledge' | 'consume' | 'dismiss' | 'suppress';

type Row = Partial<Readonly<Record<LedgerEvent, LedgerState>>>;

const settle = { consume: 'consumed', dismiss: 'dismissed', suppress: 'suppressed' } as const;

export const notificationLife: Readonly<Record<LedgerState, Row>> = {
  pending: { send: 'sent', ...settle },
  sent: { send: 'sent', acknowledge: 'delivered', ...settle },
  delivered: {},
  consumed: {},
  dismissed: {},
  suppressed: {},
};

export const ledgerStates = Object.keys(notificationLife) as readonly LedgerState[];

/** Undefined: impossible, and nothing may change. */
export function nextState(state: LedgerState, event: LedgerEvent): LedgerState | undefined {
  return notificationLife[state][event];
}

/** From which states a notification may come to `to`: the condition of an UPDATE. */
export function statesBefore(to: LedgerState): readonly LedgerState[] {
  return ledgerStates.filter((from) => Object.values(notificationLife[from]).includes(to));
}

export function isFinal(state: LedgerState): boolean {
  return Object.keys(notificationLife[state]).length === 0;
}
