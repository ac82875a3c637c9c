import { once } from 'node:events';
import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { AgentEvent } from '@loadout/runner';
import type { SessionRecord } from '@loadout/sessions';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineKey } from '../door/engine-key.js';
import { type Heard, listen } from './listen.js';
import { LiveFeeds, passOf } from './live-feeds.js';
import { type LiveItem, livePath } from './live-item.js';
import { liveRequests } from './serve-live.js';

const RUN = { service: 'loadout.main', run: 'run-1' };
const KEY = new EngineKey('a key of forty characters or more, or so!', 'a test');
const SECRET = 'hunter2-hunter2';
const text = (value: string): AgentEvent => ({ type: 'text', text: value });
const progress = (message: string): AgentEvent => ({ type: 'notice', message });
const start = (uuid: string): AgentEvent => ({ type: 'message_start', uuid, id: 'm', model: 'm' });
const record = (id: string): SessionRecord => ({ t: 'rename', at: '', title: id }) as unknown as SessionRecord;

/** The live streams of a worker at a real address, beside an engine that answers everything else. */
async function serveFeeds() {
  const feeds = new LiveFeeds();
  const answer = liveRequests(feeds);
  const server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(299).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const hear = async (run = RUN): Promise<Heard> => {
    const heard = await listen({ url, liveKey: feeds.key }, { run, key: KEY, signal: new AbortController().signal });
    if (heard === undefined) throw new Error('The worker does not have the run.');
    onTestFinished(heard.close);
    return heard;
  };
  return { feeds, url, hear };
}

async function itemsOf({ items }: Heard): Promise<readonly LiveItem[]> {
  const all: LiveItem[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The status of a request without the client of this package. */
async function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const session = connect(url);
  const stream = session.request(headers);
  const [answer] = (await once(stream, 'response')) as [Readonly<Record<string, unknown>>];
  session.destroy();
  return Number(answer[':status']);
}

describe('the live stream of a run', () => {
  it('has events without a record at once, and records once the engine has them', async () => {
    const { feeds, hear } = await serveFeeds();
    const feed = feeds.open(RUN, 2);
    const heard = await hear();
    feed.event(start('a'));
    feed.event(text('Hel'));
    feed.event(text('lo'));
    feed.event({ type: 'prompt', uuid: 'p', message: { role: 'user', content: [] } });
    feed.record(record('1'));
    feed.event(progress('between'));
    feed.record(record('2'));
    feed.record(record('3'));
    feed.event(progress('after'));
    feed.confirm(0);
    const late = await hear();
    feed.confirm(2);
    feed.confirm(1);
    feed.close();
    expect(await itemsOf(heard)).toEqual([
      { upTo: 2 },
      { live: start('a') },
      { live: text('Hel') },
      { live: text('lo') },
      { from: 2, records: [record('1')] },
      { live: progress('between') },
      { from: 3, records: [record('2')] },
      { from: 4, records: [record('3')] },
      { live: progress('after') },
    ]);
    expect(await itemsOf(late)).toEqual([{ upTo: 5 }, { live: start('a') }, { live: text('Hello') }]);
  });

  it('begins with the message under way, and with the calls that run', async () => {
    const { feeds, hear } = await serveFeeds();
    const feed = feeds.open(RUN, 0);
    const call = (id: string): AgentEvent => ({ type: 'tool_start', id, name: 'Bash', input: {} }) as unknown as AgentEvent;
    const over = { type: 'tool_result', id: 'c1', name: 'Bash', call: {} } as unknown as AgentEvent;
    for (const event of [start('a'), text('Old.'), start('b'), text('Hel'), call('c1'), text('lo'), call('c2'), over])
      feed.event(event);
    const heard = await hear();
    feed.close();
    expect(await itemsOf(heard)).toEqual([{ upTo: 0 }, { live: call('c2') }, { live: start('b') }, { live: text('Hello') }]);
  });

  it('shows no secret, also none that comes in pieces or is in a field', async () => {
    const { feeds, hear } = await serveFeeds();
    for (let cut = 1; cut < SECRET.length; cut += 1) {
      const feed = feeds.open(RUN, 0);
      feed.hide([SECRET]);
      feed.event(text(`a ${SECRET.slice(0, cut)}`));
      // A listener that comes between the pieces does not see the first one.
      const heard = await hear();
      feed.event(text(`${SECRET.slice(cut)} b`));
      feed.event(progress(`with ${SECRET}`));
      feed.close();
      const all = await itemsOf(heard);
      const shown = all.flatMap((item) => ('live' in item && item.live.type === 'text' ? item.live.text : [])).join('');
      expect(shown).toBe('a [secret] b');
      expect(JSON.stringify(all)).not.toContain(SECRET);
      expect(all).toContainEqual({ live: progress('with [secret]') });
    }
  });

  it('drops events for a listener that does not read, which then learns that it missed records', async () => {
    const { feeds, hear } = await serveFeeds();
    const feed = feeds.open(RUN, 0);
    const [slow, fast] = [await hear(), await hear()];
    const reading = itemsOf(fast);
    const before = process.memoryUsage().arrayBuffers;
    const long = 'x'.repeat(64 * 1024);
    for (let count = 0; count < 400; count += 1) {
      feed.event(progress(`${count} ${long}`));
      feed.record(record(`${count} ${long}`));
      feed.confirm(1);
      await new Promise(setImmediate);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
    feed.close();
    const missed = await itemsOf(slow);
    expect(missed.length).toBeLessThan(400);
    expect((await reading).length).toBeGreaterThan(missed.length);
  });

  it('tells a listener that was slow how many records there are, while the run goes on', async () => {
    const { feeds, hear } = await serveFeeds();
    const feed = feeds.open(RUN, 0);
    const heard = await hear();
    const long = 'x'.repeat(512 * 1024);
    for (let count = 0; count < 20; count += 1) {
      feed.record(record(`${count} ${long}`));
      feed.confirm(1);
    }
    let last: LiveItem | undefined;
    for await (const item of heard.items) {
      last = item;
      if ('upTo' in item && item.upTo === 20) break;
    }
    expect(last).toEqual({ upTo: 20 });
  });

  it('sends the number of a record that is too large for a listener', async () => {
    const { feeds, hear } = await serveFeeds();
    const feed = feeds.open(RUN, 0);
    const heard = await hear();
    feed.record(record('x'.repeat(1024 * 1024)));
    feed.confirm(1);
    feed.close();
    expect(await itemsOf(heard)).toEqual([{ upTo: 0 }, { upTo: 1 }]);
  });

  it('goes on when a listener vanishes, and ends when the run is lost', async () => {
    const { feeds, hear } = await serveFeeds();
    const feed = feeds.open(RUN, 0);
    const [gone, other] = [await hear(), await hear()];
    gone.close();
    feed.event(text('still '));
    await expect.poll(async () => (await hear()).items).toBeDefined();
    feed.event(text('here'));
    feed.close();
    feed.event(text('stale'));
    const told = (await itemsOf(other)).flatMap((item) => ('live' in item && item.live.type === 'text' ? item.live.text : []));
    expect(told.join('')).toBe('still here');
    await expect(hear()).rejects.toThrow('does not have the run');
  });

  it('ends for a listener that throws, and for nobody else', async () => {
    const { feeds, hear } = await serveFeeds();
    const feed = feeds.open(RUN, 0);
    let calls = 0;
    const fail = () => {
      calls += 1;
      throw new Error('broken');
    };
    feed.listen({ event: fail, records: () => {}, end: fail });
    const heard = await hear();
    feed.event(progress('one'));
    feed.event(progress('two'));
    feed.close();
    expect(calls).toBe(1);
    expect(await itemsOf(heard)).toEqual([{ upTo: 0 }, { live: progress('one') }, { live: progress('two') }]);
  });

  it('has one feed for a run, so that an earlier round of the same worker tells nothing more', async () => {
    const { feeds, hear } = await serveFeeds();
    const earlier = feeds.open(RUN, 0);
    const heard = await hear();
    const feed = feeds.open(RUN, 0);
    earlier.event(text('stale'));
    earlier.close();
    expect(feeds.find(RUN)).toBe(feed);
    expect(await itemsOf(heard)).toEqual([{ upTo: 0 }]);
  });
});

describe('a request for a live stream', () => {
  it('is refused without the pass of its run, whether the worker has the run or not', async () => {
    const { feeds, url } = await serveFeeds();
    feeds.open(RUN, 0);
    const other = { ...RUN, run: 'run-2' };
    const path = `/${livePath(RUN)}`;
    const bearer = (pass: string) => ({ ':path': path, authorization: `Bearer ${pass}` });
    expect(await statusOf(url, { ':path': path })).toBe(401);
    expect(await statusOf(url, bearer('x'))).toBe(401);
    expect(await statusOf(url, bearer(feeds.key))).toBe(401);
    expect(await statusOf(url, bearer(passOf(feeds.key, other)))).toBe(401);
    expect(await statusOf(url, bearer(passOf(new LiveFeeds().key, RUN)))).toBe(401);
    expect(await statusOf(url, { ':path': `/${livePath(other)}`, authorization: 'Bearer x' })).toBe(401);
    expect(await statusOf(url, bearer(passOf(feeds.key, RUN)))).toBe(200);
    expect(await statusOf(url, { ...bearer(passOf(feeds.key, RUN)), ':method': 'POST' })).toBe(405);
    expect(await statusOf(url, { ':path': `/${livePath(other)}`, authorization: `Bearer ${passOf(feeds.key, other)}` })).toBe(
      404,
    );
  });

  it('leaves requests of the engine to the engine', async () => {
    const { url } = await serveFeeds();
    for (const path of ['/', '/discover', '/invoke/loadout.main/prompt', '/loadout/live/only', '/loadout/live/%ff/x'])
      expect(await statusOf(url, { ':path': path })).toBe(299);
  });

  it('is refused when a worker has as many listeners as it takes, until one leaves', async () => {
    const { feeds, hear } = await serveFeeds();
    feeds.open(RUN, 0);
    const heard: Awaited<ReturnType<typeof hear>>[] = [];
    // A few at a time, so that a busy machine answers each before a listener gives up.
    while (heard.length < 256) heard.push(...(await Promise.all(Array.from({ length: 16 }, () => hear()))));
    await expect(hear()).rejects.toThrow('it answered 503');
    heard[0]?.close();
    await expect.poll(async () => (await hear()).close()).toBeUndefined();
  });

  it('says which address did not answer, and why', async () => {
    const run = { run: RUN, key: KEY, signal: new AbortController().signal };
    await expect(listen({ url: 'http://127.0.0.1:1', liveKey: 'k' }, run)).rejects.toMatchObject({
      code: 'ENGINE_NOT_HEARD',
      message: expect.stringContaining('http://127.0.0.1:1 cannot be followed live: connect ECONNREFUSED'),
    });
  });
});
