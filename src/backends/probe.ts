import { type Lifetime, parseLifetime } from '../base/scope.ts';
import type { Place } from './environment.ts';
import { PROBE_SCRIPT } from './probe-script.ts';
import { runScript, type ScriptAnswer } from './run-script.ts';

export type Architecture = 'x64' | 'arm64' | 'other';

/** How a folder of ours looks: only a `fine` one is used. `open`: others may write in it. `foreign`: it is another user's. */
export type FolderLook = 'missing' | 'fine' | 'link' | 'file' | 'foreign' | 'open';

/** What was seen of the keeper in a place. */
export type KeeperLook = {
  readonly folder: FolderLook;
  /** The folder named by the hash, in it. */
  readonly hashFolder: FolderLook;
  /** The hash of the keeper that lies there; undefined: there is none, or no sha256sum. */
  readonly hash: string | undefined;
  /** What `ringback-keeper version` said there, where the hash was the right one. */
  readonly version: { readonly code: number; readonly text: string } | undefined;
};

/** What is there, in a place. */
export type Surroundings = {
  readonly architecture: Architecture;
  /** As `uname -m` has it. */
  readonly machine: string;
  /** Linux, Darwin… */
  readonly system: string;
  readonly kernel: string;
  /** What the machine calls itself. */
  readonly node: string;
  readonly userId: number | undefined;
  /** Empty when it is not known. */
  readonly home: string;
  readonly shell: string;
  readonly temp: string;
  /** Where Ringback keeps its things there; empty when there is no home and no `folder` was set. */
  readonly folder: string;
  /** As programs are started there by the place itself. */
  readonly env: Readonly<Record<string, string>>;
  /** As the user's login shell sets it up; undefined when it was not asked, took more than 10 s or failed. */
  readonly loginEnv: Readonly<Record<string, string>> | undefined;
  /** How long commands there may live, as far as systemd decides it. */
  readonly lifetime: Lifetime;
  readonly keeper: KeeperLook;
};

export type ProbeOptions = {
  /** The setting: absolute, or beginning with `~/`. */
  readonly folder?: string | undefined;
  /** The keepers that could be used, by their hash: looked for in the same go. */
  readonly hashes?: { readonly x64?: string | undefined; readonly arm64?: string | undefined };
  /** Whether the login shell is asked too. Default: yes. */
  readonly withLogin?: boolean;
  readonly signal?: AbortSignal;
};

/** One round trip. */
export async function probe(place: Pick<Place, 'run'>, options: ProbeOptions = {}): Promise<Surroundings> {
  const { folder = '', hashes = {}, withLogin = true } = options;
  const args = [folder, hashes.x64 ?? '', hashes.arm64 ?? '', withLogin ? '1' : '0'];
  return toSurroundings(await runScript(place, PROBE_SCRIPT, args, options));
}

export function toSurroundings({ facts, env, loginEnv }: ScriptAnswer): Surroundings {
  const fact = (name: string) => facts.get(name) ?? '';
  const userId = Number.parseInt(fact('uid'), 10);
  return {
    architecture: toArchitecture(fact('machine')),
    machine: fact('machine'),
    system: fact('system'),
    kernel: fact('kernel'),
    node: fact('node'),
    userId: Number.isNaN(userId) ? undefined : userId,
    home: fact('home'),
    shell: fact('shell') || '/bin/sh',
    temp: fact('temp') || '/tmp',
    folder: fact('folder'),
    env,
    loginEnv,
    lifetime: parseLifetime(fact('lifetime')),
    keeper: toKeeperLook(facts),
  };
}

export function toKeeperLook(facts: ReadonlyMap<string, string>): KeeperLook {
  const code = facts.get('version_code');
  return {
    folder: toFolderLook(facts.get('folder_look')),
    hashFolder: toFolderLook(facts.get('hash_look')),
    hash: facts.get('found') || undefined,
    version: code === undefined ? undefined : { code: Number(code), text: facts.get('version') ?? '' },
  };
}

const LOOKS: readonly FolderLook[] = ['missing', 'fine', 'link', 'file', 'foreign', 'open'];

function toFolderLook(text: string | undefined): FolderLook {
  return LOOKS.find((look) => look === text) ?? 'missing';
}

function toArchitecture(machine: string): Architecture {
  if (/^(x86_64|amd64)$/.test(machine)) return 'x64';
  return /^(aarch64|arm64)$/.test(machine) ? 'arm64' : 'other';
}
