import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunResult } from '@loadout/runner';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { notifier } from './notifier.js';
import { type Receiver, receiversOf } from './receiver.js';

const RUN = { id: 'run-1', session: 'run-1', agent: 'helper' };
const SECRET = `whsec_${Buffer.from('a secret of the test').toString('base64')}`;

const result = (more: Partial<RunResult> = {}): RunResult => ({
  outcome: 'success',
  sessionId: 'run-1',
  text: 'the secret answer',
  turns: 1,
  toolCalls: 0,
  calls: [],
  denials: [],
  spilled: 0,
  usage: { input_tokens: 1, output_tokens: 1 },
  costUsd: 0.5,
  models: {},
  durationMs: 1,
  modelMs: 1,
  ...more,
});
const waits = result({ outcome: 'deferred', deferredCall: { id: 'c1', name: 'Bash', input: { command: 'npm publish' } } });

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver over HTTP that answers with these statuses in turn, then with the last one. `hang`: it never answers. */
async function receiver(statuses: readonly (number | 'hang')[] = [200]) {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    got.push({ headers: request.headers, body });
    const status = statuses[Math.min(got.length, statuses.length) - 1] ?? 200;
    if (status !== 'hang') response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('x'.repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got };
}

interface Sending {
  readonly attemptMs?: number;
  readonly pausesMs?: readonly number[];
  readonly lastMs?: number;
  readonly cwd?: string;
  readonly base?: undefined;
}

function sending(entry: Receiver, { attemptMs = 10_000, pausesMs = [1, 1], lastMs = 5_000, ...more }: Sending = {}) {
  const told: string[] = [];
  const sent = notifier({
    receivers: [['team', entry]],
    base: () => ('base' in more ? more.base : 'http://127.0.0.1:8800'),
    cwd: more.cwd ?? tmpdir(),
    env: { PATH: process.env.PATH },
    tell: (text) => told.push(text),
    pausesMs,
    attemptMs,
    lastMs,
  });
  return { sent, told };
}

it('a message has names, numbers and an address, and no text of a person, a model or a tool', async () => {
  const { url, got } = await receiver();
  const { sent, told } = sending({ url });
  sent.ended(RUN, waits);
  sent.ended(RUN, result());
  await sent.close();
  const [first, second] = got.map(({ body }) => JSON.parse(body));
  expect(first).toEqual({
    type: 'run.waiting',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    data: {
      ...{ run: 'run-1', session: 'run-1', agent: 'helper', outcome: 'deferred' },
      address: 'http://127.0.0.1:8800/runs/run-1',
      call: 'c1',
      tool: 'Bash',
    },
  });
  expect(second).toMatchObject({ type: 'run.ended', data: { outcome: 'success', costUsd: 0.5, denied: 0 } });
  expect(JSON.stringify(got)).not.toMatch(/npm publish|secret answer/);
  expect(told).toEqual([]);
});

it('a message has the input and the answer where the configuration says so, and the address of the receivers', async () => {
  const { url, got } = await receiver();
  const { sent } = sending({ url, content: 'full', address: 'https://agents.example.com/' });
  sent.ended(RUN, waits);
  sent.ended(RUN, result());
  await sent.close();
  expect(got.map(({ body }) => JSON.parse(body).data)).toMatchObject([
    { input: { command: 'npm publish' }, address: 'https://agents.example.com/runs/run-1' },
    { text: 'the secret answer' },
  ]);
});

it('a signature is that of Standard Webhooks, and a changed body does not fit it', async () => {
  const { url, got } = await receiver();
  const { sent } = sending({ url, secret: SECRET });
  sent.ended(RUN, waits);
  await sent.close();
  const [{ headers, body }] = got as [Got];
  const webhook = new Webhook(SECRET);
  const given = headers as Record<string, string>;
  expect(webhook.verify(body, given)).toMatchObject({ type: 'run.waiting' });
  expect(() => webhook.verify(body.replace('Bash', 'Read'), given)).toThrow();
});

it('a receiver hears only of what it wants to', async () => {
  const { url, got } = await receiver();
  const { sent } = sending({ url, on: ['waiting'] });
  sent.ended(RUN, result());
  sent.ended(RUN, waits);
  await sent.close();
  expect(got.map(({ body }) => JSON.parse(body).type)).toEqual(['run.waiting']);
});

it('tells of the call that waits for a person, and of none that waits for the tools of a client', async () => {
  const { url, got } = await receiver();
  const { sent } = sending({ url, content: 'full' });
  sent.ended({ ...RUN, asks: [] }, waits);
  sent.ended({ ...RUN, asks: [{ call: 'agent_1/c2', tool: 'Write', input: { a: 1 } }] }, waits);
  await sent.close();
  expect(got.map(({ body }) => JSON.parse(body).data)).toMatchObject([{ call: 'agent_1/c2', tool: 'Write', input: { a: 1 } }]);
});

it('a run without a server has no address, since nobody answers it there', async () => {
  const { url, got } = await receiver();
  const { sent } = sending({ url, address: 'https://agents.example.com' }, { base: undefined });
  sent.ended(RUN, result());
  await sent.close();
  expect(got.map(({ body }) => 'address' in JSON.parse(body).data)).toEqual([false]);
});

it('a failed attempt is made again with the same id, up to three times, and a receiver that stays away is told of once', async () => {
  const passing = await receiver([500, 503, 200]);
  const first = sending({ url: passing.url });
  first.sent.ended(RUN, waits);
  await first.sent.close();
  expect(new Set(passing.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect([passing.got.length, first.told]).toEqual([3, []]);
  const gone = await receiver([500]);
  const second = sending({ url: gone.url });
  second.sent.ended(RUN, waits);
  second.sent.ended(RUN, result());
  await second.sent.close();
  expect([gone.got.length, second.told]).toEqual([6, [expect.stringMatching(/^note: notify\.team: .*status 500/)]]);
});

it('a redirect is not followed, since it would carry the message elsewhere', async () => {
  const { url, got } = await receiver([302]);
  const { sent, told } = sending({ url });
  sent.ended(RUN, waits);
  await sent.close();
  expect(got.every(({ headers }) => headers.host !== undefined)).toBe(true);
  expect([got.length, told]).toEqual([3, [expect.stringContaining('status 302')]]);
});

it('a receiver that never answers holds up nothing, and is given up', async () => {
  const { url, got } = await receiver(['hang']);
  const attempts: AbortController[] = [];
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(50);
    attempts.push(new AbortController());
    return attempts.at(-1)?.signal ?? AbortSignal.abort();
  });
  onTestFinished(() => limit.mockRestore());
  const { sent, told } = sending({ url }, { attemptMs: 50 });
  sent.ended(RUN, waits);
  for (const attempt of [0, 1, 2]) {
    // The time of an attempt is over once the receiver has it, on a busy machine too.
    await expect.poll(() => got.length).toBe(attempt + 1);
    attempts[attempt]?.abort(new DOMException('The time is over.', 'TimeoutError'));
  }
  await sent.close();
  expect(told).toHaveLength(1);
});

it('a message that a command gives up at its end is told of, with the last problem', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const refused = sending({ url: `http://127.0.0.1:${port}` }, { pausesMs: [1, 600_000], lastMs: 300 });
  const hanging = await receiver(['hang']);
  const silent = sending({ url: hanging.url }, { lastMs: 100 });
  for (const { sent } of [refused, silent]) for (let count = 0; count < 3; count += 1) sent.ended(RUN, waits);
  await Promise.all([refused.sent.close(), silent.sent.close()]);
  expect(refused.told).toEqual([expect.stringMatching(/^note: notify\.team: .*cannot be reached.*ECONNREFUSED/)]);
  expect(silent.told).toEqual([expect.stringMatching(/^note: notify\.team: .*did not answer in time/)]);
});

it('messages that wait for a receiver are bounded', async () => {
  const { url } = await receiver(['hang']);
  const { sent, told } = sending({ url });
  for (let count = 0; count < 200; count += 1) sent.ended(RUN, waits);
  expect(told).toEqual([expect.stringContaining('100 messages are already waiting')]);
});

it('a program gets the message on its standard input, and one that fails or is not there is told of', async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-notify-')));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const write = "require('node:fs').writeFileSync('got.json', require('node:fs').readFileSync(0))";
  const good = sending({ command: [process.execPath, '-e', write] }, { cwd });
  good.sent.ended(RUN, waits);
  await good.sent.close();
  expect(JSON.parse(readFileSync(join(cwd, 'got.json'), 'utf8'))).toMatchObject({ type: 'run.waiting', data: { tool: 'Bash' } });
  const failing = sending({ command: [process.execPath, '-e', "console.error('no channel'); process.exit(3)"] });
  failing.sent.ended(RUN, waits);
  const missing = sending({ command: ['a-program-that-is-not-there'] });
  missing.sent.ended(RUN, waits);
  await Promise.all([failing.sent.close(), missing.sent.close()]);
  expect([...failing.told, ...missing.told]).toEqual([
    expect.stringContaining('it ended with 3: no channel'),
    expect.stringContaining('it cannot be started'),
  ]);
});

it.each([
  ['url', 'file:///etc/passwd', 'notify.team.url is an address of file:'],
  ['url', 'hooks.example.com', 'notify.team.url is no address'],
  ['url', 'https://me:secret@hooks.example.com', 'notify.team.url has the name or the password of a user in it'],
  ['secret', '', 'notify.team.secret is empty'],
  ['secret', 'whsec_', 'notify.team.secret is empty'],
  ['address', 'javascript:alert(1)', 'notify.team.address is an address of javascript:'],
])('a receiver whose %s is %s is refused before the server listens', (key, value, problem) => {
  const team = { url: 'https://hooks.example.com/loadout', [key]: value };
  expect(() => receiversOf({ notify: { team } } as never)).toThrow(problem);
  expect(receiversOf({ notify: { team: { command: ['x'] } } } as never)).toHaveLength(1);
});
