/** What the thread is given. */
export type SearchJob = {
  /** A folder, or one file. */
  readonly root: string;
  readonly isFile: boolean;
  readonly pattern?: string;
  /** A pattern of names. */
  readonly name?: string;
  readonly context: number;
  /** Stop after so many lines that match, or files if only names are looked for. */
  readonly limit: number;
  /** Also what .gitignore excludes. */
  readonly includesIgnored: boolean;
  readonly redactSecrets: boolean;
  /** When it has to end, in milliseconds since 1970. */
  readonly deadline: number;
};

export type FoundLine = { readonly number: number; readonly text: string; readonly isMatch: boolean };

export type SearchMessage =
  /** `path`: below the root. */
  | { readonly type: 'file'; readonly path: string; readonly lines: readonly FoundLine[] }
  | ({ readonly type: 'done' } & SearchEnd)
  | { readonly type: 'refused'; readonly message: string };

export type SearchEnd = {
  readonly files: number;
  /** Files that were too large, and files and folders that could not be read. */
  readonly tooLarge: number;
  readonly unreadable: number;
  readonly stoppedBy?: 'limit' | 'time';
};
