import { RingbackError } from '../base/errors.ts';
import type { Ringer } from './ringer.ts';

/** Every kind of ringer; each is loaded when a session first has one. */
const loaders: Record<string, () => Promise<Ringer>> = {
  codex: async () => (await import('./kinds/codex/codex.ts')).codexRinger,
  command: async () => (await import('./kinds/command/command.ts')).commandRinger,
  desktop: async () => (await import('./kinds/desktop/desktop.ts')).desktopRinger,
  openclaw: async () => (await import('./kinds/openclaw/openclaw.ts')).openclawRinger,
  opencode: async () => (await import('./kinds/opencode/opencode.ts')).opencodeRinger,
  ringback: async () => (await import('./kinds/ringback/ringback.ts')).ringbackRinger,
  webhook: async () => (await import('./kinds/webhook/webhook.ts')).webhookRinger,
};

const loaded = new Map<string, Ringer>();

export function ringerKinds(): string[] {
  return Object.keys(loaders);
}

export async function loadRinger(kind: string): Promise<Ringer> {
  const known = loadedRinger(kind);
  if (known) return known;
  const ringer = await findLoader(kind)();
  loaded.set(kind, ringer);
  return ringer;
}

/** Without waiting; undefined when nobody has had one yet. */
export function loadedRinger(kind: string): Ringer | undefined {
  findLoader(kind);
  return loaded.get(kind);
}

function findLoader(kind: string): () => Promise<Ringer> {
  const load = Object.hasOwn(loaders, kind) ? loaders[kind] : undefined;
  if (load) return load;
  throw new RingbackError(
    'bad_request',
    `There is no ringer ${JSON.stringify(kind)}.`,
    `There are: ${ringerKinds().join(', ')}.`,
  );
}

/** A kind of the program's own. */
export function addRinger(ringer: Ringer): void {
  loaders[ringer.kind] = async () => ringer;
  loaded.set(ringer.kind, ringer);
}
