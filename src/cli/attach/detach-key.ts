/** Ctrl-] as terminals send it: plain, and in the two encodings of enhanced keyboard modes. */
const forms = ['\x1d', '\x1b[93;5u', '\x1b[27;5;93~'].map((form) => Buffer.from(form));

/** What was typed before Ctrl-], or null if it was not typed. */
export function beforeDetachKey(keys: Buffer): Buffer | null {
  const places = forms.map((form) => keys.indexOf(form)).filter((at) => at !== -1);
  return places.length === 0 ? null : keys.subarray(0, Math.min(...places));
}
