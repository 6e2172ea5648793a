import assert from 'node:assert/strict';
import { it } from 'node:test';
import { immediateResponse } from '../../../src/mcp/tasks/immediate-response.ts';

const started = { output: '', session_id: 'proc_0123456789ab', status: 'running', delivery: 'wake' };

it('says everything, the essential first', () => {
  const { text } = immediateResponse(started);
  assert.deepEqual(JSON.parse(text), started);
  assert.match(text, /^\{"session_id":"proc_0123456789ab","status":"running","delivery":"wake"/);
});

it('stays whole and within what the client shows, however long the output', () => {
  const { text } = immediateResponse({ ...started, output: '😀"\\'.repeat(9_000), cwd: '/x'.repeat(900) });
  assert.ok(text.length <= 2_000, `${text.length} characters`);
  const { session_id, delivery } = JSON.parse(text) as typeof started;
  assert.deepEqual([session_id, delivery], [started.session_id, 'wake']);
});

it('trap 17: counts only the notifications that the model will see', () => {
  const fits = immediateResponse({ ...started, notifications: ['one', 'two'] });
  assert.equal(fits.notifications, 2);
  assert.deepEqual((JSON.parse(fits.text) as { notifications: string[] }).notifications, ['one', 'two']);

  const half = immediateResponse({ ...started, notifications: ['one', 'x'.repeat(3_000)] });
  assert.equal(half.notifications, 1);

  const none = immediateResponse({ ...started, notifications: ['x'.repeat(3_000)] });
  assert.equal(none.notifications, 0);
  assert.deepEqual(JSON.parse(none.text), started);
});
