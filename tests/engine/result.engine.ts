import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, connect as open, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { EngineClient } from '@loadout/engine-restate';
import { expect, it, onTestFinished } from 'vitest';
import { type Farm, startFarm } from './farm.test-kit.js';
import { until } from './until.js';

/** The time for which the proxy lets a connection be open. */
const CUT_MS = 300;

/** A proxy of an operator, which stands where the door stands and cuts every connection that is open for some time. */
async function openProxy({ dir }: Farm): Promise<{ readonly url: string; readonly cuts: () => number }> {
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = open(join(dir, 'engine', 'data', hostname(), 'ingress.sock'));
    for (const socket of [near, far]) socket.on('error', () => {});
    near.pipe(far).pipe(near);
    sockets.add(near);
    const cut = setTimeout(() => {
      cuts += 1;
      near.destroy();
      far.destroy();
    }, CUT_MS);
    near.on('close', () => {
      clearTimeout(cut);
      far.destroy();
      sockets.delete(near);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cuts: () => cuts };
}

it('the end of a run arrives through a proxy that cuts each connection before the run has ended', async () => {
  const farm = await startFarm();
  await farm.work();
  const proxy = await openProxy(farm);
  const { LOADOUT_ENGINE_ADMIN: admin = '', LOADOUT_ENGINE_KEY_FILE: keyFile = '' } = farm.env;
  const client = new EngineClient({ ingress: proxy.url, admin, keyFile });
  const { id } = await client.submit('hold', { session: 'held', prompt: 'Go on.', plan: farm.plan });
  const end = client.result(id);
  await until(() => proxy.cuts() >= 5 || undefined);
  writeFileSync(join(farm.dir, 'go'), '');
  expect(await end).toMatchObject({ outcome: 'success', text: 'Let go.' });
  // The end is kept for who comes late.
  expect(await client.result(id)).toMatchObject({ outcome: 'success', text: 'Let go.' });
});
