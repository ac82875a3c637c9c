import { describe, expect, it } from 'vitest';
import { raw, served, TOKEN } from './served.test-kit.js';

const JSON_HEADERS = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

describe('a refused request', () => {
  it.each([
    ['/runs', '"prompt"'],
    ['/runs/one/answers', '"behavior"'],
    ['/v1/chat/completions', '"messages"'],
    ['/v1/responses', '"input"'],
    ['/a2a/helper', '"jsonrpc"'],
    ['/agui/helper', '"threadId"'],
  ])('to %s is told what to send there', async (path, field) => {
    const { url } = await served();
    for (const body of ['{', '[]']) {
      const answer = await raw(`${url}${path}`, { headers: JSON_HEADERS, body });
      expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('The request cannot be read') });
      expect(answer.body.replaceAll('\\', '')).toMatch(new RegExp(`Send [^{]*\\{.*${field}: `));
    }
  });

  it.each([
    ['/none', '/runs/ID/answers', '/a2a/AGENT'],
    ['/v1/none', '/v1/responses'],
    ['/a2a/none', '/a2a/helper, /a2a/other'],
    ['/agui/helper/none', '/agui/helper, /agui/other'],
  ])('to %s, where nothing is, is told what there is', async (path, ...routes) => {
    const { url } = await served();
    const { status, body } = await raw(`${url}${path}`, { headers: JSON_HEADERS, body: '{}' });
    expect(status).toBe(404);
    for (const route of routes) expect(body).toContain(route);
  });
});

it.each(['Bearer', 'bearer', 'BEARER'])('the scheme %s is the one of the token (RFC 9110)', async (scheme) => {
  const { url } = await served();
  for (const path of ['/runs', '/v1/models'])
    expect(await raw(`${url}${path}`, { method: 'GET', headers: { authorization: `${scheme} ${TOKEN}` } })).toMatchObject({
      status: 200,
    });
});
