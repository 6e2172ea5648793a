import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConversationView } from '../../../../src/cli/chat/screen/conversation-view.ts';
import { plainStyle as style } from '../../../../src/cli/chat/screen/style.ts';
import { Transcript } from '../../../../src/cli/chat/screen/transcript.ts';
import type { WireConversation } from '../../../../src/wire/conversation.ts';
import type { WireItem } from '../../../../src/wire/conversation-item.ts';

function open() {
  const transcript = new Transcript(() => ({ style, now: 0, isUnfolded: false, process: () => undefined }));
  const view = new ConversationView(transcript, '1');
  const step = (more: object) =>
    view.takeItem({
      kind: 'step',
      item_id: 's',
      sequence: 1,
      position: 2,
      at: null,
      model: 'm',
      calls: [],
      ...more,
    } as unknown as WireItem);
  const stream = (offset: number, text: string) => view.take({ type: 'text', item_id: 's', offset, text }, 0);
  return { view, transcript, step, stream, shown: () => transcript.render(60) };
}

test('what is stored replaces what was streamed, and so does what is streamed anew', () => {
  const { step, stream, shown } = open();
  step({ state: 'asking', text: '' });
  stream(0, 'Hello ');
  stream(6, 'wor');
  assert.deepEqual(shown(), ['Hello wor']);
  stream(0, 'Good ');
  stream(5, 'morning');
  assert.deepEqual(shown(), ['Good morning']);
  step({ state: 'said', text: 'Good day.' });
  assert.deepEqual(shown(), ['Good day.']);
});

test('what was said waits below until a turn takes it', () => {
  const { view, shown } = open();
  const person = {
    kind: 'person',
    item_id: 'p',
    sequence: 1,
    at: '',
    client_id: 'c',
    text: 'and tests',
  } as const;
  view.takeItem({ ...person, position: null });
  assert.deepEqual([shown(), view.queued.map(({ text }) => text)], [[], ['and tests']]);
  view.takeItem({ ...person, position: 4 });
  assert.deepEqual([shown(), view.queued], [['you  and tests'], []]);
});

test('a turn that waits can be stopped; without one Ctrl-C may leave', () => {
  const { view } = open();
  const hasTurn = (state: string, retry_at?: string | null) => {
    const trouble = retry_at === undefined ? {} : { trouble: { message: 'x', retry_at } };
    view.takeState({ state, ...trouble } as unknown as WireConversation, 0);
    return view.hasTurn;
  };
  assert.deepEqual(
    [hasTurn('working'), hasTurn('waiting'), hasTurn('trouble', '2026-11-16T11:00:00Z')],
    [true, true, true],
  );
  assert.deepEqual([hasTurn('idle'), hasTurn('trouble', null)], [false, false]);
});
