/** `npm run bench [-- [--quick] [measure…]]`: measures, prints the table, and writes bench/results.md after a full run. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from './fresh-build.ts';
import { describeLoad } from './machine.ts';
import { measures } from './measures.ts';
import { compareWithOthers } from './others/compare.ts';
import { formatReport, type Outcome } from './report.ts';
import { Workplace } from './workplace.ts';

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const COMPARISON = 'others';
const known = [...Object.keys(measures), COMPARISON];
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no such measure: ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(2);
}

buildIfStale();
const load = describeLoad();
const startedAt = performance.now();
const workplace = new Workplace(values.quick);
// Nothing is left behind by a bench that somebody has had enough of.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    workplace[Symbol.asyncDispose]().finally(() => process.exit(130));
  });
}

const outcomes: Outcome[] = [];
let comparison = '';
try {
  const names = positionals.length > 0 ? positionals : values.quick ? Object.keys(measures) : known;
  for (const name of names.filter((one) => one in measures)) outcomes.push(await perform(name));
  if (names.includes(COMPARISON)) comparison = await compare();
} finally {
  await workplace[Symbol.asyncDispose]();
}

const seconds = (performance.now() - startedAt) / 1000;
const report = formatReport(outcomes, comparison, { workplace, load, seconds, date: new Date() });
console.log(report);
if (!values.quick && positionals.length === 0) writeFileSync(join(import.meta.dirname, 'results.md'), report);
// A miss is a result; a measure that could not be taken is a failure.
process.exit(outcomes.some(({ failure }) => failure !== undefined) ? 1 : 0);

async function perform(name: string): Promise<Outcome> {
  const measure = measures[name];
  console.error(`${name} …`);
  // What the last one wrote, gigabytes of logs among it, is not waited for by this one.
  spawnSync('sync');
  try {
    return { name, findings: (await measure?.(workplace)) ?? [] };
  } catch (error) {
    return { name, findings: [], failure: error instanceof Error ? error.message : String(error) };
  }
}

async function compare(): Promise<string> {
  console.error('comparison with other tools …');
  try {
    return await compareWithOthers(workplace);
  } catch (error) {
    return `The comparison with other tools failed: ${error}`;
  }
}
