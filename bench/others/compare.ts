import { formatTable, formatValue } from '../format.ts';
import type { Workplace } from '../workplace.ts';
import { openChildProcess } from './child-process.ts';
import type { Manager, OpenManager } from './manager.ts';
import { type Memory, memoryWith } from './memory.ts';
import { outputTimes } from './output-times.ts';
import { openPm2 } from './pm2.ts';
import { openRingback } from './ringback.ts';
import { Scripts } from './scripts.ts';
import { startTimes } from './start-times.ts';
import { openSupervisord } from './supervisord.ts';
import { LINES, type Survival, trySurvival } from './survival.ts';
import { openTmux } from './tmux.ts';

const tools: Readonly<Record<string, OpenManager>> = {
  Ringback: openRingback,
  'Node child_process': openChildProcess,
  tmux: openTmux,
  supervisord: openSupervisord,
  pm2: openPm2,
};

const STARTS = 5;
const QUIET = 20 - STARTS;
const PRINTED = 50_000_000;

/** The same things done with other tools, as far as they are installed or can be had: a section for the report. */
export async function compareWithOthers(workplace: Workplace): Promise<string> {
  const folder = workplace.newFolder('others');
  const scripts = new Scripts(folder);
  const endLeftOver = workplace.atEnd(() => scripts.endLeftOver());
  const figures = await withManagers(workplace, async (managers) => {
    const fromShell = managers.filter(({ hasCommandLine }) => hasCommandLine);
    const starts = await startTimes(fromShell, scripts, STARTS);
    const memory = new Map<string, Memory>();
    for (const one of managers) memory.set(one.name, await memoryWith(one, scripts, QUIET));
    const printing = { writer: workplace.programs.writer, bytes: PRINTED, rounds: 3 };
    const outputs = await outputTimes(managers, scripts, printing, folder);
    return {
      starts,
      memory,
      outputs,
      versions: new Map(managers.map(({ name, version }) => [name, version])),
    };
  });
  await endLeftOver();
  const survivals = await withManagers(workplace, async (managers) => {
    const each = managers.map(async (one) => [one.name, await trySurvival(one, scripts, folder)] as const);
    return new Map(await Promise.all(each));
  });
  return formatComparison(figures, survivals);
}

/** Opens all of them in folders of their own, and closes them whatever happens. */
async function withManagers<T>(workplace: Workplace, work: (managers: Manager[]) => Promise<T>): Promise<T> {
  const managers: Manager[] = [];
  const close = workplace.atEnd(async () => {
    await Promise.allSettled(managers.map((manager) => manager.close()));
  });
  try {
    for (const open of Object.values(tools)) {
      const manager = await open(workplace.newFolder('tool'));
      if (manager) managers.push(manager);
    }
    return await work(managers);
  } finally {
    await close();
  }
}

type Figures = {
  readonly versions: ReadonlyMap<string, string>;
  readonly starts: ReadonlyMap<string, number>;
  readonly memory: ReadonlyMap<string, Memory>;
  readonly outputs: ReadonlyMap<string, number>;
};

function formatComparison(figures: Figures, survivals: ReadonlyMap<string, Survival>): string {
  const { versions, starts, memory, outputs } = figures;
  const plain = outputs.get('') ?? Number.NaN;
  const rows = Object.keys(tools).map((name) => {
    const version = versions.get(name);
    if (version === undefined) return [name, 'not installed', '', '', '', '', ''];
    const start = starts.get(name);
    const output = outputs.get(name);
    return [
      `${name} ${version}`,
      start === undefined ? '–' : formatValue(start, 'ms'),
      describeMemory(memory.get(name)),
      output === undefined ? 'did not finish' : formatValue(output / plain, '×'),
      ...describeSurvival(survivals.get(name)),
    ];
  });
  const header = [
    'tool',
    'start from the shell, p50',
    `memory with ${STARTS + QUIET} quiet processes`,
    `${PRINTED / 1e6} MB of output in 64K writes, against plain append`,
    'after `kill -9` of the tool: lines printed',
    'lines kept',
    'exit code known',
  ];
  return ['## The same with other tools', '', formatTable(header, rows), '', explanation].join('\n');
}

function describeMemory(memory: Memory | undefined): string {
  if (!memory) return '';
  const { toolKb, helperKb, helpers } = memory;
  const tool = formatValue(toolKb / 1024, 'MB');
  return helperKb === undefined ? tool : `${tool} + ${helpers} × ${helperKb} KB`;
}

function describeSurvival(survival: Survival | undefined): string[] {
  if (!survival) return ['', '', ''];
  const { linesPrinted, linesKept, isExitKnown } = survival;
  return [`${linesPrinted} of ${LINES}`, `${linesKept} of ${LINES}`, isExitKnown ? 'yes' : 'no'];
}

const explanation = `Starts and outputs in turns. Memory: VmRSS of the tool and of what it keeps beside it, without the commands. tmux keeps
output with \`pipe-pane\` and \`cat\`, supervisord and pm2 in their log files, Node by piping into a file. The tool is
killed after five lines of a command that prints ${LINES} and exits with 7, then brought up again.`;
