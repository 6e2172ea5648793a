const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One of `environments`: `type`, and the settings of that type; checked when it is first used. */
export type EnvironmentEntry = Readonly<Record<string, unknown>>;

export type RingerRule = {
  /** A session key; `*` stands for anything. */
  readonly session: string;
  readonly kind: string;
  readonly settings: Readonly<Record<string, unknown>>;
};

/** How a provider of models is spoken to. `chat`: OpenAI's chat completions, which everybody else speaks too. */
export type ModelApi = 'chat' | 'anthropic' | 'openai' | 'google';

/** One of `agentProviders`. A key is never in here: only where it is. */
export type ProviderEntry = {
  readonly api?: ModelApi;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly apiKeyFile?: string;
  readonly contextTokens?: number;
};

/** One of `agentMcpServers`: a program, or a place that speaks streamable HTTP. `${NAME}` stands for a variable. */
export type McpServerEntry = {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Only these of its tools. */
  readonly tools?: readonly string[];
  readonly timeoutSeconds?: number;
};

/** US dollars per million tokens. `cached`: input from the provider's cache; `cacheWrite`: input that is put there. */
export type ModelPrice = {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly cacheWrite?: number;
};

/** What `<home>/config.json` can change; config-schema.ts says what each setting means. */
export const defaultConfig = {
  retentionMs: 30 * MINUTE,
  endedProcesses: 64,
  endedProtectionMs: 5 * MINUTE,
  logLimitBytes: 64 * MIB,
  logHeadBytes: 1 * MIB,
  homeLogBytes: 4 * GIB,
  historyMs: 7 * 24 * HOUR,
  historyCount: 10_000,
  callIdMs: 7 * 24 * HOUR,

  killGraceMs: 2_000,
  foregroundSeconds: 180,
  foregroundLimitSeconds: 600,
  waitLimitSeconds: 180,
  mcpWaitSeconds: 50,
  terminalCols: 120,
  terminalRows: 30,
  staleAfterMs: 24 * HOUR,
  passVariables: [] as readonly string[],
  redactSecrets: true,

  outputCharacters: 30_000,
  logLines: 200,
  logCharacters: 100_000,
  listPreviewCharacters: 200,
  pollPreviewCharacters: 1_000,
  waitOutputCharacters: 2_000,
  waitTimeoutCharacters: 1_000,
  killOutputCharacters: 1_000,

  completionCharacters: 2_000,
  digestCharacters: 1_500,
  matchLines: 20,
  matchCharacters: 2_000,
  needsInput: true,
  quietLineMs: 200,
  spacingMs: 15_000,
  strikes: 3,
  sessionMatches: 15,
  allMatches: 60,
  breakerWindowMs: 10_000,
  silenceMs: 30_000,
  leaseMs: 30_000,
  busyLeaseMs: 5 * MINUTE,
  sessionWakeUps: 100,
  wakeIntervalSeconds: 60,
  wakeNoteCharacters: 4_000,
  ringers: [] as readonly RingerRule[],

  codeTimeoutSeconds: 60,
  codeTimeoutLimitSeconds: 600,
  codeMemoryBytes: 512 * MIB,
  codeOutputBytes: 10 * MIB,
  codeCalls: 50,
  codeIsolation: true,
  codeNetwork: true,

  agentModel: '',
  agentProviders: {} as Readonly<Record<string, ProviderEntry>>,
  agentPrices: {} as Readonly<Record<string, ModelPrice>>,
  agentDailyDollars: 0,
  agentIdleSeconds: 600,
  agentMcpServers: {} as Readonly<Record<string, McpServerEntry>>,
  agentMcpFolders: [] as readonly string[],
  agentApproval: 'free' as 'free' | 'ask' | 'rules',
  agentAllow: [] as readonly string[],
  agentDeny: [] as readonly string[],
  agentApprovalSeconds: 3600,
  goalTurns: 50,
  goalTokens: 20_000_000,
  goalDollars: 20,
  goalSeconds: 7 * 24 * 3600,

  delegationUnits: 3,
  delegationTasks: 8,
  delegationDepth: 2,
  delegationHome: 24,
  delegationTellMs: 48 * HOUR,
  delegationHistoryMs: 7 * 24 * HOUR,
  delegateStopSeconds: 10,
  delegateIdleSeconds: 450,
  delegateCallSeconds: 1200,
  delegateGraceSeconds: 120,

  idleExitSeconds: 300,
  listen: '',
  environments: {} as Readonly<Record<string, EnvironmentEntry>>,
};

export type Config = Readonly<typeof defaultConfig>;
