import { isObject } from '../../../base/is-object.ts';

/** Codex sends an object; as a header elsewhere it is the text of one. */
export function turnMetadata(meta: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = meta['x-codex-turn-metadata'];
  if (isObject(given)) return given;
  if (typeof given !== 'string') return {};
  try {
    const parsed: unknown = JSON.parse(given);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
