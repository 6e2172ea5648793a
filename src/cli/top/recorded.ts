import type { Client } from '../../client/client.ts';
import type { Curves } from './curves.ts';
import type { Figures } from './figures.ts';

/** The newest: more do not fit on a screen. */
const MOST_CURVES = 200;

/** The curves of what runs, from what was recorded of it. One that has just ended or cannot be asked has none. */
export async function readCurves(client: Client, { processes }: Figures, curves: Curves): Promise<void> {
  await Promise.all(
    processes.slice(0, MOST_CURVES).map(async ({ session_id: id }) => {
      const recorded = await client.samples(id).catch(() => undefined);
      if (recorded) curves.begin(id, recorded.samples);
    }),
  );
}
