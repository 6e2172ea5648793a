import type { Brought, Refused } from './bring-down.ts';
import type { Progress } from './send-up.ts';

/** So many are named; of the rest only how many there are. */
const MOST_NAMED = 10;

export function describeProgress({ files, bytes, sentBytes }: Progress, to: string): string {
  const share = bytes === 0 ? 100 : Math.floor((sentBytes / bytes) * 100);
  return `Sending ${count(files)} (${size(bytes)}) to ${to}: ${share} %`;
}

/** What a person or an agent is told at the end. */
export function describeBrought(brought: Brought, local: string, patterns: readonly string[]): string {
  const { files, bytes, refused, trouble } = brought;
  const came =
    files === 0
      ? `No new file there matches ${patterns.join(', ')}.`
      : `${count(files)} (${size(bytes)}) came back into ${local}.`;
  return [came, describeRefused(refused), trouble && `Not everything could be read there: ${trouble}`]
    .filter((part) => part)
    .join(' ');
}

function describeRefused(refused: readonly Refused[]): string {
  if (refused.length === 0) return '';
  const named = refused.slice(0, MOST_NAMED).map(({ path, why }) => `${JSON.stringify(path)} (${why})`);
  const more = refused.length > named.length ? ` and ${refused.length - named.length} more` : '';
  return `Not taken: ${named.join(', ')}${more}.`;
}

function count(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString('en-US')} files`;
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}
