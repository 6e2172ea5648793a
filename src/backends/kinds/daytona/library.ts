/** What is used of Daytona's SDK. Declared here, so that the package need not be there to compile. */
export const library = { name: '@daytona/sdk', spec: '@daytona/sdk@0.216.0' };

export type DaytonaLibrary = {
  readonly Daytona: new (options: {
    apiKey?: string;
    apiUrl?: string;
    target?: string;
    /** Otherwise it keeps a line open on which it hears of every sandbox. */
    useDeprecatedPolling: true;
  }) => Daytona;
};

export type Daytona = {
  create(options: object, limits: { readonly timeout: number }): Promise<Sandbox>;
  get(idOrName: string): Promise<Sandbox>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type Sandbox = {
  readonly id: string;
  readonly name: string;
  readonly state?: string;
  readonly errorReason?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly process: PtyService;
  start(timeoutSeconds?: number): Promise<void>;
  stop(timeoutSeconds?: number): Promise<void>;
  delete(timeoutSeconds?: number): Promise<void>;
  setLabels(labels: Readonly<Record<string, string>>): Promise<unknown>;
};

export type PtyService = {
  createPty(options: {
    readonly id: string;
    readonly onData: (bytes: Uint8Array) => void;
  }): Promise<PtyHandle>;
  listPtySessions(): Promise<readonly { readonly id: string }[]>;
  killPtySession(id: string): Promise<void>;
};

export type PtyHandle = {
  /** The socket beneath, whose fill says how far the sandbox is behind. */
  readonly ws?: { readonly bufferedAmount: number };
  sendInput(bytes: Uint8Array): Promise<void>;
  wait(): Promise<{ readonly error?: string }>;
  disconnect(): Promise<void>;
};
