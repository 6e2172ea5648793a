/** A regular expression's source, read from left to right. */
export type Reader = {
  readonly ignoresCase: boolean;
  isAtEnd(): boolean;
  /** The next character; empty at the end. */
  peek(): string;
  next(): string;
  /** Whether `text` comes next; if so, it is read. */
  take(text: string): boolean;
  /** The same for a sticky expression. */
  takeMatch(regex: RegExp): RegExpExecArray | undefined;
  peekMatch(regex: RegExp): boolean;
};

export function createReader(source: string, ignoresCase: boolean): Reader {
  let at = 0;
  const match = (regex: RegExp): RegExpExecArray | undefined => {
    regex.lastIndex = at;
    return regex.exec(source) ?? undefined;
  };
  const peek = (): string => {
    const code = source.codePointAt(at);
    return code === undefined ? '' : String.fromCodePoint(code);
  };
  return {
    ignoresCase,
    isAtEnd: () => at >= source.length,
    peek,
    next() {
      const character = peek();
      at += character.length;
      return character;
    },
    take(text) {
      const isNext = source.startsWith(text, at);
      if (isNext) at += text.length;
      return isNext;
    },
    takeMatch(regex) {
      const found = match(regex);
      at += found?.[0].length ?? 0;
      return found;
    },
    peekMatch: (regex) => match(regex) !== undefined,
  };
}
