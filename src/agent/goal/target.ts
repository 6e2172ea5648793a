/** What a goal waits for: one thing at a time. `until`: milliseconds since 1970. */
export type Target =
  | { readonly kind: 'process'; readonly process: string }
  | { readonly kind: 'wake_up'; readonly wakeUp: string }
  | { readonly kind: 'time'; readonly until: number };

export function describeTarget(target: Target): string {
  switch (target.kind) {
    case 'process':
      return target.process;
    case 'wake_up':
      return target.wakeUp;
    case 'time':
      return new Date(target.until).toISOString();
  }
}

/** What the judge says of a goal after a turn. */
export type Verdict = {
  readonly verdict: 'done' | 'continue' | 'wait';
  /** In a sentence: what shows that it is done, what is missing, or what it waits for. */
  readonly reason: string;
  /** Of `wait`. */
  readonly target?: Target;
};
