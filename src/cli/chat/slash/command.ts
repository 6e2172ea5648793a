import type { Client } from '../../../client/client.ts';

/** What a command can do to the chat that it was written in. */
export type SlashContext = {
  readonly client: Client;
  /** The id of the conversation. */
  readonly conversation: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Columns that there are. */
  readonly width: number;
  /** The keys that there are, and what each does. */
  readonly keys?: readonly (readonly [string, string])[];
  /** The call that the person was asked about, and sees. */
  asked(): string | undefined;
  /** Lines for the person; cleaned already where they quote somebody. */
  write(text: string): void;
  /** From now on this one is shown. Not there where lines are only written one after the other. */
  show?(conversation: string): void;
  leave(): void;
};

export type Choice = { readonly value: string; readonly about?: string };

export type SlashCommand = {
  /** `ID`, `[MODEL]`; none: it takes nothing. */
  readonly takes?: string;
  readonly does: string;
  run(context: SlashContext, argument: string): Promise<void> | void;
  /** What its argument may be. */
  choices?(context: SlashContext): Promise<readonly Choice[]>;
};
