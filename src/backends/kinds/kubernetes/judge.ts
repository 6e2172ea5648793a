import type { PlaceRef } from '../../environment.ts';
import type { ContainerStatus, Pod } from './library.ts';

export type Verdict =
  | { readonly state: 'running'; readonly ref: PlaceRef; readonly container: string }
  | { readonly state: 'waiting'; readonly reason: string }
  | { readonly state: 'gone'; readonly reason: string };

/**
 * What a pod is to us. With a `ref` it must be that very pod (another may have been made under its name) and that very
 * container in it (it may have been restarted, and what ran in it is no more).
 */
export function judge(pod: Pod, wanted: string | undefined, ref: PlaceRef | undefined, now: Date): Verdict {
  const name = `The pod ${pod.metadata?.name}`;
  const uid = pod.metadata?.uid ?? '';
  if (ref?.uid && ref.uid !== uid)
    return gone(`${name} was deleted, and another was made under the same name.`);

  const phase = pod.status?.phase;
  if (phase === 'Failed') return gone(`${name} failed${because(pod)}.`);
  if (phase === 'Succeeded') return gone(`${name} has ended.`);
  // The time stands for the end of the grace that it is given.
  const deletion = pod.metadata?.deletionTimestamp;
  if (deletion && new Date(deletion) <= now) return gone(`${name} was deleted${because(pod)}.`);
  if (deletion && !ref) return gone(`${name} is being deleted${because(pod)}.`);
  if (phase === 'Unknown') return waiting(`its node ${pod.spec?.nodeName ?? ''} does not answer`);

  const container = wanted ?? pod.spec?.containers?.[0]?.name ?? '';
  const status = pod.status?.containerStatuses?.find((one) => one.name === container);
  const id = status?.containerID ?? '';
  if (ref?.containerId && ref.containerId !== id)
    return gone(`The container ${container} of ${lower(name)} was restarted${ending(status)}.`);
  if (status?.state?.running) {
    const fresh = { pod: pod.metadata?.name ?? '', uid, container, containerId: id };
    return { state: 'running', ref: ref ?? fresh, container };
  }
  if (ref) return gone(`The container ${container} of ${lower(name)} has ended${ending(status)}.`);
  return waiting(whyNotYet(pod, status));
}

function whyNotYet(pod: Pod, status: ContainerStatus | undefined): string {
  const { waiting, terminated } = status?.state ?? {};
  if (terminated) return `its container has ended${ending(status)}`;
  const scheduled = pod.status?.conditions?.find(
    ({ type, status }) => type === 'PodScheduled' && status !== 'True',
  );
  const { reason, message } = waiting ?? scheduled ?? { reason: pod.status?.reason, message: undefined };
  return [reason ?? pod.status?.phase ?? 'Pending', message].filter(Boolean).join(': ');
}

/** Evicted, out of its deadline, its node lost: whatever Kubernetes says of it. */
function because(pod: Pod): string {
  const disruption = pod.status?.conditions?.find(
    ({ type, status }) => type === 'DisruptionTarget' && status === 'True',
  );
  const { reason, message } = pod.status?.reason ? pod.status : (disruption ?? {});
  const ended = pod.status?.containerStatuses?.map(ending).find(Boolean) ?? '';
  if (!reason) return ended;
  return `: ${[reason, message?.replace(/\.$/, '')].filter(Boolean).join(': ')}`;
}

function ending(status: ContainerStatus | undefined): string {
  const end = status?.state?.terminated ?? status?.lastState?.terminated;
  if (!end) return '';
  return `: ${[end.reason, `exit code ${end.exitCode ?? 'unknown'}`].filter(Boolean).join(', ')}`;
}

const gone = (reason: string): Verdict => ({ state: 'gone', reason });
const waiting = (reason: string): Verdict => ({ state: 'waiting', reason });
const lower = (name: string) => name.replace('The', 'the');
