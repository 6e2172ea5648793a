import { looksRandom } from './entropy.ts';
import { shortestLiteral } from './literals.ts';
import { isNumber, isPath, isPlaceholder, isPlainWord } from './plain-value.ts';
import { kindOfName } from './secret-name.ts';

/** The values of variables whose names say that they are secret, for `extraSecrets`. */
export function secretsOfEnvironment(env: Readonly<Record<string, string | undefined>>): string[] {
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isSecret(name, value) ? [value] : [],
  );
  return [...new Set(secrets)];
}

function isSecret(name: string, value: string): boolean {
  if (value.length < shortestLiteral || isPath(value) || isNumber(value)) return false;
  if (isPlaceholder(value) || isPlainWord(value)) return false;
  const kind = kindOfName(name);
  return kind === 'maybe' ? looksRandom(value) : kind !== 'none';
}
