const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };
const MOST_SECONDS = 10 ** 9;

/** Seconds of `90`, `1.5`, `10m`, `2h`; undefined for anything else, and for more than 31 years. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(text) ?? [];
  const seconds = Number(number) * (SECONDS[unit] ?? 1);
  return number === undefined || seconds > MOST_SECONDS ? undefined : seconds;
}
