import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { all, failure, mockSession } from '../mock-session.fixture.js';
import { anthropicProvider } from '../provider.js';
import { rateLimits } from './rate-limits.js';

const session = mockSession();
let stop = () => {};
afterEach(async () => {
  stop();
  await session.close();
});

const OF_A_KEY = {
  'anthropic-ratelimit-requests-limit': '1000',
  'anthropic-ratelimit-requests-remaining': '250',
  'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:00Z',
  'anthropic-ratelimit-input-tokens-limit': '100',
  'anthropic-ratelimit-input-tokens-remaining': '100',
};
const OF_A_SUBSCRIPTION = {
  'anthropic-ratelimit-unified-status': 'allowed_warning',
  'anthropic-ratelimit-unified-representative-claim': 'five_hour',
  'anthropic-ratelimit-unified-5h-utilization': '0.85',
  'anthropic-ratelimit-unified-5h-reset': '1767225600',
  'anthropic-ratelimit-unified-5h-status': 'allowed_warning',
};
const NEW_YEAR = Date.parse('2026-01-01T00:00:00Z');

describe('the limits in an answer (RETRY-06)', () => {
  it('is read from its headers: those of a key, and those of a subscription', () => {
    expect(rateLimits(OF_A_KEY)).toEqual([
      { name: 'requests', used: 0.75, resetsAt: NEW_YEAR },
      { name: 'input-tokens', used: 0 },
    ]);
    expect(rateLimits(OF_A_SUBSCRIPTION)).toEqual([
      { name: 'unified-5h', used: 0.85, resetsAt: NEW_YEAR, status: 'allowed_warning' },
    ]);
  });

  it.each([
    { 'anthropic-ratelimit-requests-limit': '0', 'anthropic-ratelimit-requests-remaining': '0' },
    { 'anthropic-ratelimit-requests-limit': '10' },
    { 'anthropic-ratelimit-unified-5h-utilization': 'much' },
    { 'x-ratelimit-requests-limit': '10', 'x-ratelimit-requests-remaining': '1' },
  ])('is nothing where it cannot be read: %j', (headers) => {
    expect(rateLimits(headers)).toEqual([]);
  });

  it('comes before the answer', async () => {
    const stream = [
      { type: 'message_start', message: { id: 'm1', model: 'm', usage: { input_tokens: 1, output_tokens: 0 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ];
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': 'text/event-stream', ...OF_A_SUBSCRIPTION });
        response.end(stream.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stop = () => {
      server.close();
      server.closeAllConnections();
    };
    const provider = anthropicProvider({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'k' });
    const events = await all(provider);
    expect(events.map(({ type }) => type)).toEqual(['rate_limits', 'start', 'text', 'block', 'end']);
  });

  it('comes with a refusal too', async () => {
    const headers = { ...OF_A_KEY, 'x-should-retry': 'false' };
    const { events, error } = await failure(await session.start([{ fault: { status: 429, headers } }]));
    expect([events.map(({ type }) => type), error.code]).toEqual([['rate_limits'], 'MODEL_RATE_LIMITED']);
  });
});
