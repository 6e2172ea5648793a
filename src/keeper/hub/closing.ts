/** Why nothing more comes over a channel. `broken`: the whole connection did; the rest is the hub's word (`failed`: it could not look now). */
export type Closing = 'broken' | 'absent' | 'refused' | 'left' | 'failed';

const closings: readonly Closing[] = ['absent', 'refused', 'left'];

export function toClosing(reason: string | undefined): Closing {
  return closings.find((one) => one === reason) ?? 'failed';
}
