import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { EngineKey } from './engine-key.js';
import { OWN_HOSTS, workerCertificate } from './worker-certificate.js';

const MINE = new EngineKey('a key of forty characters or more, or so!', 'a test');
const OTHER = new EngineKey('another key of forty characters or more!', 'a test');

/** Asks a server at this host, with the certificate of one key, by a client that believes that of another. */
async function asked({ server, client, host }: { server: EngineKey; client: EngineKey; host: string }): Promise<unknown> {
  const listening = createSecureServer(workerCertificate(server), (_, response) => response.end('yes'));
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => void listening.close());
  const { port } = listening.address() as AddressInfo;
  const session = connect(`https://${host}:${port}`, { ca: workerCertificate(client).cert });
  onTestFinished(() => session.destroy());
  return new Promise((resolve) => {
    session.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    session
      .request({ ':path': '/' })
      .on('error', () => {})
      .on('response', (headers) => resolve(headers[':status']));
  });
}

it('a worker proves that it has the key of the engine, at each address of this machine (N3)', async () => {
  for (const host of OWN_HOSTS) expect(await asked({ server: MINE, client: MINE, host }), host).toBe(200);
});

it('a server with the certificate of another key is not asked, and neither is one at another address (N3)', async () => {
  expect(await asked({ server: OTHER, client: MINE, host: '127.0.0.1' })).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(await asked({ server: MINE, client: MINE, host: '127.0.0.2' })).toMatch(/ERR_TLS_CERT_ALTNAME_INVALID|ECONNREFUSED/);
});

it('the certificate follows from the key, holds no secret, and does not expire', () => {
  const { cert, key } = workerCertificate(MINE);
  expect(workerCertificate(MINE)).toEqual({ cert, key });
  expect(workerCertificate(OTHER).cert).not.toBe(cert);
  const read = new X509Certificate(cert);
  expect([read.subject, read.subjectAltName, read.validTo, read.ca]).toEqual([
    'CN=Loadout worker',
    'DNS:localhost, IP Address:127.0.0.1',
    'Dec 31 23:59:59 9999 GMT',
    false,
  ]);
  expect(read.verify(read.publicKey)).toBe(true);
});
