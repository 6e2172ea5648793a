/** Which variables a command gets, and that none of them reaches the disk. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultConfig } from '../../../src/base/config.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { isAgentSecret } from '../../../src/tools/shell/agent-secrets.ts';
import { mergePath } from '../../../src/tools/shell/merge-environment.ts';
import { preparePrivateFolder } from '../../../src/tools/shell/private-folder.ts';
import { Desk } from './shell-desk.ts';

const bash = '/bin/bash';

const paths: [what: string, caller: string, login: string, merged: string][] = [
  ['a bare one gets the login shell’s order', '/usr/bin:/bin', '/nvm:/usr/bin:/bin', '/nvm:/usr/bin:/bin'],
  ['a venv stays in front', '/venv:/usr/bin', '/nvm:/usr/bin:/bin', '/venv:/nvm:/usr/bin:/bin'],
  [
    'what comes after goes to the end',
    '/usr/bin:/mine:/bin',
    '/nvm:/usr/bin:/bin',
    '/nvm:/usr/bin:/bin:/mine',
  ],
  ['nothing in common', '/a:/b', '/c:/d', '/a:/b:/c:/d'],
  ['no login', '/a:/b', '', '/a:/b'],
  ['no caller', '', '/a:/b', '/a:/b'],
  ['each once', '/a:/a:/b', '/b:/b', '/a:/b'],
];

test('PATH is the login shell’s, with what the caller put in front', () => {
  for (const [what, caller, login, merged] of paths) assert.equal(mergePath(caller, login), merged, what);
});

test('the agent’s own secrets are known by name, other people’s variables are not', () => {
  const secret = `ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CODE_OAUTH_REFRESH_TOKEN
    CLAUDE_CODE_SESSION_ACCESS_TOKEN CLAUDE_CODE_CLIENT_KEY_PASSPHRASE ANTHROPIC_FOUNDRY_API_KEY ANTHROPIC_CUSTOM_HEADERS
    OPENAI_API_KEY AZURE_OPENAI_API_KEY CODEX_API_KEY GEMINI_API_KEY GOOGLE_API_KEY GOOGLE_GENERATIVE_AI_API_KEY
    AWS_BEARER_TOKEN_BEDROCK OPENROUTER_API_KEY OPENCODE_API_KEY CURSOR_API_KEY CURSOR_ACCESS_TOKEN OPENCLAW_GATEWAY_TOKEN
    OPENCLAW_GATEWAY_PASSWORD COPILOT_GITHUB_TOKEN GROQ_API_KEY XAI_API_KEY MISTRAL_API_KEY DEEPSEEK_API_KEY`;
  const open = `GITHUB_TOKEN GH_TOKEN AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY NPM_TOKEN HF_TOKEN DATABASE_URL PATH
    CLAUDE_CODE_MAX_OUTPUT_TOKENS ANTHROPIC_MODEL ANTHROPIC_BASE_URL OPENAI_BASE_URL GOOGLE_CLOUD_PROJECT
    GOOGLE_APPLICATION_CREDENTIALS STRIPE_API_KEY PIP_INDEX_URL AMPLITUDE_KEY CODEX_HOME`;
  assert.deepEqual(
    secret.split(/\s+/).filter((name) => !isAgentSecret(name)),
    [],
  );
  assert.deepEqual(open.split(/\s+/).filter(isAgentSecret), []);
});

test('promise 17: the agent’s secrets reach no command, from the caller or a start-up file, unless configured', async (context) => {
  const desk = new Desk(context, bash);
  desk.writeStartup('export ANTHROPIC_API_KEY=one');
  const callerEnv = { OPENAI_API_KEY: 'two', STRIPE_API_KEY: 'three' };
  const print = 'echo "[$ANTHROPIC_API_KEY] [$OPENAI_API_KEY] [$STRIPE_API_KEY]"';
  assert.equal((await desk.run(print, { callerEnv })).out, '[] [] [three]\n');
  desk.reopen({ config: { ...defaultConfig, passVariables: ['OPENAI_API_KEY'] } });
  assert.equal((await desk.run(print, { callerEnv })).out, '[] [two] [three]\n');
  await desk.run('export ANTHROPIC_API_KEY=meant');
  assert.equal((await desk.run(print)).out, '[meant] [] []\n', 'what a command exports by itself is meant');
});

test('promise 17: variables are never on disk', async (context) => {
  const desk = new Desk(context, bash);
  desk.writeStartup('export LOGIN_VALUE=login-8271; f() { :; }');
  // As without a test: in memory.
  desk.reopen({ privateFolder: preparePrivateFolder(desk.home) });
  context.after(() => removeFolder(preparePrivateFolder(desk.home)));
  const callerEnv = { CALLER_VALUE: 'caller-8271' };
  await desk.run('export OWN_VALUE=own-8271; cd /usr', { callerEnv });
  const { out } = await desk.run('echo $LOGIN_VALUE $CALLER_VALUE $OWN_VALUE', { callerEnv });
  assert.equal(out, 'login-8271 caller-8271 own-8271\n');
  const onDisk = filesIn(desk.home).filter((file) => readFileSync(file, 'utf8').includes('8271'));
  const isInMemory = !filesIn(desk.home).some((file) => file.includes('/run/'));
  context.diagnostic(isInMemory ? 'kept in memory' : 'no file system in memory here');
  if (isInMemory) assert.deepEqual(onDisk, []);
});

test('no pager, no buffering in Python, a dumb terminal or a real one, and none of the agent’s own', async (context) => {
  const desk = new Desk(context, bash);
  const callerEnv = {
    PAGER: 'less',
    TERM: 'xterm-kitty',
    COLUMNS: '40',
    OLDPWD: '/nope',
    _: 'x',
    RINGBACK_PROCESS_ID: 'proc_outer',
  };
  const print =
    'echo "$PAGER $GIT_PAGER $PYTHONUNBUFFERED $TERM $COLUMNS $OLDPWD $RINGBACK_PROCESS_ID $AWS_PAGER"';
  assert.equal((await desk.run(print, { callerEnv })).out, 'cat cat 1 dumb    \n');
  assert.equal((await desk.run(print, { callerEnv, pty: true })).out, 'cat cat 1 xterm-256color    \n');
});

test('the caller wins over the login shell, and is filled up by it; one caller’s connections stay its own', async (context) => {
  const desk = new Desk(context, bash);
  desk.writeStartup('export BOTH=login ONLY=login');
  const print = 'echo "$BOTH $ONLY $SSH_AUTH_SOCK $LANG"';
  const callerEnv = { BOTH: 'caller', SSH_AUTH_SOCK: '/agent', LANG: 'C.UTF-8' };
  assert.equal((await desk.run(print, { callerEnv })).out, 'caller login /agent C.UTF-8\n');
  assert.match((await desk.run(print)).out, /^login login {2}/);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
