import { HandshakeRefused } from './websocket.ts';

/** Nobody could be asked: nothing was taken. */
export class Unreached extends Error {
  readonly isPermanent: boolean;

  constructor(url: string, error: Error) {
    const isForbidden = error instanceof HandshakeRefused && [401, 403].includes(error.status);
    super(isForbidden ? 'Codex does not take the token' : describe(url, error));
    this.isPermanent = isForbidden;
  }
}

export function isNobodyThere(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'ENOENT' || code === 'ECONNREFUSED';
}

function describe(url: string, error: Error): string {
  return isNobodyThere(error)
    ? `no app-server of Codex listens at ${url}; codex in a terminal starts it`
    : `the app-server of Codex at ${url} cannot be reached: ${error.message}`;
}
