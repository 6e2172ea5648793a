import type { PrintedAt } from '../../base/printed-at.ts';
import type { Closing } from '../../keeper/hub/closing.ts';
import type { Hub } from '../../keeper/hub/hub.ts';
import type { RemoteKeeper } from '../../keeper/hub/remote-keeper.ts';

export type Copy = {
  /** Everything before this offset is here. */
  readonly from: number;
  output(offset: number, bytes: Buffer, printedAt?: PrintedAt): void;
  /** Nobody has what lies before `to` any more. */
  gap(to: number): void;
  /** The keeper there said something. */
  heard(): void;
  readonly signal: AbortSignal;
};

/** Over one channel: output to the copy, frames to the keeper. Comes back with why it is over; `full`: the copy cannot grow. */
export function copyOutput(
  hub: Hub,
  remoteKeep: string,
  keeper: RemoteKeeper,
  { from, output, gap, heard, signal }: Copy,
): Promise<Closing | 'full'> {
  const { promise, resolve } = Promise.withResolvers<Closing | 'full'>();
  const guard = (work: () => void) => {
    try {
      work();
    } catch {
      channel.close();
      resolve('full');
    }
  };
  const channel = hub.attach(remoteKeep, from, 'engine', {
    output: (offset, bytes, printedAt) => guard(() => output(offset, bytes, printedAt)),
    gap: (_from, to) => guard(() => gap(to)),
    frame: (frame) => {
      heard();
      guard(() => keeper.hear(frame));
    },
    closed: resolve,
  });
  keeper.use(channel);
  const leave = () => {
    channel.close();
    resolve('broken');
  };
  signal.addEventListener('abort', leave, { once: true });
  return promise.finally(() => {
    signal.removeEventListener('abort', leave);
    keeper.use(undefined);
  });
}
