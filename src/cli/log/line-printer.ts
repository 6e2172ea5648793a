type Options = {
  write(text: string): void;
  /** Whether a line can still be changed once it was written: on a terminal. */
  readonly rewrites: boolean;
};

/** Prints whole lines, and on a terminal the unfinished one too (a prompt, a progress bar), replaced as it changes. */
export function createLinePrinter({ write, rewrites }: Options) {
  let shown = '';
  return {
    /** `lines` are complete, `rest` is the line that has just begun. */
    print(lines: string, rest: string): void {
      const text = rewrites ? lines + rest : lines;
      if (text.startsWith(shown)) write(text.slice(shown.length));
      else if (text !== '') write(`\r\x1b[K${text}`);
      shown = rewrites ? rest : '';
    },
  };
}
