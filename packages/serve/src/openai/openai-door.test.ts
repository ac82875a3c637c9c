import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { breadth, longIt } from '../../../../tests/lib/breadth.js';
import { raw, served, TOKEN } from '../served.test-kit.js';

const BEARER = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
const PATHS = ['/v1/models', '/v1/chat/completions', '/v1/responses'];
const methodOf = (path: string) => (path === '/v1/models' ? 'GET' : 'POST');

describe('each OpenAI endpoint', () => {
  it('needs the token, a Host and an Origin of this server', async () => {
    const { url, runs } = await served();
    const body = JSON.stringify({ model: 'helper', input: 'Hi.', messages: [{ role: 'user', content: 'Hi.' }] });
    for (const path of PATHS) {
      const send = (headers: Readonly<Record<string, string>>) =>
        raw(`${url}${path}`, { method: methodOf(path), headers, body: methodOf(path) === 'GET' ? '' : body });
      expect(await send({})).toMatchObject({ status: 401, body: expect.stringContaining('"invalid_api_key"') });
      expect((await send({ ...BEARER, authorization: `Bearer ${TOKEN}x` })).status).toBe(401);
      expect((await send({ ...BEARER, host: 'evil.example' })).status).toBe(403);
      expect((await send({ ...BEARER, origin: 'https://evil.example' })).status).toBe(403);
      expect((await send({ ...BEARER, origin: 'null' })).status).toBe(403);
    }
    expect(await runs.list()).toEqual([]);
  });

  it('refuses what it cannot read, in the shape of OpenAI, and starts nothing', async () => {
    const { url, runs } = await served();
    const said = async (path: string, body: string, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await raw(`${url}${path}`, { headers: { ...BEARER, ...headers }, body });
      return [answer.status, (JSON.parse(answer.body) as { error: { code: string } }).error.code];
    };
    for (const path of PATHS.slice(1)) {
      expect(await said(path, '{')).toEqual([400, 'HTTP_BODY']);
      expect(await said(path, '{}', { 'content-type': 'text/plain' })).toEqual([415, 'HTTP_NOT_JSON']);
      expect(await said(path, JSON.stringify({ model: 'helper', input: 'x'.repeat(9_000_000) }))).toEqual([
        413,
        'HTTP_TOO_LARGE',
      ]);
      expect(await said(path, '{}')).toEqual([400, 'OPENAI_FIELD']);
      for (const field of ['model', 'messages', 'input', 'stream', 'text', 'response_format'])
        for (const value of [5, {}, [[]], [{ role: '__proto__', content: [{ type: 'constructor' }] }]])
          expect((await said(path, JSON.stringify({ model: 'helper', [field]: value })))[0]).toBeGreaterThanOrEqual(400);
    }
    expect(await said('/v1/none', '{}')).toEqual([404, 'HTTP_ROUTE']);
    expect(await said('/v1/models', '{}')).toEqual([405, 'HTTP_METHOD']);
    expect(await runs.list()).toEqual([]);
  });

  longIt(
    'holds no more than a part of a long answer for a client that reads slowly, and tells it that a part is missing',
    async () => {
      const pieces = 40_000;
      const model = {
        name: 'flood',
        async *stream() {
          yield { type: 'start' as const, id: 'm', model: 'flood' };
          const text = 'x'.repeat(200);
          for (let index = 0; index < pieces; index += 1) {
            yield { type: 'text' as const, text };
            if (index % 1000 === 0) await new Promise(setImmediate);
          }
          yield { type: 'block' as const, block: { type: 'text', text: text.repeat(pieces) } };
          yield { type: 'end' as const, stopReason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } };
        },
      };
      const { url, runs } = await served({ model });
      const body = JSON.stringify({ model: 'helper', stream: true, messages: [{ role: 'user', content: 'Hi.' }] });
      const text = await new Promise<string>((resolve, reject) => {
        const sent = request(`${url}/v1/chat/completions`, { method: 'POST', headers: BEARER }, async (response) => {
          // The client reads nothing until the run has ended.
          await expect.poll(async () => (await runs.list())[0]?.state).toBe('ended');
          let read = '';
          for await (const chunk of response) read += String(chunk);
          resolve(read);
        });
        sent.on('error', reject);
        sent.end(body);
      });
      expect(text).toContain('read too slowly');
      expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    },
  );

  const count = breadth(200, 40);
  it(`serves ${count} streams at once`, async () => {
    const { url } = await served({ turns: [{ text: 'Asked: {{prompt}}' }], most: count });
    const texts = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const body = JSON.stringify({ model: 'helper', stream: true, input: `Number ${index}.` });
        const answer = await fetch(`${url}/v1/responses`, { method: 'POST', headers: BEARER, body });
        return answer.text();
      }),
    );
    for (const [index, text] of texts.entries()) expect(text).toContain(`"text":"Asked: Number ${index}."`);
  });
});
