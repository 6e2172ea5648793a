import { formatAge } from '../../base/age.ts';
import type { WireNotification } from '../../wire/notification.ts';
import type { WireLogSize, WirePoll } from '../../wire/process.ts';
import type { WireSample } from '../../wire/sample.ts';
import { isEnded } from '../format/ending.ts';
import { describeState, describeUsage, formatBytes } from '../format/process-state.ts';
import { formatTable, shorten } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { writeResult } from '../out.ts';
import { ratesOf } from '../top/curves.ts';
import { sparkline } from '../top/sparkline.ts';

const LAST_LINES = 10;
const CURVE_WIDTH = 40;
const MOST_GAPS = 5;
const MOST_NOTIFICATIONS = 1_000;

/** All that is known of a process. Asked by nobody in particular: its session is told of everything as before. */
export async function main({ values, positionals, json, client }: Invocation<'show'>): Promise<number> {
  const [text = ''] = positionals;
  const raw = values.raw ? { raw: true } : {};
  const poll = await client.poll(text, raw);
  const { session_id: id, output_preview: _, ...known } = poll;
  const { samples } = await client.samples(id);
  const { output } = await client.log(id, { limit: LAST_LINES, ...raw });
  const notifications = await client.notifications.history({ process: id, limit: MOST_NOTIFICATIONS });
  const whole = { session_id: id, ...known, samples, notifications, last_lines: output };
  writeResult(json, whole, describe(poll, samples, notifications, output));
  return 0;
}

function describe(
  poll: WirePoll,
  samples: readonly WireSample[],
  notifications: readonly WireNotification[],
  output: string,
): string {
  const told = notifications.map(toRow).reverse();
  return [
    `${poll.session_id} ${describeState(poll)}`,
    formatTable(facts(poll, samples), Number.POSITIVE_INFINITY),
    ...(told.length > 0 ? ['', 'Notifications:', formatTable(told, terminalWidth())] : []),
    ...(output.trim() === '' ? [] : ['', 'Last lines:', output.trimEnd()]),
  ].join('\n');
}

function facts(poll: WirePoll, samples: readonly WireSample[]): string[][] {
  const rows: [string, string | false | undefined][] = [
    ['name', poll.name],
    ['command', shorten(poll.command, 1000)],
    ['folder', poll.cwd],
    ['on', poll.environment === 'local' ? 'this machine' : poll.environment],
    ['session', poll.session_key],
    ['task', poll.task],
    ['started', describeTime(poll.started_at)],
    ['ended', poll.ended_at && describeTime(poll.ended_at)],
    ['after', poll.after?.join(', ')],
    ['note', poll.note],
    ['terminal', poll.pty_note ?? (poll.pty && 'yes')],
    ['input', poll.waiting_input ? 'it waits for input' : poll.stdin && 'open'],
    ['uses', describeUsage(poll)],
    ['used', describeUsed(poll)],
    ['curve', describeCurve(samples)],
    ['processes', !isEnded(poll) && poll.descendants > 0 && `${poll.descendants} below it`],
    ['left', isEnded(poll) && poll.descendants > 0 && `${poll.descendants} processes that still run`],
    ['notifies', poll.notify_on_complete && 'when it ends'],
    ['watches', poll.watch_patterns && poll.watch_patterns.join(', ') + (poll.watch_hit ? ' (matched)' : '')],
    ['ready', poll.ready_at ? describeTime(poll.ready_at) : poll.ready && `not yet: ${poll.ready}`],
    ['listens', poll.ports && `on ${poll.ports.join(', ')}`],
    ['log', describeLog(poll.log)],
  ];
  return rows.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** What was measured until its end. */
function describeUsed(poll: WirePoll): string | undefined {
  if (poll.peak_memory_kb === undefined) return undefined;
  const killed = poll.killed_for_memory ? '; killed for want of memory' : '';
  return `${formatBytes(poll.peak_memory_kb * 1024)} of memory at most, ${poll.cpu_seconds} s of processor time${killed}`;
}

/** The last of what was recorded of its processor time. */
function describeCurve(samples: readonly WireSample[]): string | undefined {
  const rates = ratesOf(samples).slice(-CURVE_WIDTH);
  const [from, to] = [samples.at(-1 - rates.length), samples.at(-1)];
  if (rates.length === 0 || !from || !to) return undefined;
  const age = formatAge(Date.parse(to.at) - Date.parse(from.at));
  return `${sparkline(rates, rates.length)} up to ${Math.max(...rates).toFixed(1)} % of a processor, over ${age}`;
}

function describeLog({ printed_bytes, kept_bytes, lines, gaps }: WireLogSize): string {
  const size = `${formatBytes(printed_bytes)} in ${lines} ${lines === 1 ? 'line' : 'lines'}`;
  if (gaps.length === 0) return size;
  const shown = gaps.slice(0, MOST_GAPS).map(({ from, to }) => `${from} to ${to}`);
  const more = gaps.length > MOST_GAPS ? `, and ${gaps.length - MOST_GAPS} more` : '';
  return `${size}, ${formatBytes(kept_bytes)} of it kept; missing: bytes ${shown.join(', ')}${more}`;
}

function describeTime(time: string): string {
  return `${time} (${formatAge(Date.now() - Date.parse(time))} ago)`;
}

function toRow({ created_at, type, state, rule, id }: WireNotification): string[] {
  return [created_at, type, id, rule === null ? state : `${state} (${rule})`];
}
