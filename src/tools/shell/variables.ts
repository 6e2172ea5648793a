export type Variables = Readonly<Record<string, string>>;

/** Parses the output of `env -0`. Entries without a name are ignored. */
export function parseVariables(text: string): Record<string, string> {
  const entries = text.split('\0').flatMap((entry): [string, string][] => {
    const equals = entry.indexOf('=');
    return equals > 0 ? [[entry.slice(0, equals), entry.slice(equals + 1)]] : [];
  });
  // No prototype: `__proto__` is a name like any other.
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** Set by every shell itself; they say nothing about what a command exported. */
export function isShellVariable(name: string): boolean {
  return /^(?:_|SHLVL|PWD|OLDPWD|A__z|_AST_FEATURES|ringback(?:_.*)?|RINGBACK_.*)$/.test(name);
}
