/** What is used of Modal's SDK. Declared here, so that the package need not be there to compile. */

/** By its version: what `npm install modal` gives is another package of that name. */
export const library = { name: 'modal', spec: 'modal@0.11.1' };

export type Modal = {
  readonly ModalClient: new (options: {
    tokenId?: string;
    tokenSecret?: string;
    environment?: string;
  }) => ModalClient;
  readonly NotFoundError: new () => Error;
  readonly AlreadyExistsError: new () => Error;
};

export type ModalClient = {
  readonly apps: {
    fromName(name: string, options: { createIfMissing: boolean }): Promise<App>;
  };
  readonly images: { fromRegistry(tag: string): Image };
  readonly sandboxes: {
    create(app: App, image: Image, options: SandboxOptions): Promise<Sandbox>;
    fromId(id: string): Promise<Sandbox>;
    fromName(app: string, name: string): Promise<Sandbox>;
  };
  close(): void;
};

type App = { readonly appId: string };
type Image = { readonly imageId: string };

export type SandboxOptions = {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly cpu?: number;
  readonly memoryMiB?: number;
  readonly gpu?: string;
  readonly env?: Readonly<Record<string, string>>;
};

export type Sandbox = {
  readonly sandboxId: string;
  exec(args: readonly string[], options: { readonly mode: 'binary' }): Promise<ContainerProcess>;
  /** The exit code, or null while it runs. */
  poll(): Promise<number | null>;
  terminate(): Promise<unknown>;
  /** Lets go of the line to it. */
  detach(): void;
};

export type ContainerProcess = {
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  wait(): Promise<number>;
};
