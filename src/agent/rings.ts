/** What rings a conversation, and is told that it was heard. `ringsOf` makes it from a client of the daemon. */
export type Rings = {
  /** The next turn that the conversation is to be told; undefined when the signal fell first. */
  next(session: string, signal: AbortSignal): Promise<Ring | undefined>;
  /** These were stored: nobody has to tell them again. */
  acknowledge(notifications: readonly string[]): Promise<void>;
  /** A person wrote something: calls of this session that wait return at once. */
  interrupt(session: string): Promise<void>;
};

export type Ring = { readonly notifications: readonly string[]; readonly text: string };
