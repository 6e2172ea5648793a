import { quoteWord } from '../../../base/quote-word.ts';

/**
 * ssh hands the other side one line of text, which the user's login shell there reads: sh and its kin, fish or csh. This
 * one is read alike by all of them, and runs exactly these words.
 */
export function remoteCommand(args: readonly string[]): string {
  const line = `exec ${args.map(quoteWord).join(' ')}`;
  // Inside single quotes fish knows the backslash, csh the exclamation mark, and csh wants no new line there. Such text
  // goes as octal digits, which a plain sh turns back.
  if (!args.some((word) => /['\\!\n]/.test(word))) return line;
  return `exec /bin/sh -c 'eval "$(printf %b "${toOctal(line)}")"'`;
}

/** Everything but what no shell cares about, as `\0NNN`. */
function toOctal(text: string): string {
  const bytes = Array.from(Buffer.from(text));
  return bytes.map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : escapeByte(byte))).join('');
}

function isPlain(byte: number): boolean {
  return /[\w ./:=@,+-]/.test(String.fromCharCode(byte)) && byte < 128;
}

function escapeByte(byte: number): string {
  return `\\0${byte.toString(8).padStart(3, '0')}`;
}
