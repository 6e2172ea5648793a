/** Where commands can be run, as the daemon speaks of it. */

export type WireEnvironment = {
  readonly name: string;
  readonly type: string;
  /** The host, container, image … that it stands for. */
  readonly where: string;
  /** What is known without connecting. */
  readonly state: 'unused' | 'connected' | 'unreachable' | 'wrong';
  readonly detail: string;
  /** Processes there that have not ended. */
  readonly running: number;
};

export type WireEnvironments = { readonly environments: readonly WireEnvironment[] };

export type WireTestStep = {
  readonly name: string;
  readonly is_fine: boolean;
  readonly detail: string;
  readonly ms: number;
  readonly hint?: string;
};

/** POST /v1/environments/:name/test: the last step is the one that failed, where one did. */
export type WireEnvironmentTested = { readonly is_fine: boolean; readonly steps: readonly WireTestStep[] };
