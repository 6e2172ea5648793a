import { isEnded } from '../../../engine/life.ts';
import type { ProcessSnapshot } from '../../../engine/types.ts';
import { readyFields, toWireProcess, usageFields } from '../../../engine/wire-process.ts';
import type { Outcome, ToolContext } from '../../context.ts';
import { endFields, queueFields } from '../fields.ts';

const COMMAND_CHARACTERS = 200;

/** Processes of this task, and of other tasks of the session. */
export async function list(context: ToolContext): Promise<Outcome> {
  const { engine, caller } = context;
  const listed = engine.list({ session: caller.session_key }).filter(({ id }) => id !== caller.script);
  const processes = await engine.withUsage(listed);
  const now = Date.now();
  return { result: { processes: processes.map((process) => describe(context, process, now)) } };
}

function describe(
  { views, notifier, config, caller, redactor }: ToolContext,
  process: ProcessSnapshot,
  now: number,
) {
  const { pid, cwd, started_at, uptime_seconds, status } = toWireProcess(process, now);
  const command = views.command(process);
  return {
    session_id: process.id,
    ...(process.name !== '' && { name: process.name }),
    ...(process.delegation !== '' && { delegation: process.delegation }),
    command: Array.from(command).slice(0, COMMAND_CHARACTERS).join(''),
    cwd: redactor.redact(cwd),
    pid,
    started_at,
    uptime_seconds,
    status,
    ...usageFields(process),
    ...readyFields(process),
    output_preview: views.tail(process, config.listPreviewCharacters),
    ...(process.task !== (caller.task ?? '') && { session_scoped: true }),
    ...(process.notifyOnComplete && { notify_on_complete: true }),
    ...(process.watchPatterns.length > 0 && {
      watch_patterns: process.watchPatterns.map((one) => redactor.redact(one)),
    }),
    ...(notifier.hasMatched(process.id) && { watch_hit: true }),
    ...queueFields(process),
    ...(isEnded(process.life) && endFields(process)),
    ...(process.life.state === 'running' && process.life.detached && { detached: true }),
    ...(process.environment !== 'local' && { environment: process.environment }),
  };
}
