import { json } from 'node:stream/consumers';
import { isObject } from '../../base/is-object.ts';
import type { FoundServer } from './choose-model.ts';
import { callHttp } from './http.ts';
import type { Provider } from './providers.ts';
import { readKey } from './read-key.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A server of this machine that is there answers at once, however busy its model is. */
const ANSWERS_WITHIN_MS = 500;

export const findKeys = (providers: readonly Provider[], env: Environment): readonly string[] =>
  providers.filter((provider) => readKey(provider, env) !== undefined).map(({ name }) => name);

/** Asks the servers side by side what they have. */
export async function findServers(
  providers: readonly Provider[],
  env: Environment,
  withinMs = ANSWERS_WITHIN_MS,
): Promise<readonly FoundServer[]> {
  const asked = providers.map((provider) => askServer(provider, readKey(provider, env), withinMs));
  return (await Promise.all(asked)).flatMap((found) => found ?? []);
}

async function askServer(
  { name, api, baseUrl, defaultModel }: Provider,
  key: string | undefined,
  withinMs: number,
): Promise<FoundServer | undefined> {
  if (api !== 'chat' || !baseUrl || defaultModel) return undefined;
  try {
    const answer = await callHttp(`${baseUrl.replace(/\/$/, '')}/models`, {
      signal: AbortSignal.timeout(withinMs),
      ...(key && { headers: { authorization: `Bearer ${key}` } }),
    });
    // Other programs listen on these ports, too, and say anything.
    const list: unknown = await json(answer);
    return isObject(list) && Array.isArray(list.data)
      ? { provider: name, models: list.data.flatMap(idOf) }
      : undefined;
  } catch {
    return undefined;
  }
}

const idOf = (model: unknown): readonly string[] =>
  isObject(model) && typeof model.id === 'string' ? [model.id] : [];
