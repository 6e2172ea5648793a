import type { Route } from './route.ts';

export type Found =
  | { readonly type: 'route'; readonly route: Route; readonly idText: string }
  | { readonly type: 'other_method'; readonly allowed: readonly string[] }
  | { readonly type: 'nothing' };

/** The route for a method and path; the first that fits wins. */
export function findRoute(routes: readonly Route[], method: string, pathname: string): Found {
  const fitting = routes.flatMap((route) => {
    const idText = match(route.path, pathname);
    return idText === null ? [] : [{ route, idText }];
  });
  const found = fitting.find(({ route }) => route.method === method);
  if (found) return { type: 'route', ...found };
  if (fitting.length === 0) return { type: 'nothing' };
  return { type: 'other_method', allowed: fitting.map(({ route }) => route.method) };
}

/** The text at `:id` or `:name` (empty if the pattern has none), or null where the path is another. */
function match(pattern: string, pathname: string): string | null {
  const wanted = pattern.split('/');
  const given = pathname.split('/');
  if (wanted.length !== given.length) return null;
  let idText = '';
  for (const [index, part] of wanted.entries()) {
    const actual = given[index] ?? '';
    if (part.startsWith(':') && actual !== '') idText = decode(actual);
    else if (part !== actual) return null;
  }
  return idText;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
