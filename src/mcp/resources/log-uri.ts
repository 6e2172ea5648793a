const PATTERN = /^ringback:\/\/process\/([A-Za-z0-9_]+)\/log$/;

export const LOG_TEMPLATE = 'ringback://process/{id}/log';

export function logUri(id: string): string {
  return `ringback://process/${id}/log`;
}

/** The process whose log it names, if it is one. */
export function processOfUri(uri: string): string | undefined {
  return PATTERN.exec(uri)?.[1];
}
