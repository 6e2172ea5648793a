import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRedactor } from '../../src/redact/redactor.ts';
import { redact } from './redact.ts';
import { keyLines, madeUp, privateKey } from './secrets.ts';

const random40 = madeUp(40, 1);
const hex40 = madeUp(40, 2, [...'0123456789abcdef']);
const jwt = `eyJ${madeUp(30, 3)}.eyJ${madeUp(80, 4)}.${madeUp(43, 5)}`;

/** What is printed, with the secret in braces. */
const shown: Record<string, readonly string[]> = {
  'variables of the environment': [
    'DB_PASSWORD={hunter2}',
    'export DB_PASSWORD={hunter2}',
    `declare -x GITHUB_TOKEN="{${random40}}"`,
    `AWS_SECRET_ACCESS_KEY={/${madeUp(20, 6)}+${madeUp(18, 7)}}`,
    `ACME_KEY={${random40}}`,
    'REDIS_PASS={s3cr3t!&;x}',
    'SPRING_DATASOURCE_PASSWORD={123456}',
    '+ export NPM_TOKEN={abcd-efgh-ijkl}',
    '  - POSTGRES_PASSWORD={correcthorse}',
  ],
  'JSON and YAML': [
    '{"api_key": "{abcd1234efgh}", "user": "bob"}',
    '{"clientSecret":"{qwertyuiop}"}',
    String.raw`{\"password\": \"{hunter2}\"}`,
    `  "aws_session_token": "{${random40}}",`,
    '  password: {swordfish}',
    `auth_token: '{${hex40}}'`,
    '<password>{hunter2}</password>',
    `"SecretAccessKey": "{${random40}}",`,
  ],
  'pairs in a line': [
    'level=info user=bob password={hunter2} status=ok',
    'Server=db;User Id=sa;Password={hunter2};Encrypt=true',
    `AccountName=x;AccountKey={${madeUp(86, 8)}==};EndpointSuffix=core`,
    `GET /v1?page=2&access_token={${random40}}&limit=5`,
    `GET /blob?sv=2024&sig={${madeUp(43, 9)}%3D}&se=x`,
    `error: token: {${hex40}} is not accepted`,
  ],
  'command lines': [
    'mysql --user bob --password {hunter2} shop',
    'deploy --api-key={abcd1234}',
    'curl -u bob:{pa55word} https://example.com',
    'sshpass -p {hunter2} ssh host',
    `curl -H "X-Api-Key: {${random40}}" https://example.com`,
  ],
  URLs: [
    'postgres://app:{s3cr3t}@db.example.com:5432/shop',
    'redis://:{s3cr3t}@localhost:6379',
    'amqp://guest:{p@ss-w0rd}@mq:5672/',
    'amqp://guest:{pa/ss-w0rd}@mq:5672/',
    `https://{${hex40}}@github.com/a/b.git`,
    `https://x-access-token:{ghs_${madeUp(36, 10)}}@github.com/a/b.git`,
    `https://{hooks.slack.com/services/T0${madeUp(42, 11)}}`,
  ],
  headers: [
    'Authorization: Bearer {abcdef.123456}',
    'authorization: Basic {Ym9iOmh1bnRlcjI=}',
    `"Authorization": "token {${hex40}}"`,
    `> Proxy-Authorization: Basic {${Buffer.from('bob:hunter2').toString('base64')}}`,
    'Cookie: {sid=abc; theme=dark}',
    'Set-Cookie: {sid=31d4d96e407aad42; Path=/; HttpOnly}',
    `got bearer {${random40}} from the cache`,
  ],
  'tokens by their looks': [
    `{AKIA${madeUp(16, 12, [...'ABCDEFGHIJKLMNOP234567'])}}`,
    `{AIza${madeUp(35, 13)}}`,
    `using {ghp_${madeUp(36, 14)}}, as told`,
    `({github_pat_${madeUp(82, 15)}})`,
    `{glpat-${madeUp(20, 16)}}`,
    `{xoxb-123456789012-123456789012-${madeUp(24, 17)}}`,
    `{sk_live_${madeUp(24, 18)}}`,
    `{sk-proj-${madeUp(74, 19)}T3BlbkFJ${madeUp(74, 20)}}`,
    `{sk-ant-api03-${madeUp(93, 21)}AA}`,
    `{hf_${madeUp(34, 22)}}`,
    `{npm_${madeUp(36, 23)}}`,
    `{pypi-AgEIcHlwaS5vcmc${madeUp(80, 24)}}`,
    `{dckr_pat_${madeUp(27, 25)}}`,
    `{${jwt}}`,
    `{${madeUp(3, 26)}8Q~${madeUp(34, 27)}}`,
  ],
};

describe('redact', () => {
  for (const [kind, lines] of Object.entries(shown)) {
    it(`hides ${kind}, and nothing around them`, () => {
      for (const line of lines) {
        const [before = '', secret = '', after = ''] = splitAtBraces(line);
        const redacted = redact(`first line\n${before}${secret}${after}\nlast line\n`);
        const mark = redacted.slice(
          `first line\n${before}`.length,
          redacted.length - `${after}\nlast line\n`.length,
        );
        assert.match(mark, /^\[REDACTED:[a-z0-9-]+\]$/, `${before}${secret}${after} became ${redacted}`);
        assert.ok(redacted.startsWith(`first line\n${before}[`), redacted);
        assert.ok(redacted.endsWith(`]${after}\nlast line\n`), redacted);
        assert.equal(redact(redacted), redacted);
      }
    });
  }

  it('hides private keys, also with times before the lines, on one line, and with other output between them', () => {
    const key = privateKey(100);
    const lines = key.split('\n');
    for (const text of [
      key,
      privateKey(200, 'OPENSSH '),
      privateKey(300, ''),
      key.replaceAll('\n', '\r\n'),
      key.replaceAll('\n', '\\n'),
      lines.map((line) => `    ${line}`).join('\n'),
      lines.map((line, i) => `2026-01-02T03:04:05.${100 + i}Z INFO ${line}`).join('\n'),
      lines.toSpliced(5, 0, '[worker] 12 jobs done').join('\n'),
    ]) {
      const redacted = redact(`before\n${text}\nafter all that\n`);
      assert.match(redacted, /^before\n.*\[REDACTED:private-key\]\r?\nafter all that\n$/);
    }
  });

  it('hides a private key as far as it goes when its end or its beginning is missing', () => {
    const lines = privateKey(100).split('\n');
    assert.equal(redact(`x\n${lines.slice(0, 9).join('\n')}\nAbC`), 'x\n[REDACTED:private-key]');
    assert.equal(redact(`${lines.slice(9).join('\n')}\ny`), '[REDACTED:private-key]\ny');
    assert.equal(
      redact(`x\nMIIEpAIBAAKCAQEA${keyLines(3, 5).join('\n')}\ny z`),
      'x\n[REDACTED:private-key]\ny z',
    );
    const certificate = ['CERTIFICATE', ...keyLines(9, 7)].join('\n');
    assert.equal(redact(`-----BEGIN ${certificate}`), `-----BEGIN ${certificate}`);
  });

  it('does not take the mention of a key for a key', () => {
    const text = `grep -r "-----BEGIN PRIVATE ${'KEY'}-----" .\nnothing found here\nall is well\n`;
    assert.equal(redact(text), text);
  });

  it('can be switched off', () => {
    const off = createRedactor({ enabled: false });
    const text = `DB_PASSWORD=hunter2 ${privateKey(1)}`;
    assert.equal(off.redact(text), text);
  });
});

function splitAtBraces(line: string): string[] {
  // The outermost pair in braces is the secret; JSON has braces of its own.
  const open = line.search(/\{[^{]*$/);
  const close = line.indexOf('}', open);
  return [line.slice(0, open), line.slice(open + 1, close), line.slice(close + 1)];
}
