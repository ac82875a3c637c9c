import { connect } from 'node:http2';
import { ask, engineAt, type Followed, type ListedRun } from '@loadout/engine-restate';
import type { AgentEvent } from '@loadout/runner';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadout, startLoadout } from '../lib/loadout.js';
import { freePorts, IMPATIENT, says } from './engine-server.test-kit.js';
import { gate, inTwo, type StreamFarm, startStreams } from './stream-farm.test-kit.js';
import { until } from './until.js';

/** Follows a run. The pieces come into `all` as they arrive. */
function follow({ client }: StreamFarm, run: string) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const all: Followed[] = [];
  const done = (async () => {
    for await (const item of client.follow(run, stop.signal)) all.push(item);
  })();
  return { all, done, stop };
}

const liveIn = (all: readonly Followed[]): readonly AgentEvent[] => all.flatMap((item) => ('live' in item ? item.live : []));
const recordsIn = (all: readonly Followed[]) => all.flatMap((item) => ('records' in item ? item.records : []));
const textIn = (events: readonly AgentEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');
const messagesIn = (all: readonly Followed[]) =>
  recordsIn(all).filter((one) => one.t === 'message' && one.message.role === 'assistant');

interface Sent {
  readonly id?: number;
  readonly event: AgentEvent;
}

/** Starts a server of runs, and returns its address. */
async function serve({ dir, env }: StreamFarm, args: readonly string[]): Promise<string> {
  const [port = 0] = await freePorts(1);
  const server = await startLoadout(['serve', 'http', ...args, '--no-auth', '--port', String(port)], { cwd: dir, env });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.finished;
  });
  await says(server, 'Serving');
  return `http://127.0.0.1:${port}`;
}

/** Reads the events of a run. They come into `all` as they arrive. */
function read(url: string, after = 0) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const all: Sent[] = [];
  const done = (async () => {
    const response = await fetch(`${url}/events`, { headers: { 'last-event-id': String(after) }, signal: stop.signal });
    let rest = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = `${rest}${chunk}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) all.push(...sentIn(block));
    }
  })().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return { all, done, stop };
}

function sentIn(block: string): readonly Sent[] {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
  const event = JSON.parse(fields.get('data') ?? 'null') as AgentEvent | null;
  if (event === null) return [];
  if (fields.get('event') === 'live') return [{ event }];
  return [{ id: Number(fields.get('id')), event }];
}

async function start(site: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${site}/runs`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ agent: 'writer', prompt: 'Go on.' }),
  });
  return `${site}/runs/${((await response.json()) as { readonly id: string }).id}`;
}

const PARTS = ['The first part, ', 'and the second.'] as const;
const WHOLE = PARTS.join('');
const ECHO = { text: 'Let me look.', tools: [{ name: 'Bash', input: { command: 'echo found' } }] };
/** Makes the message wait between its text and its call. */
const echoAfter = (opened: Promise<void>) => ({ ...ECHO, hold: (index: number) => (index === 0 ? opened : Promise.resolve()) });

describe('a run on an engine that somebody follows', () => {
  it('shows text before its message is on record, and each record once', async () => {
    const { open, opened } = gate();
    const farm = await startStreams((turn) => (turn === 1 ? ECHO : inTwo(PARTS, opened)));
    await farm.work();
    const run = await farm.submit('writer');
    const { all, done } = follow(farm, run);
    await until(() => textIn(liveIn(all)).endsWith(PARTS[0]) || undefined);
    expect(messagesIn(all)).toHaveLength(1);
    open();
    await done;
    expect(textIn(liveIn(all))).toBe(`${ECHO.text}${WHOLE}`.slice(-textIn(liveIn(all)).length));
    expect(recordsIn(all)).toEqual((await farm.client.session(run)).records);
    expect(all.at(-1)).toMatchObject({ state: { state: 'ended' } });
  });

  it('takes back the text of a worker that is killed, and shows that of the next worker', async () => {
    const { open, opened } = gate();
    const farm = await startStreams((_, request) => (request === 0 ? inTwo(['Lost words ', 'never.'], opened) : { text: WHOLE }));
    const first = await farm.work();
    const run = await farm.submit('writer');
    const { all, done } = follow(farm, run);
    await until(() => textIn(liveIn(all)) === 'Lost words ' || undefined);
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    await farm.work({ elsewhere: true });
    await done;
    open();
    const live = liveIn(all).map((event) => event.type);
    expect(live).toContain('discard');
    const after = liveIn(all).slice(live.indexOf('discard'));
    expect(['', WHOLE]).toContain(textIn(after));
    expect(messagesIn(all)).toMatchObject([{ message: { content: [{ text: WHOLE }] } }]);
    expect(recordsIn(all)).toEqual((await farm.client.session(run)).records);
  });

  it('is heard at the worker that has it: not at one that stands still, nor when that one moves again', async () => {
    const { open, opened } = gate();
    const farm = await startStreams((_, request) => inTwo(request === 0 ? ['Stale words ', 'late.'] : PARTS, opened), {
      patience: IMPATIENT,
    });
    const [port = 0] = await freePorts(1);
    const first = await startLoadout(['worker', '--port', String(port)], { cwd: farm.dir, env: farm.env });
    onTestFinished(async () => {
      first.kill('SIGKILL');
      await first.finished;
    });
    await says(first, 'Serving');
    const run = (await farm.command('submit', 'writer', 'Go on.')).trim();
    const { all, done } = follow(farm, run);
    await until(() => textIn(liveIn(all)) === 'Stale words ' || undefined);
    first.kill('SIGSTOP');
    await farm.work({ elsewhere: true });
    await until(() => textIn(liveIn(all)).endsWith(PARTS[0]) || undefined);
    first.kill('SIGCONT');
    open();
    await done;
    const events = liveIn(all);
    const after = events.slice(events.findIndex(({ type }) => type === 'discard'));
    expect(WHOLE.startsWith(textIn(after))).toBe(true);
    expect(messagesIn(all)).toMatchObject([{ message: { content: [{ text: PARTS[0] }, { text: PARTS[1] }] } }]);
    expect(recordsIn(all)).toEqual((await farm.client.session(run)).records);
  });

  it('says once that a worker cannot be heard, and shows the records of the engine', async () => {
    const { open, opened } = gate();
    const farm = await startStreams((turn) => (turn === 1 ? echoAfter(opened) : { text: WHOLE }));
    await farm.work();
    // Another worker behind the same address has registered.
    const { deployments } = await deploymentsOf(farm);
    const body = { uri: deployments[0]?.uri, force: true, metadata: { 'loadout.live': 'of another worker' } };
    expect((await ask(engineAt(farm.address).admin, '/deployments', { body })).status).toBeLessThan(300);
    const run = (await farm.command('submit', 'writer', 'Go on.')).trim();
    const { all, done } = follow(farm, run);
    await until(() => liveIn(all).length > 0 || undefined);
    open();
    await done;
    expect(liveIn(all)).toEqual([
      { type: 'notice', message: expect.stringContaining('cannot be followed live: the worker at this address is another one') },
    ]);
    expect(recordsIn(all)).toEqual((await farm.client.session(run)).records);
  });

  it('goes on as fast as before when listeners do not read, vanish, or have no pass', async () => {
    const { open, opened } = gate();
    const long = 'x'.repeat(900 * 1024);
    const farm = await startStreams(() => inTwo([long, 'The end.'], opened));
    await farm.work();
    const run = await farm.submit('writer');
    // A follower that takes nothing holds its connection open.
    const hanging = farm.client.follow(run, new AbortController().signal);
    await hanging.next();
    const gone = follow(farm, run);
    await until(() => liveIn(gone.all).length > 0 || undefined);
    gone.stop.abort();
    const { all, done } = follow(farm, run);
    await until(() => liveIn(all).some(({ type }) => type === 'message_start') || undefined);
    const worker = (await farm.untilRun(run, ({ state }) => state === 'running')) satisfies ListedRun;
    expect(await statusWithout(farm, worker)).toBe(401);
    open();
    expect(await farm.result(run)).toMatchObject({ outcome: 'success', text: `${long}The end.` });
    await done;
    expect(recordsIn(all)).toEqual((await farm.client.session(run)).records);
    await hanging.return(undefined);
  });
});

const deploymentsOf = async ({ address }: StreamFarm) =>
  JSON.parse((await ask(engineAt(address).admin, '/deployments')).text) as {
    readonly deployments: readonly { readonly uri: string }[];
  };

/** Asks the only worker for a live stream without a pass. */
async function statusWithout(farm: StreamFarm, { agent, run }: ListedRun): Promise<number> {
  const { deployments } = await deploymentsOf(farm);
  const { origin, pathname } = new URL(deployments[0]?.uri ?? '');
  const session = connect(origin, { rejectUnauthorized: false });
  const stream = session.request({ ':path': `${pathname.replace(/\/$/, '')}/loadout/live/loadout.${agent}/${run}` });
  const status = await new Promise<number>((resolve, reject) => {
    session.once('error', reject);
    stream.once('response', (headers) => resolve(Number(headers[':status'])));
  });
  session.destroy();
  return status;
}

describe('loadout submit --wait', () => {
  it('prints what loadout run prints', async () => {
    const farm = await startStreams((turn) => (turn === 1 ? ECHO : { text: WHOLE }));
    const { dir, env } = farm;
    const local = await loadout(['run', 'writer', 'Go on.'], { cwd: dir, env });
    await farm.work();
    const remote = await loadout(['submit', 'writer', 'Go on.', '--wait'], { cwd: dir, env });
    expect([remote.code, remote.stdout]).toEqual([0, local.stdout]);
    const linesOf = (text: string) =>
      text
        .split('\n')
        .filter((line) => !/^Submitted |^Continue with|^agent: /.test(line))
        .map((line) => line.replace(/[\d.]+ m?s\b/g, 'T').replace(/session [\w-]+/, 'session S'));
    expect(linesOf(remote.stderr)).toEqual(linesOf(local.stderr));
  });

  it('says what it waits for, goes on after the answer, and shows only its own prompt of a session', async () => {
    const farm = await startStreams((turn) => (turn === 1 ? ECHO : { text: `Answer ${turn}.` }));
    const { dir, env, command } = farm;
    await farm.work();
    const waiting = await startLoadout(['submit', 'asking', 'Go on.', '--wait'], { cwd: dir, env });
    const [, run = '', name = ''] = await until(() => /loadout approve (\S+) (\S+)/.exec(waiting.errors()) ?? undefined);
    await command('approve', run, name);
    expect(await waiting.finished).toMatchObject({ code: 0, stdout: 'Answer 2.\n' });
    expect(waiting.errors().split('loadout approve')).toHaveLength(2);
    const next = await loadout(['submit', 'asking', 'And now?', '--session', run, '--wait'], { cwd: dir, env });
    expect([next.code, next.stdout]).toEqual([0, 'Answer 3.\n']);
    expect(next.stderr).not.toContain('Bash');
  });
});

describe('loadout serve http --engine', () => {
  it('sends the live events that a local server sends, beside the records, which continue after Last-Event-ID', async () => {
    const [heard, open] = [gate(), gate()];
    const farm = await startStreams((turn, request) => {
      // The first run, which is the local one, streams without a pause.
      if (request < 2) return turn === 1 ? ECHO : inTwo(PARTS, Promise.resolve());
      return turn === 1 ? echoAfter(heard.opened) : inTwo(PARTS, open.opened);
    });
    const local = read(await start(await serve(farm, [])));
    await local.done;
    await farm.work();
    const url = await start(await serve(farm, ['--engine']));
    const first = read(url);
    const live = () => first.all.filter(({ id }) => id === undefined).map(({ event }) => event);
    await until(() => textIn(live()) === ECHO.text || undefined);
    heard.open();
    await until(() => textIn(live()).endsWith(PARTS[0]) || undefined);
    const numbered = first.all.flatMap(({ id }) => id ?? []);
    first.stop.abort();
    await first.done;
    const second = read(url, numbered.at(-1));
    await until(() => textIn(second.all.map(({ event }) => event)) === PARTS[0] || undefined);
    open.open();
    await second.done;
    const ids = [...numbered, ...second.all.flatMap(({ id }) => id ?? [])];
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    expect(second.all.at(-1)).toMatchObject({ id: ids.length, event: { type: 'result', result: { text: WHOLE } } });
    const recorded = new Set(['prompt', 'permitted', 'tool_result', 'result', 'message']);
    const kinds = (sent: readonly Sent[]) =>
      [...new Set(sent.map(({ event }) => event.type))].filter((type) => !recorded.has(type));
    const told = [...first.all, ...second.all].filter(({ id }) => id === undefined);
    expect(kinds(local.all).filter((type) => !kinds(told).includes(type))).toEqual([]);
  });
});
