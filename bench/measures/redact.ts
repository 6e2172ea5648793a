import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookBack } from '../../src/redact/limits.ts';
import { createRedactor, type Redactor } from '../../src/redact/redactor.ts';
import type { Finding } from '../measure.ts';
import { median } from '../statistics.ts';
import { repository, type Workplace } from '../workplace.ts';

const megabyte = 1_000_000;

/** Processor time, for it is the same whatever else runs: of ordinary output, of a dump full of secrets, of pushes. */
export async function measureRedact({ isQuick }: Pick<Workplace, 'isQuick'>): Promise<Finding[]> {
  const redactor = createRedactor();
  const size = isQuick ? 4 : 20;
  const runs = isQuick ? 3 : 7;
  const log = fill(ordinaryOutput(), size);
  const dump = fill(secretDump(), size);
  const how = `processor time for ${size} MB, median of ${runs}; as`;
  const row = (what: string, milliseconds: number, text: string, atMost?: number): Finding => ({
    what: `redacting 1 MB of ${what}`,
    value: milliseconds / size,
    unit: 'ms',
    ...(atMost && { atMost }),
    how: `${how} ${text}`,
  });
  const whole = (text: string) => timed(runs, () => redactor.redact(text, { isClean: true }));
  return [
    row('ordinary output', whole(log), 'one text: npm, gcc, git, dpkg, pytest', 10),
    row('nothing but secrets', whole(dump), 'one text: a dump of an environment'),
    row(
      'ordinary output, streamed',
      timed(runs, () => stream(redactor, log)),
      'pieces of 64 KB',
    ),
  ];
}

function stream(redactor: Redactor, text: string): void {
  for (let at = 0; at < text.length; at += 64_000)
    redactor.inspect(text.slice(Math.max(0, at - lookBack), at + 64_000), { isOpen: true });
}

function ordinaryOutput(): string {
  const folder = join(repository, 'test/redact/fixtures');
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

function secretDump(): string {
  const value = 'q7Rt2LmZx9Kc4Vb8Nw3Hd6Jf1Gs5Py0A';
  const lines = [
    'DB_PASSWORD=hunter2',
    `ACME_TOKEN=${value}`,
    `"api_key": "${value}",`,
    `postgres://app:${value}@db/x`,
  ];
  return [...lines, `Authorization: Bearer ${value}`, `using gh${'p_'}${value}abcd`, ''].join('\n');
}

function fill(text: string, megabytes: number): string {
  return Buffer.from(text.repeat(Math.ceil((megabytes * megabyte) / text.length)))
    .subarray(0, megabytes * megabyte)
    .toString();
}

function timed(runs: number, work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return median(times);
}
