/** Parses option values; a wrong one is a usage error that names its option. */
import { parseDuration } from '../base/duration.ts';
import { UsageError } from './usage-error.ts';

const BYTES: Record<string, number> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** `90`, `1.5`, `10m`, `2h`. */
export function parseSeconds(option: string, text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined) throw wrong(option, text, 'a number of seconds, such as 90 or 10m');
  return seconds;
}

/** A whole number of seconds, at least one. */
export function parseWholeSeconds(option: string, text: string): number {
  const seconds = parseSeconds(option, text);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw wrong(option, text, 'a whole number of seconds, at least 1');
  return seconds;
}

export function parseCount(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw wrong(option, text, 'a whole number');
  return Number(text);
}

export function parsePort(option: string, text: string): number {
  const port = parseCount(option, text);
  if (port > 65_535) throw wrong(option, text, 'a port up to 65535');
  return port;
}

/** `67108864`, `64M`. */
export function parseBytes(option: string, text: string): number {
  const [, number, unit = ''] = /^(\d+)([KMG]?)(?:i?B)?$/i.exec(text) ?? [];
  const bytes = Number(number) * (BYTES[unit.toUpperCase()] ?? 1);
  if (number === undefined || bytes < 1 || !Number.isSafeInteger(bytes)) {
    throw wrong(option, text, 'a number of bytes, such as 64M');
  }
  return bytes;
}

/** An ISO date and time, seconds since 1970, or an age such as `10m`; as milliseconds since 1970. */
export function parseTime(option: string, text: string, now: number): number {
  if (/^\d+(\.\d+)?[smhd]$/.test(text)) return Math.round(now - parseSeconds(option, text) * 1000);
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw wrong(option, text, 'a time: 10m, 2026-01-31T12:00, or seconds since 1970');
  return Math.max(0, time);
}

function wrong(option: string, text: string, wanted: string): UsageError {
  return new UsageError(`--${option} must be ${wanted}, not '${text}'`);
}
