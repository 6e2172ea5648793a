import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { bearerOf, isSameToken } from '../../base/token.ts';

/**
 * Why a request is refused, if it is. A web page reaches loopback too, under a name of its own (DNS rebinding): the
 * host must be loopback, and the token keeps out other users of this machine.
 */
export function refuse(request: Request, token: string | undefined): Response | undefined {
  const rebound =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  if (rebound) return rebound;
  const given = bearerOf(request.headers.get('authorization'));
  if (token === undefined || (given !== undefined && isSameToken(given, token))) return undefined;
  const error = {
    code: -32000,
    message: 'Missing or wrong token. Send it in the header: Authorization: Bearer …',
  };
  return Response.json(
    { jsonrpc: '2.0', id: null, error },
    { status: 401, headers: { 'www-authenticate': 'Bearer realm="ringback"' } },
  );
}
