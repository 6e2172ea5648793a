/**
 * Modal's control plane and the router that runs commands in a sandbox, over gRPC, in the messages of its own SDK.
 * Sandboxes are folders, the programs in them are real.
 */
import { randomUUID } from 'node:crypto';
import { FolderContainer } from './folder-container.ts';
import {
  type CallContext,
  type Grpc,
  type GrpcServer,
  loadDefinitions,
  type ServiceDefinition,
} from './modal-definitions.ts';
import { SandboxExec } from './modal-exec.ts';

const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const UNAUTHENTICATED = 16;

export type Definition = {
  readonly name?: string;
  readonly timeoutSecs: number;
  readonly resources?: { readonly milliCpu?: number; readonly memoryMb?: number };
};

type ServedSandbox = {
  readonly id: string;
  readonly definition: Definition;
  readonly tags: Readonly<Record<string, string>>;
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  readonly container: FolderContainer;
  /** As Modal counts them: 3 terminated, 4 timed out. */
  result?: { readonly status: number; readonly exitcode?: number };
};

type CreateRequest = {
  readonly definition: Definition & { readonly imageId: string };
  readonly tags: readonly { readonly tagName: string; readonly tagValue: string }[];
  readonly secretSources?: readonly { readonly env?: { readonly contents: Record<string, string> } }[];
};
type ById = { readonly sandboxId: string };
type ByExec = { readonly taskId: string; readonly execId: string };

export class ModalServer {
  readonly tokenId = `ak-${randomUUID()}`;
  readonly tokenSecret = `as-${randomUUID()}`;
  readonly sandboxes = new Map<string, ServedSandbox>();
  readonly #execs = new Map<string, SandboxExec>();
  readonly #images = new Map<string, string>();
  readonly #jwt = `x.${Buffer.from(JSON.stringify({ exp: 4e9 })).toString('base64url')}.x`;
  readonly #packages: string;
  #grpc: Grpc | undefined;
  #server: GrpcServer | undefined;
  #port = 0;

  constructor(packages: string) {
    this.#packages = packages;
  }

  async start(): Promise<void> {
    const { grpc, ModalClientDefinition, TaskCommandRouterDefinition } = await loadDefinitions(
      this.#packages,
    );
    this.#grpc = grpc;
    this.#server = grpc.createServer({ 'grpc.max_receive_message_length': 100 << 20 });
    const isTokenRight = ({ metadata }: CallContext) =>
      metadata.get('x-modal-token-id') === this.tokenId &&
      metadata.get('x-modal-token-secret') === this.tokenSecret;
    const isJwtRight = ({ metadata }: CallContext) => metadata.get('authorization') === `Bearer ${this.#jwt}`;
    this.#add(ModalClientDefinition, this.#controlPlane(), isTokenRight);
    this.#add(TaskCommandRouterDefinition, this.#router(), isJwtRight);
    this.#port = await this.#server.listen(`127.0.0.1:${this.#port}`);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** As when it crashes: lines break, sandboxes live on. Started again it has the same port. */
  stop(): void {
    this.#server?.forceShutdown();
  }

  end(id: string, result: { readonly status: number; readonly exitcode?: number }): void {
    const sandbox = this.#find(id);
    sandbox.result = result;
    sandbox.container.kill();
  }

  [Symbol.dispose](): void {
    this.stop();
    for (const { container } of this.sandboxes.values()) container.remove();
  }

  /** Only what is named here is served; anything else is unimplemented, as of an older service. */
  #add(
    definition: ServiceDefinition,
    // biome-ignore lint/suspicious/noExplicitAny: each takes its own message
    methods: Record<string, (request: any) => unknown>,
    isAllowed: (context: CallContext) => boolean,
  ): void {
    const names = Object.keys(methods);
    const served = Object.fromEntries(names.map((name) => [name, definition.methods[name] as object]));
    const guarded = Object.entries(methods).map(([name, method]) => [
      name,
      (request: unknown, context: CallContext) => {
        if (!isAllowed(context)) throw this.#error(UNAUTHENTICATED, 'Token ID is malformed or unknown');
        return method(request);
      },
    ]);
    this.#server?.add({ ...definition, methods: served }, Object.fromEntries(guarded));
  }

  #controlPlane() {
    const wait = async ({ sandboxId }: ById) => ({ result: this.#find(sandboxId).result });
    const task = async ({ sandboxId }: ById) => ({ taskId: `ta-${this.#find(sandboxId).id}` });
    const end = async ({ sandboxId }: ById) => this.end(sandboxId, { status: 3 }) ?? {};
    const access = async () => ({ url: this.url.replace('http:', 'https:'), jwt: this.#jwt });
    const byName = async ({ sandboxName }: { sandboxName: string }) => ({
      sandboxId: this.#running(sandboxName)?.id ?? this.#refuse(NOT_FOUND, 'no such sandbox'),
    });
    // With a graphics card the SDK still takes the first generation.
    const older = () => `sb-${randomUUID().replaceAll('-', '').slice(0, 22)}`;
    return {
      authTokenGet: async () => ({ token: this.#jwt }),
      appGetOrCreate: async () => ({ appId: 'ap-1' }),
      environmentGetOrCreate: async () => ({ environmentId: 'en-1', metadata: { settings: {} } }),
      imageGetOrCreate: async ({ image }: { image: { dockerfileCommands: string[] } }) => {
        const imageId = `im-${randomUUID()}`;
        this.#images.set(imageId, image.dockerfileCommands.join('\n'));
        return { imageId, result: { status: 1 } };
      },
      sandboxCreate: async (request: CreateRequest) => ({ sandboxId: this.#create(request, older()).id }),
      sandboxCreateV2: async (request: CreateRequest) => {
        const { id } = this.#create(request, `sb-${randomUUID()}`);
        return { sandboxId: id, taskId: `ta-${id}` };
      },
      sandboxGetFromName: byName,
      sandboxGetFromNameV2: byName,
      sandboxWait: wait,
      sandboxWaitV2: wait,
      sandboxGetTaskId: task,
      sandboxGetTaskIdV2: task,
      sandboxTerminate: end,
      sandboxTerminateV2: end,
      taskGetCommandRouterAccess: access,
      sandboxGetCommandRouterAccess: access,
    };
  }

  #router() {
    const exec = ({ execId }: ByExec) => this.#execs.get(execId) ?? this.#refuse(NOT_FOUND, 'no such exec');
    return {
      taskExecStart: async ({ taskId, execId, commandArgs }: ByExec & { commandArgs: string[] }) => {
        const { container, env, result } = this.#find(taskId.slice(3));
        if (result) this.#refuse(NOT_FOUND, 'the task is over');
        // Whoever asks again has not heard the answer.
        if (!this.#execs.has(execId))
          this.#execs.set(execId, new SandboxExec(container.spawn(commandArgs, env)));
        return {};
      },
      taskExecStdinWrite: async (request: ByExec & { offset: number; data: Uint8Array; eof: boolean }) => {
        await exec(request).write(request.offset, request.data, request.eof);
        return {};
      },
      taskExecStdioRead: (request: ByExec & { fileDescriptor: number; offset: number }) =>
        exec(request).read(request.fileDescriptor, request.offset),
      taskExecWait: (request: ByExec) => exec(request).wait(),
    };
  }

  #create({ definition, tags, secretSources = [] }: CreateRequest, id: string): ServedSandbox {
    if (this.#running(definition.name)) this.#refuse(ALREADY_EXISTS, 'a sandbox of that name runs');
    const sandbox = {
      id,
      definition,
      tags: Object.fromEntries(tags.map(({ tagName, tagValue }) => [tagName, tagValue])),
      image: this.#images.get(definition.imageId) ?? '',
      env: Object.assign({}, ...secretSources.map(({ env }) => env?.contents ?? {})),
      container: new FolderContainer(),
    };
    this.sandboxes.set(id, sandbox);
    return sandbox;
  }

  #running(name: string | undefined): ServedSandbox | undefined {
    return [...this.sandboxes.values()].find(({ definition, result }) => definition.name === name && !result);
  }

  #find(id: string): ServedSandbox {
    return this.sandboxes.get(id) ?? this.#refuse(NOT_FOUND, 'no such sandbox');
  }

  #refuse(code: number, details: string): never {
    throw this.#error(code, details);
  }

  #error(code: number, details: string): Error {
    const { ServerError } = this.#grpc as Grpc;
    return new ServerError(code, details);
  }
}
