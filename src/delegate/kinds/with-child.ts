import { RingbackError } from '../../base/errors.ts';
import { withinMs } from '../../base/within-ms.ts';
import type { Child, ChildCommand } from '../child/child.ts';
import { startHere } from '../child/local.ts';
import type { Report } from '../runner.ts';

/** Whoever has no input any more leaves by itself, and tidies up before. */
const LEAVE_MS = 2_000;

/** What comes of a program's work; it has ended then, with all of its group. Where it cannot be started, that is the report. */
export async function withChild(
  command: ChildCommand,
  work: (child: Child) => Promise<Report>,
): Promise<Report> {
  const started = await startHere(command).catch((error: unknown) => {
    if (error instanceof RingbackError) return error;
    throw error;
  });
  if (started instanceof RingbackError)
    return { status: 'error', result: '', error: `${started.message} ${started.hint}`.trimEnd() };
  try {
    return await work(started);
  } finally {
    started.closeInput();
    await withinMs(LEAVE_MS, started.ended);
    await started.end();
  }
}
