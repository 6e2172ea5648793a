import ignore from 'ignore';

type Level = { readonly base: string; readonly rules: ignore.Ignore };

/** The rules of ignore files, each for its folder and what is below it: the deepest that says something decides. */
export class IgnoreRules {
  readonly #levels: readonly Level[];

  constructor(levels: readonly Level[] = []) {
    this.#levels = levels;
  }

  /** `base`: the folder of the file, below the same root as all paths; `''` is the root. */
  and(base: string, text: string): IgnoreRules {
    if (text.trim() === '') return this;
    // As git does on this system; the library's default is that of others.
    const rules = ignore({ ignorecase: false }).add(text);
    return new IgnoreRules([{ base, rules }, ...this.#levels]);
  }

  /** Of something in a folder that is not ignored itself. */
  isIgnored(path: string, isFolder: boolean): boolean {
    for (const { base, rules } of this.#levels) {
      const below = base === '' ? path : path.slice(base.length + 1);
      const { ignored, unignored } = rules.test(isFolder ? `${below}/` : below);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

/** Whether one of the patterns names a path or a folder above it. */
export function matcher(patterns: readonly string[]): (path: string) => boolean {
  const rules = ignore({ ignorecase: false }).add([...patterns]);
  return (path) => rules.ignores(path);
}
