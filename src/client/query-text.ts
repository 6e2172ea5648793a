export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** `?name=value…`, or nothing. What is undefined is left out. */
export function queryText(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}
