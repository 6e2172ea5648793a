import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { docker } from '../../src/backends/kinds/docker/docker.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { text } from '../cli/cli-home.ts';
import { IMAGE } from '../testbed/servers/container-engine.ts';
import { Dockerd, whyNoDockerd } from '../testbed/servers/dockerd.ts';

const MIB = 1024 * 1024;

/** An authority and one certificate, good for both sides: ca.pem, cert.pem, key.pem. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]): unknown =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca-key.pem',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=authority',
    '-days',
    '2',
  );
  openssl('req', ...key, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=either');
  const extensions = 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n';
  writeFileSync(join(folder, 'extensions'), extensions);
  const authority = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial', '-extfile', 'extensions'];
  openssl('x509', '-req', '-in', 'request.pem', ...authority, '-days', '2', '-out', 'cert.pem');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('a container is reached over TLS, by who has a certificate', {
  skip: whyNoDockerd(),
}, async (context) => {
  const certificates = mkdtempSync(join(tmpdir(), 'rb-tls-'));
  context.after(() => removeFolder(certificates));
  makeCertificates(certificates);
  const at = (name: string): string => join(certificates, name);
  const socket = `tcp://127.0.0.1:${await freePort()}`;
  const tls = [
    '--tlsverify',
    '--tlscacert',
    at('ca.pem'),
    '--tlscert',
    at('cert.pem'),
    '--tlskey',
    at('key.pem'),
  ];
  const server = await Dockerd.start('-H', socket, ...tls);
  context.after(() => server.stop());

  const settings = { image: IMAGE, socket, certificates, network: 'none' };
  const environment = docker.create(settings, { name: 'far', folder: '/nonexistent', owner: 'me' });
  const { ref } = await environment.open({}, AbortSignal.timeout(60_000));
  assert.match(ref.engine ?? '', /^https:/);
  const place = await environment.open({ ref }, AbortSignal.timeout(60_000));
  const outcome = await runToEnd(place, ['sh', '-c', 'cat; sleep 0.2; echo after; exit 4'], {
    input: 'in\n',
  });
  assert.deepEqual(outcome, { code: 4, stdout: 'in\nafter\n', stderr: '' });
  const program = await place.run(['cat']);
  program.stdin.end(Buffer.alloc(20 * MIB, 'x'));
  assert.equal((await text(program.stdout)).length, 20 * MIB);
  assert.equal((await program.ended).code, 0);

  const [stranger] = (await docker.check?.({ image: IMAGE, socket: socket.replace('tcp', 'https') })) ?? [];
  assert.equal(stranger?.isFine, false);
});
