/** What the agent answers, through the daemon, is what the daemon's document says. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { conversationRoutes } from '../../../src/wire/conversation-routes.ts';
import { CliHome } from '../../cli/cli-home.ts';
import { Model as StandIn } from '../../testbed/model.ts';
import { Documented } from './documented.ts';

const standIn = await StandIn.start();
standIn.models.push('tiny');
after(() => standIn.stop());
const home = new CliHome(after, {
  agentModel: 'mine',
  agentProviders: { mine: { baseUrl: `${standIn.url}/v1` } },
  agentApproval: 'ask',
});

test('conversations are answered as the document says', async () => {
  await home.client().health();
  const api = await Documented.open(home.folder);
  const id = 'conv_00000000000a';
  const ROOT = '/v1/conversations';
  const ONE = `${ROOT}/:conversation`;
  const variables = { PATH: String(process.env.PATH) };
  standIn.script('hello', [[{ tool: 'terminal', input: { command: 'echo hi' } }], 'Hello.']);
  for (const _ of [1, 2])
    await api.call(`POST ${ROOT}`, { body: { conversation_id: id, cwd: '/tmp', variables } });
  await api.call(`POST ${ONE}/messages`, { id, body: { client_id: 'a', text: 'hello' } });
  const isAsked = async () => {
    for await (const event of home.client().conversations.events(id, { after: 0 }))
      if (event.type === 'state' && event.conversation.state === 'waiting') return;
  };
  await isAsked();
  const { approvals } = await api.call(`GET ${ONE}/approvals`, { id });
  const [{ call_id }] = approvals as [{ call_id: string }];
  const answer = { call_id, answer: 'allow', by: 'me' };
  const first = await api.call(`POST ${ONE}/approvals`, { id, body: answer });
  const second = await api.call(`POST ${ONE}/approvals`, {
    id,
    body: { ...answer, answer: 'deny', by: 'you' },
  });
  assert.deepEqual([first.is_first, second.is_first, second.answer, second.by], [true, false, 'allow', 'me']);

  const names = await api.stream(`GET ${ONE}/events`, { id: id.slice(0, 9), query: '?after=0' }, 'state');
  assert.ok(names.includes('item'));
  await api.call(`GET ${ONE}/items`, { id, query: '?limit=5' });
  await api.call(`GET ${ONE}/items`, { id, query: '?after=0' });
  await api.call(`GET ${ONE}`, { id });
  await api.call(`GET ${ROOT}`, { query: '?limit=1&word=HELLO' });
  await api.call(`GET ${ROOT}/models`, { query: `?conversation_id=${id}` });
  await api.call(`POST ${ONE}/open`, { id, body: { variables } });
  await api.call(`POST ${ONE}/rings`, { id, body: { ring_id: 'r', text: 'x', notifications: ['ntf_1'] } });
  const { found } = await api.call(`GET ${ONE}/search`, { id, query: '?pattern=ECHO&limit=1' });
  assert.match(JSON.stringify(found), /echo hi/);
  await api.fail(`GET ${ONE}/search`, { id, query: '?pattern=/(/' }, 'bad_request');
  await api.call(`GET ${ONE}/goal`, { id });
  await api.call(`POST ${ONE}/goal`, {
    id,
    body: { text: 'be there', client_id: 'g', turns: 1, dollars: 0.5 },
  });
  for (const change of ['pause', 'resume', 'unwait'])
    await api.call(`POST ${ONE}/goal/${change}`, {
      id,
      ...(change === 'pause' && { body: { reason: 'why' } }),
    });
  await api.call(`GET ${ONE}`, { id });
  const { goal } = await api.call(`POST ${ONE}/goal/clear`, { id });
  assert.equal(goal, null);
  await api.fail(`POST ${ONE}/goal`, { id, body: { text: '' } }, 'bad_request');
  await api.call(`GET ${ONE}/items`, { id, query: '?after=0' });
  await api.call(`POST ${ONE}/compact`, { id });
  await api.call(`POST ${ONE}/stop`, { id });
  await api.call(`POST ${ONE}/close`, { id });
  for (const as of ['json', 'markdown']) await api.call(`GET ${ONE}/export`, { id, query: `?as=${as}` });

  await api.fail(`GET ${ONE}`, { id: 'conv_ff' }, 'not_found');
  await api.fail(`POST ${ONE}/messages`, { id, body: { text: 'x' } }, 'bad_request');
  await api.fail(`POST ${ROOT}`, { body: { cwd: 'here' } }, 'bad_request');
  await api.fail(`GET ${ONE}/events`, { id, headers: { 'last-event-id': 'x' } }, 'bad_request');
  const all = conversationRoutes.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual([...api.seen].sort(), all.sort());
});
