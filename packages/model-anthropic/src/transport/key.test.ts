import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { all, failure, mockSession } from '../mock-session.fixture.js';

const session = mockSession();
afterEach(session.close);

const refused = { fault: { status: 401 } };
const sent = () => session.api.requests.map(({ headers }) => headers.authorization ?? headers['x-api-key']);

describe('a key that is asked for (RETRY-04)', () => {
  /** `key-1`, then `key-2`, and so on. */
  function keys() {
    let asked = 0;
    return { apiKey: async () => `key-${++asked}\n`, asked: () => asked };
  }

  it('is asked for at the first request, and kept', async () => {
    const { apiKey, asked } = keys();
    const provider = await session.start([{ text: 'One.' }, { text: 'Two.' }], { apiKey });
    expect([provider.missing?.(), asked()]).toEqual([undefined, 0]);
    await all(provider);
    await all(provider);
    expect([asked(), sent()]).toEqual([1, ['key-1', 'key-1']]);
  });

  it('is asked for again when it is refused, and the request is made once more', async () => {
    const { apiKey } = keys();
    const provider = await session.start([refused, { text: 'One.' }], { apiKey });
    const events = await all(provider);
    expect(events[0]).toMatchObject({ type: 'retry', attempt: 1, delayMs: 0, status: 401 });
    expect(sent()).toEqual(['key-1', 'key-2']);
  });

  it('ends the request when it is refused twice', async () => {
    const { apiKey } = keys();
    const { error } = await failure(await session.start([refused, refused, { text: 'never' }], { apiKey }));
    expect([error.code, session.api.requests.length]).toEqual(['MODEL_AUTH', 2]);
    expect(error.message).not.toContain('key-2');
  });

  it('is asked for once when two requests are refused at once', async () => {
    const { apiKey, asked } = keys();
    const provider = await session.start([refused, refused, { text: 'One.' }, { text: 'Two.' }], { apiKey });
    await Promise.all([all(provider), all(provider)]);
    expect(asked()).toBe(2);
  });

  it('is requested again after an error, which shows no key', async () => {
    let fails = true;
    const apiKey = () => {
      if (fails) throw new Error('the helper said sk-ant-secret-0001');
      return 'later';
    };
    const provider = await session.start([{ text: 'One.' }], { apiKey });
    const { error } = await failure(provider);
    expect([error.code, error.message]).toEqual(['MODEL_KEY_MISSING', expect.not.stringContaining('secret')]);
    fails = false;
    await all(provider);
    expect(sent()).toEqual(['later']);
  });
});

describe('a command that prints the key (RETRY-04)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-key-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs at the first request, and once more when the key is refused', async () => {
    const apiKeyHelper = `echo x >> ${join(folder, 'asked')}; echo "key-$(wc -l < ${join(folder, 'asked')} | tr -d ' ')"`;
    const provider = await session.start([refused, { text: 'One.' }, { text: 'Two.' }], { apiKey: undefined, apiKeyHelper });
    expect([provider.missing?.(), existsSync(join(folder, 'asked'))]).toEqual([undefined, false]);
    await all(provider);
    await all(provider);
    expect(sent()).toEqual(['Bearer key-1', 'Bearer key-2', 'Bearer key-2']);
  });

  it.each([
    ['fails', 'echo sk-ant-secret-0001; exit 3', 'exit code 3'],
    ['prints nothing', 'true', 'it printed nothing'],
  ])('that %s is an error that shows nothing of what it printed', async (_, apiKeyHelper, why) => {
    const { error } = await failure(await session.start([], { apiKey: undefined, apiKeyHelper }));
    expect([error.code, error.message]).toEqual(['MODEL_KEY_MISSING', expect.stringContaining(why)]);
    expect(`${error.message} ${String(error.cause)}`).not.toContain('secret');
  });
});

it('a key that is a text is not asked for again: 401 is the end (RETRY-04)', async () => {
  const { error, events } = await failure(await session.start([refused]));
  expect([error.code, events, session.api.requests.length]).toEqual(['MODEL_AUTH', [], 1]);
});
