/** A whole agent in thirty lines: it starts long commands, goes idle, and takes a turn when one has ended. */
import { openRingback } from 'ringback';
import { createTools } from 'ringback/tools';
import { askModel, type Message } from './model.ts';

const session = 'example:1';
await using ringback = await openRingback();
const tools = createTools(ringback, { session, wakes: true });
const messages: Message[] = [];

/** The model speaks and calls tools until it has nothing more to do. */
async function takeTurn(content: string): Promise<void> {
  messages.push({ role: 'user', content });
  for (;;) {
    const said = await askModel(messages, tools);
    messages.push(said);
    if (!said.tool_calls) return console.log(said.content);
    for (const { id, function: call } of said.tool_calls) {
      const tool = tools.find(({ name }) => name === call.name);
      const result = (await tool?.execute(JSON.parse(call.arguments))) ?? { error: 'There is no such tool.' };
      messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) });
    }
  }
}

await takeTurn(process.argv[2] ?? 'Run the tests, and tell me how they went.');
// What came during the turn is told right after it; then, idle, whatever comes. Each once, as a turn of its own.
const missed = await ringback.notifications.drain(session);
if (missed) await takeTurn(missed.text).then(missed.acknowledge);
for await (const turn of ringback.notifications.subscribe(session, { delivery: 'inline' })) {
  await takeTurn(turn.text);
  await turn.acknowledge();
}
