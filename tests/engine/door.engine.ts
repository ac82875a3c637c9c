import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:http2';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ask, EngineClient, engineAt, seal } from '@loadout/engine-restate';
import { describe, expect, it } from 'vitest';
import { EngineKey } from '../../packages/engine-restate/src/door/engine-key.js';
import { PASS, passFor } from '../../packages/engine-restate/src/door/pass.js';
import { type HeldRun, holdRun } from './held-run.test-kit.js';
import { until } from './until.js';

interface Raw {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: IncomingHttpHeaders;
}

/** Sends exactly these headers. */
function sendRaw(
  url: string,
  { method, path, body, headers = {} }: Raw,
): Promise<{ readonly status: number; readonly text: string }> {
  const text = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(url + path, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    });
    sent.once('error', reject).once('response', (answered) => {
      let got = '';
      answered.setEncoding('utf8').on('data', (part: string) => {
        got += part;
      });
      answered.once('end', () => resolve({ status: answered.statusCode ?? 0, text: got }));
    });
    sent.end(text);
  });
}

/** The requests that read, submit, approve, schedule, hold money, cancel and register, as the engine itself takes them. */
const attacks = ({ run, hash, listed }: HeldRun, invocation: string): readonly (Raw & { readonly at: 'ingress' | 'admin' })[] => {
  const prompt = { prompt: 'Go on.', plan: listed.view?.plan };
  const yes = { behavior: 'allow', by: 'root' };
  return [
    { at: 'ingress', method: 'POST', path: '/loadout.shipper/new-run/prompt/send', body: prompt },
    { at: 'ingress', method: 'POST', path: `/loadout.shipper/${run}/prompt`, body: prompt },
    { at: 'ingress', method: 'POST', path: `/loadout-approvals/${hash}/answer/send`, body: yes },
    { at: 'ingress', method: 'GET', path: `/restate/invocation/${invocation}/output` },
    { at: 'ingress', method: 'POST', path: '/loadout-schedules/shipper%2Fx/add', body: {} },
    { at: 'ingress', method: 'POST', path: '/loadout-budgets/x/change', body: {} },
    { at: 'ingress', method: 'OPTIONS', path: '/loadout.shipper/new-run/prompt/send' },
    { at: 'ingress', method: 'GET', path: '/restate/health' },
    { at: 'admin', method: 'POST', path: '/query', body: { query: 'SELECT * FROM state' } },
    { at: 'admin', method: 'GET', path: '/deployments' },
    { at: 'admin', method: 'GET', path: '/services' },
    { at: 'admin', method: 'GET', path: '/ui/' },
    { at: 'admin', method: 'POST', path: '/deployments', body: { uri: 'http://127.0.0.1:1', force: true } },
    { at: 'admin', method: 'PATCH', path: `/invocations/${invocation}/cancel` },
    { at: 'admin', method: 'PATCH', path: `/invocations/${invocation}/kill` },
    { at: 'admin', method: 'DELETE', path: `/invocations/${invocation}` },
    { at: 'admin', method: 'POST', path: '/services/loadout-approvals/state', body: { object_key: hash, new_state: {} } },
  ];
};

const MINUTES = 60_000;

describe("an engine's door", () => {
  it('opens to nobody without a pass of the key for this very request, made just now (N3)', async () => {
    const held = await holdRun();
    const { engine, run } = held;
    const before = await held.calls();
    const invocation =
      before
        .find((call) => call.includes(run))
        ?.split(' ')
        .at(-1) ?? '';
    const { key } = engineAt(engine.address);
    const other = new EngineKey('another key of forty characters or more!', 'a test');
    let tries = 0;
    for (const { at, ...raw } of attacks(held, invocation)) {
      const url = engine.address[at];
      const { host } = new URL(url);
      const body = raw.body === undefined ? '' : JSON.stringify(raw.body);
      const own = { method: raw.method, host, target: raw.path, body };
      const rebound = `evil.test:${new URL(url).port}`;
      const passed: readonly IncomingHttpHeaders[] = [
        {},
        { [PASS]: '' },
        { [PASS]: `${Date.now()}.` },
        { authorization: `Bearer ${key.mac('request')}` },
        { [PASS]: passFor(other, own) },
        { [PASS]: passFor(key, own, String(Date.now() - 2 * MINUTES)) },
        { [PASS]: passFor(key, own, String(Date.now() + 2 * MINUTES)) },
        { [PASS]: passFor(key, { ...own, method: raw.method === 'GET' ? 'HEAD' : 'GET' }) },
        { [PASS]: passFor(key, { ...own, target: `${raw.path}?x` }) },
        { [PASS]: passFor(key, { ...own, body: `${body} ` }) },
        { [PASS]: passFor(key, { ...own, host: '127.0.0.1:1' }) },
        { [PASS]: passFor(key, own), origin: 'http://127.0.0.1:3000' },
        { [PASS]: passFor(key, own), origin: 'null' },
        { [PASS]: passFor(key, { ...own, host: rebound }), host: rebound },
        { [PASS]: passFor(key, { ...own, host: 'evil.test' }), host: 'evil.test' },
      ];
      for (const headers of passed) {
        tries += 1;
        const { status, text } = await sendRaw(url, { ...raw, headers });
        expect([401, 403, 421], `${raw.method} ${raw.path} ${JSON.stringify(headers)}`).toContain(status);
        expect(text).not.toContain(run);
      }
    }
    expect(tries).toBeGreaterThan(200);
    expect(await held.calls()).toEqual(before);
    expect([(await engine.client.run(run)).state, held.isShipped()]).toEqual(['waiting', false]);
  });

  it('and its socket, its key and its data are nothing to another user of the machine (N3)', async () => {
    const { engine } = await holdRun();
    // Only what is inside has to hold: the folders above are open to everybody.
    for (const folder of ['', 'engine']) chmodSync(join(engine.dir, folder), 0o755);
    const data = join(engine.dir, 'engine/data');
    const inside = readdirSync(join(data, hostname())).map((name) => join(data, hostname(), name));
    const files = [engine.address.keyFile, join(data, 'identity.pem'), join(engine.dir, 'engine/server.log'), ...inside];
    expect(inside.filter((name) => name.endsWith('.sock'))).toHaveLength(3);
    expect(statSync(data).mode & 0o077).toBe(0);
    for (const file of files.slice(0, 3)) expect(statSync(file).mode & 0o077, file).toBe(0);
    expect(opened(files, engine.dir)).toEqual([]);
  });

  it('says what is wrong with the key of a command (N3)', async () => {
    const { engine } = await holdRun();
    const file = join(engine.dir, 'other.key');
    writeFileSync(file, 'another key of forty characters or more!');
    const withKey = (keyFile: string) => () => new EngineClient({ ...engine.address, keyFile });
    await expect(withKey(file)().runs()).rejects.toMatchObject({ code: 'ENGINE_NO_ENTRY' });
    expect(withKey(join(engine.dir, 'none.key'))).toThrow(expect.objectContaining({ code: 'ENGINE_KEY_FILE' }));
  });

  it('is for its worker too: a request that the engine has not signed is refused (N3)', async () => {
    const held = await holdRun();
    const { admin } = engineAt(held.engine.address);
    const { text } = await ask(admin, '/deployments');
    const { deployments } = JSON.parse(text) as { readonly deployments: readonly { readonly uri: string }[] };
    const before = await held.calls();
    let tries = 0;
    for (const { uri } of deployments) {
      const { origin, pathname } = new URL(uri);
      for (const path of [
        '/discover',
        '/invoke/loadout.shipper/prompt',
        '/invoke/loadout-approvals/answer',
        `/loadout/live/loadout.shipper/${held.run}`,
      ])
        for (const prefix of ['', pathname])
          for (const method of ['GET', 'POST'])
            for (const jwt of [{}, { 'x-restate-signature-scheme': 'v1', 'x-restate-jwt-v1': 'e30.e30.e30' }]) {
              tries += 1;
              expect(await statusOf(origin, { ':method': method, ':path': prefix + path, ...jwt })).toBeGreaterThanOrEqual(400);
            }
    }
    expect(tries).toBeGreaterThan(30);
    expect([await held.calls(), held.isShipped()]).toEqual([before, false]);
  });
});

/** The files that another user can read or connect to. Only root can try it as somebody else; the modes say the same for everybody. */
function opened(files: readonly string[], dir: string): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  const script = join(dir, 'stranger.mjs');
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
const tries = process.argv.slice(2).map((path) => new Promise((resolve) => {
  if (!path.endsWith('.sock')) try { readFileSync(path); return resolve(path); } catch { return resolve(); }
  connect(path).once('connect', () => resolve(path)).once('error', () => resolve());
}));
process.stdout.write(JSON.stringify([process.getuid(), (await Promise.all(tries)).filter(Boolean)]));
process.exit(0);
`,
    { mode: 0o644 },
  );
  const words = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, script, script, ...files];
  const { stdout, stderr } = spawnSync('setpriv', words, { encoding: 'utf8' });
  const [user, found] = JSON.parse(stdout === '' ? 'null' : stdout) ?? [stderr, []];
  // The one file that everybody may read shows that the try is one.
  expect([user, found[0]]).toEqual([65534, script]);
  return found.slice(1);
}

/** The status of a request to a worker. */
function statusOf(origin: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const session = connect(origin, { rejectUnauthorized: false });
  return new Promise<number>((resolve, reject) => {
    session.once('error', reject);
    const stream = session.request(headers, { endStream: true });
    stream.once('error', reject).once('response', (answered) => resolve(Number(answered[':status'])));
    stream.resume();
  }).finally(() => session.destroy());
}

describe('an object of the engine', () => {
  it('takes no prompt that the key has not signed for its session, and each signed one once (N3)', async () => {
    const { engine, run, listed, calls } = await holdRun();
    const { ingress, key } = engineAt(engine.address);
    const body = { id: 'one', prompt: 'Go on.', plan: listed.view?.plan };
    const to = (of: string, service = 'loadout.shipper') => ({ act: 'prompt', service, of }) as const;
    const other = new EngineKey('another key of forty characters or more!', 'a test');
    const good = seal(key, to('fresh'), body);
    const send = async (session: string, sent: unknown) => ask(ingress, `/loadout.shipper/${session}/prompt`, { body: sent });
    const refused = [
      body,
      { body },
      null,
      seal(other, to('fresh'), body),
      seal(key, to(run), body),
      seal(key, to('fresh', 'loadout.other'), body),
      seal(key, { ...to('fresh'), act: 'answer' }, body),
      { ...good, body: { ...body, prompt: 'Do something else.' } },
      { ...good, body: { ...body, label: 'gpu' } },
      { ...good, body: { ...body, id: 'two' } },
    ];
    for (const sent of refused) expect(await send('fresh', sent), JSON.stringify(sent)).toMatchObject({ status: 403 });
    const { status } = await ask(ingress, '/loadout.shipper/fresh/prompt/send', { body: good });
    expect(status).toBeLessThan(300);
    await engine.untilRun('fresh', ({ state }) => state === 'waiting');
    await engine.command('deny', 'fresh');
    // A copy waits for its turn, and does nothing.
    expect(await send('fresh', good)).toMatchObject({ status: 409 });
    expect(await send('elsewhere', good)).toMatchObject({ status: 403 });
    expect((await calls()).filter((call) => call.includes('/fresh/')).length).toBe(refused.length + 2);
  });

  it('takes no answer that the key has not signed for its question, from no side (N3)', async () => {
    const held = await holdRun();
    const { engine, run, hash } = held;
    const { ingress, admin, key } = engineAt(engine.address);
    const yes = { behavior: 'allow', by: 'mallory' };
    const to = (of: string) => ({ act: 'answer', service: 'loadout-approvals', of }) as const;
    for (const sent of [
      yes,
      { body: yes },
      seal(key, to('another question'), yes),
      seal(key, { ...to(hash), act: 'prompt' }, yes),
      { ...seal(key, to(hash), { ...yes, behavior: 'deny' }), body: yes },
    ]) {
      expect(await ask(ingress, `/loadout-approvals/${hash}/answer`, { body: sent })).toMatchObject({ status: 403 });
      const query = `SELECT value_utf8 FROM state WHERE service_key = '${hash}' AND key = 'opened'`;
      const awakeable = async () => {
        const { text } = await ask(admin, '/query', { body: { query } });
        return (JSON.parse(JSON.parse(text).rows[0].value_utf8) as { readonly awakeable: string }).awakeable;
      };
      const first = await awakeable();
      await ask(ingress, `/restate/awakeables/${first}/resolve`, { body: { sealed: sent, ...yes, hash, at: '' } });
      await until(async () => (await awakeable()) !== first || undefined);
      const second = await awakeable();
      await ask(ingress, `/restate/awakeables/${second}/reject`, { body: 'No.' });
      await until(async () => (await awakeable()) !== second || undefined);
    }
    expect([(await engine.client.run(run)).state, held.isShipped()]).toEqual(['waiting', false]);
    // The answer of somebody with the key still counts.
    await engine.command('approve', run);
    expect((await engine.untilRun(run, ({ state }) => state === 'ended')).view?.answers).toMatchObject([{ behavior: 'allow' }]);
    expect(held.isShipped()).toBe(true);
  });

  it('takes no job and no money that the key has not signed for it, and a removed job not again (N3)', async () => {
    const { engine, listed } = await holdRun();
    const { ingress, key } = engineAt(engine.address);
    const of = 'shipper/session';
    const job = { id: 'j1', cron: '0 0 1 1 *', prompt: 'Tick.', createdAt: 1, jitterMs: 0, recurring: true, durable: false };
    const added = {
      job,
      target: { agent: 'shipper', session: 'session', plan: listed.view?.plan },
      nextAt: Date.now() + 60 * MINUTES,
    };
    const act = { act: 'job', service: 'loadout-schedules', of } as const;
    const call = (path: string, body: unknown) => ask(ingress, path, { body });
    const jobs = (handler: string, body: unknown, at = of) =>
      call(`/loadout-schedules/${encodeURIComponent(at)}/${handler}`, body);
    const good = seal(key, act, added);
    const money = { now: Date.now(), settles: [], wishes: [] };
    for (const [path, sent] of [
      ['add', added],
      ['add', seal(key, { ...act, of: 'shipper/other' }, added)],
      ['remove', 'j1'],
      ['remove', seal(key, act, 'j1')],
    ] as const)
      expect(await jobs(path, sent)).toMatchObject({ status: 403 });
    for (const handler of ['change', 'wait'])
      expect(await call(`/loadout-budgets/b/${handler}`, money)).toMatchObject({ status: 403 });
    expect(await jobs('add', good)).toMatchObject({ status: 200, text: 'true' });
    expect(await jobs('add', good, 'shipper/other')).toMatchObject({ status: 403 });
    expect(await engine.command('cancel', 'j1')).toContain('Removed');
    expect(await jobs('add', good)).toMatchObject({ status: 409 });
    expect(await engine.client.jobs()).toEqual([]);
    expect((await jobs('get', 'j1')).status).toBeGreaterThanOrEqual(400);
  });
});
