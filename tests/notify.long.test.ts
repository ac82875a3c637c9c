import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { JobStore, scheduleFolder } from '@loadout/tool-schedule';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scripted } from './cli/scripted.js';
import { loadout } from './lib/loadout.js';
import { serve } from './serve-http.test-kit.js';

/** A receiver of messages. `hang`: it takes a message and never answers. */
async function receiver(hang = false) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    if (!hang) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bodies };
}

const turns = [{ tools: [{ Write: { file_path: 'note.txt', content: 'a secret text\n' } }] }, { text: 'A secret answer.' }];

describe('notify of a configuration', () => {
  it('tells a receiver when a run waits and when it has ended, with the address that answers it', async () => {
    const { url, bodies } = await receiver();
    const server = await serve({ turns, config: { notify: { team: { url } } } });
    await server.start({ prompt: 'A secret prompt.', approvals: 'ask' });
    await expect.poll(() => bodies.length).toBe(1);
    const { data } = JSON.parse(bodies[0] ?? '{}');
    expect(data).toMatchObject({ outcome: 'deferred', tool: 'Write' });
    expect(data.address).toBe(`${server.url}/runs/${data.run}`);
    const answer = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"behavior":"allow"}' };
    expect((await server.ask(`/runs/${data.run}/answers`, answer)).status).toBe(202);
    await expect.poll(() => bodies.length).toBe(2);
    expect(JSON.parse(bodies[1] ?? '{}')).toMatchObject({ type: 'run.ended', data: { outcome: 'success' } });
    expect(bodies.join()).not.toContain('secret');
  });

  it('tells of the end of a run of the command, which has no address and no secret', async () => {
    const { url, bodies } = await receiver();
    const key = 'a-secret-of-some-length';
    const cwd = scripted({
      turns: [{ text: `The key is ${key}.` }],
      config: {
        notify: { team: { url, content: 'full' } },
        secrets: { key: { env: 'KEY_OF_TEST' } },
      },
    });
    const env = { KEY_OF_TEST: key };
    expect((await loadout(['run', 'Hi.'], { cwd, env })).code).toBe(0);
    expect((await loadout(['run', 'Hi.', '--output', 'json'], { cwd, env })).code).toBe(0);
    const told = bodies.map((body) => JSON.parse(body));
    const end = { type: 'run.ended', data: { agent: 'helper', outcome: 'success', text: 'The key is [secret].' } };
    expect(told).toMatchObject([end, end]);
    expect(told.map(({ data }) => [data.run === data.session, 'address' in data])).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it('tells of the end of a job of the schedule', async () => {
    const { url, bodies } = await receiver();
    const cwd = scripted({ turns: [{ text: 'Hi.' }], config: { notify: { team: { url } } } });
    const state = join(cwd, '.state');
    const store = new JobStore(scheduleFolder(join(state, 'plugins', 'schedule'), cwd));
    const job = { id: 'once', prompt: 'How is it?', recurring: true, durable: true, jitterMs: 0 };
    store.add({ ...job, cron: '* * * * * *', createdAt: Date.now() - 5_000 });
    expect((await loadout(['schedule', 'run', '--once'], { cwd, env: { LOADOUT_STATE_DIR: state } })).code).toBe(0);
    expect(bodies.map((body) => JSON.parse(body))).toMatchObject([{ type: 'run.ended', data: { outcome: 'success' } }]);
  });

  it('keeps no run of the command from its end, and its exit code', async () => {
    const { url, bodies } = await receiver(true);
    const cwd = scripted({ turns: [{ text: 'Hi.' }], config: { notify: { team: { url } } } });
    const { code, stdout } = await loadout(['run', 'Hi.'], { cwd });
    expect([code, stdout, bodies.length]).toEqual([0, 'Hi.\n', 1]);
    const wrong = scripted({ turns: [{ text: 'Hi.' }], config: { notify: { team: { url: 'file:///etc/passwd' } } } });
    expect(await loadout(['run', 'Hi.'], { cwd: wrong })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('NOTIFY_ADDRESS'),
    });
  });

  it('holds up no run and no end of the server, though its receiver never answers', async () => {
    const { url, bodies } = await receiver(true);
    const server = await serve({ turns: [{ text: 'Hi.' }], config: { notify: { team: { url } } } });
    for (const prompt of ['a', 'b', 'c']) {
      const { body } = await server.start({ prompt });
      await server.events(body.id);
    }
    await expect.poll(() => bodies.length).toBe(1);
    server.process.kill('SIGTERM');
    expect((await server.process.finished).code).toBe(0);
  });
});
