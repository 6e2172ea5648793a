/** The stand-in for the model, asked by a model of ours in each of its dialects. */

import type { Model, ModelMessage, ModelRequest, ModelStep } from '../../../src/agent/model.ts';
import { openModel } from '../../../src/agent/models/open-model.ts';
import type { ModelApi } from '../../../src/base/config.ts';
import { Model as StandIn } from '../../testbed/model.ts';

export const apis: readonly ModelApi[] = ['chat', 'anthropic', 'openai', 'google'];

/** A model that the dialect's package knows: it decides by the name whether there are thoughts. */
const models: Readonly<Record<ModelApi, string>> = {
  chat: 'small',
  anthropic: 'claude-sonnet-5',
  openai: 'gpt-5.4',
  google: 'gemini-3.5-flash',
};

export const KEY = 'sk-secret-0123456789';

export const build = {
  name: 'build',
  description: 'Builds a target.',
  inputSchema: { type: 'object', properties: { target: { type: 'string' } }, required: ['target'] },
};

export const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });

export function open(api: ModelApi, url: string): Promise<Model> {
  const provider = {
    name: api,
    title: 'The provider',
    api,
    baseUrl: `${url}/v1`,
    keyVariables: ['SOME_KEY'],
  };
  return openModel({ kind: 'chosen', provider, model: models[api] }, { agentPrices: {} }, { SOME_KEY: KEY });
}

export async function withStandIn(
  api: ModelApi,
  use: (standIn: StandIn, model: Model) => Promise<void>,
): Promise<void> {
  const standIn = await StandIn.start();
  try {
    await use(standIn, await open(api, standIn.url));
  } finally {
    standIn.stop();
  }
}

/** One step of a conversation, with what was said while it was streamed. */
export async function ask(
  model: Model,
  messages: readonly ModelMessage[],
  { signal = new AbortController().signal, onText = (_text: string): void => {} } = {},
): Promise<ModelStep & { readonly heard: readonly string[] }> {
  const heard: string[] = [];
  const request: ModelRequest = {
    instructions: 'You build things.',
    messages,
    tools: [build],
    callId: (position) => `conv_1-2-${position}`,
  };
  const step = await model.step(request, {
    signal,
    onText: (text) => {
      heard.push(text);
      onText(text);
    },
  });
  return { ...step, heard };
}
