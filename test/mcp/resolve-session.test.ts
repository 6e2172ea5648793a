import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recogniseAgent } from '../../src/mcp/agents.ts';
import {
  resolveSession,
  type Session,
  type SessionHints,
  withoutReserved,
} from '../../src/mcp/resolve-session.ts';

const inherited = { CLAUDE_CODE_SESSION_ID: 'of-claude', CODEX_THREAD_ID: 'of-codex' };
const fallback = (key: string): Session => ({ key, task: 'mcp-7-99', isFallback: true });
const told = (key: string, task?: string): Session => ({ key, ...(task && { task }), isFallback: false });

type Row = readonly [
  about: string,
  client: string | undefined,
  asked: Partial<SessionHints>,
  session: Session,
];

const rows: readonly Row[] = [
  ['nothing tells', 'Some Client 3', {}, fallback('some-client-3:/work')],
  ['not even a name', undefined, {}, fallback('mcp:/work')],
  ['a name that is no name', ' / ', {}, fallback('mcp:/work')],
  [
    'given explicitly, which wins over everything',
    'codex-mcp-client',
    { explicit: 'team:7', meta: { threadId: 't1' }, env: inherited },
    told('team:7'),
  ],
  ['an empty one is none', 'x', { explicit: '' }, fallback('x:/work')],
  ["Codex's thread", 'codex-mcp-client', { meta: { threadId: 't1' }, env: inherited }, told('codex:t1')],
  [
    "Codex's thread in its turn metadata",
    'codex-mcp-client',
    { meta: { 'x-codex-turn-metadata': { session_id: 's', thread_id: 't2' } } },
    told('codex:t2'),
  ],
  [
    'the same as text',
    'codex-mcp-client',
    { meta: { 'x-codex-turn-metadata': '{"thread_id":"t3"}' } },
    told('codex:t3'),
  ],
  [
    'turn metadata that makes no sense',
    'codex-mcp-client',
    { meta: { 'x-codex-turn-metadata': '{"thread' }, env: inherited },
    told('codex:of-codex'),
  ],
  [
    "a thread id of another's making",
    'gemini-cli-mcp-client',
    { meta: { threadId: 't1' } },
    fallback('gemini-cli:/work'),
  ],
  ["Claude Code's variable", 'claude-code', { env: inherited }, told('claude-code:of-claude')],
  ["Codex's variable", 'codex-mcp-client', { env: inherited }, told('codex:of-codex')],
  [
    'variables that were inherited from another agent',
    'opencode',
    { env: inherited },
    fallback('opencode:/work'),
  ],
  [
    'Codex inside of Claude Code',
    'codex-mcp-client',
    { env: { CLAUDE_CODE_SESSION_ID: 'of-claude' } },
    fallback('codex:/work'),
  ],
  ['our own metadata', 'zed', { meta: { 'ringback/session': 'abc' } }, told('zed:abc')],
  ['our own metadata, the whole key', 'zed', { meta: { 'ringback/session': 'zed:abc' } }, told('zed:abc')],
  [
    'a task in the metadata',
    'zed',
    { meta: { 'ringback/session': 'abc', 'ringback/task': 'sub-1' } },
    told('zed:abc', 'sub-1'),
  ],
  [
    "opencode's plugin can only add an argument",
    'opencode',
    { arguments: { command: 'ls', ringback_session: 'ses_1' } },
    told('opencode:ses_1'),
  ],
  [
    'from others that argument says nothing',
    'claude-code',
    { arguments: { ringback_session: 'claude-code:other' }, env: inherited },
    told('claude-code:of-claude'),
  ],
  ['an id that is no text', 'zed', { meta: { 'ringback/session': 7 } }, fallback('zed:/work')],
  ['an id with a line break', 'zed', { meta: { 'ringback/session': 'a\nb' } }, fallback('zed:/work')],
  ['an id without end', 'zed', { meta: { 'ringback/session': 'a'.repeat(9999) } }, fallback('zed:/work')],
];

describe('the session of a call', () => {
  for (const [about, client, asked, session] of rows) {
    it(about, () => {
      const nothing = { explicit: undefined, meta: undefined, arguments: {}, env: {} };
      const where = { folder: '/work', connection: 'mcp-7-99' };
      const agent = recogniseAgent(client);
      assert.deepEqual(resolveSession({ ...nothing, ...where, agent, ...asked }), session);
    });
  }

  it('is taken out of the arguments where it came with them, and nowhere else', () => {
    const given = { command: 'ls', ringback_session: 'ses_1', ringback_ringer: {} };
    assert.deepEqual(withoutReserved(given, recogniseAgent('opencode')), { command: 'ls' });
    assert.equal(withoutReserved(given, recogniseAgent('codex-mcp-client')), given);
    assert.equal(withoutReserved('no object', recogniseAgent('opencode')), 'no object');
  });
});

describe('the name of an agent', () => {
  const names = {
    'claude-code': 'claude-code',
    'codex-mcp-client': 'codex',
    opencode: 'opencode',
    'gemini-cli-mcp-client': 'gemini-cli',
    'cursor-vscode': 'cursor',
    'Visual Studio Code - Insiders': 'vscode',
    Zed: 'zed',
    'claude-ai': 'claude-desktop',
    'My: Own/Client': 'my-own-client',
  };
  for (const [called, name] of Object.entries(names)) {
    it(`${called} is ${name}`, () => assert.equal(recogniseAgent(called).name, name));
  }
});
