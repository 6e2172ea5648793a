/** What the command line accepts is data: parsing, help and completions are made from it. */
export type OptionSpec = {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** What the value is called in the help. */
  readonly value?: string;
  /** What it means without a value, which can be given with = only. */
  readonly standard?: string;
  readonly help: string;
  /** The actions (the first argument) that it belongs to; with another it would be ignored, so it is refused. */
  readonly of?: readonly string[];
  readonly completes?: 'folder';
};

export type CommandSpec = {
  readonly summary: string;
  /** Behind the command's name in its help. */
  readonly usage: string;
  /** How many arguments it takes. */
  readonly arguments: { readonly least: number; readonly most: number };
  /** What an argument is completed with. */
  readonly completes?: 'process' | readonly string[];
  /** Options end with the first argument: the rest is a command with options of its own. */
  readonly takesCommand?: boolean;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly details?: readonly string[];
  readonly example: string;
};

export const globalOptions = {
  json: { type: 'boolean', help: 'print JSON: one object, or one per line' },
  home: {
    type: 'string',
    value: 'DIR',
    help: 'the home to use instead of $RINGBACK_HOME',
    completes: 'folder',
  },
  help: { type: 'boolean', short: 'h', help: 'show this help' },
} as const satisfies Record<string, OptionSpec>;
