import { formatAge } from '../../base/age.ts';
import type { QuietEvent } from '../../wire/events.ts';
import { logCall, processName, startedLines } from './about-process.ts';
import { block } from './block.ts';
import { fenceStart, formatCount } from './fence.ts';
import { formatMoment } from './moment.ts';

const OUTPUT_CHARACTERS = 2_000;
/** Timers and a look around now and then are not work. */
const BUSY_SHARE = 0.02;

export function quietText(event: QuietEvent): string {
  const { session_id, silent_since, silent_seconds, offset, output } = event;
  const before = offset === 0 ? 'It has printed nothing since its start, at' : 'Its last output was at';
  return block(`${processName(session_id)} has printed nothing for ${formatAge(silent_seconds * 1000)}.`, [
    `${before} ${formatMoment(silent_since)}. It still runs; nothing was ended.`,
    ...startedLines(event),
    describeUse(event),
    ...(output === '' ? [] : ['Last lines:', fenceStart(output, OUTPUT_CHARACTERS)]),
    `Everything it printed: ${logCall(session_id)}`,
  ]);
}

/** What was measured (promise 19). */
function describeUse({ measured_seconds, cpu_seconds, read_bytes, written_bytes }: QuietEvent): string {
  if (measured_seconds === 0) return 'Whether it computes or sleeps was not measured.';
  const isBusy = cpu_seconds >= measured_seconds * BUSY_SHARE || read_bytes + written_bytes > 0;
  const used = `${cpu_seconds.toFixed(2)} s of processor time, ${formatCount(read_bytes)} bytes read and ${formatCount(written_bytes)} written`;
  return `It seems to ${isBusy ? 'be at work' : 'sleep'}: in the last ${formatAge(measured_seconds * 1000)} it and all that it started used ${used}.`;
}
