import type { Detector, Findings } from './detector.ts';
import { entropyOf } from './entropy.ts';
import { vagueness } from './span.ts';

/** One rule of rules.json, or of own-rules.ts. */
export type Rule = {
  readonly id: string;
  /** Of a match that begins at the anchor; its longest group is the secret, or else the whole match. */
  readonly pattern: string;
  readonly anchors: readonly string[];
  /** Characters of a match before its anchor. */
  readonly offset?: number;
  /** A secret with less entropy is not one. */
  readonly entropy?: number;
  readonly allowedSecrets?: readonly string[];
  readonly allowedMatches?: readonly string[];
  readonly stopwords?: readonly string[];
};

const restOfWord = /\w*/y;
const restOfToken = /[\w+/=.~-]*/y;
/** A guess does not reach further: a name and 150 characters. */
const longestGuess = 400;
const run = new RegExp(`[\\w.=+/-]{0,${longestGuess}}`, 'y');

/** A shorter group is part of the pattern's grammar. */
const shortestSecret = 6;
/** From this length on a pattern may have ended because patterns are bounded: then the rest is redacted too. */
const longestBounded = 4000;

/** Patterns are compiled on first use: most never are. */
export function createRuleDetector(rule: Rule): Detector {
  const { id, anchors, offset = 0, entropy = 0 } = rule;
  let compiled: RegExp | undefined;
  let isAllowed: ((secret: string, match: string) => boolean) | undefined;
  const isGuess = id.startsWith('generic-');

  return {
    anchors,
    look(text, at, findings) {
      if (at < offset || (isGuess && isInLongRun(text, at, findings))) return;
      compiled ??= new RegExp(rule.pattern, 'dy');
      compiled.lastIndex = at - offset;
      const match = compiled.exec(text);
      if (!match) return;
      const [start, end] = secretOf(match);
      // What its name already revealed needs no guess, and most guesses are about such.
      const last = findings.spans.at(-1);
      if (isGuess && last && last.start <= start && last.end >= end) return;
      const secret = text.slice(start, end);
      if (entropy > 0 && entropyOf(secret) < entropy) return;
      isAllowed ??= createAllowList(rule);
      if (isAllowed(secret, rule.allowedMatches ? withName(text, match) : '')) return;
      const isWhole = end - start < longestBounded;
      // What is attached to a secret is redacted with it: it may be the rest of a longer one.
      const wholeEnd = endOf(isWhole ? restOfWord : restOfToken, text, end);
      if (!isWhole || wholeEnd > end) findings.doneUntil = Math.max(findings.doneUntil, wholeEnd);
      findings.spans.push({
        start,
        end: wholeEnd,
        id,
        vagueness: isGuess ? vagueness.guess : vagueness.exact,
      });
    },
  };
}

/** Frequent words in a long run would each be examined in vain, at a cost. */
function isInLongRun(text: string, at: number, findings: Findings): boolean {
  if (at < findings.longRunUntil) return true;
  run.lastIndex = at;
  const { length } = run.exec(text)?.[0] ?? '';
  if (length < longestGuess) return false;
  findings.longRunUntil = at + length / 2;
  return true;
}

function secretOf(match: RegExpExecArray): [number, number] {
  let longest: [number, number] = [match.index, match.index];
  for (const group of match.indices?.slice(1) ?? []) {
    if (group && group[1] - group[0] > longest[1] - longest[0]) longest = group;
  }
  return longest[1] - longest[0] >= shortestSecret ? longest : [match.index, match.index + match[0].length];
}

/** Exceptions concern the whole name, of which the pattern only sees the end. */
function withName(text: string, match: RegExpExecArray): string {
  let start = match.index;
  while (start > 0 && match.index - start < 50 && /[\w.-]/.test(text[start - 1] ?? '')) start--;
  return text.slice(start, match.index + match[0].length);
}

function endOf(rest: RegExp, text: string, from: number): number {
  rest.lastIndex = from;
  return from + (rest.exec(text)?.[0].length ?? 0);
}

function createAllowList(rule: Rule): (secret: string, match: string) => boolean {
  const secrets = (rule.allowedSecrets ?? []).map((source) => new RegExp(source));
  const matches = (rule.allowedMatches ?? []).map((source) => new RegExp(source));
  if (rule.stopwords) secrets.push(new RegExp(rule.stopwords.map(escapeText).join('|'), 'i'));
  return (secret, match) =>
    secrets.some((pattern) => pattern.test(secret)) || matches.some((pattern) => pattern.test(match));
}

function escapeText(text: string): string {
  return text.replace(/[^\w]/g, '\\$&');
}
