import type { Launch } from '../backends/backend.ts';
import { LOCAL } from '../base/environment-name.ts';
import { type ErrorCode, RingbackError } from '../base/errors.ts';
import { failpoint } from '../base/failpoint.ts';
import { newProcessId } from '../base/ids.ts';
import { removeFolderAsync } from '../base/remove-folder.ts';
import { explainStorage } from '../base/storage-trouble.ts';
import { untilStored } from '../base/until-stored.ts';
import { LauncherGone, SpawnRefused } from '../keeper/launcher-child.ts';
import type { Started } from '../keeper/started.ts';
import { addLive } from './add-live.ts';
import { decide, resolveAfter } from './after.ts';
import { checkStart } from './check-start.ts';
import { connectKeeper } from './connect.ts';
import { type Context, getSnapshot, keepOf } from './context.ts';
import type { LiveProcess } from './live-process.ts';
import { reconcile } from './reconcile.ts';
import { forget } from './record-end.ts';
import { type NewRow, toSnapshot } from './row.ts';
import { chooseShell } from './shell.ts';
import { encodeSpec } from './spec.ts';
import { toColumns, toValues } from './start-fields.ts';
import type { ProcessSnapshot, StartRequest } from './types.ts';
import { wantsPrompts } from './wants-prompts.ts';

/**
 * Row first, then the keeper, then acknowledged: whenever the engine dies in between, recovery finds either a keeper
 * that answers or a keep that it can claim. A request that carries an id may be repeated after any crash.
 */
export async function start(context: Context, request: StartRequest): Promise<ProcessSnapshot> {
  const { environment = LOCAL } = request;
  if (environment !== LOCAL) await context.table.get(environment);
  checkStart(request);
  checkHeartbeat(context, request);
  if (request.id) await settleEarlier(context, request.id);
  const earlier = request.id && (context.starting.get(request.id) ?? findStarted(context, request.id));
  if (earlier) return earlier;
  if (request.id) context.pastCalls.refuse(request.id, Date.now());
  const id = request.id ?? newProcessId();
  const starting = startOnce(context, request, id);
  context.starting.set(id, starting);
  try {
    return await starting;
  } finally {
    context.starting.delete(id);
  }
}

/** Each rings: as seldom as a wake-up that repeats. */
function checkHeartbeat({ config }: Context, { heartbeat = 0 }: StartRequest): void {
  const least = config.wakeIntervalSeconds;
  if (heartbeat === 0 || heartbeat >= least) return;
  const hint = 'See wakeIntervalSeconds in docs/config.md.';
  throw new RingbackError('bad_request', `"heartbeat" must be at least ${least} seconds.`, hint);
}

/** An earlier engine may have begun it elsewhere, and what became of that is being found out: it may never have run. */
async function settleEarlier(context: Context, id: string): Promise<void> {
  const row = context.rows.get(id) ?? context.rows.byRequest(id);
  const live = row && context.live.get(row.id);
  if (live && !live.isAcknowledged) await live.look?.catch(() => {});
}

function findStarted(context: Context, id: string): ProcessSnapshot | undefined {
  const row = context.rows.get(id) ?? context.rows.byRequest(id);
  return row && toSnapshot(row);
}

/** It is certain that nothing runs under this id, and that nothing ever will. */
class NeverStarted extends Error {}

async function startOnce(context: Context, given: StartRequest, id: string): Promise<ProcessSnapshot> {
  const after = resolveAfter(context, given.after);
  const request = await atItsFolder(context, { ...given, after }, id);
  try {
    return await launch(context, request, id, null);
  } catch (error) {
    if (!(error instanceof NeverStarted)) throw error;
  }
  try {
    // Under another id: a keeper that comes late may still be on its way to the first keep, which is claimed.
    return await launch(context, request, newProcessId(), request.id ?? null);
  } catch (error) {
    if (!(error instanceof NeverStarted)) throw error;
    throw new RingbackError(
      'failed',
      `No keeper could be started: ${error.message}.`,
      'See `ringback doctor`.',
    );
  }
}

/** Elsewhere the folder may be left open; finding it out shows at once whether anybody answers there. */
function atItsFolder(
  context: Context,
  request: StartRequest,
  id: string,
): StartRequest | Promise<StartRequest> {
  const backend = context.backends.of(request.environment ?? LOCAL);
  return (
    backend.resolveFolder?.(request.cwd, id, request.sync).then((cwd) => ({ ...request, cwd })) ?? request
  );
}

async function launch(
  context: Context,
  request: StartRequest,
  id: string,
  requestId: string | null,
): Promise<ProcessSnapshot> {
  const row = newRow(context, request, id, requestId);
  context.extension.starting?.(row.session);
  insertRow(context, row);
  const live = addLive(context, row);
  const { after = [] } = request;
  const decision = decide(context, after);
  const isHeld = decision.kind !== 'begin';
  if (isHeld) live.after = after;
  if (decision.kind === 'wait') live.waitingFor = decision.waitingFor;
  failpoint('start:after-row');
  let started: Started | undefined;
  try {
    const answer = live.backend.spawn({ ...toLaunch(context, request, row), isHeld });
    failpoint('start:after-spawn-sent');
    started = await answer;
  } catch (error) {
    if (error instanceof LauncherGone) return settleStart(context, live);
    forget(context, live);
    throw await afterRefusal(context, request, id, error);
  }
  failpoint('start:before-ack');
  if (!started) return queued(context, live);
  if (isHeld) return held(context, live, started);
  return acknowledged(context, live, row, started);
}

/** A batch system has it: its listener hears when it is begun. */
async function queued(context: Context, live: LiveProcess): Promise<ProcessSnapshot> {
  await reconcile(context, live);
  return getSnapshot(context, live.id);
}

/** Its keeper is there and waits; whether it may begin by now is looked at when it is connected. */
function held(context: Context, live: LiveProcess, { keeperPid }: Started): ProcessSnapshot {
  void untilStored(
    () => context.closing.aborted,
    () => context.rows.recordHeld(live.id, keeperPid),
  );
  failpoint('after:held');
  connectKeeper(context, live);
  return getSnapshot(context, live.id);
}

function insertRow(context: Context, row: NewRow): void {
  try {
    context.rows.insert(row);
  } catch (error) {
    throw explainStorage(error, 'The start cannot be written down');
  }
}

function acknowledged(context: Context, live: LiveProcess, row: NewRow, started: Started): ProcessSnapshot {
  live.isAcknowledged = true;
  void untilStored(
    () => context.closing.aborted,
    () => context.rows.recordStart(live.id, started),
  );
  failpoint('start:after-ack');
  connectKeeper(context, live);
  if (context.budget.isOver) context.pruner.schedule();
  const process = toSnapshot({
    ...row,
    state: 'running',
    pid: started.pid,
    keeper_pid: started.keeperPid,
    started_at: started.startedAt,
    pty: Number(started.pty),
    pty_note: started.ptyNote ?? null,
    detached: 0,
    note: null,
    ended_at: null,
    exit: null,
    kept_bytes: 0,
  });
  context.extension.running?.(process);
  return process;
}

/** Nothing runs. A keep that is claimed stays to stop late keepers: an earlier engine died with this very start. */
async function afterRefusal(
  context: Context,
  request: StartRequest,
  id: string,
  error: unknown,
): Promise<unknown> {
  if (error instanceof SpawnRefused && error.code === 'claimed')
    return new NeverStarted('its keep is claimed');
  await removeFolderAsync(keepOf(context, id));
  return error instanceof SpawnRefused ? explainRefusal(error, request) : error;
}

/** The launcher died with this start under way: its keep tells what happened; it is never simply tried again. */
async function settleStart(context: Context, live: LiveProcess): Promise<ProcessSnapshot> {
  const finding = await reconcile(context, live);
  if (finding.kind === 'unstarted') throw new NeverStarted('its launcher died');
  // Once its caller knows of it, it is not forgotten any more: its keeper has to be there, and known.
  if (finding.kind === 'running' && live.after) {
    const status = await finding.keeper.status().catch(() => undefined);
    if (!status) return settleStart(context, live);
    context.rows.recordHeld(live.id, status.keeperPid);
  }
  return getSnapshot(context, live.id);
}

function newRow(context: Context, request: StartRequest, id: string, requestId: string | null): NewRow {
  const { terminalCols, terminalRows, logLimitBytes } = context.config;
  const { cols = terminalCols, rows = terminalRows } = request.size ?? {};
  const startedAt = Date.now();
  const values = toValues({ logLimitBytes, ...request, cols, rows, startedAt }, {});
  return { id, request_id: requestId, state: 'queued', ...toColumns(values) };
}

function toLaunch(context: Context, request: StartRequest, row: NewRow): Launch {
  // Elsewhere other shells are there.
  const shell = request.shell ?? (row.environment === LOCAL ? chooseShell(request.env) : undefined);
  const maxRuntimeMs = request.maxRuntimeSeconds === undefined ? undefined : request.maxRuntimeSeconds * 1000;
  return {
    ...request,
    id: row.id,
    shell,
    spec: encodeSpec(row, shell, maxRuntimeMs),
    pty: row.pty === 1,
    stdin: row.stdin === 1,
    cols: row.cols,
    rows: row.rows,
    logLimitBytes: context.budget.limitFor(row.log_limit),
    logHeadBytes: Math.min(context.config.logHeadBytes, row.log_limit),
    maxRuntimeMs,
    wake: context.wakeCommand,
    watch: (request.watchPatterns ?? []).length > 0,
    sense: wantsPrompts(context.config, row),
    quietMs: row.quiet_after * 1000,
    say: (note) => context.rows.recordNote(row.id, note ?? null),
  };
}

function explainRefusal(refusal: SpawnRefused, request: StartRequest): Error {
  const shell = request.shell ?? chooseShell(request.env);
  const why = refusal.message && ` (${refusal.message})`;
  if (refusal.code === 'bad_request' && request.after?.length)
    return new RingbackError(
      'bad_request',
      `The keeper there is older, and cannot wait for other processes${why}.`,
      'Start it when those have ended.',
    );
  if (refusal.code === 'too_large')
    return new RingbackError(
      'bad_request',
      `The command and its environment are too large to be started${why}.`,
      'A command may be up to 128 KiB long. Write a longer one to a file, in pieces, and run the file.',
    );
  const explained: Readonly<Record<string, [ErrorCode, string]>> = {
    no_folder: ['no_folder', `The folder ${request.cwd} cannot be entered${why}.`],
    no_program: ['no_program', `The shell ${shell} cannot be run${why}.`],
    bad_request: ['bad_request', `The keeper refused the request${why}.`],
  };
  const [code, message] = explained[refusal.code] ?? ['failed', `The keeper could not start it${why}.`];
  return new RingbackError(code, message);
}
