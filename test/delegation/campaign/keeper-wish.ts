/** Where a keeper is to be killed: the daemon's next launcher takes it along, and one that it starts dies of it. */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Wish = { readonly name: string; readonly reached: string };

const fileIn = (folder: string) => join(folder, 'keeper-dies-at');

/** Gives back the file that whoever dies of it makes. */
export function wishKeeperDeath(folder: string, name: string): string {
  const reached = join(folder, `reached-${crypto.randomUUID()}`);
  writeFileSync(fileIn(folder), JSON.stringify({ name, reached } satisfies Wish));
  return reached;
}

/** True: nobody has died of it, and nobody will. */
export function takeKeeperWishBack(reached: string): boolean {
  if (existsSync(reached)) return false;
  closeSync(openSync(reached, 'w'));
  return true;
}

/** Of a daemon: what its launcher is started with. */
export function keeperVariables(): Record<string, string> {
  const { argv } = process;
  try {
    const file = fileIn(join(argv[argv.indexOf('--home') + 1] ?? '', 'work'));
    const { name, reached } = JSON.parse(readFileSync(file, 'utf8')) as Wish;
    return {
      RINGBACK_FAILPOINT: name,
      RINGBACK_FAILPOINT_REACHED: reached,
      RINGBACK_FAILPOINT_ONCE: '1',
    };
  } catch {
    return {};
  }
}
