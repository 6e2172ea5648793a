/** What is used of @kubernetes/client-node. Declared here, so that the package need not be there to compile. */
export const library = { name: '@kubernetes/client-node', spec: '@kubernetes/client-node@2' };

export type Kubernetes = {
  readonly KubeConfig: new () => KubeConfig;
  readonly CoreV1Api: unknown;
  readonly Exec: new (config: KubeConfig) => { readonly handler: WebSocketHandler };
};

export type KubeConfig = {
  loadFromFile(file: string): void;
  loadFromDefault(): void;
  setCurrentContext(context: string): void;
  getCurrentContext(): string;
  getContextObject(context: string): { readonly namespace?: string } | null;
  getCurrentCluster(): { readonly server: string } | null;
  makeApiClient(api: unknown): PodApi;
};

type Named = { readonly name: string; readonly namespace: string };

export type PodApi = {
  readNamespacedPod(request: Named): Promise<Pod>;
  createNamespacedPod(request: { namespace: string; body: object }): Promise<Pod>;
  deleteNamespacedPod(request: Named & { body: object }): Promise<unknown>;
};

export type WebSocketHandler = {
  /** Ended when the server closes one of them; at first those of this process. */
  streams: Readonly<Record<'stdin' | 'stdout' | 'stderr', { pause(): void; end(): void }>>;
  connect(
    path: string,
    onText: null,
    /** Whether the socket shall stay open. */
    onBytes: (stream: number, bytes: Buffer) => boolean,
  ): Promise<Socket>;
};

/** Of `ws`. */
export type Socket = {
  readonly protocol: string;
  on(event: 'close' | 'pong', listener: () => void): unknown;
  send(data: Buffer, done: (error?: Error) => void): void;
  ping(): void;
  pause(): void;
  resume(): void;
  close(): void;
  terminate(): void;
};

export type Pod = {
  readonly metadata?: {
    readonly name?: string;
    readonly uid?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: Date | string;
  };
  readonly spec?: { readonly nodeName?: string; readonly containers?: readonly { readonly name: string }[] };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly ContainerStatus[];
  };
};

export type Condition = {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
};

export type ContainerStatus = {
  readonly name: string;
  readonly containerID?: string;
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
};

type ContainerState = {
  readonly running?: object;
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly terminated?: { readonly reason?: string; readonly exitCode?: number; readonly signal?: number };
};
