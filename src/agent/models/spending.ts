/** The day that a daily cap is about, in the time zone of this machine. */
export function dayOf(now: number): { readonly begin: number; readonly end: number } {
  const date = new Date(now);
  const midnight = (days: number) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
  return { begin: midnight(0), end: midnight(1) };
}

export type Permission =
  | { readonly may: true }
  /** `until`: when it may again; undefined: not before somebody changes something. */
  | { readonly may: false; readonly message: string; readonly until?: number };

/**
 * May a model be asked? All in US dollars. `cap` 0: there is none. What a step costs is known only after it: so the last
 * one of a day may go beyond the cap.
 */
export function maySpend({
  model,
  isPriceKnown,
  spentToday,
  cap,
  now,
}: {
  readonly model: string;
  readonly isPriceKnown: boolean;
  readonly spentToday: number;
  readonly cap: number;
  readonly now: number;
}): Permission {
  if (cap === 0) return { may: true };
  if (!isPriceKnown) {
    const message = `The price of ${model} is not known, so the daily cap of ${dollars(cap)} cannot be kept. Give its price in agentPrices of config.json, or choose another model.`;
    return { may: false, message };
  }
  if (spentToday < cap) return { may: true };
  const message = `${dollars(spentToday)} were spent today, and the daily cap is ${dollars(cap)}. It goes on at midnight, or when agentDailyDollars of config.json is raised.`;
  return { may: false, message, until: dayOf(now).end };
}

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;
