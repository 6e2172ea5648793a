import type { Config } from '../base/config.ts';

type NumberSetting = { [Name in keyof Config]: Config[Name] extends number ? Name : never }[keyof Config];

const MIB = 1024 * 1024;

/** Stands for a number of the configuration in text for a model, until `withSettings` knows the one in force. */
export const setting = (name: NumberSetting): string => `{{${name}}}`;

/** A copy in which every `setting` has its value: with its unit in a sentence, a number where it stands alone. */
export function withSettings<Content>(content: Content, config: Config): Content {
  return JSON.parse(JSON.stringify(content), (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    const [, alone] = /^\{\{(\w+)\}\}$/.exec(value) ?? [];
    if (alone !== undefined) return config[alone as NumberSetting];
    return value.replaceAll(/\{\{(\w+)\}\}/g, (_, name: NumberSetting) => describe(name, config[name]));
  });
}

function describe(name: NumberSetting, value: number): string {
  if (name.endsWith('Ms')) return `${format(value / 1000)} s`;
  if (name.endsWith('Bytes')) return `${format(value / MIB)} MiB`;
  return format(value);
}

function format(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}
