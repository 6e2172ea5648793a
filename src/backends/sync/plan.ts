import type { Entry } from './entry.ts';

export type Manifest = readonly Entry[];

export type Plan = {
  readonly send: readonly Entry[];
  /** What has to go there before, what is in a folder before the folder. */
  readonly remove: readonly Entry[];
};

/**
 * What has to be sent so that what is here is there. `sent` is what was sent before, `untouched` what of it nobody has
 * changed there since; undefined: nothing is known of that place.
 */
export function planSync(
  here: Manifest,
  sent: Manifest,
  untouched: ReadonlySet<string> | undefined,
  options: { readonly delete: boolean },
): Plan {
  const before = new Map(untouched ? sent.map((entry) => [entry.path, entry]) : []);
  const now = new Map(here.map((entry) => [entry.path, entry]));
  const isThere = (entry: Entry) => {
    const known = before.get(entry.path);
    if (!known || !isSame(known, entry)) return false;
    return untouched?.has(entry.path) === true;
  };
  const mustGo = (entry: Entry) => {
    const next = now.get(entry.path);
    return next ? next.kind !== entry.kind : options.delete || isInTheWay(entry.path, now);
  };
  return {
    send: here.filter((entry) => !isThere(entry)),
    remove: [...before.values()].filter(mustGo).reverse(),
  };
}

/** A folder became a file: what was in it cannot stay. */
function isInTheWay(path: string, now: ReadonlyMap<string, Entry>): boolean {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const above = now.get(path.slice(0, at));
    if (above) return above.kind !== 'folder';
  }
  return false;
}

function isSame(a: Entry, b: Entry): boolean {
  return (
    a.kind === b.kind &&
    a.mode === b.mode &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.target === b.target
  );
}
