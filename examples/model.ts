/** Asks any model that speaks OpenAI's chat completions what it says next. */
import type { ModelMessage, Said, Tool } from 'ringback/loop';

type Answer = { content?: string; tool_calls?: { function: { name: string; arguments: string } }[] };

const { MODEL_URL: url, MODEL: model, MODEL_KEY: key = '' } = process.env;
if (!url || !model) {
  console.error('Set MODEL_URL, a server that answers at /v1/chat/completions, and MODEL, one that it has.');
  process.exit(2);
}

/** `callId`: calls have ids of ours, for those of providers repeat. */
export async function askModel(
  messages: readonly ModelMessage[],
  tools: readonly Tool[],
  callId: (position: number) => string,
): Promise<Said> {
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: messages.flatMap(toChat), tools: functions }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const { choices } = (await response.json()) as { choices: [{ message: Answer }] };
  const { content, tool_calls = [] } = choices[0].message;
  const calls = tool_calls.map(({ function: { name, arguments: input } }, position) => ({
    type: 'call' as const,
    id: callId(position),
    tool: name,
    input: JSON.parse(input) as unknown,
  }));
  return { content: [...(content ? [{ type: 'text' as const, text: content }] : []), ...calls] };
}

/** A message as such a model is shown it. */
function toChat({ role, content }: ModelMessage): object[] {
  if (role === 'tool') return content.map(({ id, output }) => ({ role, tool_call_id: id, content: output }));
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const calls = content.flatMap((part) => (part.type === 'call' ? [part] : []));
  const tool_calls = calls.map(({ id, tool, input }) => ({
    id,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  return [{ role, content: text, ...(calls.length > 0 && { tool_calls }) }];
}
