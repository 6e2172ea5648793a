import type { Finding } from '../measure.ts';
import { percentile } from '../statistics.ts';
import { type Via, withSubscriber } from '../with-subscriber.ts';
import type { Workplace } from '../workplace.ts';

const others = 8;

/** Each line is the moment at which it was printed; the subscriber looks at the same clock. */
export async function measureNotifyMatch(workplace: Workplace): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const via of ['the library', 'the daemon’s event stream'] satisfies Via[]) {
    const alone = await measureMatches(workplace, via, 0);
    const crowded = await measureMatches(workplace, via, others);
    const row = (what: string, times: number[], share: number, atMost: number): Finding => ({
      what: `${what}, p${share * 100}`,
      value: percentile(times, share),
      unit: 'ms',
      atMost,
      how: `${times.length} lines, one every 50 ms, over ${via}`,
    });
    const what = 'line printed to match in a subscriber’s hands';
    const crowd = `the same while ${others} others, watched too, print as fast as they can`;
    findings.push(row(what, alone, 0.5, 5), row(what, alone, 0.99, 25));
    findings.push(row(crowd, crowded, 0.5, 25), row(crowd, crowded, 0.99, 150));
  }
  return findings;
}

function measureMatches(workplace: Workplace, via: Via, floods: number): Promise<number[]> {
  const lines = workplace.isQuick ? 60 : 200;
  // Without spacing and breaker: every line is to be heard of.
  const config = { spacingMs: 0, sessionMatches: 100_000, allMatches: 100_000 };
  return withSubscriber(workplace, via, config, async ({ start, nextTurn }) => {
    for (let i = 0; i < floods; i++) await start('exec yes flood', { watchPatterns: ['never to be seen'] });
    await start(`exec ${workplace.programs['line-stamp']} ${lines} 50`, { watchPatterns: ['/^\\d{9,}$/'] });
    const times: number[] = [];
    while (times.length < lines) {
      const { at, text } = await nextTurn();
      for (const [, stamp = ''] of text.matchAll(/^\| (\d{9,})$/gm))
        times.push(Number(at - BigInt(stamp)) / 1e6);
    }
    return times;
  });
}
