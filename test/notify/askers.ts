/**
 * Real programs that ask, each with what has to be told of it and an answer after which it goes on: one list for every
 * place and every user (describe-askers.ts). They run in an empty folder, with URL (a server that asks for a name and a
 * password) and SSH_PORT (an sshd) in their variables.
 */
import type { NeedsInputEvent } from '../../src/wire/events.ts';

type Question = Pick<NeedsInputEvent, 'by' | 'evidence' | 'hidden'> & {
  readonly prompt: RegExp;
  readonly answer: string;
};

export type Asker = {
  readonly name: string;
  /** What has to be installed. */
  readonly needs?: readonly string[];
  readonly command: string;
  readonly in?: 'terminal' | 'pipe';
  readonly program: RegExp;
  readonly questions: readonly Question[];
  /** What it prints when it has gone on. */
  readonly shows: RegExp;
};

/** Whose keeper looks: what it may see. */
export type Looker = {
  readonly isRoot: boolean;
  /** Also at a program that runs with the rights of another user. */
  readonly mayLookAtOthers: boolean;
};

const reads = { by: 'read', evidence: 'certain', hidden: false } as const;
const hides = { ...reads, hidden: true } as const;
const guessed = (by: string) => ({ by, evidence: 'likely', hidden: false }) as const;

/** The same in a pipe, where typing is never hidden: nobody shows it either. */
function alsoInPipe(asker: Asker, changes: Partial<Asker> = {}): readonly Asker[] {
  const questions = asker.questions.map((question) => ({ ...question, hidden: false }));
  return [asker, { ...asker, name: `${asker.name} in a pipe`, in: 'pipe', questions, ...changes }];
}

export const askers = (looker: Looker): readonly Asker[] => [
  ...ofShells,
  ...ofPython,
  ...ofTools,
  ...alsoInPipe(su(looker)),
];

const ofShells: readonly Asker[] = [
  // bash prints the prompt of -p in terminals only.
  ...alsoInPipe(
    {
      name: 'read of bash',
      command: 'read -p "name? " x; echo "<$x>"',
      program: /^bash$/,
      questions: [{ ...reads, prompt: /^name\?/, answer: 'Ada' }],
      shows: /<Ada>/,
    },
    { command: 'printf "name? "; read x; echo "<$x>"' },
  ),
  ...alsoInPipe(
    {
      name: 'hidden read of bash',
      command: 'read -s -p "secret: " x; echo "<$x>"',
      program: /^bash$/,
      questions: [{ ...hides, prompt: /^secret:/, answer: 'open' }],
      shows: /<open>/,
    },
    { command: 'printf "secret: "; read -s x; echo "<$x>"' },
  ),
];

const python = { needs: ['python3'], program: /^python3/ } as const;

const ofPython: readonly Asker[] = [
  ...alsoInPipe({
    ...python,
    name: 'getpass',
    command: `python3 -c 'import getpass; print("<" + getpass.getpass() + ">")'`,
    questions: [{ ...hides, prompt: /^Password:/, answer: 'open' }],
    shows: /<open>/,
  }),
  ...alsoInPipe({
    ...python,
    name: 'input()',
    command: `python3 -c 'print("<" + input("x? ") + ">")'`,
    questions: [{ ...reads, prompt: /^x\?/, answer: '1' }],
    shows: /<1>/,
  }),
  // It edits lines in terminals only.
  ...alsoInPipe(
    {
      ...python,
      name: 'input() with readline',
      command: `python3 -c 'import readline; print("<" + input("x? ") + ">")'`,
      questions: [{ ...guessed('select'), prompt: /x\?/, answer: '1' }],
      shows: /<1>/,
    },
    { questions: [{ ...reads, prompt: /^x\?/, answer: '1' }] },
  ),
];

/** The real one, over a list of packages that has only one, which is not there. */
const removeWithApt = `mkdir -p apt/state/lists/partial apt/cache/archives/partial apt/etc
cat >apt/status <<'END'
Package: made-up
Status: install ok installed
Priority: optional
Section: misc
Installed-Size: 1
Maintainer: Nobody <nobody@example.org>
Architecture: all
Version: 1
Description: made up

END
apt-get -o Dir::Etc=$PWD/apt/etc -o Dir::State=$PWD/apt/state -o Dir::State::status=$PWD/apt/status \\
  -o Dir::Cache=$PWD/apt/cache -o Dir::Log=$PWD/apt/log -o Dir::Bin::dpkg=/bin/true -o Debug::NoLocking=true \\
  remove made-up`;

/** Not in a pipe: git and ssh ask in terminals only, and fail elsewhere. */
const ofTools: readonly Asker[] = [
  {
    name: 'git for a name and a password',
    needs: ['git'],
    command: 'GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null git ls-remote $URL',
    program: /^git/,
    questions: [
      { ...reads, prompt: /^Username for /, answer: 'Ada' },
      { ...hides, prompt: /^Password for /, answer: 'wrong' },
    ],
    shows: /Authentication failed/,
  },
  {
    name: 'ssh about a host key',
    needs: ['ssh'],
    command:
      'ssh -F /dev/null -p $SSH_PORT -o StrictHostKeyChecking=ask -o UserKnownHostsFile=/dev/null -o BatchMode=no -o PreferredAuthentications=publickey -o IdentityAgent=none 127.0.0.1',
    program: /^ssh$/,
    questions: [{ ...reads, prompt: /continue connecting \(yes\/no/, answer: 'yes' }],
    shows: /Permission denied/,
  },
  ...alsoInPipe({
    name: 'apt-get before it removes a package',
    needs: ['apt-get'],
    command: removeWithApt,
    program: /^apt-get$/,
    questions: [{ ...reads, prompt: /^Do you want to continue\?/, answer: 'n' }],
    shows: /Abort\./,
  }),
  ...alsoInPipe({
    name: 'npm init',
    needs: ['npm'],
    command: 'mkdir package && cd package && npm init --loglevel=silent',
    program: /^npm/,
    questions: [
      { ...guessed('epoll'), prompt: /package name:/, answer: 'my-own-name' },
      { ...guessed('epoll'), prompt: /version:/, answer: '7.8.9' },
    ],
    shows: /description:/,
  }),
  ...alsoInPipe({
    name: 'gdb',
    needs: ['gdb'],
    command: 'gdb -q -nx',
    program: /^gdb/,
    questions: [{ ...guessed('poll'), prompt: /\(gdb\)/, answer: 'print 6*7' }],
    shows: /\$1 = 42/,
  }),
];

/** It does not ask root: root becomes somebody else first. */
function su({ isRoot, mayLookAtOthers }: Looker): Asker {
  const asNobody = isRoot ? 'setpriv --reuid=65534 --regid=65534 --clear-groups ' : '';
  const refused = { by: 'refused', evidence: 'likely', hidden: true } as const;
  return {
    name: 'su',
    needs: ['su', 'setpriv'],
    command: `${asNobody}su -c true; echo "ended with $?"`,
    program: /^su$/,
    questions: [{ ...(mayLookAtOthers ? hides : refused), prompt: /^Password:/, answer: 'wrong' }],
    shows: /ended with 1/,
  };
}
