import type { Route } from './route.ts';
import { active } from './routes/active.ts';
import { close } from './routes/close.ts';
import { getAssignment } from './routes/delegations/assignment.ts';
import { getDelegation } from './routes/delegations/get.ts';
import { interruptDelegation, interruptDelegations } from './routes/delegations/interrupt.ts';
import { listDelegations } from './routes/delegations/list.ts';
import { messageDelegation } from './routes/delegations/message.ts';
import { followOrders } from './routes/delegations/orders.ts';
import { sendDelegation } from './routes/delegations/send.ts';
import { listEnvironments } from './routes/environments/list.ts';
import { testEnvironment } from './routes/environments/test.ts';
import { follow } from './routes/follow.ts';
import { get } from './routes/get.ts';
import { grep } from './routes/grep.ts';
import { health } from './routes/health.ts';
import { kill } from './routes/kill.ts';
import { killAll } from './routes/kill-all.ts';
import { list } from './routes/list.ts';
import { log } from './routes/log.ts';
import { acknowledge } from './routes/notifications/acknowledge.ts';
import { dismiss } from './routes/notifications/dismiss.ts';
import { drain } from './routes/notifications/drain.ts';
import { handIn } from './routes/notifications/hand-in.ts';
import { history } from './routes/notifications/history.ts';
import { subscribe } from './routes/notifications/subscribe.ts';
import { notify } from './routes/notify.ts';
import { openApi } from './routes/openapi.ts';
import { poll } from './routes/poll.ts';
import { read } from './routes/read.ts';
import { resize } from './routes/resize.ts';
import { resizes } from './routes/resizes.ts';
import { checkOneRinger, testRinger } from './routes/ringers/check.ts';
import { listRingerKinds } from './routes/ringers/kinds.ts';
import { listRingers } from './routes/ringers/list.ts';
import { removeRinger } from './routes/ringers/remove.ts';
import { retryRinger } from './routes/ringers/retry.ts';
import { setRinger } from './routes/ringers/set.ts';
import { samples } from './routes/samples.ts';
import { busySession } from './routes/sessions/busy.ts';
import { closeSession } from './routes/sessions/close.ts';
import { interruptSession } from './routes/sessions/interrupt.ts';
import { moveSession } from './routes/sessions/move.ts';
import { start } from './routes/start.ts';
import { stop } from './routes/stop.ts';
import { submit } from './routes/submit.ts';
import { answerTask } from './routes/tools/answer-task.ts';
import { toolRoutes } from './routes/tools/call.ts';
import { cancelTask } from './routes/tools/cancel-task.ts';
import { listTools } from './routes/tools/list.ts';
import { task } from './routes/tools/task.ts';
import { wait } from './routes/wait.ts';
import { waiting } from './routes/waiting.ts';
import { cancelWakeUp } from './routes/wakeups/cancel.ts';
import { listWakeUps } from './routes/wakeups/list.ts';
import { setWakeUp } from './routes/wakeups/set.ts';
import { write } from './routes/write.ts';

/** Everything that the daemon answers. */
export const routes: readonly Route[] = [
  health, //       GET  /v1/health
  active, //       GET  /v1/active
  openApi(() => routes), // GET  /v1/openapi.json
  stop, //         POST /v1/stop
  start, //        POST /v1/processes
  list, //         GET  /v1/processes
  killAll, //      POST /v1/processes/kill
  get, //          GET  /v1/processes/:id
  poll, //         GET  /v1/processes/:id/poll
  log, //          GET  /v1/processes/:id/log
  grep, //         GET  /v1/processes/:id/grep
  read, //         GET  /v1/processes/:id/output
  follow, //       GET  /v1/processes/:id/follow
  resizes, //      GET  /v1/processes/:id/resizes
  samples, //      GET  /v1/processes/:id/samples
  wait, //         POST /v1/processes/:id/wait
  kill, //         POST /v1/processes/:id/kill
  write, //        POST /v1/processes/:id/write
  submit, //       POST /v1/processes/:id/submit
  close, //        POST /v1/processes/:id/close
  resize, //       POST /v1/processes/:id/resize
  notify, //       POST /v1/processes/:id/notify
  waiting, //      GET  /v1/processes/:id/waiting
  history, //      GET  /v1/notifications
  handIn, //       POST /v1/notifications
  subscribe, //    GET  /v1/notifications/subscribe
  drain, //        POST /v1/notifications/drain
  acknowledge, //  POST /v1/notifications/acknowledge
  dismiss, //      POST /v1/notifications/dismiss
  setWakeUp, //    POST /v1/wakeups
  listWakeUps, //  GET  /v1/wakeups
  cancelWakeUp, // POST /v1/wakeups/:name/cancel
  sendDelegation, // POST /v1/delegations
  listDelegations, // GET /v1/delegations
  interruptDelegations, // POST /v1/delegations/interrupt
  getDelegation, // GET  /v1/delegations/:name
  messageDelegation, // POST /v1/delegations/:name/message
  interruptDelegation, // POST /v1/delegations/:name/interrupt
  getAssignment, // GET  /v1/delegates/:name
  followOrders, // GET  /v1/delegates/:name/orders
  moveSession, //  POST /v1/sessions/move
  closeSession, // POST /v1/sessions/close
  busySession, //  POST /v1/sessions/busy
  interruptSession, // POST /v1/sessions/interrupt
  listRingers, //  GET  /v1/ringers
  listRingerKinds, // GET /v1/ringers/kinds
  setRinger, //    POST /v1/ringers
  removeRinger, // POST /v1/ringers/remove
  checkOneRinger, // POST /v1/ringers/check
  testRinger, //   POST /v1/ringers/test
  retryRinger, //  POST /v1/ringers/retry
  listEnvironments, // GET /v1/environments
  testEnvironment, // POST /v1/environments/:name/test
  listTools, //    GET  /v1/tools
  ...toolRoutes, // POST /v1/tools/terminal, process, execute_code, wake, delegate
  task, //         GET  /v1/tasks/:id
  answerTask, //   POST /v1/tasks/:id/answer
  cancelTask, //   POST /v1/tasks/:id/cancel
];
