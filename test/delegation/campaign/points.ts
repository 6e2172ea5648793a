import type { Point } from '../../faults/support/deaths.ts';
import { failpointsIn } from '../../faults/support/failpoints.ts';
import type { Kind } from './goals.ts';

export type Victim = 'parent' | 'agent' | 'delegate' | 'daemon' | 'keeper';

const PARENT_POINTS = ['sending', 'sent', 'told', 'acknowledged'];

/** Every point of delegations, delegates and goals, and those of the daemon and of the loop that they come to. */
export const points: readonly Point<Victim>[] = [
  ...failpointsIn(['src/delegation/**/*.ts']).map((name) => ({ name, victim: 'daemon' as const })),
  ...failpointsIn(['src/delegate/**/*.ts']).map((name) => ({ name, victim: 'delegate' as const })),
  ...failpointsIn(['src/agent/**/*.ts'])
    .filter((name) => name.startsWith('goal:'))
    .map((name) => ({ name, victim: 'agent' as const })),
  // The loop is that of the agent, whose own campaign kills that.
  ...failpointsIn(['src/agent/{run-conversation,ask-model}.ts', 'src/agent/store/{steps,turns}.ts'])
    .filter((name) => !/left|compaction|approved|^goal/.test(name))
    .map((name) => ({ name, victim: 'delegate' as const, program: 'delegate.js' })),
  ...failpointsIn(['src/{engine,notify}/**/*.ts'])
    .filter((name) => /^(start|end|recover|deliver|ledger):/.test(name))
    .map((name) => ({ name, victim: 'daemon' as const })),
  ...failpointsIn(['keeper/**/*.c'])
    .filter((name) => /^(launch|start|exit|leave|kill):(?!before-force)/.test(name))
    .map((name) => ({ name, victim: 'keeper' as const })),
  ...PARENT_POINTS.map((name) => ({ name: `parent:${name}`, victim: 'parent' as const })),
];

/** What is done most if somebody is to come there soon. */
const ways: readonly (readonly [RegExp, string])[] = [
  [/^delegation:after-message/, 'steered'],
  [/^delegation:(after-interrupt|before-stop|before-tidy)/, 'hangs'],
  [/^agent:(rung|ring-stored|acknowledged)/, 'rings'],
  [/^agent:call/, 'command'],
  [/^kill:/, 'ended'],
];

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^goal:(.*changed|cancelled)/, 'unwaited'],
  [/^goal:before-going-on/, 'mistaken'],
];

export function favouredBy({ name }: Point): string {
  return ways.find(([pattern]) => pattern.test(name))?.[1] ?? '';
}

/** The goals that are set in order to come there. */
export function goalsFor({ name }: Point): Kind | undefined {
  return kinds.find(([pattern]) => pattern.test(name))?.[1];
}
