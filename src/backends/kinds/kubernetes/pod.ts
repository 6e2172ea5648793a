import { isObject } from '../../../base/is-object.ts';
import { shortHash } from '../../../base/short-hash.ts';
import type { OpenEnvironment } from '../../environment.ts';
import type { KubernetesSettings } from './settings.ts';

/** Of the container that we add to a pod. */
export const CONTAINER = 'ringback';

/** Waits until it is told to leave. As process 1 it buries what is orphaned in the container. */
const WAITING = ['sh', '-c', 'trap "exit 0" TERM; while :; do sleep 3600 & wait $!; done'];

type Tree = { readonly [key: string]: unknown };

/** The same process always gets the same name: the API server refuses to make its pod twice. */
export function podName(options: OpenEnvironment, processId: string): string {
  const text = JSON.stringify([options.owner, options.name, processId]);
  return `ringback-${shortHash(text, 24)}`;
}

export function podLabels(options: OpenEnvironment, processId: string): Record<string, string> {
  return {
    'ringback/owner': labelValue(options.owner),
    'ringback/environment': labelValue(options.name),
    ...(processId ? { 'ringback/process': labelValue(processId) } : {}),
  };
}

/** The pod of one process: the settings, over them `manifest`, over both what is needed to find it again. */
export function describePod(settings: KubernetesSettings, options: OpenEnvironment, processId: string): Tree {
  const { image, env, resources, nodeSelector, serviceAccount } = settings;
  const name = settings.container ?? CONTAINER;
  const container = {
    name,
    image,
    command: WAITING,
    ...(env ? { env: Object.entries(env).map(([name, value]) => ({ name, value })) } : {}),
    ...(resources ? { resources } : {}),
  };
  const spec = {
    restartPolicy: 'Never',
    terminationGracePeriodSeconds: 5,
    containers: [container],
    ...(nodeSelector ? { nodeSelector } : {}),
    ...(serviceAccount ? { serviceAccountName: serviceAccount } : {}),
  };
  const ours = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: podName(options, processId), labels: podLabels(options, processId) },
  };
  return merge(merge({ spec }, settings.manifest ?? {}), { ...ours, spec: { restartPolicy: 'Never' } });
}

/** Objects are merged; lists are replaced, but for lists of named things (containers, volumes), which are merged by name. */
export function merge(base: Tree, over: Tree): Tree {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = base[key];
    if (isObject(before) && isObject(value)) merged[key] = merge(before, value);
    else if (isNamed(before) && isNamed(value)) merged[key] = mergeNamed(before, value);
    else merged[key] = value;
  }
  return merged;
}

function mergeNamed(base: readonly Tree[], over: readonly Tree[]): Tree[] {
  const changed = base.map((one) => merge(one, over.find(({ name }) => name === one.name) ?? {}));
  return [...changed, ...over.filter(({ name }) => !base.some((one) => one.name === name))];
}

function isNamed(value: unknown): value is readonly Tree[] {
  return Array.isArray(value) && value.every((one) => isObject(one) && typeof one.name === 'string');
}

function labelValue(text: string): string {
  if (/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(text)) return text;
  return shortHash(text, 32);
}
