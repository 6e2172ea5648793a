export type Variables = Readonly<Record<string, string>>;

/** What `env -0` printed. Whatever has no name is left out. */
export function parseVariables(text: string): Record<string, string> {
  const entries = text.split('\0').flatMap((entry): [string, string][] => {
    const equals = entry.indexOf('=');
    return equals > 0 ? [[entry.slice(0, equals), entry.slice(equals + 1)]] : [];
  });
  // No prototype: `__proto__` is a name like any other.
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** Every shell keeps these by itself; they say nothing about what a command wished. */
export function isShellsOwn(name: string): boolean {
  return /^(?:_|SHLVL|PWD|OLDPWD|A__z|_AST_FEATURES|ringback(?:_.*)?|RINGBACK_.*)$/.test(name);
}
