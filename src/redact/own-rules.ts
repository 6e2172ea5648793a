import type { Rule } from './rule.ts';

/** What a repository scanner does not look for, or only at full length: output is often cut. */
export const ownRules: readonly Rule[] = [
  token(
    'jwt',
    ['eyj'],
    'eyJ[\\w-]{12,4096}(?:\\.[\\w-]{2,4096}){1,4}\\.?|eyJ(?:hbGci|0eXAi|raWQi)[\\w-]{6,4096}',
  ),
  token('anthropic-key', ['sk-ant-'], 'sk-ant-[\\w-]{12,4096}'),
  token(
    'openai-key',
    ['sk-'],
    'sk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-|None-)?(?=[\\w-]{0,40}\\d)[A-Za-z0-9][\\w-]{19,4096}',
  ),
  token('groq-key', ['gsk_'], 'gsk_[A-Za-z0-9]{20,4096}'),
  token('xai-key', ['xai-'], 'xai-[A-Za-z0-9]{30,4096}'),
  token('nvidia-key', ['nvapi-'], 'nvapi-[\\w-]{20,4096}'),
  token('replicate-key', ['r8_'], 'r8_[A-Za-z0-9]{30,4096}'),
  token('langsmith-key', ['lsv2_'], 'lsv2_[A-Za-z0-9_]{20,4096}'),
  token('huggingface-key', ['hf_'], 'hf_[A-Za-z0-9]{16,4096}'),
  token('google-oauth-token', ['ya29.', '1//0'], '(?:ya29\\.|1//0)[\\w-]{20,4096}'),
  token('google-client-secret', ['gocspx-'], 'GOCSPX-[\\w-]{10,4096}'),
  token('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], 'gh[pousr]_[A-Za-z0-9]{10,4096}'),
  token('github-token', ['github_pat_'], 'github_pat_\\w{10,4096}'),
  token(
    'gitlab-token',
    ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-'],
    'gl(?:pat|dt|rt|cbt|ptt)-[\\w.-]{10,4096}',
  ),
  token(
    'slack-token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xapp-'],
    '(?:xox[abeprs]|xapp)-[\\w.-]{8,4096}',
  ),
  token(
    'slack-webhook',
    ['hooks.slack.com/'],
    'hooks\\.slack\\.com/(?:services|workflows|triggers)/([\\w/+-]{10,4096})',
  ),
  token('discord-webhook', ['/api/webhooks/'], '/api/webhooks/\\d{10,25}/([\\w-]{20,4096})'),
  token(
    'stripe-key',
    ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_', 'whsec_'],
    '(?:[sr]k_(?:live|test)_|whsec_)[A-Za-z0-9+/=]{10,4096}',
  ),
  token('npm-token', ['npm_'], 'npm_(?=[A-Za-z]{0,36}\\d)[A-Za-z0-9]{20,4096}'),
  token('pypi-token', ['pypi-age'], 'pypi-AgE[\\w-]{16,4096}'),
  token('docker-token', ['dckr_pat_', 'dckr_oat_'], 'dckr_[po]at_[\\w-]{16,4096}'),
  token('tailscale-key', ['tskey-'], 'tskey-[a-z]{3,12}-[\\w-]{10,4096}'),
  token('atlassian-token', ['atatt3'], 'ATATT3[\\w=-]{20,4096}'),
  token(
    'aws-temporary-key',
    ['fwogzxivyxdz', 'iqojb3jpz2lu'],
    '(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[\\w+/=-]{20,4096}',
  ),
  token('supabase-key', ['sbp_', 'sb_secret_'], 'sbp_[a-f0-9]{40}|sb_secret_[\\w-]{20,128}'),
  { id: 'telegram-token', anchors: ['/bot'], pattern: '/bot(\\d{6,12}:AA[\\w-]{32,40})' },
  {
    id: 'aws-secret-key',
    anchors: ['akia', 'asia'],
    pattern: 'A[KS]IA[A-Z0-9]{16}["\']?[,;\\t |:]{1,4}["\']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])',
  },
  hash(
    ['$1$', '$5$', '$6$', '$7$', '$y$', '$gy$', '$apr1$'],
    '\\$(?:1|5|6|7|y|gy|apr1)\\$((?:[\\w./=,-]{1,64}\\$){1,3}[\\w./]{22,128})',
  ),
  hash(['$2a$', '$2b$', '$2y$'], '\\$2[aby]\\$\\d\\d\\$([\\w./]{53})'),
  hash(
    ['$argon2', '$scrypt$', '$pbkdf2-'],
    '\\$(?:argon2(?:id|i|d)|scrypt|pbkdf2-[a-z0-9]{1,16})\\$((?:[\\w=,.+/-]{1,128}\\$){1,3}[\\w+/.=-]{22,128})',
  ),
  hash(['pbkdf2_sha'], 'pbkdf2_sha(?:1|256|512)\\$\\d{1,9}\\$[\\w./+-]{1,64}\\$([\\w+/=]{22,128})'),
  hash(
    ['{sha', '{ssha', '{smd5}', '{crypt}'],
    '\\{(?:S?SHA(?:256|384|512)?|SMD5|CRYPT)\\}([\\w+/=$.]{20,128})',
  ),
  { id: 'azure-signature', anchors: ['?sig=', '&sig=', ';sig='], pattern: '[?&;]sig=([\\w%+/=-]{20,4096})' },
];

/** The rest of a partly shown password could be guessed. */
function hash(anchors: readonly string[], pattern: string): Rule {
  return { id: 'password-hash', anchors, pattern };
}

/** A token is a word: no such character before it. */
function token(id: string, anchors: readonly string[], pattern: string): Rule {
  return { id, anchors, pattern: `(?<![A-Za-z0-9])(?:${pattern})` };
}
