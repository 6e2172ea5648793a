import { formatAge } from '../../base/age.ts';
import type { StillRunningEvent } from '../../wire/events.ts';
import { logCall, processName, startedLines } from './about-process.ts';
import { block } from './block.ts';
import { fence, fenceStart } from './fence.ts';
import { formatMoment } from './moment.ts';

const LINE_CHARACTERS = 500;

export function stillRunningText(event: StillRunningEvent): string {
  const { session_id, started_at, deadline, heartbeat, runtime_seconds, output, progress, note } = event;
  const runtime = runtime_seconds * 1000;
  const why =
    heartbeat === undefined
      ? `its deadline was ${formatAge(deadline * 1000)}`
      : `asked for every ${formatAge(heartbeat * 1000)}`;
  return block(`${processName(session_id)} is still running after ${formatAge(runtime)}.`, [
    `Seen at ${formatMoment(started_at + runtime)}; ${why}. Nothing was ended.`,
    ...startedLines(event),
    ...(output === '' ? ['It has printed nothing.'] : ['Last line:', fenceStart(output, LINE_CHARACTERS)]),
    ...(progress === undefined ? [] : ['Progress, from its last lines:', fence(progress)]),
    ...(note ? ['Note:', fence(note)] : []),
    `Everything it printed: ${logCall(session_id)}`,
  ]);
}
