import { mkdirSync } from 'node:fs';
import type { Model } from '../../agent/model.ts';
import { openModel, pickModel } from '../../agent/models/open-model.ts';
import { openConversation } from '../../agent/open-agent.ts';
import type { RunningConversation } from '../../agent/run-conversation.ts';
import { Store } from '../../agent/store/store.ts';
import { folderOf } from '../folder.ts';
import type { Report, Runner, Situation } from '../runner.ts';
import { limitsOf } from '../stall.ts';
import { assignmentText, delegateInstructions } from './instructions.ts';
import { Narrator } from './narrator.ts';
import { ringsWhileNeeded } from './rings-while-needed.ts';
import { offersOf } from './toolsets.ts';

/** Nobody sits and waits: a server of models that is busy may take its time. */
const SERVER_MS = 5_000;

/** The agent of Ringback itself, with a store of its own. */
export const own: Runner = {
  kind: 'own',
  canSteer: true,
  async run(situation) {
    const { assignment, config, env, home } = situation;
    const choice = await pickModel(assignment.model, config, env, SERVER_MS);
    if (choice.kind === 'none') return { status: 'error', result: '', error: choice.lines.join('\n') };
    const model = await openModel(choice, config, env);
    const folder = folderOf(home, assignment);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const store = new Store(folder);
    try {
      return await converse(situation, { model, store, folder });
    } finally {
      store.close();
    }
  },
};

type Means = { readonly model: Model; readonly store: Store; readonly folder: string };

async function converse(situation: Situation, means: Means): Promise<Report> {
  const { assignment, signal, messages, progress } = situation;
  const { store } = means;
  const narrator = new Narrator(store, assignment.session, progress);
  const stopTelling = store.onChange(() => narrator.look());
  const { running, heard } = open(situation, means);
  const stop = () => {
    running.stop();
    running.close();
  };
  signal.addEventListener('abort', stop);
  await running.send('goal', assignmentText(assignment));
  const over = new AbortController();
  void passOn(messages, running, over.signal);
  if (!signal.aborted) await running.run();
  over.abort();
  signal.removeEventListener('abort', stop);
  stopTelling();
  narrator.look();
  const result = narrator.lastText;
  if (!signal.aborted)
    return { ...endOf(store, assignment.session), ...spentOf(situation, means, narrator), result };
  const half = narrator.hasHeard(heard.step) ? '' : heard.text;
  return {
    status: 'interrupted',
    result: [result, half].filter(Boolean).join('\n\n'),
    ...(heard.trouble && { error: heard.trouble }),
    ...spentOf(situation, means, narrator),
  };
}

/** What is heard of a step that is not stored yet, and what went wrong last. */
type Heard = { step: string; text: string; trouble: string };

function open(situation: Situation, { model, store, folder }: Means) {
  const { assignment, home, client, config, env, progress } = situation;
  const { session: id, environment, workdir } = assignment;
  const elsewhere = environment === undefined ? undefined : { environment, workdir };
  const conversation = store.create({ id, cwd: elsewhere ? process.cwd() : workdir, model: model.name });
  const heard: Heard = { step: '', text: '', trouble: '' };
  const rings = ringsWhileNeeded({
    client,
    longestPauseMs: limitsOf(config).idleMs / 2,
    hasFailed: () => store.lastFailure(id) !== undefined,
    progress,
    onDone: () => running.close(),
  });
  const running = openConversation(conversation, {
    ...{ home, store, client, config, model, env },
    hears: true,
    alone: {
      folder,
      instructions: delegateInstructions(assignment),
      offers: offersOf(assignment.toolsets, assignment.mayDelegate),
      rings,
      elsewhere,
    },
    onText(step, text) {
      heard.text = step === heard.step ? heard.text + text : text;
      heard.step = step;
      heard.trouble = '';
      progress({ kind: 'alive' });
    },
    onTrouble(message) {
      heard.trouble = message;
    },
  });
  return { running, heard };
}

/** Whoever sent it is heard as a person is: in the turn that is under way, before the next step. */
async function passOn(
  messages: Situation['messages'],
  running: RunningConversation,
  over: AbortSignal,
): Promise<void> {
  for await (const { id, text } of messages) {
    if (over.aborted) return;
    await running.send(id, text);
  }
}

function endOf(store: Store, conversation: string): Pick<Report, 'status' | 'error'> {
  const failure = store.lastFailure(conversation);
  return failure === undefined ? { status: 'completed' } : { status: 'failed', error: failure };
}

function spentOf(
  { assignment }: Situation,
  { store, model }: Means,
  { answers }: Narrator,
): Pick<Report, 'apiCalls' | 'cost' | 'inputTokens' | 'outputTokens' | 'model'> {
  const listed = store.summary(assignment.session);
  const isPriceKnown = model.costOf({ inputTokens: 1, cachedTokens: 0, outputTokens: 1 }) !== undefined;
  return {
    apiCalls: answers,
    model: model.name,
    ...(listed && { inputTokens: listed.tokens.input, outputTokens: listed.tokens.output }),
    ...(listed && isPriceKnown && { cost: listed.cost }),
  };
}
