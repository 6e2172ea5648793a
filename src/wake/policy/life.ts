/** A wake-up's life (promise 20): it rings once, or again and again until it is cancelled. */
export const wakeUpLife = {
  pending: { ring: 'fired', repeat: 'pending', cancel: 'cancelled' },
  fired: {},
  cancelled: {},
} as const;

export type WakeUpState = keyof typeof wakeUpLife;
