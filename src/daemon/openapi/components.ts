import * as z from 'zod/mini';
import * as daemon from './schemas/daemon.ts';
import * as environment from './schemas/environment.ts';
import * as notification from './schemas/notification.ts';
import * as process from './schemas/process.ts';
import * as ringer from './schemas/ringer.ts';
import * as tool from './schemas/tool.ts';

/** Schemas that have a name of their own in the document; all others stand where they are used. */
export const components = z.registry<{ id: string }>();

const named: Readonly<Record<string, z.ZodMiniType>> = {
  Acknowledged: notification.acknowledged,
  Active: daemon.active,
  Awake: daemon.awake,
  Checked: ringer.checked,
  CompletionEvent: notification.completionEvent,
  DelegationEvent: notification.delegationEvent,
  Dismissed: notification.dismissed,
  Done: daemon.done,
  Drained: notification.drained,
  Environment: environment.environment,
  EnvironmentList: environment.environments,
  EnvironmentTested: environment.tested,
  Error: daemon.error,
  Event: notification.event,
  Gap: process.gap,
  Health: daemon.health,
  Kill: process.kill,
  KillAll: process.killAll,
  ListedProcess: process.listed,
  Log: process.log,
  Notification: notification.notification,
  NotificationList: notification.notifications,
  OtherEvent: notification.otherEvent,
  OutputPiece: process.outputPiece,
  OverflowReleasedEvent: notification.overflowReleasedEvent,
  OverflowTrippedEvent: notification.overflowTrippedEvent,
  Poll: process.poll,
  Process: process.process,
  ProcessList: process.processes,
  Retried: ringer.retried,
  Ring: ringer.ring,
  Ringer: ringer.ringer,
  RingerKinds: ringer.kinds,
  RingerList: ringer.ringers,
  Resizes: process.resizes,
  SessionClosed: notification.closed,
  Started: process.started,
  Task: tool.task,
  ToolAnswer: tool.toolAnswer,
  Turn: notification.turn,
  Wait: process.wait,
  Waiting: notification.waiting,
  WatchDisabledEvent: notification.watchDisabledEvent,
  WatchMatchEvent: notification.watchMatchEvent,
  Wishes: process.wishes,
  Written: process.written,
};

for (const [id, schema] of Object.entries(named)) components.add(schema, { id });
