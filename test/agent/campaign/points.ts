import type { Point } from '../../faults/support/deaths.ts';
import { failpointsIn } from '../../faults/support/failpoints.ts';

export type Victim = 'agent' | 'daemon' | 'keeper' | 'server';

/** Every point of the agent (test/delegation has those of goals), and those of the daemon that the work of the campaign comes to. */
export const points: readonly Point<Victim>[] = [
  ...failpointsIn(['src/agent/**/*.ts'])
    .filter((name) => !name.startsWith('goal:'))
    .map((name) => ({ name, victim: 'agent' as const })),
  ...failpointsIn(['src/{engine,notify,wake,system}/**/*.ts'])
    .filter((name) => /^(start|end|recover|write|deliver|ledger|wake|system):/.test(name))
    .map((name) => ({ name, victim: 'daemon' as const })),
  // Of campaign/foreign.ts.
  ...['starting', 'before', 'after'].map((name) => ({ name: `server:${name}`, victim: 'server' as const })),
];

/** Those of the loop itself. */
export const ofLoop = points.filter(
  ({ name }) => name.startsWith('agent:') && !/approved|denied|judged/.test(name),
);
