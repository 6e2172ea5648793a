/** The services of Modal as its SDK describes them: it keeps the descriptions to itself, so they are taken out of its file. */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export type ServiceDefinition = { readonly methods: Readonly<Record<string, object>> };

const MARK = '?with-definitions';

registerHooks({
  load(url, context, next) {
    if (!url.endsWith(MARK)) return next(url, context);
    const source = readFileSync(fileURLToPath(url.slice(0, -MARK.length)), 'utf8');
    const more = 'export { ModalClientDefinition, TaskCommandRouterDefinition };';
    return { format: 'module', source: `${source}\n${more}`, shortCircuit: true };
  },
});

export async function loadDefinitions(packages: string) {
  const file = join(packages, 'node_modules/modal/dist/index.js');
  const sdk = (await import(`${pathToFileURL(file).href}${MARK}`)) as {
    ModalClientDefinition: ServiceDefinition;
    TaskCommandRouterDefinition: ServiceDefinition;
  };
  const require = createRequire(join(packages, 'node_modules/from-here.js'));
  return { ...sdk, grpc: require('nice-grpc') as Grpc };
}

/** What is used of nice-grpc, which the SDK brings along. */
export type Grpc = {
  createServer(options?: object): GrpcServer;
  readonly ServerError: new (code: number, details: string) => Error;
};

export type GrpcServer = {
  add(definition: ServiceDefinition, implementation: object): void;
  listen(address: string): Promise<number>;
  forceShutdown(): void;
};

export type CallContext = { readonly metadata: { get(name: string): string | undefined } };
