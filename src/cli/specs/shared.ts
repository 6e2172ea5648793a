/** What several commands take. */
export const one = { least: 1, most: 1 };

export const raw = {
  type: 'boolean',
  help: 'with what was taken for a secret; without it, [REDACTED:…] stands in its place',
} as const;

export const session = {
  type: 'string',
  value: 'KEY',
  help: 'the session it belongs to ($RINGBACK_SESSION); by default your own, person:USER',
} as const;
