import type { ProcessSnapshot } from './types.ts';

/** What becomes of a process that waits for others. */
export type AfterDecision =
  | { readonly kind: 'begin' }
  | { readonly kind: 'wait'; readonly waitingFor: readonly string[] }
  | { readonly kind: 'never'; readonly why: string };

/** `find`: undefined for one that is not known any more. The first that went wrong is the reason. */
export function decideAfter(
  after: readonly string[],
  find: (id: string) => ProcessSnapshot | undefined,
): AfterDecision {
  const waitingFor: string[] = [];
  for (const id of after) {
    const process = find(id);
    const why = process ? whyNever(process) : 'is not known any more';
    if (why !== undefined) return { kind: 'never', why: `${nameOf(id, process)} ${why}` };
    if (process && !isDone(process)) waitingFor.push(id);
  }
  return waitingFor.length > 0 ? { kind: 'wait', waitingFor } : { kind: 'begin' };
}

/** Of one that nothing is wrong with. */
function isDone({ life, readyAt }: ProcessSnapshot): boolean {
  return life.state === 'exited' || (life.state === 'running' && readyAt > 0);
}

/** Undefined: it ended well, or still may. */
function whyNever({ life, ready, readyAt }: ProcessSnapshot): string | undefined {
  if (life.state === 'lost') return life.killedBy ? 'was killed' : 'was lost: how it ended is not known';
  if (life.state === 'skipped') return 'never began itself';
  if (life.state !== 'exited') return undefined;
  const { exitCode, terminationSource, signal } = life.exit;
  if (terminationSource !== '') return `was ended by ${terminationSource}`;
  if (signal !== null) return `died of ${signal}`;
  if (exitCode !== 0) return `ended with exit code ${exitCode}`;
  return ready !== '' && readyAt === 0 ? 'ended before it was ready' : undefined;
}

function nameOf(id: string, process: ProcessSnapshot | undefined): string {
  return process?.name ? `${id} (${process.name})` : id;
}
