import type { Detector } from './detector.ts';
import { vagueness } from './span.ts';

/** Shorter ones occur by chance. */
export const shortestLiteral = 8;

/** Secrets whose value is known: found whatever they look like, also as written in URLs and JSON. */
export function createLiteralDetectors(secrets: readonly string[]): Detector[] {
  const spellings = new Set(
    secrets.filter((secret) => secret.length >= shortestLiteral).flatMap(spellingsOf),
  );
  return Array.from(spellings, (literal) => ({
    anchors: [literal.toLowerCase().slice(0, 16)],
    look(text, at, { spans }) {
      if (!text.startsWith(literal, at)) return;
      spans.push({ start: at, end: at + literal.length, id: 'known-secret', vagueness: vagueness.exact });
    },
  }));
}

function spellingsOf(secret: string): string[] {
  // A secret may contain a lone surrogate, which a URL cannot.
  const inUrl = secret.isWellFormed() ? [encodeURIComponent(secret)] : [];
  return [secret, JSON.stringify(secret).slice(1, -1), ...inUrl];
}
