import { PageKeys } from '@loadout/node';
import { expect, it } from 'vitest';
import { raw, served, TOKEN } from '../served.test-kit.js';

const HTML = '<!doctype html><title>page</title>';
const withPage = async () => {
  const keys = new PageKeys();
  return { keys, ...(await served({ page: { html: HTML, keys } })) };
};
const JSON_TYPE = { 'content-type': 'application/json' };

it('the page is handed out without a token, and has no data and no frame around it', async () => {
  const { url } = await withPage();
  const response = await fetch(`${url}/`);
  expect([response.status, await response.text()]).toEqual([200, HTML]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect((await fetch(`${url}/sessions`)).status).toBe(401);
});

it('a server without a page has none', async () => {
  const { url } = await served();
  for (const path of ['/', '/page/open'])
    expect(await raw(`${url}${path}`, { method: 'GET', headers: { authorization: `Bearer ${TOKEN}` } })).toMatchObject({
      status: 404,
    });
});

it('a foreign Host or Origin gets neither the page nor its key (DNS rebinding)', async () => {
  const { url, keys } = await withPage();
  const body = JSON.stringify({ code: keys.code });
  for (const headers of [{ host: 'evil.example' }, { origin: 'http://evil.example' }, { origin: 'null' }]) {
    expect(await raw(`${url}/`, { method: 'GET', headers })).toMatchObject({ status: 403 });
    expect(await raw(`${url}/page/open`, { headers: { ...JSON_TYPE, ...headers }, body })).toMatchObject({ status: 403 });
  }
  expect(keys.open(keys.code)).not.toBe('');
});

it('the key of the page stands for the token, until the code is used a second time', async () => {
  const { url, keys } = await withPage();
  const open = () => raw(`${url}/page/open`, { headers: JSON_TYPE, body: JSON.stringify({ code: keys.code }) });
  const first = await open();
  const { key } = JSON.parse(first.body) as { key: string };
  const asked = (path: string, bearer: string) =>
    raw(`${url}${path}`, { method: 'GET', headers: { authorization: `Bearer ${bearer}` } });
  for (const path of ['/sessions', '/runs', '/v1/models']) expect(await asked(path, key)).toMatchObject({ status: 200 });
  expect(await asked('/runs', TOKEN)).toMatchObject({ status: 200 });
  expect(await asked('/runs', keys.code)).toMatchObject({ status: 401 });
  expect(await open()).toMatchObject({ status: 403, body: expect.stringContaining('HTTP_PAGE_CODE') });
});

it('a request for the key that is no small JSON object is refused', async () => {
  const { url } = await withPage();
  const post = (headers: Record<string, string>, body: string) => raw(`${url}/page/open`, { headers, body });
  expect(await post({ 'content-type': 'text/plain' }, '{}')).toMatchObject({ status: 415 });
  expect(await post(JSON_TYPE, '[]')).toMatchObject({ status: 400 });
  expect(await post(JSON_TYPE, JSON.stringify({ code: 'x'.repeat(10_000) }))).toMatchObject({ status: 413 });
  expect(await post(JSON_TYPE, '{"code": {"a": 1}}')).toMatchObject({ status: 403 });
  expect(await raw(`${url}/page/open`, { method: 'GET' })).toMatchObject({ status: 405 });
  expect(await raw(`${url}/`, { headers: JSON_TYPE, body: '{}' })).toMatchObject({ status: 405 });
});
