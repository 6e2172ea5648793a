/** Two engines that serve one API. */
export type Engine = {
  readonly kind: 'docker' | 'podman';
  /** For people. */
  readonly name: string;
  /** How it is started where nobody listens. */
  readonly startHint: string;
  /** How one comes to be allowed. */
  readonly allowHint: string;
  /** Variables in which tools name its address; the first that is set counts. */
  readonly variables: readonly string[];
  /** Where it listens, unless told otherwise: the first that is there. */
  sockets(home: string, runtimeFolder: string | undefined): readonly string[];
};

export const dockerEngine: Engine = {
  kind: 'docker',
  name: 'Docker',
  startHint: 'Start it (systemctl start docker), or set "socket" to where it listens.',
  allowHint: 'Join the group docker (usermod -aG docker $USER, then log in again), or use rootless Docker.',
  variables: ['DOCKER_HOST'],
  sockets: (home, runtimeFolder) => [
    '/var/run/docker.sock',
    ...(runtimeFolder ? [`${runtimeFolder}/docker.sock`] : []),
    `${home}/.docker/run/docker.sock`,
  ],
};

export const podmanEngine: Engine = {
  kind: 'podman',
  name: 'Podman',
  startHint:
    'Start its service (systemctl --user start podman.socket, or podman system service --time 0), or set "socket".',
  allowHint:
    'Use your own service (systemctl --user start podman.socket), or run as the user whose service it is.',
  variables: ['CONTAINER_HOST', 'DOCKER_HOST'],
  // One's own first: the system's is only root's.
  sockets: (_home, runtimeFolder) => [
    ...(runtimeFolder ? [`${runtimeFolder}/podman/podman.sock`] : []),
    '/run/podman/podman.sock',
  ],
};
