/**
 * `node scripts/redact-rules/generate.ts <gitleaks.toml> <version>`: writes src/redact/rules.json, the rules that
 * src/redact/ carries as data. Needs python3, whose tomllib reads the rule set.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorsOf } from './anchors.ts';
import { parsePattern } from './parse.ts';
import type { Pattern } from './pattern.ts';
import { printPattern } from './print.ts';

type Source = {
  readonly allowlist: { readonly regexes: readonly string[]; readonly stopwords: readonly string[] };
  readonly rules: readonly {
    readonly id: string;
    readonly regex?: string;
    readonly entropy?: number;
    readonly allowlists?: readonly {
      readonly regexes?: readonly string[];
      readonly regexTarget?: string;
      readonly stopwords?: readonly string[];
    }[];
  }[];
};

/** Rules that are left out, each with what is there instead. */
const leftOut = new Set([
  'curl-auth-header', // headers.ts
  'curl-auth-user', // command-line.ts
  'facebook-access-token', // begins with digits only: nothing to look for
  'hashicorp-tf-password', // assignment.ts
  'jwt', // own-rules.ts, which also takes one without its end
  'kubernetes-secret-yaml', // assignment.ts: the rule needs whole files
  'pkcs12-file', // a rule about file names
  'private-key', // pem.ts
  'sidekiq-sensitive-url', // url.ts
]);

/** Parts of patterns that are written differently here. */
const rewrites: readonly (readonly [RegExp, string])[] = [
  // What may follow a secret: in output also `,`, `)`, `@`, `&` and whatever else ends a word.
  [/\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$(?:\|\\b)?\)/g, '(?![\\w+/=-])'],
  // Names before the vendor's name only widen the match; without them it begins at the vendor's name.
  [/\[\\w\.-\]\{0,50\}\?/g, ''],
  // azure-ad-client-secret
  [/^\(\?:\^\|\[\\\\'"\\x60\\s>=:\(,\)\]\)/, '(?<![\\w~.-])'],
  [/\(\?:\$\|\[\\\\'"\\x60\\s<\),\]\)$/, '(?![\\w~.-])'],
  // microsoft-teams-webhook, slack-webhook-url: from the host on
  [/^https:\/\/\[a-z0-9\]\+\\\.webhook/, '\\.webhook'],
  [/^\(\?:https\?:\/\/\)\?hooks\.slack\.com/, 'hooks\\.slack\\.com'],
  // sourcegraph-access-token: any Git hash is not one
  [/\|\[a-fA-F0-9\]\{40\}\)\\b/, ')\\b'],
];

/** The only rule that the list of what is allowed everywhere is needed for: the others say exactly what they mean. */
const loosest = 'generic-api-key';

/** Tokens that are places in a list. */
const pagination = '(?i:(?:next|page|continuation|sync)[_.-]?token)';

const [path = '', version = ''] = process.argv.slice(2);
const source = readToml(path);
const rules = source.rules.flatMap(({ id, regex, entropy, allowlists }) => {
  if (!regex || leftOut.has(id)) return [];
  // A comma separates what is listed in output, seldom a name from its value.
  const pattern = translate(id === loosest ? regex.replace('|,)', ')') : regex);
  const anchors = anchorsOf(pattern);
  if (!anchors) throw new Error(`${id} has nothing to look for: ${printPattern(pattern)}`);
  // Without a pattern that allows, a list is about paths, or names examples that may well be redacted.
  const allowed = id === 'gcp-api-key' || id === 'aws-access-token' ? [] : (allowlists ?? []);
  return {
    id,
    pattern: printPattern(pattern),
    anchors: anchors.texts,
    ...(anchors.offset > 0 && { offset: anchors.offset }),
    ...(entropy && { entropy }),
    ...field('allowedSecrets', [
      ...patternsOf(allowed.filter(({ regexTarget }) => regexTarget !== 'match')),
      ...(id === loosest ? patternsOf([source.allowlist]) : []),
    ]),
    ...field('allowedMatches', [
      ...patternsOf(allowed.filter(({ regexTarget }) => regexTarget === 'match')),
      ...(id === loosest ? [pagination] : []),
    ]),
    ...field('stopwords', [
      ...allowed.flatMap(({ stopwords }) => stopwords ?? []),
      ...(id === loosest ? source.allowlist.stopwords : []),
    ]),
  };
});
const out = join(import.meta.dirname, '../../src/redact/rules.json');
writeFileSync(out, `${JSON.stringify({ origin: `gitleaks ${version}`, rules }, null, 1)}\n`);

function translate(regex: string): Pattern {
  return parsePattern(rewrites.reduce((text, [from, to]) => text.replace(from, to), regex));
}

/** Go takes a brace that counts nothing for itself. */
function escapeBraces(regex: string): string {
  return regex.replace(/(?<!\\)\{(?!\d+,?\d*\})/g, '\\{').replace(/(?<!\\|\d|,)\}/g, '\\}');
}

function patternsOf(lists: readonly { readonly regexes?: readonly string[] }[]): string[] {
  return lists.flatMap(({ regexes }) =>
    (regexes ?? []).map((regex) => printPattern(parsePattern(escapeBraces(regex)))),
  );
}

function field(name: string, values: readonly string[]): object {
  return values.length > 0 ? { [name]: values } : {};
}

function readToml(file: string): Source {
  const program = 'import json,sys,tomllib; json.dump(tomllib.load(open(sys.argv[1],"rb")), sys.stdout)';
  const { stdout, stderr } = spawnSync('python3', ['-c', program, file], {
    encoding: 'utf8',
    maxBuffer: 1e7,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as Source;
}
