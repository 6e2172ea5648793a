import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import type { Client } from '../client/client.ts';
import { createRedactor } from '../redact/redactor.ts';
import { approvalOf } from './approval/approval.ts';
import { daemonTools } from './daemon-tools.ts';
import { type Elsewhere, withPlace, worksElsewhere } from './elsewhere.ts';
import { createFileTools } from './files/tools.ts';
import { boundsOf } from './goal/bounds.ts';
import { surroundingsOf } from './goal/surroundings-of-client.ts';
import { instructions } from './instructions.ts';
import { ConversationServers } from './mcp/conversation-servers.ts';
import { Servers } from './mcp/servers.ts';
import type { Model } from './model.ts';
import { allProviders } from './models/providers.ts';
import { retryAt } from './models/retries.ts';
import { dayOf, maySpend } from './models/spending.ts';
import type { Rings } from './rings.ts';
import { ringsOf } from './rings-of-client.ts';
import { RunningConversation } from './run-conversation.ts';
import { spentInHome } from './store/spent-in-home.ts';
import type { Conversation, Store } from './store/store.ts';

/** What a summary says of a command that runs. */
const LONGEST_COMMAND = 200;

export type AgentOptions = {
  readonly home: string;
  readonly store: Store;
  readonly client: Client;
  readonly config: Config;
  readonly model: Model;
  readonly env: Readonly<Record<string, string>>;
  /** Whether it goes on after its answer, and can be rung. */
  readonly hears: boolean;
  /** Other people's servers, which conversations share. Default: of its own. */
  readonly servers?: Servers;
  /** Of one that works for nobody who looks on: a delegate. */
  readonly alone?: Alone;
  onText?(step: string, text: string): void;
  onTrouble?(message: string, at: number): void;
  /** Servers of tools that are not there, and why. */
  onMissing?(missing: readonly string[]): void;
  onChange?(): void;
  report?(error: unknown): void;
};

/** Nobody can be asked. */
export type Alone = {
  /** For what it has to remember of files. */
  readonly folder: string;
  /** What it is told first, instead of what an agent is told that works for a person. */
  readonly instructions: string;
  readonly rings: Rings;
  /** Whether it has a tool. */
  offers(tool: string): boolean;
  /** Undefined: its commands run here. */
  readonly elsewhere?: Elsewhere | undefined;
};

/** A conversation with everything that it needs; `run()` takes its turns. */
export function openConversation(
  { id, cwd }: Conversation,
  {
    home,
    store,
    client,
    config,
    model,
    env: variables,
    hears,
    servers = new Servers(),
    alone,
    ...events
  }: AgentOptions,
): RunningConversation {
  const state = join(alone?.folder ?? join(home, 'agent'), 'files', id);
  const { onText, onTrouble, onMissing, onChange, report } = events;
  const env = withoutKeys(variables, config);
  const redactor = createRedactor({ enabled: config.redactSecrets });
  const { elsewhere } = alone ?? {};
  const delegates = { env: variables, model: () => model.name };
  const own = [
    ...daemonTools({ client, config, session: id, workdir: cwd, env, hears, delegates, elsewhere }),
    ...createFileTools({ folder: cwd, state, redactSecrets: config.redactSecrets }),
  ].filter(({ name }) => !elsewhere || worksElsewhere(name));
  const others = new ConversationServers({
    servers,
    config,
    folder: cwd,
    variables,
    env,
    ...(onMissing && { onMissing }),
  });
  const approval = approvalOf(config, cwd, hears && !alone);
  return new RunningConversation(id, {
    store,
    model,
    rings: alone?.rings ?? ringsOf(client),
    tools: async (signal) =>
      (await others.tools(own, signal)).filter(({ name }) => alone?.offers(name) ?? true),
    instructions: () =>
      instructions({
        folder: cwd,
        hears,
        missing: others.missing(),
        redactor,
        general: alone?.instructions,
        elsewhere,
      }),
    onClosed: () => others.close(),
    approval: {
      ...approval,
      judge: (tool, input, known) => approval.judge(tool, withPlace(tool.name, input, elsewhere), known),
    },
    running: () => runningOf(client, id),
    refusal: () => refusal(home, model, config),
    surroundings: surroundingsOf(client, id),
    ...(hears && !alone && { goalBounds: boundsOf(config) }),
    retryAt: (error, troubles) => retryAt(error, troubles, Date.now(), Math.random()),
    ...(onText && { onText }),
    ...(onTrouble && { onTrouble }),
    ...(onChange && { onChange }),
    ...(report && { report }),
  });
}

async function runningOf(client: Client, session: string): Promise<readonly string[]> {
  const { processes } = await client.list({ session_key: session, ended: false });
  return processes.map(({ session_id, command }) => `${session_id}: ${command.slice(0, LONGEST_COMMAND)}`);
}

function refusal(home: string, model: Model, { agentDailyDollars: cap }: Config): string | undefined {
  if (cap === 0) return undefined;
  const now = Date.now();
  const permission = maySpend({
    model: model.name,
    isPriceKnown: model.costOf({ inputTokens: 1, cachedTokens: 0, outputTokens: 1 }) !== undefined,
    spentToday: spentInHome(home, dayOf(now).begin),
    cap,
    now,
  });
  return permission.may ? undefined : permission.message;
}

/** A provider's key may be in a variable of any name: commands do not get it (promise 17). */
function withoutKeys(env: AgentOptions['env'], { agentProviders }: Config): Readonly<Record<string, string>> {
  const keys = new Set(allProviders(agentProviders).flatMap(({ keyVariables }) => keyVariables));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !keys.has(name)));
}
