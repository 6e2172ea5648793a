/** One event of each type, to be varied. */
import type {
  CompletionEvent,
  DelegationEvent,
  NeedsInputEvent,
  OverflowReleasedEvent,
  OverflowTrippedEvent,
  QuietEvent,
  ReadyEvent,
  StillRunningEvent,
  WakeUpEvent,
  WatchDisabledEvent,
  WatchMatchEvent,
} from '../../../src/wire/events.ts';

const minute = 60_000;
export const started = Date.UTC(2026, 0, 2, 3, 4, 5);
export const now = started + 20 * minute;

const about = {
  session_id: 'proc_0123456789ab',
  session_key: 'claude:1',
  command: 'npm run build',
  cwd: '/home/me/app',
  started_at: started,
};

export const completion: CompletionEvent = {
  ...about,
  type: 'completion',
  exit_code: 0,
  signal: null,
  completion_reason: 'exited',
  termination_source: '',
  ended_at: started + 18 * minute,
  output: 'compiling\ndone\n',
  output_missing: 0,
};

export const watchMatch: WatchMatchEvent = {
  ...about,
  type: 'watch_match',
  pattern: 'ready on',
  output: 'ready on port 3000',
  matched_lines: 1,
  suppressed: 0,
  unscanned_bytes: 0,
  offset: 42,
};

export const watchDisabled: WatchDisabledEvent = {
  ...about,
  type: 'watch_disabled',
  patterns: ['ERROR', '/warn(ing)?/i'],
  suppressed: 7,
  strikes: 3,
};

export const stillRunning: StillRunningEvent = {
  ...about,
  type: 'still_running',
  deadline: 600,
  runtime_seconds: 601,
  output: '[123/400] CC main.o',
  progress: '123/400',
};

export const needsInput: NeedsInputEvent = {
  ...about,
  type: 'needs_input',
  prompt_id: '42.0',
  waiting_since: started + minute,
  pid: 1234,
  program: 'npm init',
  evidence: 'certain',
  by: 'read',
  hidden: false,
  prompt: 'package name: (app)',
};

export const quiet: QuietEvent = {
  ...about,
  type: 'quiet',
  quiet_after: 600,
  silent_since: started + minute,
  silent_seconds: 601,
  offset: 42,
  measured_seconds: 300,
  cpu_seconds: 0.03,
  read_bytes: 0,
  written_bytes: 0,
  output: 'step 1\nstep 2',
};

export const ready: ReadyEvent = {
  ...about,
  type: 'ready',
  ready: ':5173',
  by: 'port',
  ready_at: started + 3_000,
  address: '127.0.0.1:5173',
  pid: 4321,
  url: 'http://localhost:5173/',
  ports: ['127.0.0.1:5173', '[::1]:5173'],
};

export const tripped: OverflowTrippedEvent = {
  type: 'watch_overflow_tripped',
  session_key: 'claude:1',
  scope: 'session',
  limit: 15,
  window_seconds: 10,
  silence_seconds: 30,
  at: now - 2_000,
};

export const released: OverflowReleasedEvent = {
  type: 'watch_overflow_released',
  session_key: 'claude:1',
  scope: 'session',
  suppressed: 12,
  processes: [
    { session_id: 'proc_0123456789ab', command: 'npm test', suppressed: 11, first_line: 'ERROR: no route' },
    { session_id: 'proc_ba9876543210', command: 'tail -f x', suppressed: 1, first_line: 'ERROR: disk' },
  ],
  at: now - 1_000,
};

export const delegation: DelegationEvent = {
  type: 'async_delegation',
  session_key: 'claude:1',
  delegation_id: 'deleg_7',
  goal: 'Find the flaky test',
  context: 'It fails on CI only.',
  toolsets: ['terminal', 'web'],
  role: 'debugger',
  model: 'small-1',
  dispatched_at: started,
  completed_at: now,
  api_calls: 12,
  status: 'completed',
  result: 'It is test 12.\n\nIt sleeps for luck.',
};

export const wakeUp: WakeUpEvent = {
  type: 'wake_up',
  session_key: 'claude:1',
  wake_id: 'wake_0123456789ab',
  kind: 'after',
  note: 'look at the deploy',
  set_at: started,
  due_at: now,
  at: now,
};
