import * as z from 'zod/mini';
import { LOCAL } from '../../base/environment-name.ts';
import { RingbackError } from '../../base/errors.ts';
import { isProcessId } from '../../base/ids.ts';
import { toWireStarted } from '../../engine/wire-answers.ts';
import { excludeWatch } from '../../notify/wishes.ts';
import { checkPatterns, ignoredPatterns } from '../../tools/wishes.ts';
import { filledText, text, wholeNumber } from '../parameters.ts';
import { route } from '../route.ts';
import { showing } from '../shown.ts';

const terminalCells = wholeNumber(1, 10_000);

export const start = route({
  method: 'POST',
  path: '/v1/processes',
  body: z.strictObject({
    id: z.exactOptional(z.string().check(z.refine(isProcessId, 'must be proc_ and 12 hex digits'))),
    command: filledText,
    environment: z.exactOptional(filledText),
    workdir: z.exactOptional(filledText),
    sync: z.exactOptional(filledText),
    env: z.record(text.check(z.regex(/^[^=]+$/, 'is no name of a variable')), text),
    shell: z.exactOptional(filledText),
    pty: z.exactOptional(z.boolean()),
    cols: z.exactOptional(terminalCells),
    rows: z.exactOptional(terminalCells),
    stdin: z.exactOptional(z.boolean()),
    max_runtime: z.exactOptional(wholeNumber(1, 10 ** 9)),
    session_key: z.exactOptional(text),
    task: z.exactOptional(text),
    notify_on_complete: z.exactOptional(z.boolean()),
    watch_patterns: z.exactOptional(z.array(filledText)),
    log_limit: z.exactOptional(wholeNumber(1)),
    raw: z.exactOptional(z.boolean()),
    umask: z.exactOptional(wholeNumber(0, 0o777)),
  }),
  async answer(call) {
    const { engine, body } = call;
    checkPatterns(body);
    const {
      environment = LOCAL,
      workdir,
      cols,
      rows,
      max_runtime,
      session_key,
      notify_on_complete = false,
      watch_patterns = [],
      log_limit,
      raw,
      ...same
    } = body;
    if (workdir === undefined && environment === LOCAL)
      throw new RingbackError('bad_request', '"workdir" is missing.');
    const started = await engine.start({
      ...same,
      environment,
      cwd: workdir ?? '',
      ...(cols !== undefined && rows !== undefined && { size: { cols, rows } }),
      ...(max_runtime !== undefined && { maxRuntimeSeconds: max_runtime }),
      ...(session_key !== undefined && { session: session_key }),
      notifyOnComplete: notify_on_complete,
      watchPatterns: excludeWatch(notify_on_complete, watch_patterns),
      ...(log_limit !== undefined && { logLimitBytes: log_limit }),
    });
    const process = showing(call, raw).process(started);
    return { status: 201, body: { ...toWireStarted(process, Date.now()), ...ignoredPatterns(body) } };
  },
});
