import { RingbackError } from '../base/errors.ts';
import {
  type CarriedKeeper,
  type CarriedKeepers,
  findCarriedKeepers,
  noKeeperFor,
} from './carried-keeper.ts';
import type { Place } from './environment.ts';
import { type FolderLook, type KeeperLook, probe, type Surroundings, toKeeperLook } from './probe.ts';
import { CARRY_SCRIPT } from './probe-script.ts';
import { runScript } from './run-script.ts';

/** A place with the keeper in it. */
export type Equipped = {
  readonly surroundings: Surroundings;
  /** The keeper's path there. */
  readonly keeper: string;
};

export type CarryOptions = {
  /** The setting: absolute, or beginning with `~/`. */
  readonly folder?: string | undefined;
  readonly withLogin?: boolean;
  readonly signal?: AbortSignal;
  /** Default: those of this installation. */
  readonly keepers?: CarriedKeepers;
};

const SET_FOLDER = 'Set "folder" of this environment to a folder there that is yours alone.';

/**
 * Makes sure that our keeper is in a place and runs there: one round trip when it is there already, two when it has to be
 * sent. Keepers of other versions are left alone: processes may live in them.
 */
export async function carryKeeper(place: Pick<Place, 'run'>, options: CarryOptions = {}): Promise<Equipped> {
  const keepers = options.keepers ?? findCarriedKeepers();
  const hashes = { x64: keepers.x64?.hash, arm64: keepers.arm64?.hash };
  const surroundings = await probe(place, { ...options, hashes });
  const ours = chooseKeeper(surroundings, keepers);
  const { folder } = surroundings;
  checkFolders(surroundings.keeper, folder, ours.hash);
  const look =
    surroundings.keeper.hash === ours.hash ? surroundings.keeper : await send(place, folder, ours, options);
  checkRuns(look, surroundings);
  return { surroundings, keeper: `${folder}/${ours.hash}/ringback-keeper` };
}

function chooseKeeper(surroundings: Surroundings, keepers: CarriedKeepers): CarriedKeeper {
  const { architecture, machine, system, folder } = surroundings;
  if (system !== 'Linux' || architecture === 'other')
    throw new RingbackError(
      'no_keeper',
      `The keeper does not run there: it is made for Linux on x64 and arm64, and this is ${system || 'an unknown system'} on ${machine || 'an unknown architecture'}.`,
    );
  if (!folder)
    throw new RingbackError('home_unsafe', 'The user there has no home folder for the keeper.', SET_FOLDER);
  if (!folder.startsWith('/'))
    throw new RingbackError('bad_request', `The folder ${folder} is not an absolute path.`, SET_FOLDER);
  const ours = keepers[architecture];
  if (!ours) throw noKeeperFor(architecture);
  return ours;
}

async function send(
  place: Pick<Place, 'run'>,
  folder: string,
  ours: CarriedKeeper,
  options: CarryOptions,
): Promise<KeeperLook> {
  const args = [folder, ours.hash, String(ours.bytes.length)];
  const { facts } = await runScript(place, CARRY_SCRIPT, args, { ...options, input: ours.bytes });
  const look = toKeeperLook(facts);
  const said = facts.get('text')?.trim();
  const because = said ? `: ${said}` : '.';
  switch (facts.get('problem')) {
    case 'unmade':
      throw new RingbackError(
        'home_unsafe',
        `The keeper cannot be put into ${folder} there${because}`,
        SET_FOLDER,
      );
    case 'damaged':
      throw new RingbackError('failed', `The keeper did not arrive whole in ${folder}${because}`);
    case 'refused':
      checkFolders(look, folder, ours.hash);
      throw new RingbackError('home_unsafe', `${folder} cannot be used there.`, SET_FOLDER);
    case 'none':
      return look;
    default:
      throw new RingbackError('failed', 'The connection broke while the keeper was sent.');
  }
}

/** Whoever can write in these folders could have us run another program. */
function checkFolders(look: KeeperLook, folder: string, hash: string): void {
  checkFolder(look.folder, folder);
  checkFolder(look.hashFolder, `${folder}/${hash}`);
}

const FAULTS: Readonly<Partial<Record<FolderLook, string>>> = {
  link: 'is a link, which is not followed',
  file: 'is not a folder',
  foreign: 'belongs to another user',
  open: 'may be written by others',
};

function checkFolder(look: FolderLook, path: string): void {
  const fault = FAULTS[look];
  if (!fault) return;
  const hint =
    look === 'open' ? `Take that right away there (chmod go-w '${path}'), or set "folder".` : SET_FOLDER;
  throw new RingbackError('home_unsafe', `${path} there ${fault}.`, hint);
}

function checkRuns({ version }: KeeperLook, { folder, machine, kernel }: Surroundings): void {
  if (version?.code === 0 && /^protocol=1$/m.test(version.text)) return;
  const said = version?.text.trim().split('\n')[0]?.slice(0, 200) ?? '';
  if (version?.code === 126 && /permission denied/i.test(said))
    throw new RingbackError(
      'no_keeper',
      `Programs may not be run from ${folder} there: it is mounted with noexec, or a policy forbids it.`,
      'Set "folder" of this environment to a folder there from which programs may be run.',
    );
  throw new RingbackError(
    'no_keeper',
    `The keeper does not run there (${machine}, Linux ${kernel}): it ended with ${version?.code ?? 'nothing'}${said && `, after: ${said}`}.`,
  );
}
