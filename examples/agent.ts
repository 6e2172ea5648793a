/**
 * A whole agent in thirty lines: it starts long commands, goes idle, is woken when one has ended, and survives kill -9. With Node 24:
 * MODEL_URL=http://127.0.0.1:11434 MODEL=qwen3 node examples/agent.ts 'Run the tests.'  (and MODEL_KEY where the server wants a key)
 */
import { openRingback } from 'ringback';
import { carryOut, openLoop } from 'ringback/loop';
import { askModel } from './model.ts';

await using ringback = await openRingback();
using loop = openLoop(ringback, { session: 'example:1', folder: 'conversations' });
// Under its id it is said once, however often this program is started.
loop.say('first', process.argv[2] ?? 'Run the tests, and tell me how they went.');

// What is to be done: from where it was when it died, then whatever rings. Each is stored before the next one comes.
for await (const work of loop.work()) {
  switch (work.kind) {
    case 'ask':
      work.said(await askModel(work.messages, loop.tools, work.callId));
      break;
    case 'call':
      // Under its id nothing is started twice: it may have run before we died.
      work.answered(await carryOut(loop.tools, work));
      break;
    case 'done':
      console.log(work.failure ?? work.text);
  }
}
