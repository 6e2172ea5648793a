import type { Socket } from 'node:net';
import type { RouteDescription } from '../wire/route.ts';

export type Found<Route> =
  | { readonly type: 'route'; readonly route: Route; readonly idText: string }
  | { readonly type: 'other_method'; readonly allowed: readonly string[] }
  | { readonly type: 'nothing' };

/** The route for a method and path; the first that fits wins. */
export function findRoute<Route extends Pick<RouteDescription, 'method' | 'path'>>(
  routes: readonly Route[],
  method: string,
  pathname: string,
): Found<Route> {
  const fitting = routes.flatMap((route) => {
    const idText = match(route.path, pathname);
    return idText === null ? [] : [{ route, idText }];
  });
  const found = fitting.find(({ route }) => route.method === method);
  if (found) return { type: 'route', ...found };
  if (fitting.length === 0) return { type: 'nothing' };
  return { type: 'other_method', allowed: fitting.map(({ route }) => route.method) };
}

/** Everything at or below `prefix` is answered by another program, which `connect` leads to. */
export type Forward = { readonly prefix: string; connect(): Promise<Socket> };

export function findForward(forwards: readonly Forward[], url = '/'): Forward | undefined {
  const path = url.replace(/[?#].*/s, '');
  return forwards.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
}

/**
 * The text at `:id` or `:name`, or what stands for the `*` that a pattern ends with (empty if it has neither); null where
 * the path is another.
 */
function match(pattern: string, pathname: string): string | null {
  if (pattern.endsWith('/*')) {
    const root = pattern.slice(0, -1);
    return pathname.startsWith(root) ? decodeRest(pathname.slice(root.length)) : null;
  }
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

/** Parts below a folder: none leads out of it. */
function decodeRest(rest: string): string | null {
  const parts = rest.split('/').map(decode);
  return parts.some((part) => part === '..' || /[/\\\0]/.test(part)) ? null : parts.join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
