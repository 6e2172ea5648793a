/** What several commands take. */
export const none = { least: 0, most: 0 };
export const one = { least: 1, most: 1 };
export const any = { least: 0, most: Number.POSITIVE_INFINITY };
export const some = { least: 1, most: Number.POSITIVE_INFINITY };

export const raw = {
  type: 'boolean',
  help: 'show secrets instead of [REDACTED:…]',
} as const;

export const session = {
  type: 'string',
  value: 'KEY',
  help: 'the session it belongs to (default: $RINGBACK_SESSION, else your own, person:USER)',
} as const;
