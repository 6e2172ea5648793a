/** Ringback as a library. */
export type { ErrorCode } from './base/errors.ts';
export { RingbackError } from './base/errors.ts';
export { resolveHome } from './base/home.ts';
export { type ActiveQuestion, Client, type WaitQuery } from './client/client.ts';
export type { HistoryQuery, Notifications, Turn } from './client/notifications.ts';
export type { OutputEvent } from './client/output-stream.ts';
export type { Sessions } from './client/sessions.ts';
export type { Writer } from './client/writer.ts';
export { Engine, type EngineOptions, openEngine } from './engine/engine.ts';
export type * from './engine/types.ts';
export { openRingback, type Ringback, type RingbackOptions } from './open-ringback.ts';
export type * from './wire/notification-types.ts';
export type * from './wire/types.ts';
