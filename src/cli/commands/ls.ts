import { formatAge } from '../../base/age.ts';
import type { WireListed } from '../../wire/process.ts';
import { type Colour, colour, usesColour } from '../format/colour.ts';
import { isEnded } from '../format/ending.ts';
import { formatTable } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';

const RECENT = 10;

export async function main({ values, json, client }: Invocation<'ls'>): Promise<number> {
  const session = values.session === undefined ? {} : { session_key: values.session };
  const { processes } = await client.list({
    ...session,
    ...(values.system && { system: true }),
    ...(values.raw && { raw: true }),
  });
  const shown = values.all ? processes : withoutOld(processes);
  if (json) for (const process of shown) writeJson(process);
  else if (shown.length === 0) tellUser('No processes. Start one with: ringback run -- COMMAND');
  else writeLine(formatTable(toRows(shown), terminalWidth()));
  return 0;
}

/** Everything running, and the latest of what has ended. */
function withoutOld(processes: readonly WireListed[]): WireListed[] {
  let ended = 0;
  return processes.filter((process) => !isEnded(process) || ++ended <= RECENT);
}

export function toRows(processes: readonly WireListed[]): string[][] {
  const coloured = usesColour();
  // Most people run everything on this machine.
  const showsPlace = processes.some(({ environment }) => environment !== 'local');
  const showsName = processes.some(({ name, system }) => (name ?? system) !== undefined);
  const showsUsage = processes.some(({ memory_bytes }) => memory_bytes !== undefined);
  const rows = processes.map((process) => {
    const { text, shade } = describeStatus(process);
    const age = formatAge(Date.now() - Date.parse(process.started_at));
    const took = formatAge(process.uptime_seconds * 1000);
    const place = showsPlace ? [process.environment] : [];
    const name = showsName ? [process.name ?? process.system ?? ''] : [];
    const usage = showsUsage ? describeUsage(process) : [];
    const status = colour(text, shade, coloured);
    return [process.session_id, ...name, status, age, took, ...usage, ...place, describeCommand(process)];
  });
  const [names, places] = [showsName ? ['NAME'] : [], showsPlace ? ['ON'] : []];
  const usages = showsUsage ? ['CPU', 'MEMORY'] : [];
  return [['ID', ...names, 'STATUS', 'AGE', 'TIME', ...usages, ...places, 'COMMAND'], ...rows];
}

/** Of a delegate, its program says nothing: where its goal can be read. */
function describeCommand({ command, delegation }: WireListed): string {
  const [unit = ''] = delegation?.split('/') ?? [];
  return unit === '' ? command : `(ringback delegate show ${unit})`;
}

/** Of one that has ended there is no memory to tell. */
function describeUsage({ cpu_seconds, memory_bytes }: WireListed): string[] {
  return [
    cpu_seconds === undefined ? '' : formatAge(cpu_seconds * 1000),
    memory_bytes === undefined ? '' : `${Math.ceil(memory_bytes / 2 ** 20)}M`,
  ];
}

function describeStatus(process: WireListed): { text: string; shade: Colour } {
  if (process.detached) return { text: 'detached', shade: 'yellow' };
  if (process.status === 'lost') return { text: 'lost', shade: 'red' };
  if (process.status === 'queued')
    return { text: process.waiting_for ? 'waiting' : 'queued', shade: 'yellow' };
  if (process.status !== 'exited') return { text: process.status, shade: 'green' };
  if (process.completion_reason === 'skipped') return { text: 'skipped', shade: 'red' };
  if (process.completion_reason === 'killed')
    return { text: `killed ${process.exit_code ?? '?'}`, shade: 'yellow' };
  return { text: `exited ${process.exit_code}`, shade: process.exit_code === 0 ? 'grey' : 'red' };
}
