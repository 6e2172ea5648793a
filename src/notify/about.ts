import { LOCAL } from '../base/environment-name.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { AboutProcess } from '../wire/events.ts';

/** What every notification about a process says of it. */
export function aboutProcess(process: ProcessSnapshot, redactor: Redactor): AboutProcess {
  return {
    session_id: process.id,
    session_key: process.session,
    command: redactor.redact(process.command),
    cwd: redactor.redact(process.cwd),
    started_at: process.startedAt,
    ...(process.environment !== LOCAL && { environment: process.environment }),
  };
}
