import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadout } from './lib/loadout.js';
import { serve, TOKEN } from './serve-http.test-kit.js';

const turns = [{ tools: [{ Write: { file_path: 'note.txt', content: 'hello\n' } }] }, { text: 'Done.' }];

function person() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const line = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return { line, pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** A server with a run that waits, and the address of that run. */
async function waiting(from?: Readonly<Record<string, string>>) {
  const server = await serve({ turns, config: from === undefined ? {} : { permissions: { approvals: { from } } } });
  const { id } = (await server.start({ prompt: 'Write.', approvals: 'ask' })).body;
  await expect.poll(async () => (await server.ask(`/runs/${id}`)).body.state).toBe('waiting');
  const address = `${server.url}/runs/${id}`;
  const call = (args: readonly string[], env: Readonly<Record<string, string>> = { LOADOUT_HTTP_TOKEN: TOKEN }) =>
    loadout([...args], { cwd: server.cwd, env });
  const post = (body: unknown) =>
    server.ask(`/runs/${id}/answers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { ...server, id, address, call, post, wrote: () => existsSync(join(server.cwd, 'note.txt')) };
}

describe('loadout approve and deny at the address of a run', () => {
  it('answer what waits there, and say what they answered', async () => {
    const first = await waiting();
    const approved = await first.call(['approve', first.address]);
    expect([approved.code, approved.stdout]).toEqual([0, expect.stringMatching(/^Allowed Write \(\S+\): .*note\.txt/)]);
    await expect.poll(first.wrote).toBe(true);
    const again = await first.call(['approve', first.address]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('does not wait for an answer')]);
    const second = await waiting();
    expect((await second.call(['deny', second.address, '--message', 'Not today.'])).code).toBe(0);
    await expect.poll(async () => JSON.stringify((await second.ask(`/runs/${second.id}-r2`)).body)).toContain('Not today.');
    expect(second.wrote()).toBe(false);
  });

  it('need the key of a person whom the configuration names, whoever has the token (N3)', async () => {
    const [alice, mallory] = [person(), person()];
    const run = await waiting({ alice: alice.line });
    for (const [name, { pem }] of [
      ['alice', alice],
      ['mallory', mallory],
    ] as const)
      writeFileSync(join(run.cwd, `${name}.pem`), pem);
    for (const body of [
      { behavior: 'allow' },
      { behavior: 'allow', by: 'alice' },
      { behavior: 'allow', by: 'alice', proof: 'AAAA' },
      { behavior: 'deny' },
    ])
      expect(await run.post(body)).toMatchObject({ status: 403, body: { error: { code: 'HTTP_NO_APPROVER' } } });
    expect(await run.post({ behavior: 'allow', always: true })).toMatchObject({ status: 409 });
    const none = await run.call(['approve', run.address]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('waits for an answer of alice')]);
    const wrong = await run.call(['approve', run.address, '--key', 'mallory.pem']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('belongs to none of them')]);
    expect(run.wrote()).toBe(false);
    expect((await run.call(['approve', run.address, '--key', 'alice.pem'])).code).toBe(0);
    await expect.poll(run.wrote).toBe(true);
  });

  it('send the token neither in clear to another machine, nor behind a redirect', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const run = await waiting();
    const clear = await run.call(['approve', 'http://agents.example.com/runs/one']);
    expect([clear.code, clear.stderr]).toEqual([2, expect.stringContaining('in clear')]);
    const moved = await run.call(['approve', `http://127.0.0.1:${(server.address() as AddressInfo).port}/runs/one`]);
    expect([moved.code, seen]).toEqual([2, [`/runs/one Bearer ${TOKEN}`]]);
    const path = await run.call(['approve', run.url]);
    expect([path.code, path.stderr]).toEqual([2, expect.stringContaining('it does not end in /runs/ID')]);
  });

  it('are told why a server refuses', async () => {
    const run = await waiting();
    const refused = await run.call(['approve', run.address], { LOADOUT_HTTP_TOKEN: 'another-token-of-some-length' });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('answered 401: The token is missing or wrong.')]);
  });
});
