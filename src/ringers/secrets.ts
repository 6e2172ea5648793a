import type { Ringer } from './ringer.ts';

type Settings = Readonly<Record<string, unknown>>;

const HIDDEN = '…';
/** Shorter ones would take words out of every sentence. */
const SHORTEST = 4;

/** Settings as they may be shown. */
export function hideSettings({ secrets = [] }: Pick<Ringer, 'secrets'>, settings: Settings): Settings {
  const shown = Object.entries(settings).map(([key, value]) => [key, secrets.includes(key) ? HIDDEN : value]);
  return Object.fromEntries(shown);
}

/** A text of the ringer's or the agent's own, in which a secret may be quoted. */
export function hideSecrets(
  { secrets = [] }: Pick<Ringer, 'secrets'>,
  settings: Settings,
  text: string,
): string {
  const values = secrets
    .flatMap((key) => settings[key] ?? [])
    .flatMap((value) => [String(value), ...String(value).split(/[\s,]+/)]);
  return values
    .filter((value) => value.length >= SHORTEST)
    .reduce((rest, value) => rest.replaceAll(value, HIDDEN), text);
}
