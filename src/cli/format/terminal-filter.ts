import { type EscapeState, stepEscape } from '../../output/escape-codes.ts';

/** Whether a code may reach the terminal; `code` is its beginning, enough to identify it, in its ESC form. */
export type KeepCode = (code: string) => boolean;

type TerminalFilter = { push(bytes: Uint8Array): string; flush(): string };

/** A code is held back until it is complete or this long; the rest is treated the same. */
const MOST_HELD = 64;

/**
 * Passes text, and the codes that `keep` allows, however they are split into chunks. Codes control more than
 * appearance: some write to the clipboard.
 */
export function createTerminalFilter(keep: KeepCode): TerminalFilter {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let state: EscapeState = 'text';
  let held = '';
  /** Whether the current code is passed; undefined: not decided yet. */
  let verdict: boolean | undefined;

  const settle = (): string => {
    const text = (verdict ?? keep(normalise(held))) ? held : '';
    held = '';
    verdict = undefined;
    return text;
  };

  const feed = (text: string): string => {
    let shown = '';
    for (const character of text) {
      const step = stepEscape(state, character.codePointAt(0) ?? 0);
      const begins = step.state === 'escape' || (state === 'text' && step.state !== 'text');
      // An unfinished code ends where another begins, or text that is not part of it.
      if (state !== 'text' && (begins || step.isText)) shown += settle();
      state = step.state;
      if (step.isText) {
        shown += character;
        continue;
      }
      held += character;
      if (state === 'text') shown += settle();
      else if (held.length >= MOST_HELD) {
        verdict ??= keep(normalise(held));
        if (verdict) shown += held;
        held = '';
      }
    }
    return shown;
  };

  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    flush: () => feed(decoder.decode()),
  };
}

/** Everything except what writes to the clipboard: for a terminal that is shown as it is (`attach`). */
export const keepAllButClipboard: KeepCode = (code) => !/^\x1b\](52|5522|1337);/.test(code);

/** Not the window's title either: for output printed to the user's own terminal (`run --wait`). */
export const keepAllButTitles: KeepCode = (code) =>
  keepAllButClipboard(code) && !/^\x1b(\]([0-2]|21);|\[[0-9;]*t)/.test(code);

/** Only codes that colour or clear a line: for a log (`log -f`). */
export const keepColours: KeepCode = (code) => /^\x1b\[[0-9;:]*[mK]$/.test(code);

/** Single-character codes (C1) mean the same as their two-character forms. */
function normalise(code: string): string {
  const first = code.charCodeAt(0);
  return first >= 0x80 && first <= 0x9f ? `\x1b${String.fromCharCode(first - 0x40)}${code.slice(1)}` : code;
}
