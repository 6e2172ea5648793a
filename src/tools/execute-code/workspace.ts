import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { quoteWord } from '../../base/quote-word.ts';
import { removeFolderAsync } from '../../base/remove-folder.ts';
import { javascriptModule, type RuntimeOptions } from './runtime/javascript.ts';
import { pythonMain, pythonModule } from './runtime/python.ts';
import type { CodeLanguage } from './types.ts';

/** The private folders of running scripts; one that remains without its daemon is a script to end. */
export function scriptsFolder(home: string): string {
  // The real path: bubblewrap does not follow links where it mounts.
  return join(realpathSync(home), 'scripts');
}

export type Workspace = {
  readonly folder: string;
  /** The command that runs the script after `first`, lines of shell code; short, because lists show it. */
  prepareRun(first: readonly string[], sandbox?: readonly string[]): string;
  /** Records that a call of the script may start a process under this id. */
  recordCall(id: string): void;
  remove(): Promise<void>;
};

type WorkspaceOptions = {
  readonly home: string;
  readonly id: string;
  readonly language: CodeLanguage;
  readonly code: string;
  readonly cwd: string;
  readonly memoryBytes: number;
  readonly python: string;
};

const names = { javascript: 'script.mjs', typescript: 'script.mts', python: 'script.py' };

/** Puts the script, the module of its tools and its /tmp into a folder that only this user can enter. */
export function makeWorkspace({
  home,
  id,
  language,
  code,
  cwd,
  memoryBytes,
  python,
}: WorkspaceOptions): Workspace {
  const folder = join(scriptsFolder(home), id);
  const script = names[language];
  const runtime: RuntimeOptions = { folder, script, cwd, memoryBytes };
  for (const name of ['tmp', 'started']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  write(script, code);
  write('empty', '');
  if (language === 'python') {
    write('ringback.py', pythonModule(runtime));
    write('main.py', pythonMain(runtime));
  } else {
    write('ringback.mjs', javascriptModule(runtime));
  }
  const args = language === 'python' ? pythonArgs(runtime, python) : nodeArgs(runtime, language);
  return {
    folder,
    prepareRun(first, sandbox = []) {
      write('run', [...first, `exec ${[...sandbox, ...args].map(quoteWord).join(' ')}`, ''].join('\n'));
      return `exec /bin/sh ${quoteWord(join(folder, 'run'))} # execute_code`;
    },
    recordCall: (id) => write(join('started', id), ''),
    remove: () => removeFolderAsync(folder),
  };
}

function pythonArgs({ folder }: RuntimeOptions, python: string): string[] {
  return [python, '-u', '-B', '-X', 'utf8', join(folder, 'main.py')];
}

function nodeArgs({ folder, script, memoryBytes }: RuntimeOptions, language: CodeLanguage): string[] {
  return [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    // All of TypeScript, including enums and parameter properties; line numbers stay the same.
    ...(language === 'typescript' ? ['--experimental-transform-types'] : []),
    `--max-old-space-size=${Math.max(16, Math.floor(memoryBytes / 1024 ** 2))}`,
    `--import=${pathToFileURL(join(folder, 'ringback.mjs')).href}`,
    join(folder, script),
  ];
}
