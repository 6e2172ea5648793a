/** Services that cannot be reached from a test, as the behaviour suite sees them: servers that speak their protocols. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { DaytonaServer } from '../testbed/servers/daytona.ts';
import type { FolderContainer } from '../testbed/servers/folder-container.ts';
import { KubernetesServer } from '../testbed/servers/kubernetes.ts';
import { ModalServer } from '../testbed/servers/modal.ts';
import type { Site } from './behaviours/trial.ts';
import { insideHere } from './ssh-site.ts';

type Undo = (clean: () => void | Promise<void>) => void;
type Server = { start(): Promise<void>; stop(): void | Promise<void> };

export async function kubernetesSite(packages: string, undo: Undo): Promise<Site> {
  const server = new KubernetesServer(packages);
  undo(() => server[Symbol.asyncDispose]());
  await server.start();
  const folder = mkdtempSync(join(tmpdir(), 'ringback-kubeconfig-'));
  undo(() => removeFolder(folder));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, JSON.stringify(server.kubeconfig));
  const { metadata } = server.addPod('box');
  return siteOf(server, { type: 'kubernetes', pod: 'box', kubeconfig, packages }, () =>
    server.containers.get(metadata.uid),
  );
}

export async function modalSite(packages: string, undo: Undo): Promise<Site> {
  const server = new ModalServer(packages);
  undo(() => server[Symbol.dispose]());
  await server.start();
  // The SDK takes the address only from here.
  process.env.MODAL_SERVER_URL = server.url;
  process.env.MODAL_CONFIG_PATH = '/none';
  const { tokenId, tokenSecret } = server;
  const entry = { type: 'modal', image: 'debian:12', tokenId, tokenSecret, packages };
  return siteOf(server, entry, () => [...server.sandboxes.values()].at(-1)?.container);
}

export async function daytonaSite(packages: string, undo: Undo): Promise<Site> {
  const server = new DaytonaServer(packages);
  undo(() => server[Symbol.asyncDispose]());
  await server.start();
  const entry = { type: 'daytona', apiKey: server.apiKey, apiUrl: server.url, target: 'eu', packages };
  return siteOf(server, entry, () => [...server.sandboxes.values()].at(-1)?.container);
}

/** What is in the container is known once there is one. */
function siteOf(server: Server, entry: object, container: () => FolderContainer | undefined): Site {
  const home = () => container()?.folder ?? '/nowhere';
  return {
    entry: { ...entry, variables: { CONFIGURED: 'as configured' } },
    get home() {
      return home();
    },
    get folder() {
      return `${home()}/.local/state/ringback-remote`;
    },
    inside: insideHere,
    outage: { down: async () => server.stop(), up: () => server.start() },
  };
}
