import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { GetTaskResultV2Schema, UpdateTaskResultV2Schema } from '@modelcontextprotocol/ext-tasks/core/v2';
import { askPerson, toPromptAnswers } from '../../../src/mcp/tasks/ask-person.ts';
import { CliHome, until } from '../../cli/cli-home.ts';
import { launcher } from '../mcp-client.ts';
import { RawClient } from '../raw-client.ts';

const extensions = { 'io.modelcontextprotocol/tasks': {} };
const forms = { elicitation: { form: {}, url: {} } };

type Task = {
  readonly status: string;
  readonly statusMessage: string;
  readonly inputRequests?: Readonly<Record<string, { readonly params: { readonly message: string } }>>;
  readonly result?: object;
};

/** A client that shows forms, and the person in front of it. */
class Asked {
  readonly #client: RawClient;
  readonly #capabilities: object;

  constructor(home: CliHome, capabilities: object = forms) {
    const env = { RINGBACK_HOME: home.folder, CLAUDE_CODE_SESSION_ID: 'asked' };
    this.#client = new RawClient([launcher, 'mcp'], { name: 'claude-code', env });
    this.#capabilities = capabilities;
    after(() => this.#client.end());
  }

  async start(command: string, more: object = { pty: true }): Promise<string> {
    const given = { command, background: true, notify_on_complete: true, ...more };
    const result = await this.#request('tools/call', { name: 'terminal', arguments: given });
    return String(result.taskId);
  }

  async get(taskId: string): Promise<Task> {
    return GetTaskResultV2Schema.parse(await this.#request('tasks/get', { taskId })) as unknown as Task;
  }

  /** The one question of a task, once it has one that was not there before. */
  async question(taskId: string, former = ''): Promise<{ key: string; message: string }> {
    let found: { key: string; message: string } | undefined;
    await until(async () => {
      const { status, inputRequests = {} } = await this.get(taskId);
      const [one, ...others] = Object.entries(inputRequests);
      assert.equal(status === 'input_required', one !== undefined);
      assert.deepEqual(others, []);
      found = one && { key: one[0], message: one[1].params.message };
      return found !== undefined && found.key !== former;
    }, 'a question');
    assert(found);
    return found;
  }

  async answer(taskId: string, key: string, response: object): Promise<void> {
    const result = await this.#request('tasks/update', { taskId, inputResponses: { [key]: response } });
    UpdateTaskResultV2Schema.parse(result);
  }

  async #request(method: string, params: object): Promise<Record<string, unknown>> {
    const { result, error } = await this.#client.modern(method, params, extensions, this.#capabilities);
    assert.ok(result, JSON.stringify(error));
    return result;
  }
}

const accept = (answer?: string) => ({
  action: 'accept',
  ...(answer !== undefined && { content: { answer } }),
});

async function printed(home: CliHome, id: string, text: string): Promise<void> {
  await until(async () => (await home.ok('log', id)).includes(text), text);
}

describe('issue 13 (promise 19): a person is asked through an MCP task', { concurrency: true }, () => {
  it('by a form, and the answer is typed, also an empty one; the next prompt is the next question', async () => {
    const home = new CliHome(after);
    const asked = new Asked(home);
    const id = await asked.start('bash -c \'read -p "name? " a; read -p "sure? " b; echo "<$a|$b>"\'');
    const first = await asked.question(id);
    assert.match(first.message, /^bash \(proc_\w+, in the background\) asks: name\?$/);
    assert.equal((await asked.question(id)).key, first.key, 'the same question has the same key');
    await asked.answer(id, first.key, accept('Ada'));
    const second = await asked.question(id, first.key);
    assert.match(second.message, /asks: sure\?$/);
    await asked.answer(id, second.key, accept());
    await until(async () => (await asked.get(id)).status === 'completed', 'its end');
    assert.match(JSON.stringify((await asked.get(id)).result), /<Ada\|>/);
  });

  it('in a pipe too, and with another daemon and server than those that asked', async () => {
    const home = new CliHome(after);
    const id = await new Asked(home).start('bash -c \'printf "in a pipe? "; read a; echo "<$a>"\'', {
      stdin: true,
    });
    const { key } = await new Asked(home).question(id);
    await home.killDaemon();
    const another = new Asked(home);
    await another.answer(id, key, accept('yes'));
    await printed(home, id, '<yes>');
  });

  it('once: a prompt that has passed, or that was answered already, is given nothing', async () => {
    const home = new CliHome(after);
    const asked = new Asked(home);
    const id = await asked.start(
      'bash -c \'read -p "one? " a; read -p "two? " b; echo "<$a|$b>"; sleep 600\'',
    );
    const first = await asked.question(id);
    await Promise.all([1, 2, 3].map(() => asked.answer(id, first.key, accept('1'))));
    const second = await asked.question(id, first.key);
    await asked.answer(id, first.key, accept('late'));
    await asked.answer(id, 'prompt-9999.0', accept('never asked'));
    await asked.answer(id, 'another', accept('not ours'));
    await asked.answer(id, second.key, accept('2'));
    await printed(home, id, '<1|2>');
    assert.doesNotMatch(await home.ok('log', id), /late|never|ours/);
  });

  it('for one line: a further one would answer another prompt', async () => {
    const home = new CliHome(after);
    const asked = new Asked(home);
    const id = await asked.start(
      'bash -c \'read -p "one? " a; read -p "two? " b; echo "<$a|$b>"; sleep 600\'',
    );
    const first = await asked.question(id);
    for (const several of ['1\ntwice', '1\rtwice', '\n1'])
      await assert.rejects(asked.answer(id, first.key, accept(several)), /one line/);
    assert.equal((await asked.question(id)).key, first.key, 'it is still asked');
    // A larger field of a form may end with Enter.
    await asked.answer(id, first.key, accept('1\n'));
    const second = await asked.question(id, first.key);
    await asked.answer(id, second.key, accept('2'));
    await printed(home, id, '<1|2>');
  });

  for (const action of ['decline', 'cancel']) {
    it(`not again when they ${action}, also by another daemon; nothing is typed`, async () => {
      const home = new CliHome(after);
      const asked = new Asked(home);
      const id = await asked.start('bash -c \'read -p "name? " a; read -p "sure? " b; sleep 600\'');
      const { key } = await asked.question(id);
      await asked.answer(id, key, { action });
      const declined = await asked.get(id);
      assert.equal(declined.status, 'working');
      assert.match(declined.statusMessage, new RegExp(`name\\?.*ringback attach ${id}`));
      await home.killDaemon();
      // It knows of the prompt, and does not ask.
      await until(async () => /name\?/.test((await asked.get(id)).statusMessage), 'the prompt');
      assert.equal((await asked.get(id)).status, 'working');
      assert.equal(await home.ok('log', id), 'name? \n');
      await home.ok('submit', id, 'x');
      assert.match((await asked.question(id, key)).message, /sure\?$/);
    });
  }

  it('not for a secret: how to answer is all that is said', async () => {
    const home = new CliHome(after);
    const asked = new Asked(home);
    const id = await asked.start('bash -c \'read -s -p "Password: " a; sleep 600\'');
    const message = new RegExp(`^bash waits for a password.*To answer: ringback attach ${id}$`);
    await until(async () => message.test((await asked.get(id)).statusMessage), 'what to do');
    assert.equal((await asked.get(id)).status, 'working');
  });

  it('not through a client that shows no forms', async () => {
    const home = new CliHome(after);
    const shown = new Asked(home, { elicitation: {} });
    const id = await shown.start('bash -c \'read -p "name? " a\'');
    await shown.question(id);
    for (const capabilities of [{}, { elicitation: { url: {} } }]) {
      const { status, statusMessage } = await new Asked(home, capabilities).get(id);
      assert.equal(status, 'working');
      assert.match(statusMessage, /^bash waits for an answer to: name\?\. To answer: ringback attach proc_/);
    }
  });
});

it('what is no answer to a prompt of ours says nothing', () => {
  const answers = toPromptAnswers({
    'prompt-1.0': { action: 'accept', content: { answer: 'a' } },
    'prompt-2.0': { action: 'decline' },
    'prompt-3.0': { action: 'shout' },
    'prompt-4.0': 'yes',
    'prompt-5.0': { action: 'accept', content: { answer: 5 } },
    q1: { action: 'accept' },
  });
  assert.deepEqual(answers, [
    { prompt_id: '1.0', action: 'accept', answer: 'a' },
    { prompt_id: '2.0', action: 'decline', answer: '' },
  ]);
});

it('a task that has ended asks nobody', () => {
  const at = new Date(0).toISOString();
  const task = { task_id: 'proc_0123456789ab', status_message: '', created_at: at, updated_at: at } as const;
  const ended = { ...task, status: 'completed' } as const;
  assert.equal(askPerson(ended), ended);
});
