import * as z from 'zod/mini';
import { LOCAL } from '../base/environment-name.ts';
import { RingbackError } from '../base/errors.ts';
import { nearestName } from '../base/nearest-name.ts';
import { validate } from '../base/validate.ts';
import { type CommonSettings, commonNames, commonSchema } from './common-settings.ts';
import { type AnyKind, environmentKinds, loadKind } from './kinds.ts';

export type ParsedEnvironment = {
  readonly name: string;
  readonly kind: AnyKind;
  /** As the kind's schema made them. */
  readonly settings: unknown;
  readonly common: CommonSettings;
};

/** An entry of `environments` in the configuration, checked; what is wrong is named, with what is right. */
export async function parseEnvironment(name: string, entry: unknown): Promise<ParsedEnvironment> {
  checkName(name);
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw wrong(name, 'it must be an object.', 'Such as: { "type": "ssh", "host": "build.example.com" }');
  const { type, ...settings } = entry as Readonly<Record<string, unknown>>;
  return splitSettings(name, await kindOf(name, type), settings);
}

/** Common settings are ours, the rest is the kind's. */
function splitSettings(
  name: string,
  kind: AnyKind,
  settings: Readonly<Record<string, unknown>>,
): ParsedEnvironment {
  const own = settingNames(kind);
  const known = own && [...own, ...commonNames];
  const unknown = known && Object.keys(settings).find((key) => !known.includes(key));
  if (known && unknown !== undefined) {
    const near = nearestName(unknown, known);
    throw wrong(
      name,
      `unknown setting ${JSON.stringify(unknown)}${near === undefined ? '' : `; did you mean "${near}"?`}`,
      `Settings of ${kind.kind}: ${own.join(', ')}. Of all: ${commonNames.join(', ')}.`,
    );
  }
  const isCommon = ([key]: [string, unknown]) => commonNames.includes(key);
  const entries = Object.entries(settings);
  return {
    name,
    kind,
    settings: check(name, kind.schema, Object.fromEntries(entries.filter((one) => !isCommon(one)))),
    common: check(name, commonSchema, Object.fromEntries(entries.filter(isCommon))),
  };
}

function checkName(name: string): void {
  if (name === LOCAL) throw wrong(name, 'this name is taken: it is this machine.', 'Call it something else.');
  if (!/^[a-z0-9][a-z0-9_-]*$/.test(name) || name.length > 40)
    throw wrong(
      name,
      'this is no name.',
      'A name has small letters, digits, - and _, begins with a letter or digit, and has at most 40 characters.',
    );
}

async function kindOf(name: string, type: unknown): Promise<AnyKind> {
  const types = `Types: ${environmentKinds().join(', ')}.`;
  if (type === undefined) throw wrong(name, 'its "type" is missing.', types);
  const kind = typeof type === 'string' ? await loadKind(type) : undefined;
  if (kind) return kind;
  const near = typeof type === 'string' ? nearestName(type, environmentKinds()) : undefined;
  const guess = near === undefined ? '' : ` Did you mean "${near}"?`;
  throw wrong(name, `there is no type ${JSON.stringify(type)}.${guess}`, types);
}

function check<T>(name: string, schema: z.ZodMiniType<T>, value: unknown): T {
  try {
    return validate(schema, value, 'it');
  } catch (error) {
    throw wrong(name, (error as Error).message, 'Fix it in config.json of the home.');
  }
}

/** What a kind can be told; undefined where its schema does not say. */
export function settingNames({ schema }: AnyKind): readonly string[] | undefined {
  const names = namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return names.length === 0 ? undefined : names;
}

function namesIn(json: z.core.JSONSchema.BaseSchema): string[] {
  const parts = [...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])];
  const inner = parts.flatMap((part) => (typeof part === 'object' ? namesIn(part) : []));
  return [...new Set([...Object.keys(json.properties ?? {}), ...inner])];
}

function wrong(name: string, problem: string, hint: string): RingbackError {
  return new RingbackError('bad_request', `The environment ${JSON.stringify(name)}: ${problem}`, hint);
}
