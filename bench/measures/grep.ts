/** `node bench/measures/grep.ts [--quick]`: how fast a log is searched, and what a notification waits for it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfig } from '../../src/base/config.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { type Home, openHome } from '../../src/home/open.ts';
import { keepFolder } from '../../src/keeper/keep.ts';
import { readPieces } from '../../src/output/read.ts';
import { compilePatterns } from '../../src/output/scan/patterns.ts';
import { createScanner } from '../../src/output/scan/scanner.ts';
import type { GrepRequest } from '../../src/tools/view/grep/request.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { median, percentile } from '../statistics.ts';
import { whenEnded } from '../with-engine.ts';
import { Workplace } from '../workplace.ts';
import { corpora, makeCorpus } from './scan.ts';

const MB = 1024 * 1024;
const session = 'bench:grep';
const needle = 'needle in the haystack';

/**
 * What is looked for. Showing every fifteenth line takes longer than scanning: that row only informs, as do all of a
 * quick run, in which the thread's start weighs as much as the search.
 */
const requests: Readonly<Record<string, GrepRequest & { readonly isBound: boolean }>> = {
  'a literal': { pattern: needle, isBound: true },
  'a regular expression': { pattern: '/needle in (the|a) hay\\w+/', isBound: true },
  'a common word, counted, raw': { pattern: 'warning', raw: true, count: true, isBound: true },
  'a common word, all shown, raw': { pattern: 'warning', raw: true, isBound: false },
};

export async function measureGrep(workplace: Workplace): Promise<Finding[]> {
  const bytes = workplace.isQuick ? 512 * MB : 5 * 1024 * MB;
  const folder = workplace.newFolder('home');
  const config = { ...defaultConfig, logLimitBytes: 2 * bytes, homeLogBytes: 4 * bytes };
  const home = await openHome({ home: folder, config });
  const end = workplace.atEnd(async () => {
    await home.engine.killAll({ graceMs: 1_000 });
    await home.close();
  });
  try {
    const id = await printLog(home, workplace, bytes);
    const findings: Finding[] = [];
    for (const [name, { isBound, ...request }] of Object.entries(requests))
      findings.push(...(await compare(home, id, name, request, isBound && !workplace.isQuick, 3)));
    findings.push(await measureDelay(home, id, workplace));
    removeFolder(join(keepFolder(folder, id), 'output'));
    return findings;
  } finally {
    await end();
  }
}

/** A real keeper's log: what programs print, 64 MB again and again, one needle in each. */
async function printLog({ engine }: Home, workplace: Workplace, bytes: number): Promise<string> {
  const file = join(workplace.newFolder('corpus'), 'text');
  const part = Buffer.concat([Buffer.from(`${needle}\n`), makeCorpus(corpora.plain, 64 * MB)]);
  writeFileSync(file, part);
  const ended = whenEnded(engine);
  const times = Math.ceil(bytes / part.length);
  const command = `i=0; while [ $i -lt ${times} ]; do cat ${file}; i=$((i+1)); done`;
  const { id } = await engine.start({ command, cwd: '/', env: environment, shell: '/bin/sh' });
  await ended(id);
  if (engine.end(id) !== times * part.length) throw new Error('the log is not whole');
  return id;
}

/** In turns, so that both see the same machine; processor time, as others use it too. */
async function compare(
  home: Home,
  id: string,
  name: string,
  request: GrepRequest,
  isBound: boolean,
  runs: number,
): Promise<Finding[]> {
  const scans: number[] = [];
  const searches: number[] = [];
  const firsts: number[] = [];
  let found = '';
  for (let run = 0; run < runs; run += 1) {
    scans.push(await timed(async () => scanAll(home, id, request.pattern)));
    searches.push(
      await timed(async () => {
        const result = await searchAll(home, id, request);
        firsts.push(result.first);
        found = `${result.count} lines`;
      }),
    );
  }
  const size = home.engine.end(id);
  const [scan, search] = [Math.min(...scans), Math.min(...searches)];
  const rate = (ms: number) => `${(size / ms / 1e6).toFixed(2)} GB/s`;
  const how = `processor time, best of ${runs} in turns; scanner ${rate(scan)}, grep ${rate(search)}; ${found}`;
  const what = `grep, ${(size / 1e9).toFixed(1)} GB, ${name}`;
  return [
    {
      what: `${what}, against the scanner alone`,
      value: search / scan,
      unit: '×',
      how,
      ...(isBound && { atMost: 1.25 }),
    },
    ...(request.count
      ? []
      : [
          {
            what: `${what}: until the first hits`,
            value: median(firsts),
            unit: 'ms' as const,
            how: 'wall clock, the thread’s start included',
          },
        ]),
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function scanAll({ engine }: Home, id: string, pattern: string): void {
  const scanner = createScanner(compilePatterns([pattern]));
  const output = engine.output(id);
  for (const piece of readPieces(output, 0, output.end))
    if (piece.type === 'output') scanner.scan(piece.bytes, piece.offset);
}

async function searchAll(
  { engine, tools }: Home,
  id: string,
  request: GrepRequest,
  signal = new AbortController().signal,
) {
  const before = performance.now();
  let first = Number.NaN;
  let count = 0;
  for await (const event of tools.views.grep(engine.get(id), request, signal)) {
    if (event.type === 'lines' && Number.isNaN(first)) first = performance.now() - before;
    ({ count } = event.progress);
  }
  return { first, count };
}

/** How much later a notification comes while a search runs. */
async function measureDelay(home: Home, id: string, workplace: Workplace): Promise<Finding> {
  const runs = workplace.isQuick ? 60 : 200;
  const stop = new AbortController();
  const turns = home.notifier.dispatcher.subscribe(session, stop.signal);
  const ends = { alone: [] as number[], meanwhile: [] as number[] };
  const timeEnd = async (): Promise<number> => {
    const command = `exec ${workplace.programs['end-stamp']} 15`;
    const start = { command, cwd: '/', env: environment, shell: '/bin/sh', session, notifyOnComplete: true };
    await home.engine.start(start);
    const { value: turn, done } = await turns.next();
    const at = process.hrtime.bigint();
    if (done) throw new Error('the subscription ended');
    home.notifier.dispatcher.acknowledge(turn.notifications.map((one) => one.id));
    return Number(at - BigInt(/^\| (\d{6,})$/m.exec(turn.text)?.[1] ?? 0)) / 1e6;
  };
  for (let i = 0; i < runs; i += 1) {
    ends.alone.push(await timeEnd());
    const leave = new AbortController();
    const searching = searchAll(home, id, { pattern: 'warning', raw: true }, leave.signal).catch(() => {});
    ends.meanwhile.push(await timeEnd());
    leave.abort();
    await searching;
  }
  stop.abort();
  const [p50, p90] = [0.5, 0.9].map(
    (p) => [percentile(ends.alone, p), percentile(ends.meanwhile, p)] as const,
  );
  const figures = [p50, p90].map((pair) => pair?.map((ms) => ms.toFixed(1)).join(' and ')).join(' ms; p90 ');
  return {
    what: 'a notification, later while a log is searched',
    value: (p50?.[1] ?? 0) - (p50?.[0] ?? 0),
    unit: 'ms',
    atMost: 5,
    how: `median of ${runs}, in turns; alone and meanwhile: p50 ${figures} ms`,
  };
}

if (import.meta.main) {
  await using workplace = new Workplace(process.argv.includes('--quick'));
  for (const { what, value, unit, atMost = 0, how } of await measureGrep(workplace))
    console.log(`${what}: ${value.toFixed(2)} ${unit} (at most ${atMost}); ${how}`);
}
