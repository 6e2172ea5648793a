/** What a barrier waits for, and when it rings. */

export type Mode = 'all' | 'any';
export type PartState = 'waiting' | 'happened' | 'never';

/** `waiting`: go on. `complete`: what it waits for has happened. `impossible`: it can no longer happen. */
export type Judgement = 'waiting' | 'complete' | 'impossible';

/** Rings as soon as it is certain how it comes out: nobody waits for what can no longer happen. */
export function judge(mode: Mode, parts: readonly PartState[]): Judgement {
  const [decides, result, otherwise] =
    mode === 'all'
      ? (['never', 'impossible', 'complete'] as const)
      : (['happened', 'complete', 'impossible'] as const);
  if (parts.includes(decides)) return result;
  return parts.includes('waiting') ? 'waiting' : otherwise;
}

export const moments = ['ended', 'ready', 'matched'] as const;
export type Moment = (typeof moments)[number];

export type Part =
  | { readonly what: 'process'; readonly name: string; readonly moment: Moment }
  | { readonly what: 'wakeup'; readonly name: string }
  | { readonly what: 'event'; readonly name: string };

/** `ID[:ended|:ready|:matched]`, `wake_…`, `event:NAME`. The id of a process may be a prefix of it, or its name. */
export function parsePart(text: string): Part {
  const given = text.trim();
  if (given.startsWith('event:')) return { what: 'event', name: given.slice('event:'.length) };
  if (/^wake_[0-9a-f]*$/.test(given)) return { what: 'wakeup', name: given };
  const moment = moments.find((one) => given.endsWith(`:${one}`));
  if (moment === undefined) return { what: 'process', name: given, moment: 'ended' };
  return { what: 'process', name: given.slice(0, -moment.length - 1), moment };
}

/** As it is written again. */
export function formatPart(part: Part): string {
  if (part.what === 'process') return `${part.name}:${part.moment}`;
  return part.what === 'event' ? `event:${part.name}` : part.name;
}
