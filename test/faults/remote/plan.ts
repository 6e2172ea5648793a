import { join } from 'node:path';
import type { Random } from '../support/random.ts';

/** What one process of the campaign does elsewhere, and what must be found of it here in the end. */
export type Planned = {
  /** Chosen here, so that a start can be repeated after any break; the engine may give it another. */
  readonly id: string;
  readonly session: string;
  readonly kind: Kind;
  readonly command: string;
  readonly code: number;
  /** All that it prints. */
  readonly output: string;
  /** Lines that it is told, one by one. */
  readonly typed: number;
  readonly stdin: boolean;
  readonly pty: boolean;
  readonly watchPatterns: readonly string[];
  readonly matches: number;
};

export type Plan = { readonly processes: readonly Planned[]; readonly ran: string };
export type Kind = keyof typeof kinds;
type Made = Pick<Planned, 'command' | 'code' | 'output'> &
  Partial<Pick<Planned, 'typed' | 'stdin' | 'pty' | 'watchPatterns' | 'matches'>>;

/** 128 + SIGTERM. */
const KILLED_CODE = 143;
export const sessions = ['campaign:a', 'campaign:b', 'campaign:c'];

const kinds = {
  short: (random: Random) => exits(random, 'echo done', 'done\n'),
  long: (random: Random) => exits(random, `sleep ${seconds(random, 2000)}; echo late`, 'late\n'),
  silent: (random: Random) => exits(random, `sleep ${seconds(random, 800)}`, ''),
  /** More than a frame, more than a pipe holds, and in pieces. */
  chatty: (random: Random) => {
    const [bursts, lines] = [5 + random.below(20), 1 + random.below(3000)];
    const command = `for i in $(seq 0 ${bursts - 1}); do seq -f %.0f $((i * ${lines})) $((i * ${lines} + ${lines - 1})); sleep 0.0${random.below(10)}; done`;
    return exits(random, command, numbers(bursts * lines));
  },
  /** Each line that it is told is repeated: what is typed twice shows. */
  typed: (random: Random) => {
    const typed = 3 + random.below(15);
    const command = `n=0; while read -r line; do echo "got $line"; n=$((n + 1)); [ $n = ${typed} ] && break; done`;
    const output = Array.from({ length: typed }, (_, i) => `got ${i}\n`).join('');
    return { ...exits(random, command, output), typed, stdin: true };
  },
  terminal: (random: Random) => ({ ...exits(random, 'tty >/dev/null && echo tty', 'tty\r\n'), pty: true }),
  /** Its children outlive it and go by themselves. */
  escaping: (random: Random) =>
    exits(random, `setsid sleep ${seconds(random, 900)} >/dev/null 2>&1 & echo early`, 'early\n'),
  /** They even print when it has ended. */
  leaving: (random: Random) =>
    exits(random, `(sleep 0.${3 + random.below(6)}; echo behind) & echo early`, 'early\nbehind\n'),
  /** Whoever started it kills it, with all that fled. */
  killed: () => ({
    command: 'setsid sleep 300 & echo up; exec sleep 300',
    output: 'up\n',
    code: KILLED_CODE,
  }),
  watched: (random: Random) => {
    const matches = 5 + random.below(20);
    const output = Array.from({ length: matches }, (_, i) => `noise ${i + 1}\nMATCH ${i + 1}\n`).join('');
    const command = `for i in $(seq ${matches}); do echo "noise $i"; echo "MATCH $i"; sleep 0.0${random.below(10)}; done`;
    return { ...exits(random, command, output), watchPatterns: ['MATCH'], matches };
  },
} satisfies Record<string, (random: Random) => Made>;

export function makePlan(random: Random, folder: string, count: number): Plan {
  const names = Object.keys(kinds) as Kind[];
  const ran = join(folder, 'ran');
  const processes = Array.from({ length: count }, (_, i): Planned => {
    const kind = names[i % names.length] ?? 'short';
    const id = `proc_${i.toString(16).padStart(4, '0')}${random.bytes(4).toString('hex')}`;
    const made: Made = kinds[kind](random);
    return {
      id,
      kind,
      session: sessions[random.below(sessions.length)] ?? '',
      typed: 0,
      stdin: false,
      pty: false,
      watchPatterns: [],
      matches: 0,
      ...made,
      // Whatever else is lost, this says how often it ran.
      command: `echo ${id} >> ${ran}; ${made.command}`,
    };
  });
  return { processes, ran };
}

function exits(random: Random, command: string, output: string): Made {
  const code = random.below(120);
  return { command: `${command}; exit ${code}`, output, code };
}

function numbers(count: number): string {
  return Array.from({ length: count }, (_, i) => `${i}\n`).join('');
}

function seconds(random: Random, belowMs: number): string {
  return (random.below(belowMs) / 1000).toFixed(3);
}
