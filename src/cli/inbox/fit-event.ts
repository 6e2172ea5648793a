/**
 * What a Claude Code monitor takes as one event (seen with 2.1.325): everything written at once, of which it drops
 * empty lines and indentation, and cuts each line after 500 characters and the whole after 3,000.
 */
const LONGEST_LINE = 480;
const LONGEST_EVENT = 2_900;
/** Enough for what happened, to which process and how it ended. */
const SHORTEST_TEXT = 700;
const MOST_TEXTS = Math.floor(LONGEST_EVENT / SHORTEST_TEXT);

/** Begins the continuation of a quoted line: quoted text must stay marked as such. */
const CONTINUED = '|… ';

type Notification = { readonly id: string; readonly text: string };

/** What fits into one event, and the notifications in it; the others come next. */
export function fitEvent(notifications: readonly Notification[]): { text: string; ids: readonly string[] } {
  const shown = notifications.slice(0, MOST_TEXTS);
  const texts = shown.map(({ text }) => wrap(text));
  const shares = shareOut(
    texts.map(({ length }) => length),
    LONGEST_EVENT - texts.length,
  );
  return {
    text: texts.map((text, index) => shorten(text, shares[index] ?? 0)).join('\n'),
    ids: shown.map(({ id }) => id),
  };
}

/** Room that some do not need goes to those that need more. */
function shareOut(wanted: readonly number[], all: number): number[] {
  const shares = wanted.map(() => 0);
  const byNeed = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  let left = all;
  for (const [place, index] of byNeed.entries()) {
    const share = Math.min(wanted[index] ?? 0, Math.floor(left / (byNeed.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** The beginning says what it is about, the end how to read on: whole lines in the middle are dropped. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = `(${(text.length - most).toLocaleString('en-US')} or more characters omitted)`;
  const room = most - note.length - 2;
  const start = text.slice(0, Math.floor(room / 2));
  const end = text.slice(text.length - Math.ceil(room / 2));
  return [start.slice(0, start.lastIndexOf('\n')), note, end.slice(end.indexOf('\n') + 1)].join('\n');
}

function wrap(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap(wrapLine)
    .join('\n');
}

function wrapLine(line: string): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > LONGEST_LINE) {
    const cut = isHighSurrogate(rest.charCodeAt(LONGEST_LINE - 1)) ? LONGEST_LINE - 1 : LONGEST_LINE;
    parts.push(rest.slice(0, cut));
    rest = `${line.startsWith('|') ? CONTINUED : ''}${rest.slice(cut)}`;
  }
  return [...parts, rest];
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
