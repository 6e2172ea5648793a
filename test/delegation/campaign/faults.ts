import type { Point } from '../../faults/support/deaths.ts';
import type { Fault } from '../../faults/support/package.ts';
import type { Kind } from './goals.ts';
import type { Victim } from './points.ts';

export type Planted = {
  readonly faults: readonly Fault[];
  /** Where somebody dies for it. */
  readonly at: Point<Victim>;
  readonly found: RegExp;
  readonly goals?: Kind;
};

const randomHex = 'Math.random().toString(16).slice(2).padEnd(12, "0").slice(0, 12)';
const daemon = 'delegation/delegations.ts';

/** Faults that the campaign has to find. */
export const planted: Readonly<Record<string, Planted>> = {
  'the outcome is written after the end of the process, not with it': {
    faults: [
      {
        file: daemon,
        from: 'endWithProcess(this.#context, process);',
        to: 'setImmediate(() => endWithProcess(this.#context, process));',
      },
    ],
    at: { name: 'end:after-record', victim: 'daemon' },
    found: /has not ended/,
  },
  'what a delegate wrote counts only if it came to its end': {
    faults: [
      {
        file: 'delegation/end-task.ts',
        from: 'file: readResult(host.keep(process.id)),',
        to: "file: exitStatus(process.life).exit_code === 0 ? readResult(host.keep(process.id)) : 'none',",
      },
    ],
    at: { name: 'delegate:result-written', victim: 'delegate' },
    found: /is unknown: .*, but it wrote completed/s,
  },
  'a call that is made again is another delegation': {
    faults: [
      {
        file: 'tools/delegate/delegate.ts',
        from: "id: caller.call_id.replace(/^proc_/, 'dlg_'),",
        to: `id: 'dlg_' + ${randomHex},`,
      },
    ],
    at: { name: 'agent:call-done', victim: 'agent', program: 'agent.js' },
    found: /sent twice: TASK g/,
    goals: 'delegating',
  },
  'the next daemon does not see to what a dead delegate left': {
    faults: [
      {
        file: daemon,
        from: "for (const { name } of rows.tasksIn('ended')) this.#tidying.begin(name);",
        to: '',
      },
    ],
    at: { name: 'delegation:before-tidy', victim: 'daemon' },
    found: /of delegate:proc_\w+ runs on/,
  },
  'a barrier that is set again is another one': {
    faults: [
      {
        file: 'agent/goal/wait.ts',
        from: 'setBarrier(barrier, target',
        to: `setBarrier('wake_' + ${randomHex}, target`,
      },
    ],
    at: { name: 'goal:barrier-set', victim: 'agent' },
    found: /its barrier rang twice/,
  },
};
