/** A program that works for a delegate, here or elsewhere: another agent, spoken to in lines. */
export type Child = {
  /** What it prints, in order; can be read once. Ends with its output. A line of more than LONGEST_LINE characters is cut. */
  readonly lines: AsyncIterable<string>;
  /** How it ended, when all that it printed is there to be read. */
  readonly ended: Promise<ChildEnd>;
  /** One line to its input; nothing when it does not read any more. */
  send(line: string): void;
  /** Nothing more comes to its input. */
  closeInput(): void;
  /** As Ctrl-C does. */
  interrupt(): void;
  /** Ends it with all of its group: asked first, then by force. Also when it has ended: what it left behind goes. */
  end(): Promise<ChildEnd>;
};

export type ChildEnd = {
  /** Null when a signal ended it, or nobody knows. */
  readonly code: number | null;
  readonly signal: string | null;
  /** The last of what it complained of. */
  readonly stderr: string;
};

export type ChildCommand = {
  readonly args: readonly [program: string, ...rest: string[]];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** What to do when there is no such program. */
  readonly hint: string;
};

/** Fails with `no_program` where there is no such program, with `no_folder` where its folder is not there. */
export type StartChild = (command: ChildCommand) => Promise<Child>;

/** A result of a tool may be a picture, and is one line. */
export const LONGEST_LINE = 16 * 2 ** 20;

/** `ended with code 1`, `was ended by SIGKILL`: what follows its name. */
export function describeEnd({ code, signal }: ChildEnd): string {
  if (signal !== null) return `was ended by ${signal}`;
  return code === null ? 'ended, and nobody knows how' : `ended with code ${code}`;
}
