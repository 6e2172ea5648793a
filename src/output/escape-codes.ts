/** The state of a terminal's parser: in text, or inside a code that is not shown. */
export type EscapeState = 'text' | 'escape' | 'intermediate' | 'sequence' | 'string';

/** `again`: the character is not part of the code, which ends unfinished; it counts as text. */
type Step = EscapeState | 'again';

const ESC = 0x1b;
const newline = 0x0a;

/** CAN and SUB end any code. */
const isCancel = (code: number) => code === 0x18 || code === 0x1a;
/** `]` OSC, `P` DCS, `X` SOS, `^` PM, `_` APC: each is followed by a string. */
const startsString = (code: number) =>
  code === 0x5d || code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f;
/** The same as single characters (C1). */
const isStringControl = (code: number) =>
  code === 0x9d || code === 0x90 || code === 0x98 || code === 0x9e || code === 0x9f;
const isSequenceControl = (code: number) => code === 0x9b;

/** What one character (a UTF-16 unit) does in each state. */
const steps: Record<EscapeState, (code: number) => Step> = {
  text: (code) => {
    if (code === ESC) return 'escape';
    if (isSequenceControl(code)) return 'sequence';
    return isStringControl(code) ? 'string' : 'text';
  },
  escape: (code) => {
    if (code === 0x5b) return 'sequence';
    if (startsString(code)) return 'string';
    return steps.intermediate(code);
  },
  intermediate: (code) => {
    if (code === ESC) return 'escape';
    if (code >= 0x20 && code <= 0x2f) return 'intermediate';
    return (code >= 0x30 && code <= 0x7e) || isCancel(code) ? 'text' : 'again';
  },
  sequence: (code) => {
    if (code === ESC) return 'escape';
    if ((code >= 0x40 && code <= 0x7e) || isCancel(code)) return 'text';
    return code === newline || code >= 0x80 ? 'again' : 'sequence';
  },
  // Nobody puts a newline into a title. Ending there, a stray `ESC P` in binary output hides one line, not the rest.
  string: (code) => {
    if (code === ESC) return 'escape';
    if (code === 0x07 || code === 0x9c || isCancel(code)) return 'text';
    return code === newline ? 'again' : 'string';
  },
};

/** Advances by one character. `isText`: the character belongs to the text (it may still be a control). */
export function stepEscape(
  state: EscapeState,
  code: number,
): { readonly state: EscapeState; readonly isText: boolean } {
  const step = steps[state](code);
  if (step === 'again') return stepEscape('text', code);
  return { state: step, isText: state === 'text' && step === 'text' };
}
