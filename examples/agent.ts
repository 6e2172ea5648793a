/** A whole agent in sixty lines: it starts long commands, goes idle, is woken when one has ended, and survives kill -9. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { openRingback } from 'ringback';
import { createTools } from 'ringback/tools';
import { askModel, type Message } from './model.ts';

const session = 'example:1';
await using ringback = await openRingback();
const tools = createTools(ringback, { session, wakes: true, acknowledges: true });

/** `told`: what its last turn was told of; kept in one file with the messages, so that both are there or neither. */
const file = process.env.AGENT_FILE ?? 'agent.json';
const kept: { messages: Message[]; told: string[] } = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { messages: [], told: [] };

function keep(message: Message, told = kept.told): void {
  kept.messages.push(message);
  kept.told = told;
  writeFileSync(`${file}.new`, JSON.stringify(kept));
  renameSync(`${file}.new`, file);
}

/** The model speaks and calls tools until it has nothing more to do; also from the middle of a turn that it died in. */
async function goOn(): Promise<void> {
  for (;;) {
    const asked = kept.messages.findLast(({ role }) => role === 'assistant')?.tool_calls ?? [];
    for (const { id, function: call } of asked) {
      if (kept.messages.some((one) => one.tool_call_id === id)) continue;
      const tool = tools.find(({ name }) => name === call.name);
      // Under its id nothing is started twice: it may have run before we died.
      const result = (await tool?.execute(JSON.parse(call.arguments), { callId: id })) ?? {
        error: 'There is no such tool.',
      };
      keep({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) });
      await tool?.acknowledge();
    }
    const last = kept.messages.at(-1);
    if (last?.role === 'assistant') return console.log(last.content);
    keep(await askModel(kept.messages, tools));
  }
}

/** A turn that comes again has the ids that it had: it is finished, and not told twice. */
async function takeTurn(content: string, told: string[]): Promise<void> {
  const isNew = kept.messages.length === 0 || told.join() !== kept.told.join();
  if (isNew) keep({ role: 'user', content }, told);
  await goOn();
  await ringback.notifications.acknowledge(told);
}

await takeTurn(process.argv[2] ?? 'Run the tests, and tell me how they went.', kept.told);
// What came during the turn is told right after it; then, idle, whatever comes. Each once, as a turn of its own.
const missed = await ringback.notifications.drain(session);
if (missed) await takeTurn(missed.text, idsOf(missed));
for await (const turn of ringback.notifications.subscribe(session, { delivery: 'inline' })) {
  await takeTurn(turn.text, idsOf(turn));
}

function idsOf({ notifications }: { readonly notifications: readonly { readonly id: string }[] }): string[] {
  return notifications.map(({ id }) => id);
}
