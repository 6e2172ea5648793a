import * as z from 'zod/mini';
import { described, filledText, optional } from '../../../base/schema.ts';
import { parseAddress } from './address.ts';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 2 ** 10,
  m: 2 ** 20,
  g: 2 ** 30,
  t: 2 ** 40,
};

const absolute = z.string().check(z.startsWith('/', 'must begin with /'));

const fields = z.strictObject({
  container: optional(filledText, 'An existing container: its name or id. It is never stopped or removed.'),
  image: optional(filledText, 'Of which one container is made for this environment. It needs /bin/sh.'),
  socket: optional(
    z
      .string()
      .check(
        z.refine(
          (value) => parseAddress(value, false) !== undefined,
          'must be unix:///path or tcp://host:port',
        ),
      ),
    'Where the engine listens; left out: DOCKER_HOST (CONTAINER_HOST), else the usual places.',
  ),
  certificates: optional(
    absolute,
    'A folder with ca.pem, cert.pem and key.pem, for an engine behind TLS; else DOCKER_CERT_PATH.',
  ),
  user: optional(filledText, 'As whom commands run: name or number, also user:group.'),
  workdir: optional(absolute, "Where commands run; left out, the container's own."),
  env: z.exactOptional(
    z.record(z.string().check(z.regex(/^[^=\0]+$/, 'is no name of a variable')), z.string()),
  ),
  memory: optional(
    z
      .union([z.string(), z.number()])
      .check(z.refine((value) => parseSize(value) !== undefined, 'must be a size such as "512m" or "2g"')),
    'At most so much memory, such as "2g".',
  ),
  cpus: optional(z.number().check(z.positive()), 'At most so many processors, such as 1.5.'),
  pids: optional(z.int().check(z.positive()), 'At most so many processes.'),
  network: optional(filledText, 'The network it joins: none, host, bridge, or the name of one.'),
  mounts: z.exactOptional(
    z.array(
      z.strictObject({
        source: described(
          filledText,
          "A folder of the engine's machine (begins with /), or the name of a volume.",
        ),
        target: described(absolute, 'Where it is in the container.'),
        readonly: z._default(z.boolean(), false),
      }),
    ),
  ),
  keep: optional(z.boolean(), 'true: stopped when idle, and started again with its files; false: removed.'),
  pull: optional(z.boolean(), 'true: an image that is missing is fetched.'),
});

export type Settings = z.output<typeof fields>;

/** They make a container what it is: of one that exists, only how commands run in it can be chosen. */
const OF_OURS = ['memory', 'cpus', 'pids', 'network', 'mounts', 'keep', 'pull'] as const;

export const schema: z.ZodMiniType<Settings> = fields.check(
  z.refine(
    ({ container, image }) => (container === undefined) !== (image === undefined),
    'must have one of "container" (an existing one) and "image" (a new one is made)',
  ),
  z.superRefine((settings, context) => {
    if (settings.container === undefined) return;
    for (const key of OF_OURS) {
      if (settings[key] === undefined) continue;
      const message = 'goes with "image" only: an existing container is taken as it is';
      context.addIssue({ code: 'custom', path: [key], message });
    }
  }),
);

/** In bytes. */
export function parseSize(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?) ?([bkmgt]?)(?:i?b)?$/i.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const bytes = Math.round(Number(digits) * (UNITS[unit.toLowerCase()] ?? 1));
  return bytes > 0 ? bytes : undefined;
}
