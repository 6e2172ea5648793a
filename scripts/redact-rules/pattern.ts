/** A regular expression as a tree: what the rules need, no more. */
export type Pattern =
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | {
      readonly kind: 'repeat';
      readonly item: Pattern;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    }
  | {
      readonly kind: 'group';
      readonly item: Pattern;
      readonly isCaptured: boolean;
      /** `=`, `!`, `<=`, `<!`; absent for a plain group. */
      readonly look?: string;
    }
  /** `\b`, `^`, `$`. */
  | { readonly kind: 'edge'; readonly source: string }
  /** One character: a literal has exactly one possibility. */
  | { readonly kind: 'one'; readonly source: string; readonly literal?: string; readonly foldsCase: boolean };
