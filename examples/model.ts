/** Asks any model that speaks OpenAI's chat completions for its next message. */
import type { AgentTool } from 'ringback/tools';

type ToolCall = { id: string; function: { name: string; arguments: string } };
export type Message = { role: string; content: string; tool_calls?: ToolCall[]; tool_call_id?: string };

export async function askModel(messages: readonly Message[], tools: readonly AgentTool[]): Promise<Message> {
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const response = await fetch(`${process.env.MODEL_URL}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.MODEL_KEY}` },
    body: JSON.stringify({ model: process.env.MODEL, messages, tools: functions }),
  });
  const { choices } = (await response.json()) as { choices: [{ message: Message }] };
  return choices[0].message;
}
