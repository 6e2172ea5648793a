import type { Assignment } from '../../src/delegate/runner.ts';

/** As the daemon would give it out. */
export function assignmentFor(given: Partial<Assignment> = {}): Assignment {
  const processId = 'proc_000000000001';
  return {
    processId,
    delegationId: 'dlg_000000000001',
    taskIndex: 0,
    goal: 'Do it.',
    role: 'leaf',
    workdir: '/',
    depth: 1,
    mayDelegate: true,
    session: `delegate:${processId}`,
    to: 'own',
    ...given,
  };
}
