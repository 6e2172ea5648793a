import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../../base/errors.ts';
import { checkLibrary, loadLibrary } from '../../client-library.ts';
import {
  defineEnvironment,
  type Environment,
  type OpenEnvironment,
  type OpenRequest,
  type Place,
  PlaceGone,
  type PlaceRef,
} from '../../environment.ts';
import { describeError, isConflict, isNotFound } from './errors.ts';
import { exec } from './exec.ts';
import { judge } from './judge.ts';
import { type KubeConfig, type Kubernetes, library, type Pod, type PodApi } from './library.ts';
import { CONTAINER, describePod, podLabels, podName } from './pod.ts';
import { type KubernetesSettings, schema } from './settings.ts';

/** A new pod mostly runs within seconds; how long one call waits for it, and how often it looks. */
const PATIENCE_MS = 15_000;
const NEXT_LOOK_MS = 300;

type Cluster = {
  readonly kubernetes: Kubernetes;
  readonly config: KubeConfig;
  readonly pods: PodApi;
  readonly namespace: string;
};

export const kubernetes = defineEnvironment<KubernetesSettings>({
  kind: 'kubernetes',
  summary: 'A pod of a Kubernetes cluster: one that is there, or one for each process.',
  schema,
  secrets: ['env', 'manifest'],
  create: (settings, options) => new KubernetesEnvironment(settings, options),
  async check(settings) {
    const installed = await checkLibrary(library, settings.packages);
    if (!installed.isFine) return [installed];
    try {
      const { config, namespace } = await connect(settings);
      const detail = `${config.getCurrentContext()}, namespace ${namespace}`;
      return [installed, { name: 'kubeconfig', isFine: true, detail }];
    } catch (error) {
      const { message, hint } = describeError(error, 'kubeconfig');
      return [installed, { name: 'kubeconfig', isFine: false, detail: message, hint }];
    }
  },
});

class KubernetesEnvironment implements Environment {
  readonly isPerProcess: boolean;
  readonly release?: (ref: PlaceRef) => Promise<void>;
  readonly #settings: KubernetesSettings;
  readonly #options: OpenEnvironment;
  #cluster: Promise<Cluster> | undefined;

  constructor(settings: KubernetesSettings, options: OpenEnvironment) {
    this.#settings = settings;
    this.#options = options;
    this.isPerProcess = settings.image !== undefined;
    if (this.isPerProcess && !settings.keep) this.release = (ref) => this.#remove(ref);
  }

  async open(request: OpenRequest, signal: AbortSignal): Promise<Place> {
    const cluster = await this.#connect();
    const wanted = this.#settings.container ?? (this.isPerProcess ? CONTAINER : undefined);
    const deadline = Date.now() + PATIENCE_MS;
    let pod = await this.#find(cluster, request);
    for (;;) {
      signal.throwIfAborted();
      const verdict = judge(pod, wanted, request.ref, new Date());
      if (verdict.state === 'gone') throw new PlaceGone(verdict.reason);
      if (verdict.state === 'running') return this.#placeIn(cluster, verdict.ref, verdict.container);
      const name = pod.metadata?.name ?? '';
      if (Date.now() > deadline || !this.isPerProcess)
        throw new RingbackError('failed', `The pod ${name} is waiting: ${verdict.reason}`);
      await sleep(NEXT_LOOK_MS, undefined, { signal });
      pod = await read(cluster, name);
    }
  }

  async close(): Promise<void> {}

  #connect(): Promise<Cluster> {
    this.#cluster ??= connect(this.#settings).catch((error) => {
      this.#cluster = undefined;
      throw describeError(error, 'kubeconfig');
    });
    return this.#cluster;
  }

  async #find(cluster: Cluster, { ref, processId = '' }: OpenRequest): Promise<Pod> {
    if (ref) return read(cluster, ref.pod ?? '');
    const { pod: name } = this.#settings;
    if (name === undefined) return this.#make(cluster, processId);
    try {
      return await read(cluster, name);
    } catch (error) {
      if (!(error instanceof PlaceGone)) throw error;
      const hint = 'Make it, or name another in the settings of this environment.';
      throw new RingbackError('not_found', `There is no pod ${name} in ${cluster.namespace}.`, hint);
    }
  }

  /** Found where it is there already: whoever crashed after making it makes no second one. */
  async #make(cluster: Cluster, processId: string): Promise<Pod> {
    const { pods, namespace } = cluster;
    const body = describePod(this.#settings, this.#options, processId);
    try {
      return await pods.createNamespacedPod({ namespace, body });
    } catch (error) {
      if (!isConflict(error)) throw describeError(error, 'make a pod');
    }
    const name = podName(this.#options, processId);
    const pod = await read(cluster, name);
    for (const [label, value] of Object.entries(podLabels(this.#options, processId)))
      if (pod.metadata?.labels?.[label] !== value)
        throw new RingbackError(
          'failed',
          `The pod ${name} in ${namespace} was not made by this Ringback: its ${label} differs.`,
        );
    return pod;
  }

  #placeIn({ kubernetes, config, namespace }: Cluster, ref: PlaceRef, container: string): Place {
    const target = { namespace, pod: ref.pod ?? '', container };
    return { ref, run: (args) => exec(kubernetes, config, target, args), close: async () => {} };
  }

  /** A pod that never ran has no ref yet: `{ process }` stands for it. */
  async #remove(ref: PlaceRef): Promise<void> {
    const { pods, namespace } = await this.#connect();
    const name = ref.pod ?? podName(this.#options, ref.process ?? '');
    const body = ref.uid ? { preconditions: { uid: ref.uid } } : {};
    try {
      await pods.deleteNamespacedPod({ name, namespace, body });
    } catch (error) {
      // Gone already, or another under its name.
      if (!isNotFound(error) && !isConflict(error)) throw describeError(error, 'delete the pod');
    }
  }
}

async function read({ pods, namespace }: Cluster, name: string): Promise<Pod> {
  try {
    return await pods.readNamespacedPod({ name, namespace });
  } catch (error) {
    if (isNotFound(error)) throw new PlaceGone(`The pod ${name} was deleted.`);
    throw describeError(error, `read the pod ${name}`);
  }
}

async function connect(settings: KubernetesSettings): Promise<Cluster> {
  const kubernetes = await loadLibrary<Kubernetes>(library, settings.packages);
  const config = new kubernetes.KubeConfig();
  if (settings.kubeconfig) config.loadFromFile(settings.kubeconfig);
  else config.loadFromDefault();
  if (settings.context) config.setCurrentContext(settings.context);
  const context = config.getContextObject(config.getCurrentContext());
  if (!context || !config.getCurrentCluster()) {
    const name = settings.context ?? config.getCurrentContext();
    throw new RingbackError('bad_request', `The kubeconfig has no context "${name}" with a cluster.`);
  }
  const namespace = settings.namespace ?? context.namespace ?? 'default';
  return { kubernetes, config, pods: config.makeApiClient(kubernetes.CoreV1Api), namespace };
}
