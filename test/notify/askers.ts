/** Real programs that ask, each with what has to be told of it and an answer after which it goes on. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
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

const reads = { by: 'read', evidence: 'certain', hidden: false } as const;
const hides = { ...reads, hidden: true } as const;
const guessed = (by: string) => ({ by, evidence: 'likely', hidden: false }) as const;
const python = /^python3/;

/** `folder` is theirs; `url` asks for a name and a password. */
export const askers = (folder: string, url: string): readonly Asker[] => [
  {
    name: 'read of bash',
    command: 'read -p "name? " x; echo "<$x>"',
    program: /^bash$/,
    questions: [{ ...reads, prompt: /^name\?/, answer: 'Ada' }],
    shows: /<Ada>/,
  },
  {
    name: 'hidden read of bash',
    command: 'read -s -p "secret: " x; echo "<$x>"',
    program: /^bash$/,
    questions: [{ ...hides, prompt: /^secret:/, answer: 'open' }],
    shows: /<open>/,
  },
  {
    name: 'read of bash in a pipe',
    command: 'printf "name? "; read x; echo "<$x>"',
    in: 'pipe',
    program: /^bash$/,
    questions: [{ ...reads, prompt: /^name\?/, answer: 'Ada' }],
    shows: /<Ada>/,
  },
  {
    name: 'getpass',
    needs: ['python3'],
    command: `python3 -c 'import getpass; print("<" + getpass.getpass() + ">")'`,
    program: python,
    questions: [{ ...hides, prompt: /^Password:/, answer: 'open' }],
    shows: /<open>/,
  },
  {
    name: 'input()',
    needs: ['python3'],
    command: `python3 -c 'print("<" + input("x? ") + ">")'`,
    program: python,
    questions: [{ ...reads, prompt: /^x\?/, answer: '1' }],
    shows: /<1>/,
  },
  {
    name: 'input() in a pipe',
    needs: ['python3'],
    command: `python3 -c 'print("<" + input("x? ") + ">")'`,
    in: 'pipe',
    program: python,
    questions: [{ ...reads, prompt: /^x\?/, answer: '1' }],
    shows: /<1>/,
  },
  {
    name: 'input() with readline',
    needs: ['python3'],
    command: `python3 -c 'import readline; print("<" + input("x? ") + ">")'`,
    program: python,
    questions: [{ ...guessed('select'), prompt: /x\?/, answer: '1' }],
    shows: /<1>/,
  },
  {
    name: 'git for a name and a password',
    needs: ['git'],
    command: `GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null git ls-remote ${url}`,
    program: /^git/,
    questions: [
      { ...reads, prompt: /^Username for /, answer: 'Ada' },
      { ...hides, prompt: /^Password for /, answer: 'wrong' },
    ],
    shows: /Authentication failed/,
  },
  {
    name: 'apt-get before it removes a package',
    needs: ['apt-get'],
    command: removeWithApt(folder),
    program: /^apt-get$/,
    questions: [{ ...reads, prompt: /^Do you want to continue\?/, answer: 'n' }],
    shows: /Abort\./,
  },
  {
    name: 'npm init',
    needs: ['npm'],
    command: `mkdir -p ${folder}/package && cd ${folder}/package && npm init --loglevel=silent`,
    program: /^npm/,
    questions: [
      { ...guessed('epoll'), prompt: /package name:/, answer: 'my-own-name' },
      { ...guessed('epoll'), prompt: /version:/, answer: '7.8.9' },
    ],
    shows: /description:/,
  },
  {
    name: 'gdb',
    needs: ['gdb'],
    command: 'gdb -q -nx',
    program: /^gdb/,
    questions: [{ ...guessed('poll'), prompt: /\(gdb\)/, answer: 'print 6*7' }],
    shows: /\$1 = 42/,
  },
];

/** The real one, over a list of packages that has only one, which is not there. */
function removeWithApt(folder: string): string {
  const path = (name: string) => join(folder, 'apt', name);
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'etc'])
    mkdirSync(path(name), { recursive: true });
  const status =
    'Package: made-up\nStatus: install ok installed\nPriority: optional\nSection: misc\nInstalled-Size: 1\n' +
    'Maintainer: Nobody <nobody@example.org>\nArchitecture: all\nVersion: 1\nDescription: made up\n\n';
  writeFileSync(path('status'), status);
  const options = {
    'Dir::Etc': path('etc'),
    'Dir::State': path('state'),
    'Dir::State::status': path('status'),
    'Dir::Cache': path('cache'),
    'Dir::Log': path('log'),
    'Dir::Bin::dpkg': '/bin/true',
    'Debug::NoLocking': 'true',
  };
  const given = Object.entries(options).map(([name, value]) => `-o ${name}=${value}`);
  return `apt-get ${given.join(' ')} remove made-up`;
}

/** A server that lets nobody in. */
export function startLockedServer(): Promise<{ url: string; server: Server }> {
  const server = createServer((_, response) =>
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end(),
  );
  const { promise, resolve } = Promise.withResolvers<{ url: string; server: Server }>();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address)
      resolve({ url: `http://127.0.0.1:${address.port}/x`, server });
  });
  return promise;
}
