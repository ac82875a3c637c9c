import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { apiFailure, networkFailure } from './failure.js';
import { isRefusedHere, networkError } from './network-error.js';

const make = (name: string) => (details: object) => Object.assign(new Error(name), details);
const errors = new Proxy({} as Parameters<typeof networkFailure<Error & { readonly code: string }>>[1]['errors'], {
  get: (_, name) => make(String(name)),
});
const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
const failureAt = (origin: string, thrown = refused) =>
  networkFailure(thrown, { errors, context: { origin, from: undefined, secrets: [], attempts: 1 } });

it.each(['http://127.0.0.1:11434', 'http://localhost:1234', 'https://[::1]:8000', 'http://localhost'])(
  'a refused connection to %s is not worth a long wait',
  (origin) => {
    expect(failureAt(origin)).toMatchObject({ retryable: true, patienceMs: 2_000, error: { start: 'Start the server.' } });
  },
);

it('a refused connection to another machine, and another failure of this one, are waited for as configured', () => {
  expect(failureAt('https://api.example.com').patienceMs).toBeUndefined();
  expect(failureAt('http://localhost.example.com').patienceMs).toBeUndefined();
  const reset = Object.assign(new Error('read'), { code: 'ECONNRESET' });
  expect(failureAt('http://127.0.0.1:11434', reset).patienceMs).toBeUndefined();
});

it('a refusal at an address of this machine is told by the connection, whatever the host is called', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  for (const host of ['127.0.0.1', 'localhost']) {
    const thrown = await fetch(`http://${host}:${port}`).catch((error: unknown) => error);
    expect([host, isRefusedHere(networkError(thrown, []).cause)]).toEqual([host, true]);
  }
  expect(isRefusedHere(Object.assign(new Error('connect'), { code: 'ECONNREFUSED', address: '10.0.0.1' }))).toBe(false);
  expect(isRefusedHere(undefined)).toBe(false);
});

it.each(['type', 'code', 'requestId', 'message'])('the %s of a refusal shows no secret, and is cut', (name) => {
  const context = { origin: 'https://api.test', from: undefined, secrets: ['plain-secret'], attempts: 1 };
  const api = { status: 500, message: 'x', [name]: `plain-secret ${'x'.repeat(5000)}` };
  const { error, reason } = apiFailure(api, { errors, context });
  const shown = JSON.stringify([error, reason]);
  expect(shown).not.toContain('plain-secret');
  expect(shown.length).toBeLessThan(2000);
});
