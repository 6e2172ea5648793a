import type { Finding } from '../measure.ts';
import { percentile } from '../statistics.ts';
import { type Via, withSubscriber } from '../with-subscriber.ts';
import type { Workplace } from '../workplace.ts';

/** The command prints the clock as the last thing it does; the subscriber looks at the same clock. */
export async function measureNotifyEnd(workplace: Workplace): Promise<Finding[]> {
  const runs = workplace.isQuick ? 60 : 300;
  const findings: Finding[] = [];
  for (const via of ['the library', 'the daemon’s event stream'] satisfies Via[]) {
    const times = await measureEnds(workplace, via, runs);
    const what = 'end of process to notification in a subscriber’s hands';
    const how = `${runs} processes, one at a time, over ${via}`;
    findings.push(
      { what: `${what}, p50`, value: percentile(times, 0.5), unit: 'ms', atMost: 5, how },
      { what: `${what}, p99`, value: percentile(times, 0.99), unit: 'ms', atMost: 25, how },
    );
  }
  return findings;
}

function measureEnds(workplace: Workplace, via: Via, runs: number): Promise<number[]> {
  return withSubscriber(workplace, via, {}, async ({ start, nextTurn }) => {
    const times: number[] = [];
    for (let i = -5; i < runs; i++) {
      await start(`exec ${workplace.programs['end-stamp']} 15`, { notifyOnComplete: true });
      const { at, text } = await nextTurn();
      const stamp = /^\| (\d{6,})$/m.exec(text)?.[1];
      if (stamp === undefined) throw new Error(`no time in ${text}`);
      if (i >= 0) times.push(Number(at - BigInt(stamp)) / 1e6);
    }
    return times;
  });
}
