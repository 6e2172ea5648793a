import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { RingbackError } from '../../../base/errors.ts';
import type { Engine } from './engine.ts';

/** Where an engine listens. `text` is how it is written down in a place's ref, and parses again to the same. */
export type Address = { readonly text: string } & (
  | { readonly transport: 'unix'; readonly path: string }
  | { readonly transport: 'http' | 'https'; readonly host: string; readonly port: number }
);

/** `/path`, `unix:///path`, `tcp://host:port` (TLS where there are certificates), `http://…` or `https://…`; else undefined. */
export function parseAddress(text: string, hasCertificates: boolean): Address | undefined {
  const path = text.startsWith('unix://') ? text.slice('unix://'.length) : text;
  if (isAbsolute(path)) return { transport: 'unix', path, text: `unix://${path}` };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^(tcp|http|https):$/.test(url.protocol) || url.hostname === '') return undefined;
  const isTls = url.protocol === 'https:' || (url.protocol === 'tcp:' && hasCertificates);
  const port = Number(url.port) || (isTls ? 2376 : 2375);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const transport = isTls ? 'https' : 'http';
  return { transport, host, port, text: `${transport}://${url.hostname}:${port}` };
}

type Surroundings = {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly exists: (path: string) => boolean;
};

const here = (): Surroundings => ({ variables: process.env, home: homedir(), exists: existsSync });

/** The setting, else the variable, else the first of the usual sockets that is there; none there: the first, which then is missed. */
export function findAddress(
  engine: Engine,
  settings: { readonly socket?: string; readonly certificates?: string },
  { variables, home, exists }: Surroundings = here(),
): Address {
  const runtimeFolder = variables.XDG_RUNTIME_DIR;
  const usual = engine.sockets(home, runtimeFolder);
  const named = settings.socket ?? engine.variables.map((name) => variables[name]).find(Boolean);
  const text = named ?? usual.find(exists) ?? usual[0] ?? '';
  const address = parseAddress(text, certificateFolder(settings.certificates, variables) !== undefined);
  if (address) return address;
  throw new RingbackError(
    'bad_request',
    `"${text}" is not an address of ${engine.name} that Ringback can use.`,
    'Give unix:///path or tcp://host:port. For one behind SSH, forward its socket: ssh -L /tmp/docker.sock:/var/run/docker.sock host',
  );
}

export type Certificates = { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };

/** As Docker's own tools keep them: ca.pem, cert.pem and key.pem in one folder. */
export function readCertificates(folder: string | undefined): Certificates | undefined {
  const from = certificateFolder(folder, process.env);
  if (!from) return undefined;
  const read = (name: string): Buffer => readFileSync(join(from, name));
  try {
    return { ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') };
  } catch (error) {
    const problem = (error as Error).message;
    throw new RingbackError('failed', `The certificates in ${from} cannot be read: ${problem}.`);
  }
}

function certificateFolder(
  setting: string | undefined,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return setting ?? (variables.DOCKER_TLS_VERIFY ? variables.DOCKER_CERT_PATH : undefined);
}
