import { isObject } from '../../base/is-object.ts';
import type { Fields } from './peer.ts';

/** What is known of a call of one of the agent's tools. */
export type Call = {
  readonly id: string;
  /** As it was first called, which some agents do by the tool's name. */
  readonly firstTitle: string;
  readonly title: string;
  /** ACP's word: `execute`, `edit`, `read` … */
  readonly kind: string;
  readonly input: Fields;
  /** Files that it is about. */
  readonly paths: readonly string[];
  readonly status: string;
};

/** A call together with what is new of it. */
export function updatedCall(known: Call | undefined, update: Fields): Call {
  const text = (name: string): string | undefined => {
    const value = update[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const input = isObject(update.rawInput) ? update.rawInput : {};
  const title = text('title') ?? known?.title ?? '';
  return {
    id: text('toolCallId') ?? '',
    firstTitle: known?.firstTitle || title,
    title,
    kind: known?.kind ?? text('kind') ?? 'other',
    input: { ...known?.input, ...input },
    paths: [...new Set([...(known?.paths ?? []), ...pathsIn(update)])],
    status: text('status') ?? known?.status ?? 'pending',
  };
}

function pathsIn({ locations, content, rawInput }: Fields): string[] {
  const diffs = objectsIn(content).filter(({ type }) => type === 'diff');
  const inputs = isObject(rawInput) ? [rawInput.filePath, rawInput.filepath] : [];
  const all = [...[...objectsIn(locations), ...diffs].map(({ path }) => path), ...inputs];
  return all.filter((path): path is string => typeof path === 'string' && path !== '');
}

function objectsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export type OurCall = { readonly tool: string; readonly input: Fields };

/**
 * What it would be as calls of ours, so that a person's rules mean the same everywhere: all of them have to be allowed.
 * `name`: the agent's own.
 */
export function ourCalls(call: Call, name: string): readonly OurCall[] {
  const { kind, input, title, paths } = call;
  switch (kind) {
    case 'execute': {
      const command = typeof input.command === 'string' ? input.command : title;
      const { workdir } = input;
      return [{ tool: 'terminal', input: { command, ...(workdir ? { workdir } : {}) } }];
    }
    case 'edit':
    case 'delete':
    case 'move':
      return paths.length > 0
        ? paths.map((path) => ({ tool: 'edit', input: { path } }))
        : [{ tool: 'edit', input: { path: title } }];
    case 'read':
      return (paths.length > 0 ? paths : [title]).map((path) => ({ tool: 'read', input: { path } }));
    case 'search':
      return [{ tool: 'search', input: { pattern: title, ...input } }];
    default:
      return [{ tool: name, input: { title, ...input } }];
  }
}

/** One line that tells what it does. */
export function aboutCall({ title, firstTitle, input, paths }: Call): string {
  const detail =
    title === firstTitle ? (paths[0] ?? Object.values(input).find((one) => typeof one === 'string')) : title;
  return String(typeof input.command === 'string' ? input.command : (detail ?? title));
}
