import * as z from 'zod/mini';

const texts = z.record(z.string(), z.string());

export const schema = z
  .strictObject({
    /** A file; else what kubectl would use, or the cluster that we run in. */
    kubeconfig: z.optional(z.string()),
    context: z.optional(z.string()),
    namespace: z.optional(z.string()),
    /** One that is there already, and stays. */
    pod: z.optional(z.string()),
    container: z.optional(z.string()),
    /** A pod of its own for each process, which goes with it. */
    image: z.optional(z.string()),
    env: z.optional(texts),
    resources: z.optional(z.strictObject({ requests: z.optional(texts), limits: z.optional(texts) })),
    nodeSelector: z.optional(texts),
    serviceAccount: z.optional(z.string()),
    /** Anything else of a pod, as Kubernetes calls it. */
    manifest: z.optional(z.record(z.string(), z.unknown())),
    /** Leave a process's pod when it has ended. */
    keep: z.optional(z.boolean()),
    /** A folder whose node_modules has the client library. */
    packages: z.optional(z.string()),
  })
  .check(
    z.refine(({ pod, image }) => (pod === undefined) !== (image === undefined), {
      error: 'needs either "pod" (one that is there) or "image" (a pod for each process)',
    }),
  );

export type KubernetesSettings = z.infer<typeof schema>;
