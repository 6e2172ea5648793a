/** The command line as data: parsing, help and completions are derived from it. */
export type OptionSpec = {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** The name of the value in the help. */
  readonly value?: string;
  /** Used when the option is given without a value; a value then has to follow `=`. */
  readonly impliedValue?: string;
  readonly help: string;
  /** The only actions that take it; '' is the command without an action. */
  readonly actions?: readonly string[];
  readonly completes?: 'folder';
};

type ActionSpec = { readonly arguments?: string; readonly help: string };

export type CommandSpec = {
  readonly summary: string;
  /** What follows the command's name in its help. */
  readonly usage: string;
  /** How many arguments it takes, not counting an action. */
  readonly arguments: { readonly least: number; readonly most: number };
  /** What the first argument may be, if it chooses what to do. */
  readonly actions?: Readonly<Record<string, ActionSpec>>;
  readonly isActionOptional?: true;
  /** A first argument that is no action is one of its own. */
  readonly takesText?: true;
  /** What an argument is completed with. */
  readonly completes?: 'process' | readonly string[];
  /** Options end with the first argument: the rest is a command with options of its own. */
  readonly takesCommand?: boolean;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Paragraphs. */
  readonly details?: readonly string[];
  readonly examples: readonly string[];
};

export const globalOptions = {
  json: { type: 'boolean', help: 'print JSON: one object, or one per line' },
  home: {
    type: 'string',
    value: 'DIR',
    help: 'where Ringback keeps its data (default: $RINGBACK_HOME)',
    completes: 'folder',
  },
  help: { type: 'boolean', short: 'h', help: 'show this help' },
} as const satisfies Record<string, OptionSpec>;

/** The words that an argument can be completed with; null for process ids. */
export function completionWords({ completes, actions = {} }: CommandSpec): readonly string[] | null {
  return completes === 'process' ? null : (completes ?? Object.keys(actions));
}
