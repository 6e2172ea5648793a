import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelMessage } from '../../../src/agent/model.ts';
import { cannotSee, showImages } from '../../../src/agent/models/shown-images.ts';
import { ask, withStandIn } from './dialects.ts';

const image = (data: string) => ({ type: 'image' as const, mediaType: 'image/png', data });
const seen = (text: string, ...data: string[]): ModelMessage => ({
  role: 'user',
  content: [{ type: 'text', text }, ...data.map(image)],
});
const kinds = (messages: readonly ModelMessage[]) =>
  messages.map(({ content }) => content.map(({ type }) => type).join());

test('the latest images are shown, as many as a provider takes', () => {
  const messages = [seen('old', 'aaaa'), seen('new', 'bbbb', 'cccc')];
  assert.deepEqual(kinds(showImages(messages)), ['text,image', 'text,image,image']);
  assert.deepEqual(kinds(showImages(messages, 8)), ['text,text', 'text,image,image']);
  assert.deepEqual(kinds(showImages(messages, 0)), ['text,text', 'text,text,text']);
  const many = new Array(100).fill(seen('one', 'aaaa'));
  assert.equal(kinds(showImages(many)).filter((kind) => kind === 'text,image').length, 90);
});

test('what providers say of a model that sees nothing is understood', () => {
  for (const said of [
    'Invalid content type. image_url is only supported by certain models.',
    'small is not a multimodal model',
    'At most 0 image(s) may be provided in one request.',
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    'this model is missing data required for image input',
    'messages[1]: unknown variant `image_url`, expected `text`',
    'No endpoints found that support image input',
    'Could not process image',
  ])
    assert(cannotSee(said), said);
  for (const said of ['The key is not valid.', 'Overloaded', 'prompt is too long'])
    assert(!cannotSee(said), said);
});

test('a model that cannot see is asked without images, and told that there were some', () =>
  withStandIn('chat', async (standIn, model) => {
    const trouble = { status: 400, error: { message: 'image input is not supported' } };
    standIn.script('look', [trouble, 'I cannot.', 'Still not.']);
    const messages = [seen('look at it', 'iVBORw0KGgo=')];
    assert.deepEqual((await ask(model, messages)).heard, ['I cannot.']);
    assert.deepEqual((await ask(model, messages)).heard, ['Still not.']);
    const bodies = standIn.requests.map(({ body }) => JSON.stringify(body));
    assert.equal(bodies.length, 3);
    assert.match(bodies[0] ?? '', /image_url/);
    for (const body of bodies.slice(1)) {
      assert.doesNotMatch(body, /image_url/);
      assert.match(body, /an image \(image\/png\) was here; it cannot be shown to you/);
    }
  }));
