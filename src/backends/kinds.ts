import type { EnvironmentKind } from './environment.ts';

export type AnyKind = EnvironmentKind<unknown>;

/** Every kind of environment; each is loaded when one of it is first used. One row each, in the order of the alphabet. */
const loaders: Record<string, () => Promise<AnyKind>> = {
  apptainer: async () => (await import('./kinds/apptainer/apptainer.ts')).apptainer,
  daytona: async () => (await import('./kinds/daytona/daytona.ts')).daytona,
  docker: async () => (await import('./kinds/docker/docker.ts')).docker,
  kubernetes: async () => (await import('./kinds/kubernetes/kubernetes.ts')).kubernetes,
  modal: async () => (await import('./kinds/modal/modal.ts')).modal,
  podman: async () => (await import('./kinds/podman/podman.ts')).podman,
  slurm: async () => (await import('./kinds/slurm/slurm.ts')).slurm,
  ssh: async () => (await import('./kinds/ssh/ssh.ts')).ssh,
};

export function environmentKinds(): string[] {
  return Object.keys(loaders);
}

/** Undefined for a kind that does not exist. */
export async function loadKind(type: string): Promise<AnyKind | undefined> {
  return Object.hasOwn(loaders, type) ? loaders[type]?.() : undefined;
}

/** A kind of the program's own. */
export function addKind(kind: AnyKind): void {
  loaders[kind.kind] = async () => kind;
}
