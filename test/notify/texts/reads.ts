import assert from 'node:assert/strict';
import { renderText } from '../../../src/notify/render.ts';
import type { NotificationEvent, OtherEvent } from '../../../src/wire/events.ts';

// Moments are told in local time.
process.env.TZ = 'UTC';

/** The whole text of a notification. */
export function reads(event: NotificationEvent | OtherEvent, text: string): void {
  assert.equal(renderText(event), text.replace(/^\n/, ''));
}

export const firstLine = (event: NotificationEvent): string => renderText(event).split('\n')[0] ?? '';
