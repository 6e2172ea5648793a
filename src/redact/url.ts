import type { Detector } from './detector.ts';
import { looksRandom } from './entropy.ts';
import { isPlaceholder } from './plain-value.ts';
import { vagueness } from './span.ts';

const authority = /[^\s/?#"'`<>\\]{0,1024}/y;
/** With a slash in the password, which is invalid and common. */
const careless = /[^\s"'`<>\\]{0,256}/y;

/** `scheme://user:password@host` and `https://token@host`. The user's name stays. */
export const urlDetector: Detector = {
  anchors: ['://'],
  look(text, at, { spans }) {
    const start = at + 3;
    const end = endOfUserInfo(text, start);
    if (end === undefined) return;
    const userInfo = text.slice(start, end);
    // Regular expressions that match URLs are printed too, and so is what was redacted before.
    if (/^[[({]/.test(userInfo)) return;
    const colon = userInfo.indexOf(':');
    const secretStart = colon === -1 ? start : start + colon + 1;
    const secret = text.slice(secretStart, end);
    if (secret === '' || isPlaceholder(secret)) return;
    // A lone name is a user, unless it looks like no name: tokens are given in this place too.
    if (colon === -1 && !looksRandom(secret, 16)) return;
    spans.push({ start: secretStart, end, id: 'url-password', vagueness: vagueness.structure });
  },
};

const encodedUserInfo =
  /((?:[^\s/?#"'`<>\\&%:]|%(?!40|3a|2f|3f|23)[0-9a-f]{2}){0,256}(?::|%3a))((?:[^\s/?#"'`<>\\&%]|%(?!40|2f|3f|23)[0-9a-f]{2}){1,256})%40/iy;

/** The same as a parameter of another URL: `postgres%3A%2F%2Fuser%3Apassword%40host`. */
export const encodedUrlDetector: Detector = {
  anchors: ['%3a%2f%2f'],
  look(text, at, { spans }) {
    encodedUserInfo.lastIndex = at + 9;
    const [, user = '', password = ''] = encodedUserInfo.exec(text) ?? [];
    if (password === '' || isPlaceholder(password)) return;
    const start = at + 9 + user.length;
    spans.push({ start, end: start + password.length, id: 'url-password', vagueness: vagueness.structure });
  },
};

/** The `@` that ends the user and the password; the last one, because passwords contain it too. */
function endOfUserInfo(text: string, start: number): number | undefined {
  const strict = matchAt(authority, text, start);
  const at = strict.lastIndexOf('@');
  if (at !== -1) return start + at;
  const colon = strict.indexOf(':');
  // Digits up to the slash are a port. A `[` begins an IPv6 address.
  if (colon < 1 || strict.startsWith('[') || /^\d*$/.test(strict.slice(colon + 1))) return undefined;
  const loose = matchAt(careless, text, start).lastIndexOf('@');
  return loose > colon ? start + loose : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
