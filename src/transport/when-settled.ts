import type { ServerResponse } from 'node:http';

/**
 * Calls `settle` once: with true when the kernel took all of the answer, with false when the connection was lost before.
 * To be called before the answer is written.
 */
export function whenSettled(response: ServerResponse, settle: (wasSent: boolean) => void): void {
  if (response.closed) {
    settle(false);
    return;
  }
  const finish = () => {
    response.off('close', lose);
    settle(true);
  };
  const lose = () => {
    response.off('finish', finish);
    settle(false);
  };
  response.once('finish', finish);
  response.once('close', lose);
}
