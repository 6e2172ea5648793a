import { shortHash } from '../../../base/short-hash.ts';
import type { OpenEnvironment } from '../../environment.ts';
import { parseSize, type Settings } from './settings.ts';

/**
 * The first process of our containers: holds them, and reaps what the keepers' trees leave to it. While it waits for one
 * child a shell reaps every other, so no init has to be there (Docker's may be missing, Podman's often is). Somebody who
 * kills all `sleep`s ends nothing; an image without `sleep` ends at once rather than in a hot loop.
 */
const HOLD =
  'trap "exit 143" TERM INT; while :; do sleep 3600 & wait $!; case $? in 126|127) exit 127;; esac; done';

export type OurContainer = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly body: object;
};

/** What is made of the settings. Its name is the same for the same settings: of two who make it at once, one is refused. */
export function describeContainer(settings: Settings, { name, owner }: OpenEnvironment): OurContainer {
  const { container: _, socket: __, certificates: ___, keep: ____, pull: _____, ...making } = settings;
  const hash = shortHash(JSON.stringify(sortKeys(making)), 12);
  const labels = { ...ownLabels({ name, owner }), 'ringback.settings': hash };
  const readable = name
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '-')
    .slice(0, 40);
  return {
    name: `ringback-${readable}-${shortHash(`${owner}\n${name}\n${hash}`, 12)}`,
    labels,
    body: containerBody(settings, labels),
  };
}

/** By which it is known as ours. */
export function ownLabels({ name, owner }: Pick<OpenEnvironment, 'name' | 'owner'>): Record<string, string> {
  return { 'ringback.owner': owner, 'ringback.environment': name };
}

function containerBody(settings: Settings, labels: Readonly<Record<string, string>>): object {
  const { image, user, workdir, env = {}, memory, cpus, pids, network, mounts = [] } = settings;
  const bytes = memory === undefined ? undefined : parseSize(memory);
  return {
    Image: image,
    Entrypoint: ['/bin/sh', '-c', HOLD],
    Cmd: [],
    Labels: labels,
    Env: Object.entries(env).map(([key, value]) => `${key}=${value}`),
    User: user,
    WorkingDir: workdir,
    HostConfig: {
      Memory: bytes,
      NanoCpus: cpus && Math.round(cpus * 1e9),
      PidsLimit: pids,
      NetworkMode: network,
      Mounts: mounts.map(({ source, target, readonly }) => ({
        Type: source.startsWith('/') ? 'bind' : 'volume',
        Source: source,
        Target: target,
        ReadOnly: readonly,
      })),
    },
  };
}

/** The order in which somebody wrote the settings down makes no other container. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
