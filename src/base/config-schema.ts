import * as z from 'zod/mini';
import { CALL_PATTERN } from './call-pattern.ts';
import { type Config, defaultConfig } from './config.ts';
import { RingbackError } from './errors.ts';
import { mcpServerName, mcpServerSchema } from './mcp-server-schema.ts';
import { filledText, optional, withoutPassword } from './schema.ts';
import { validate } from './validate.ts';

const MIB = 1024 * 1024;

/** A whole number; `meaning` is its row in docs/config.md. */
const number = (least: number, meaning: string, most = Number.MAX_SAFE_INTEGER) =>
  optional(
    z.number().check(z.refine(Number.isSafeInteger, 'must be a whole number'), z.gte(least), z.lte(most)),
    meaning,
  );
const flag = (meaning: string) => optional(z.boolean(), meaning);

const dollars = z.number().check(z.gte(0));
const provider = z.strictObject({
  api: z.exactOptional(z.enum(['chat', 'anthropic', 'openai', 'google'])),
  baseUrl: z.exactOptional(
    z.string().check(z.regex(/^https?:\/\/./, 'must begin with http:// or https://'), withoutPassword),
  ),
  apiKeyEnv: z.exactOptional(
    z.string().check(z.regex(/^[A-Za-z_]\w*$/, 'must be the name of a variable, not the key itself')),
  ),
  apiKeyFile: z.exactOptional(z.string().check(z.regex(/^\//, 'must be a path that begins with /'))),
  contextTokens: z.exactOptional(z.number().check(z.gte(1))),
});
const callPatterns = z.array(
  z.string().check(z.regex(CALL_PATTERN, 'must be a tool, or tool(what it does)')),
);
const price = z.strictObject({
  input: dollars,
  output: dollars,
  cached: z.exactOptional(dollars),
  cacheWrite: z.exactOptional(dollars),
});

/** Every setting, under the headings of docs/config.md. */
export const settings = {
  'What is kept': {
    retentionMs: number(
      0,
      'How long an ended process and its log are kept after its end. A process that a notification or a task still waits for is kept longer, up to `historyMs`.',
    ),
    endedProcesses: number(0, 'How many ended processes are kept at most; the oldest go first.'),
    endedProtectionMs: number(
      0,
      'No process is removed this soon after its end, whatever the other settings say.',
    ),
    logLimitBytes: number(
      64 * 1024,
      "How much of one process's output is kept on disk: its beginning (`logHeadBytes`) and as much of its end as fits.",
    ),
    logHeadBytes: number(
      4096,
      'How much of the beginning of a log is kept, however much is printed later. Counts towards `logLimitBytes`.',
    ),
    homeLogBytes: number(
      MIB,
      'How much the logs of all processes may take together. Ended processes are removed for it, running ones never.',
    ),
    historyMs: number(
      0,
      'How long notifications that were delivered, consumed or dismissed are remembered. A notification that nobody fetches keeps its process as long, no longer.',
    ),
    historyCount: number(0, 'How many of those are remembered at most.'),
    callIdMs: number(
      0,
      'How long the id of a call is remembered after its process was removed. A call that is repeated within this time does not run its command again.',
    ),
  },
  'Commands and waiting': {
    killGraceMs: number(
      0,
      'Time between SIGTERM and SIGKILL when a process is killed; 0 means that SIGKILL is never sent.',
    ),
    foregroundSeconds: number(
      1,
      'How long the tool `terminal` waits for a command in the foreground unless it is told otherwise. A command that takes longer goes on in the background.',
    ),
    foregroundLimitSeconds: number(1, 'The longest that it can be told to wait.'),
    waitLimitSeconds: number(1, 'The longest that one `wait` of the tool `process` takes.'),
    mcpWaitSeconds: number(
      1,
      'Used instead of `foregroundSeconds` and `waitLimitSeconds` over MCP, where many clients give up on a call after 60 s.',
    ),
    terminalCols: number(1, 'Columns of the terminal of a command that runs with `pty`.', 10_000),
    terminalRows: number(1, 'Its rows.', 10_000),
    staleAfterMs: number(
      0,
      'A process that has run longer than this no longer counts when a program asks whether a session is active.',
    ),
    passVariables: optional(
      z.array(z.string()),
      "Environment variables that an agent's commands get although they hold keys of the agent, such as `OPENAI_API_KEY`.",
    ),
    redactSecrets: flag(
      'Whether secrets are removed from what a model, a notification or the command line shows. Logs on disk hold the output as it was printed.',
    ),
  },
  'How much output is shown': {
    outputCharacters: number(1, 'In the result of a foreground command; more is cut in the middle.'),
    logLines: number(1, 'Lines in one answer of `log`.'),
    logCharacters: number(1, 'Characters in one answer of `log`, however long its lines are.'),
    listPreviewCharacters: number(0, 'For each process in a `list`.'),
    pollPreviewCharacters: number(0, 'In a `poll`.'),
    waitOutputCharacters: number(0, 'In a `wait` that saw the end.'),
    waitTimeoutCharacters: number(0, 'In a `wait` that timed out.'),
    killOutputCharacters: number(0, 'In the answer of `kill`.'),
  },
  Notifications: {
    completionCharacters: number(0, 'How much output the notification of an end shows.'),
    digestCharacters: number(
      0,
      'How much the notification of a failed end shows of the lines before that which look like the reason.',
    ),
    matchLines: number(1, 'How many lines a match notification shows at most …'),
    matchCharacters: number(1, '… and how many characters.'),
    needsInput: flag(
      'Whether a session is told that one of its processes waits for input. Only for those with `pty` or `stdin` of which it is told something anyway.',
    ),
    quietLineMs: number(
      0,
      'A line that has no end yet (a prompt) is compared with the patterns when nothing was added to it for this long.',
    ),
    spacingMs: number(0, 'At most one match notification per process in this time.'),
    strikes: number(
      1,
      'After this many such intervals in a row in which more matches were held back, the process is no longer watched and its end is reported instead.',
    ),
    sessionMatches: number(
      1,
      'How many match notifications one session gets within `breakerWindowMs` before all of its match notifications are paused …',
    ),
    allMatches: number(1, '… and how many all sessions together get before all are paused.'),
    breakerWindowMs: number(1, 'The interval in which these are counted.'),
    silenceMs: number(0, 'How long such a pause lasts.'),
    leaseMs: number(1, 'A turn that was fetched and not acknowledged is offered again after this time.'),
    busyLeaseMs: number(
      1,
      'How long a session counts as busy when a program says so and does not say it again.',
    ),
    sessionWakeUps: number(0, 'How many wake-ups of one session may be pending.'),
    wakeIntervalSeconds: number(1, 'The shortest interval of a wake-up that repeats, and of a heartbeat.'),
    wakeNoteCharacters: number(0, 'How long the note of a wake-up may be.'),
    ringers: optional(
      z.array(
        z.strictObject({
          session: filledText,
          kind: filledText,
          settings: z._default(z.record(z.string(), z.unknown()), {}),
        }),
      ),
      'Which sessions are woken in which way: a list of `{"session", "kind", "settings"}`, where `*` in `session` stands for any text and the first entry that fits is used. See [ringing](ringing.md).',
    ),
  },
  'The tool execute_code': {
    codeTimeoutSeconds: number(1, 'How long a script may run unless it is told otherwise.'),
    codeTimeoutLimitSeconds: number(1, 'The longest that it can be told.'),
    codeMemoryBytes: number(64 * MIB, 'Memory of the script and everything that it started.'),
    codeOutputBytes: number(64 * 1024, 'How much it may print.'),
    codeCalls: number(0, 'How many tools it may call.'),
    codeIsolation: flag('Whether scripts are isolated with bubblewrap (`bwrap`) where it is installed.'),
    codeNetwork: flag('Whether isolated scripts can use the network.'),
  },
  'The agent': {
    agentModel: optional(
      z.string(),
      'Which model is asked, as `provider/model`; `--model` goes before it. Empty: the first of Anthropic, OpenAI and Google whose key is in the environment, else a model server of this machine (Ollama, llama.cpp, vLLM, LM Studio).',
    ),
    agentProviders: optional(
      z.record(z.string().check(z.regex(/^[\w.-]+$/, 'must be a name without /')), provider),
      'Further providers by name, or changes to known ones: `{"mine": {"baseUrl": "https://…/v1", "apiKeyEnv": "MINE_KEY"}}`. `api` is `chat` (what OpenAI-compatible servers speak), `anthropic`, `openai` or `google`. A key is not written here: `apiKeyEnv` names its variable, `apiKeyFile` a file that only you can read. `contextTokens` says how long a conversation may be.',
    ),
    agentPrices: optional(
      z.record(z.string(), price),
      'What models cost, in US dollars per million tokens, where it is not known or not right: `{"mine/large": {"input": 1, "output": 4, "cached": 0.1}}`.',
    ),
    agentDailyDollars: optional(
      dollars,
      'When this much was spent on models in a day, none is asked until midnight. In US dollars; 0 means that there is no limit. A model whose price is not known is then not asked.',
    ),
    agentIdleSeconds: number(
      0,
      'The agent exits when nobody has looked at a conversation and nothing was to be done for this time; it is started again on the next use. What it holds for a single conversation (servers of tools) goes likewise. 0 means that it stays.',
    ),
    agentMcpServers: optional(
      z.record(mcpServerName, mcpServerSchema),
      'Servers whose tools the agent has too, by name: `{"docs": {"command": "npx", "args": ["-y", "docs-mcp"]}, "tickets": {"url": "https://…/mcp"}}`. See [chat](chat.md).',
    ),
    agentMcpFolders: optional(
      z.array(z.string().check(z.regex(/^[/~]/, 'must be a path that begins with / or ~'))),
      'Folders in which the agent also starts the servers that a file `.mcp.json` in the folder names. Empty: nowhere, for a folder from somebody else could name any program.',
    ),
    agentApproval: optional(
      z.enum(['free', 'ask', 'rules']),
      'Whether a person is asked before the agent does something. `free`: nobody is. `ask`: before everything that acts (commands, scripts, input to and ends of processes, edits, tools of others that do more than read). `rules`: before what `agentAllow` does not allow. What only looks never asks. See [chat](chat.md).',
    ),
    agentAllow: optional(
      callPatterns,
      'With `rules`: what runs without a question, such as `["terminal(git status*)", "edit(src/*)"]`. A pattern with `*` allows only single simple commands.',
    ),
    agentDeny: optional(
      callPatterns,
      'What the agent never does, whatever else is allowed: `["terminal(git push*)", "execute_code"]`.',
    ),
    agentApprovalSeconds: number(
      0,
      'How long such a question waits for an answer; after that the call counts as denied. 0 means for ever.',
    ),
    goalTurns: number(
      0,
      'How many turns a [goal](goals.md) takes by itself before it stops. For this and the next three: 0 means that there is no such bound.',
    ),
    goalTokens: number(
      0,
      'How many tokens its conversation takes at most, everything that the model is shown and says.',
    ),
    goalDollars: optional(dollars, 'What that may cost in US dollars, as far as prices are known.'),
    goalSeconds: number(0, 'How long it goes on at most, also while it waits.'),
  },
  Delegates: {
    delegationUnits: number(0, 'How many delegations of one session may run at once; a fan-out is one.'),
    delegationTasks: number(1, 'How many tasks one of them may have.', 100),
    delegationDepth: number(
      0,
      'How deep delegates may delegate in turn: with 1 only a conversation may, with 2 its delegates too.',
    ),
    delegationHome: number(
      1,
      'How many tasks of all sessions together may run at once: whoever sends them, however deep.',
    ),
    delegationTellMs: number(
      0,
      'Results that nobody could be told for this time are no longer told. They can still be asked for.',
    ),
    delegationHistoryMs: number(0, 'How long results can be asked for after the end.'),
    delegateStopSeconds: number(
      0,
      'How long a delegate that somebody interrupts may take to stop and report; then it is ended.',
    ),
    delegateIdleSeconds: number(
      1,
      'A delegate that makes no progress for this long (nothing said, no tool begun or ended) has stalled, and is told to stop.',
    ),
    delegateCallSeconds: number(1, 'The same, while a tool of its is at work.'),
    delegateGraceSeconds: number(
      0,
      'How long a delegate that has stalled may take to stop and report; then it is ended.',
    ),
  },
  'The daemon and other machines': {
    idleExitSeconds: number(
      0,
      'A daemon with nothing to do exits after this time; it is started again on the next use. 0 means that it stays.',
    ),
    listen: optional(
      z.string(),
      'A loopback address such as `127.0.0.1:7070` at which the API is also served over TCP. Empty: nowhere. See [HTTP](http.md).',
    ),
    environments: optional(
      z.record(z.string(), z.record(z.string(), z.unknown())),
      'Where commands can run besides this machine, by name: `{"build": {"type": "ssh", "host": "…"}}`. See [environments](environments.md).',
    ),
  },
};

const schema = z.strictObject({
  ...settings['What is kept'],
  ...settings['Commands and waiting'],
  ...settings['How much output is shown'],
  ...settings.Notifications,
  ...settings['The tool execute_code'],
  ...settings['The agent'],
  ...settings.Delegates,
  ...settings['The daemon and other machines'],
} satisfies Record<keyof Config, z.ZodMiniType>);

/** The defaults with the settings of `json`; every wrong key is named. */
export function parseConfig(json: unknown, path: string): Config {
  try {
    return { ...defaultConfig, ...validate(schema, json, 'it') };
  } catch (error) {
    throw new RingbackError('bad_request', `${path} is wrong: ${(error as Error).message}`, `Fix ${path}.`);
  }
}
