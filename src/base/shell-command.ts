import { quoteWord } from './quote-word.ts';

/** One argument is a shell command line; several are a program and its arguments, which are quoted. */
export function toShellCommand(words: readonly string[]): string {
  const [only] = words;
  if (words.length === 1 && only !== undefined) return only;
  return words.map((word, index) => quote(word, index === 0)).join(' ');
}

function quote(word: string, isProgram: boolean): string {
  // `A=b` in the first place would be an assignment.
  const isPlain = isProgram ? /^[\w@%+:,./-]+$/ : /^[\w@%+=:,./-]+$/;
  return isPlain.test(word) ? word : quoteWord(word);
}
