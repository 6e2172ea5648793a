import type { EngineApi } from './api.ts';
import { isRefusal, Refusal } from './trouble.ts';

/** What is used of an inspected container. */
export type Container = {
  readonly Id: string;
  readonly Name: string;
  readonly State: {
    readonly Running: boolean;
    readonly Paused: boolean;
    readonly Restarting: boolean;
    readonly OOMKilled: boolean;
    readonly ExitCode: number;
    readonly StartedAt: string;
    readonly FinishedAt: string;
  };
  readonly Config: { readonly Labels: Readonly<Record<string, string>> | null };
};

const PULL_MS = 30 * 60_000;
/** Nothing runs in what we stop but the shell that holds it, and that one leaves when told. */
const STOP_GRACE_SECONDS = 3;

/** A container by its name or id. */
export function inspectContainer(api: EngineApi, name: string, signal?: AbortSignal): Promise<Container> {
  const path = `/containers/${encodeURIComponent(name)}/json`;
  return api.callForJson<Container>({ method: 'GET', path, ...(signal && { signal }) });
}

/** Ids of those that carry all labels, stopped ones too. */
export async function listContainers(
  api: EngineApi,
  labels: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string[]> {
  const filters = JSON.stringify({ label: Object.entries(labels).map(([key, value]) => `${key}=${value}`) });
  const query = { all: 'true', filters };
  type Listed = { readonly Id: string };
  const found = await api.callForJson<Listed[]>({ method: 'GET', path: '/containers/json', query, signal });
  return found.map(({ Id }) => Id);
}

/** Its id; `taken` when there is one of that name already. */
export async function createContainer(
  api: EngineApi,
  name: string,
  body: object,
  signal: AbortSignal,
): Promise<string | 'taken'> {
  try {
    const call = { method: 'POST', path: '/containers/create', query: { name }, body, signal } as const;
    return (await api.callForJson<{ readonly Id: string }>(call)).Id;
  } catch (error) {
    // Podman 4 has no better status for it than 500.
    if (isRefusal(error, 409) || /already in use/.test((error as Error).message)) return 'taken';
    throw error;
  }
}

/** One that runs already is left as it is. */
export async function startContainer(api: EngineApi, id: string, signal: AbortSignal): Promise<void> {
  await api.call({ method: 'POST', path: `/containers/${id}/start`, signal });
}

export async function stopContainer(api: EngineApi, id: string): Promise<void> {
  const query = { t: String(STOP_GRACE_SECONDS) };
  await ignoreMissing(api.call({ method: 'POST', path: `/containers/${id}/stop`, query }));
}

/** With what runs in it, and its nameless volumes. */
export async function removeContainer(api: EngineApi, id: string): Promise<void> {
  const query = { force: 'true', v: 'true' };
  await ignoreMissing(api.call({ method: 'DELETE', path: `/containers/${id}`, query }));
}

/** Fetches an image from its registry, without anybody's password. */
export async function pullImage(api: EngineApi, image: string, signal: AbortSignal): Promise<void> {
  // Without a tag all of them would come.
  const fromImage = /[:@][^/]*$/.test(image) ? image : `${image}:latest`;
  const call = {
    method: 'POST',
    path: '/images/create',
    query: { fromImage },
    signal,
    longestMs: PULL_MS,
  } as const;
  const progress = await api.call(call);
  // It answers 200 before it knows; what went wrong comes last.
  const failure = progress.split('\n').find((line) => line.includes('"error"'));
  if (failure) throw new Refusal(api.engine, 500, JSON.stringify({ message: errorOf(failure) }));
}

function errorOf(line: string): string {
  try {
    return String((JSON.parse(line) as { error?: unknown }).error);
  } catch {
    return line;
  }
}

async function ignoreMissing(doing: Promise<unknown>): Promise<void> {
  try {
    await doing;
  } catch (error) {
    if (!isRefusal(error, 404)) throw error;
  }
}
