import { randomBytes } from 'node:crypto';
import { quoteWord } from '../../../base/quote-word.ts';

/**
 * How a program gets exact bytes over a terminal, which is all that Daytona has with both directions. The shell that it
 * starts is replaced by one that makes the terminal raw. From then on the input is sent in pieces, each after a line with
 * its size, so that there is a word for its end (size 0), which a raw terminal has not; and the output stands between
 * marks that nobody can guess.
 */
export type Script = {
  /** The first line, typed at the prompt. Short: a terminal that is not raw yet takes no more than 4096 bytes. */
  readonly line: string;
  /** From here on the terminal is raw. */
  readonly ready: Buffer;
  /** The first input after it. */
  readonly body: Buffer;
  /** After the output; the exit code and a line break follow, then what the program complained, then `done`. */
  readonly end: Buffer;
  readonly done: Buffer;
};

/** The most that Daytona takes in one message is 64 KiB. */
export const LARGEST_PIECE = 32 << 10;

/** Marks begin with a byte that no text has: output that ends with it is held back for a moment. */
const RARE = Buffer.of(0xff);

export function writeScript(args: readonly string[]): Script {
  const nonce = randomBytes(16).toString('hex');
  const [half, rest] = [nonce.slice(0, 16), nonce.slice(16)];
  const exact = 'dd bs="$n" count=1 iflag=fullblock 2>/dev/null';
  // Printed in halves: the terminal echoes the line, too. A space keeps it out of the shell's history.
  const start = `stty raw -echo && printf %s%s ${half} ${rest} && read -r n && eval "$(${exact})"`;
  const body = [
    // Its complaints go to a file without a name, and are printed behind its output.
    'if t=$(mktemp 2>/dev/null); then exec 4>"$t" 5<"$t"; rm -f "$t"; else exec 4>/dev/null 5</dev/null; fi',
    `while read -r n && [ "$n" -gt 0 ]; do ${exact}; done | {`,
    `${args.map(quoteWord).join(' ')} 2>&4 4>&- 5<&-`,
    `printf '\\377%s%s\\n' ${nonce}-end- "$?"`,
    'tail -c 4096 <&5',
    `printf '\\377%s' ${nonce}-done`,
    // Through a pipe: a program must not take this for a terminal to paint on.
    '} | cat',
    // Who leaves first would take what is on its way with it: we are ended when all has been read.
    'read -r n',
  ].join('\n');
  const bytes = Buffer.from(body);
  return {
    line: ` exec sh -c '${start}'\n`,
    ready: Buffer.from(nonce),
    body: Buffer.concat([Buffer.from(`${bytes.length}\n`), bytes]),
    end: Buffer.concat([RARE, Buffer.from(`${nonce}-end-`)]),
    done: Buffer.concat([RARE, Buffer.from(`${nonce}-done`)]),
  };
}

/** One piece of input, or its end where it is empty. */
export function pieceOf(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length}\n`), bytes]);
}
