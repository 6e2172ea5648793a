import { type EscapeState, stepEscape } from './escape-codes.ts';
import { cutCharacterBytes } from './half-codes.ts';
import { invisibleUnits } from './invisible.ts';
import { isStartupNoise } from './startup-noise.ts';

/** Turns a process's bytes into text for agents, however they are split into chunks. */
export type TextCleaner = {
  /** The lines completed by these bytes. The last one waits: a carriage return may still replace it. */
  push(bytes: Buffer): string;
  /** The incomplete line as it is; an incomplete character at its end is left out. Consumes nothing. */
  rest(): string;
  /**
   * The same at the very end: an incomplete character is now invalid (U+FFFD). The cleaner cannot be used afterwards.
   */
  flush(): string;
};

type CleanerOptions = {
  /**
   * Whether the first byte is the first one ever printed: shell start-up noise is dropped there. Elsewhere the
   * first byte may be inside a character, whose rest is dropped.
   */
  readonly atBeginning: boolean;
};

/** A longer line is returned in parts; a later carriage return replaces only the last one. */
const longestHeldLine = 64 * 1024;

/**
 * - Escape codes (CSI, OSC, DCS, …) and controls other than newline and tab are removed, and so is what is not seen
 *   (invisible.ts): secrets are looked for afterwards, and could hide behind it.
 * - Text behind a carriage return replaces its line, as a progress bar means it; `\r\n` is `\n`. (A terminal would
 *   replace it only as far as the new text reaches.)
 * - Invalid UTF-8 is U+FFFD.
 */
export function createTextCleaner({ atBeginning }: CleanerOptions): TextCleaner {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let cutBytes = atBeginning ? 0 : 3;
  let state: EscapeState = 'text';
  let line = '';
  let isReturned = false;
  let mayBeNoise = atBeginning;
  let done = '';

  const append = (text: string): void => {
    if (text === '') return;
    line = isReturned ? text : line + text;
    isReturned = false;
    while (line.length > longestHeldLine) {
      done += line.slice(0, longestHeldLine);
      line = line.slice(longestHeldLine);
      mayBeNoise = false;
    }
  };

  const endLine = (): void => {
    mayBeNoise &&= isStartupNoise(line);
    if (!mayBeNoise) done += `${line}\n`;
    line = '';
    isReturned = false;
  };

  const feed = (text: string): void => {
    let at = 0;
    while (at < text.length) {
      if (state === 'text') {
        const next = nextControl(text, at);
        append(text.slice(at, next));
        at = next;
        if (at === text.length) break;
      }
      const code = text.charCodeAt(at);
      const step = stepEscape(state, code);
      state = step.state;
      at += 1;
      if (!step.isText) continue;
      if (code === 0x0a) endLine();
      else if (code === 0x0d) isReturned = true;
      else if (code === 0x09) append('\t');
      else if (code >= 0xa0) {
        const units = invisibleUnits(text, at - 1);
        if (units === 0) append(text.charAt(at - 1));
        else at += units - 1;
      }
    }
  };

  const take = (): string => {
    const text = done;
    done = '';
    return text;
  };

  const rest = (): string => (mayBeNoise && isStartupNoise(line) ? '' : line);

  return {
    push(bytes) {
      const cut = cutCharacterBytes(bytes, cutBytes);
      cutBytes = cut === bytes.length ? cutBytes - cut : 0;
      feed(decoder.decode(bytes.subarray(cut), { stream: true }));
      return take();
    },
    rest,
    flush() {
      feed(decoder.decode());
      return take() + rest();
    },
  };
}

/** The position of the next character that is not shown as it is: a control other than tab, or an invisible one. */
export function nextControl(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x7f ? code < 0x20 && code !== 0x09 : code <= 0x9f || invisibleUnits(text, at) > 0) return at;
  }
  return text.length;
}
