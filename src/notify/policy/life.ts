/** A notification's life (promise 12): exactly one final state, and never back. */

/** The final ones: `delivered`, `consumed` (the agent already read it), `dismissed` (by a person), `suppressed`. */
export type NotificationState = 'pending' | 'sent' | 'delivered' | 'consumed' | 'dismissed' | 'suppressed';

export type LifeEvent =
  /** Handed to a subscriber or ringer; again, with the same id, while it is not acknowledged. */
  'send' | 'acknowledge' | 'consume' | 'dismiss' | 'suppress';

const table: Readonly<Record<NotificationState, Partial<Readonly<Record<LifeEvent, NotificationState>>>>> = {
  pending: { send: 'sent', consume: 'consumed', dismiss: 'dismissed', suppress: 'suppressed' },
  sent: {
    send: 'sent',
    acknowledge: 'delivered',
    consume: 'consumed',
    dismiss: 'dismissed',
    suppress: 'suppressed',
  },
  delivered: {},
  consumed: {},
  dismissed: {},
  suppressed: {},
};

export const notificationStates = Object.keys(table) as readonly NotificationState[];

/** Undefined: impossible, and nothing may change. */
export function nextState(state: NotificationState, event: LifeEvent): NotificationState | undefined {
  return table[state][event];
}

/** From which states an event leads anywhere: the condition of an UPDATE. */
export function statesBefore(event: LifeEvent): readonly NotificationState[] {
  return notificationStates.filter((state) => nextState(state, event) !== undefined);
}

export function isFinal(state: NotificationState): boolean {
  return Object.keys(table[state]).length === 0;
}
