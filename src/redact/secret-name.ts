/**
 * What the name of a value says about it. `password`: secret, however simple it looks. `secret`: secret, unless it is a
 * word or a number. `maybe`: secret, if it looks random.
 */
export type NameKind = 'password' | 'secret' | 'maybe' | 'none';

/** Parts of words that may make a name that of a secret: where to look. */
export const nameAnchors = [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'cred',
  'cookie',
  'auth',
  'mnemonic',
  'signature',
  'session',
  '_pat',
] as const;

const passwords = /(?:password|passwd|passphrase|passwort)$|^mnemonic$/;
/** `pass` and `pwd` alone are also a test's result and a folder. */
const shortPasswords = new Set(['pass', 'pwd']);
const secrets =
  /(?:secret|token|apikey|credential|credentials|creds|secretkey|accesskey|privatekey|authkey)$/;
/** Words before `key` that make it secret. */
const secretKeys = new Set(
  `api access secret private encryption signing master auth account storage service ssh client consumer deploy hmac jwt
  shared subscription admin root webhook crypt cipher aes rsa gpg license preshared psk`.split(/\s+/),
);
/** Keys that are not secret. */
const openKeys = new Set(
  `public pub cache primary foreign sort partition group map index idempotency translation registry hot object bucket
  host known row event routing hash config registry lookup storage_account`.split(/\s+/),
);
/** Tokens that are positions in a list, or are counted. */
const openTokens = new Set(
  'next page continuation marker resume sync cancellation cancel max min num total input output prompt per unexpected'.split(
    /\s+/,
  ),
);
const maybes = new Set(['auth', 'cookie', 'signature', 'session', 'sessionid', 'pat', 'key', 'jwt', 'hash']);
/** Endings that say nothing about the kind of value. */
const empty =
  /^(?:\d+|prod|production|dev|test|staging|old|new|current|previous|value|base64|b64|raw|plain)$/;

export function kindOfName(name: string): NameKind {
  const words = wordsOf(name);
  while (words.length > 1 && empty.test(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (passwords.test(last)) return 'password';
  if (shortPasswords.has(last)) return before === '' || before === 'old' ? 'none' : 'password';
  if (secrets.test(last)) return last === 'token' && openTokens.has(before) ? 'none' : 'secret';
  if (last === 'key' && secretKeys.has(before)) return 'secret';
  if (last === 'key' && (before === '' || openKeys.has(before))) return 'none';
  if (maybes.has(last)) return isVariable(name) || before === 'x' || last === 'signature' ? 'maybe' : 'none';
  return 'none';
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.-]+/)
    .filter((word) => word !== '');
}

/** Written as the names of environment variables are. */
function isVariable(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name);
}
