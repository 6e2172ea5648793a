import { formatFindings } from './format.ts';
import { describeMachine } from './machine.ts';
import type { Finding } from './measure.ts';
import type { Workplace } from './workplace.ts';

export type Outcome = {
  readonly name: string;
  readonly findings: readonly Finding[];
  /** Why there are none. */
  readonly failure?: string;
};

export type Circumstances = {
  readonly workplace: Workplace;
  readonly load: string;
  readonly seconds: number;
  readonly date: Date;
};

/** What `results.md` says. */
export function formatReport(outcomes: readonly Outcome[], comparison: string, about: Circumstances): string {
  const { workplace, load, seconds, date } = about;
  const { folder, fileSystem, fileCreationUs } = workplace.place;
  const failures = outcomes.flatMap(({ name, failure }) => (failure ? [`- ${name}: ${failure}`] : []));
  return [
    '# Benchmark',
    '',
    `Written by \`npm run bench${workplace.isQuick ? ' -- --quick' : ''}\`; ratios are of sides measured in turns in one run.`,
    '',
    ...(workplace.isQuick
      ? ['A quick run: fewer bytes, runs and processes than the limits are meant for.', '']
      : []),
    `- date: ${date.toISOString().slice(0, 16)} UTC, ${seconds.toFixed(0)} s`,
    `- machine: ${describeMachine()}, ${load}`,
    `- Node: ${process.version}`,
    `- homes in: ${folder} (${fileSystem}, a small file is created in ${fileCreationUs.toFixed(0)} µs)`,
    '',
    formatFindings(outcomes.flatMap(({ findings }) => findings)),
    ...(failures.length > 0 ? ['', 'Not measured:', '', ...failures] : []),
    ...(comparison ? ['', comparison] : []),
    '',
  ].join('\n');
}
