/** Settings that name the place itself, the most telling first. */
const telling = [
  'host',
  'container',
  'sandbox',
  'pod',
  'instance',
  'image',
  'snapshot',
  'app',
  'partition',
  'namespace',
];

/** The place that settings stand for, in a word or two: `build@example.com`, `image debian:13`. */
export function whereOf(settings: unknown): string {
  if (typeof settings !== 'object' || settings === null) return '';
  const given = settings as Readonly<Record<string, unknown>>;
  const name = telling.find((key) => typeof given[key] === 'string' && given[key] !== '');
  if (name === undefined) return '';
  const value = String(given[name]);
  if (name !== 'host') return `${name} ${value}`;
  return typeof given.user === 'string' && !value.includes('@') ? `${given.user}@${value}` : value;
}
