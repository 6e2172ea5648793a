import { RingbackError } from '../../base/errors.ts';
import { withinMs } from '../../base/within-ms.ts';
import type { Child, ChildCommand } from '../child/child.ts';
import { type Place, placeOf } from '../child/place.ts';
import type { Report, Situation } from '../runner.ts';

/** Whoever has no input any more leaves by itself, and tidies up before. */
const LEAVE_MS = 2_000;

/**
 * What comes of a program's work where its task is to be done, here or elsewhere; it has ended then, with all that it has
 * started. Where it cannot be started, that is the report.
 */
export async function withChild(
  situation: Situation,
  command: (place: Place) => ChildCommand | Promise<ChildCommand>,
  work: (child: Child, place: Place) => Promise<Report>,
): Promise<Report> {
  const place = placeOf(situation);
  try {
    const child = await place.start(await command(place));
    try {
      return await work(child, place);
    } finally {
      child.closeInput();
      await withinMs(LEAVE_MS, child.ended);
      await child.end();
    }
  } catch (error) {
    if (!(error instanceof RingbackError)) throw error;
    return { status: 'error', result: '', error: `${error.message} ${error.hint}`.trimEnd() };
  } finally {
    await place.close();
  }
}
