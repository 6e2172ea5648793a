import type { Lifetime } from '../../base/scope.ts';
import { carryKeeper } from '../carry-keeper.ts';
import type { Place } from '../environment.ts';

/** A place that processes can be started in. */
export type Prepared = {
  /** The keeper program there. */
  readonly keeper: string;
  /** Where it keeps what it keeps. */
  readonly folder: string;
  readonly home: string;
  /** What the machine calls itself. */
  readonly node: string;
  readonly shell: string;
  /** Of commands there, where people log in; elsewhere nobody but the place itself has a say. */
  readonly lifetime: Lifetime;
  /** What a command there gets. */
  readonly env: Readonly<Record<string, string>>;
};

export async function preparePlace(
  place: Place,
  folder: string | undefined,
  withLogin: boolean,
  signal: AbortSignal,
): Promise<Prepared> {
  const { keeper, surroundings } = await carryKeeper(place, { folder, withLogin, signal });
  const { env, loginEnv, folder: used, home, node, shell } = surroundings;
  const lifetime = withLogin ? surroundings.lifetime : 'unmanaged';
  return { keeper, folder: used, home, node, shell, lifetime, env: loginEnv ?? env };
}
