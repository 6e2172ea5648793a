/**
 * A delivery's life: somebody was given notifications, and has not confirmed them yet. A busy session is one too: it has
 * a turn of its own, which is offered again when that is said again, confirmed when it is idle, and closed in time.
 */

export const deliveryLife = {
  /** To be handed over, for the first time or again: it has certainly not arrived. */
  waiting: { offer: 'offered', close: 'closed' },
  /**
   * Handed over. When its taker leaves, or the lease runs out, it is offered again as it was, or closed, by what its
   * taker does with a repeat.
   */
  offered: {
    offer: 'offered',
    confirm: 'delivered',
    refuse: 'waiting',
    refuseForGood: 'dead',
    lose: 'uncertain',
    close: 'closed',
  },
  /** It may have arrived: to be looked for, or offered again under the same id. */
  uncertain: { offer: 'offered', confirm: 'delivered', lose: 'uncertain', close: 'closed' },
  /** Given up. A person can have it tried again, or dismiss its notifications. */
  dead: { revive: 'uncertain', close: 'closed' },
  /** Its notifications are delivered. */
  delivered: {},
  /** Its notifications were read, dismissed or taken in another way; those that were not are pending again. */
  closed: {},
} as const;

export type DeliveryState = keyof typeof deliveryLife;
export type DeliveryEvent = {
  [State in DeliveryState]: keyof (typeof deliveryLife)[State];
}[DeliveryState];

const table: Readonly<Record<DeliveryState, Partial<Readonly<Record<DeliveryEvent, DeliveryState>>>>> =
  deliveryLife;

export function nextDeliveryState(state: DeliveryState, event: DeliveryEvent): DeliveryState {
  const next = table[state][event];
  if (next) return next;
  throw new Error(`a delivery that is ${state} cannot ${event}`);
}

/** Nothing is left to do: its row is removed. */
export function isOver(state: DeliveryState): boolean {
  return Object.keys(table[state]).length === 0;
}
