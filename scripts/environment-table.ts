/**
 * `node scripts/environment-table.ts [--write]`: what passed where, of the last `npm run test:places`, as the table of
 * docs/environments.md; --write puts it there.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BehaviourResults, behaviours, resultsFolder } from '../test/places/behaviour.ts';

const order = 'local ssh docker podman apptainer slurm kubernetes modal daytona'.split(' ');
const page = join(import.meta.dirname, '../docs/environments.md');
const between = /(<!-- environments -->\n).*(<!-- \/environments -->)/s;

const table = makeTable(readResults());
if (process.argv.includes('--write')) {
  const text = readFileSync(page, 'utf8');
  if (!between.test(text)) throw new Error('docs/environments.md has no place for the table');
  writeFileSync(
    page,
    text.replace(between, (_, begin: string, end: string) => `${begin}${table}${end}`),
  );
} else process.stdout.write(table);

function readResults(): BehaviourResults[] {
  return readdirSync(resultsFolder)
    .map((name) => JSON.parse(readFileSync(join(resultsFolder, name), 'utf8')) as BehaviourResults)
    .sort((a, b) => order.indexOf(a.environment) - order.indexOf(b.environment));
}

function makeTable(found: readonly BehaviourResults[]): string {
  const notes: string[] = [];
  const note = (text: string): string => {
    if (!notes.includes(text)) notes.push(text);
    return `${notes.indexOf(text) + 1}`;
  };
  const cell = ({ skipped, results }: BehaviourResults, name: string): string => {
    if (skipped) return note(`not tried: ${skipped}`);
    const result = results[name] ?? 'failed';
    if (result === 'passed') return '✓';
    return result === 'failed' ? '✗' : note(result);
  };
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = ['', ...found.map(({ environment, standIn }) => `${environment}${standIn ? ' \\*' : ''}`)];
  const rows = Object.keys(behaviours).map((name) => row([name, ...found.map((one) => cell(one, name))]));
  const legend = [
    '\\* The real client library against a server that speaks its protocol: the service itself cannot be reached from a test.',
    ...notes.map((text, index) => `(${index + 1}) ${text}.`),
  ];
  return `${[row(head), row(head.map((_, index) => (index === 0 ? '---' : ':-:'))), ...rows, '', legend.join(' ')].join('\n')}\n`;
}
