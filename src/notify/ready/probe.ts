/** What shows that a process is ready, and when it is looked for again. Decisions only. */
import { RingbackError } from '../../base/errors.ts';
import type { ListeningPort } from '../../keeper/ports.ts';
import { compilePatterns } from '../../output/scan/patterns.ts';

export type ReadyProbe =
  /** A line of its output matches. */
  | { readonly kind: 'pattern'; readonly pattern: string }
  /** A process of its tree listens on this TCP port; 0: on any. */
  | { readonly kind: 'port'; readonly port: number }
  /** It answers with a status below 500. */
  | { readonly kind: 'url'; readonly url: string }
  /** It ends with exit code 0. */
  | { readonly kind: 'command'; readonly command: string };

const FORMS =
  'Give a pattern of its output, :PORT (: alone for any), a URL (http://…), or a command behind an exclamation mark (!curl -f …).';
const HIGHEST_PORT = 65_535;

export const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1000;
const GROWTH = 1.5;

/** Throws for what can never hold. */
export function parseProbe(text: string): ReadyProbe {
  if (text.startsWith('!')) {
    const command = text.slice(1).trim();
    refuseIf(command === '' || command.includes('\0'), `"ready" ${JSON.stringify(text)} names no command.`);
    return { kind: 'command', command };
  }
  const [, digits] = /^:(\d*)$/.exec(text) ?? [];
  if (digits !== undefined) {
    const port = Number(digits);
    refuseIf(port > HIGHEST_PORT, `"ready" names no port: ${port} is above ${HIGHEST_PORT}.`);
    return { kind: 'port', port };
  }
  if (/^https?:\/\//i.test(text)) {
    refuseIf(!URL.canParse(text), `"ready" ${JSON.stringify(text)} is no URL.`);
    return { kind: 'url', url: text };
  }
  compilePatterns([text]);
  return { kind: 'pattern', pattern: text };
}

function refuseIf(isWrong: boolean, message: string): void {
  if (isWrong) throw new RingbackError('bad_request', message, FORMS);
}

/** The port that was asked for, among those on which the tree listens. */
export function findPort(wanted: number, ports: readonly ListeningPort[]): ListeningPort | undefined {
  return ports.find(({ port }) => wanted === 0 || port === wanted);
}

/** Further and further apart, and never more looking than resting. */
export function nextPause(pauseMs: number, tookMs: number): number {
  return Math.max(Math.min(LONGEST_PAUSE_MS, pauseMs * GROWTH), tookMs);
}

/** The first URL in a line, without what ends a sentence. */
export function findUrl(line: string): string | undefined {
  const [found] = /https?:\/\/[^\s"'`<>()|]+/.exec(line) ?? [];
  const url = found?.replace(/[.,;:!?\]]+$/, '');
  return url !== undefined && URL.canParse(url) ? url : undefined;
}

/** What the last lines say of where it can be reached: a URL with a port on which it listens. */
export function findOwnUrl(lines: readonly string[], ports: readonly ListeningPort[]): string | undefined {
  return lines
    .map(findUrl)
    .find((url) => url !== undefined && ports.some(({ port }) => port === portOf(url)));
}

export function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Whom to connect to: who listens on every address is found under this one. */
export function toConnect({ address, port }: ListeningPort): string {
  if (address === '0.0.0.0' || address === '::') return `localhost:${port}`;
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
