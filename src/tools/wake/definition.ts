import * as z from 'zod/mini';
import { type ToolDefinition, toInputSchema } from '../definition.ts';
import { filledText, text } from '../parameters.ts';
import { setting } from '../settings.ts';

export const wakeActions = ['set', 'list', 'cancel'] as const;

const parts = (about: string) =>
  z.exactOptional(
    z.array(filledText('One of them.')).check(z.minLength(1), z.maxLength(100), z.describe(about)),
  );

export const wakeArguments = z.strictObject({
  action: z.exactOptional(
    z
      .enum(wakeActions)
      .check(z.describe('set (default), list, or cancel with `id`.'), z.meta({ default: 'set' })),
  ),
  note: z.exactOptional(text('set: what you will be told then. You may have forgotten everything else.')),
  after: z.exactOptional(
    z
      .union([z.string(), z.number()])
      .check(
        z.describe('set: once, after this time: "90" (seconds), "10m", "2h".'),
        z.meta({ type: 'string' }),
      ),
  ),
  at: z.exactOptional(
    filledText('set: once, at this time: "2026-01-31T09:00", "09:00", "2026-01-31T09:00Z".'),
  ),
  every: z.exactOptional(
    filledText('set: again and again: "10m", or a cron expression of five fields, "0 9 * * 1-5".'),
  ),
  all: parts(
    'set: once, when all of these have happened: "proc_…" (it ended), "proc_…:matched", "proc_…:ready", "wake_…", "event:NAME". One notification for all, instead of one for each.',
  ),
  any: parts('set: once, when one of these has happened.'),
  tz: z.exactOptional(filledText('set with at, every: a time zone such as "Europe/Berlin".')),
  id: z.exactOptional(filledText('cancel: the wake_id.')),
});

export type WakeArguments = z.output<typeof wakeArguments>;

export const wakeDefinition: ToolDefinition = {
  name: 'wake',
  title: 'Be woken later',
  description: `Notifies you at a time, or once when several background commands have ended, matched or become ready. Survives crashes and restarts; rings late, and says so, if nobody could ring at the time. Give exactly one of after, at, every, all, any.

Look at \`delivery\`, as with \`terminal\`: "wake" means that you may end your turn. What can no longer happen is told at once, never waited for. At most ${setting('sessionWakeUps')} at a time.`,
  inputSchema: toInputSchema(wakeArguments),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
};
