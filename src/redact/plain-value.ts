/** What stands in place of a secret: a variable, a template, a mask, an example. */
export function isPlaceholder(value: string): boolean {
  return (
    /^(?:\$|.?\[REDACTED:|<[^>]*>?$|\{\{|\{[\w.]*\}?$|%\w+%$|@\w+@$|%[a-z]$)/i.test(value) ||
    /^(?:[*•.#_\-=]+|x+|\?+|\.\.\.+)$/i.test(value)
  );
}

const plainWords = new Set(
  `true false null none nil undefined yes no on off ok string str text number int integer bool boolean bytes object any
  void value values required optional missing invalid incorrect wrong expired empty unset set hidden redacted masked
  failed failure success denied disabled enabled default unknown not is are was and or to for the a an must may can
  cannot will should has have with in of from if by be via as at this that it option options flag file path name
  default changed updated needed provided found given use used using does only please enter prompt stdin env type
  password passwd passphrase secret token key auth credentials cookie tokens keys secrets passwords`.split(
    /\s+/,
  ),
);

/** A word of a sentence, of a program or of a form, rather than a secret. */
export function isPlainWord(value: string): boolean {
  return plainWords.has(value.toLowerCase().replace(/[.,:;!?)]+$/, ''));
}

export function isNumber(value: string): boolean {
  return /^[-+]?\d[\d.,_]*(?:[a-z]{1,2}|%)?$/i.test(value);
}

/**
 * A path or an address, where a secret is stored. A key can begin with a slash too: the first folder tells them apart.
 */
export function isPath(value: string): boolean {
  return /^(?:\.{1,2}\/|~\/|[A-Za-z]:\\|[a-z][a-z0-9+.-]*:\/\/|arn:)|^\/(?:app|bin|data|dev|etc|home|lib|mnt|opt|private|proc|root|run|secrets?|srv|sys|tmp|Users|usr|var|work|workspace)\//.test(
    value,
  );
}

/** `getToken()`, `config.secret`, `args[0]`: printed source code, not its value. */
export function isExpression(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*[([{]/.test(value) ||
    /^(?:[a-z_$][a-zA-Z_$]*)(?:(?:\.|::|->|\?\.)[a-zA-Z_$]+)+[;,)]*$/.test(value) ||
    /^[&*!(]/.test(value)
  );
}

/** A name in source code, without a digit. */
export function isIdentifier(value: string): boolean {
  return /^[A-Za-z_$]+$/.test(value);
}

export function looksUnlikeWord(text: string): boolean {
  return text.length >= 6 && (/\d/.test(text) || text.length >= 20 || /[^\w.-]/.test(text));
}
