/** Whatever it is doing: what went wrong may pass, and nobody else looks after this process. */
const always = { stop: 'over', placeGone: 'over', fail: 'resting' } as const;

/** An attachment to a process elsewhere: what it is doing, and what may happen then. */
export const attachmentLife = {
  /** Connecting to the place. */
  reaching: { ...always, connect: 'following' },
  /** The copy of the output grows. `close`: nothing more comes, and the end is known or not. */
  following: {
    ...always,
    break: 'reaching',
    diskFull: 'resting',
    closeAfterEnd: 'tidying',
    close: 'judging',
  },
  /** No keeper answers and the end is not known: the keeper program there is asked. */
  judging: { ...always, changing: 'resting', otherMachine: 'resting', decide: 'over' },
  /** The end is known: once that is recorded, the keep there goes. */
  tidying: { ...always, remove: 'over' },
  resting: { ...always, rest: 'reaching' },
  over: {},
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type AttachmentState = keyof typeof attachmentLife;
/** What the work of a state may come to. */
export type AttachmentEvent<S extends AttachmentState = AttachmentState> = S extends unknown
  ? keyof (typeof attachmentLife)[S] & string
  : never;

/** What the work of every state is. */
export type AttachmentSteps = {
  readonly [S in Exclude<AttachmentState, 'over'>]: () => Promise<AttachmentEvent<S>>;
};

export function nextState(state: AttachmentState, event: AttachmentEvent): AttachmentState {
  return (attachmentLife[state] as Readonly<Record<string, AttachmentState>>)[event] ?? 'over';
}

/** How long to rest after what. */
export function restMs(event: AttachmentEvent): number {
  if (event === 'changing') return 100;
  return event === 'otherMachine' ? 5_000 : 1_000;
}
