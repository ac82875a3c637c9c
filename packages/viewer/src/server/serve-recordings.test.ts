import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callOf, HandMade, promptOf, STAND_IN_PAGE } from '../recording.test-kit.js';
import { serveRecordings } from './serve-recordings.js';
import { opened, rawStatus, served } from './served.test-kit.js';

const two = () => new HandMade([promptOf(0, 'Go.'), callOf(1, 'ls')], { contents: [{ id: 1, result: { head: 'needle' } }] });

describe('the keys of the viewer', () => {
  it('exchanges the token once for a key that every other request needs', async () => {
    const { ask, open } = await served([two()]);
    expect((await ask('/api/recordings/0')).body.error.code).toBe('VIEW_KEY');
    expect((await open('wrong')).status).toBe(403);
    expect((await open(7)).status).toBe(403);
    const { status, body } = await open();
    expect([status, body]).toEqual([200, { key: expect.stringMatching(/^[\w-]{43}$/), recordings: 1, rules: false }]);
    expect((await open()).body.error.code).toBe('VIEW_TOKEN');
    expect((await ask('/api/recordings/0', { headers: { authorization: `Bearer ${body.key}x` } })).status).toBe(401);
    expect((await ask('/api/recordings/0', { headers: { authorization: `Bearer ${body.key}` } })).status).toBe(200);
  });

  it('refuses a foreign host name, a foreign port and a page of another site', async () => {
    const { origin, headers } = await opened([two()]);
    const url = `${origin}/api/recordings/0`;
    const { port } = new URL(origin);
    expect(await rawStatus(url, headers)).toBe(200);
    expect(await rawStatus(url, { ...headers, host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1:1', '127.0.0.1', `127.0.0.1:${port}.evil.example`])
      expect(await rawStatus(url, { ...headers, host })).toBe(403);
    for (const from of ['null', 'https://evil.example', 'http://127.0.0.1:1', `https://127.0.0.1:${port}`])
      expect(await rawStatus(url, { ...headers, origin: from })).toBe(403);
    expect(await rawStatus(`${origin}/`, { host: 'evil.example' })).toBe(403);
  });

  it('reads only: it has no other method, and no body but the token', async () => {
    const { origin, headers, ask } = await opened([two()]);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
      expect(await rawStatus(`${origin}/api/recordings/0`, headers, method)).toBe(405);
    expect(await rawStatus(`${origin}/api/open`, {})).toBe(405);
    const post = (body: string, type: string) =>
      ask('/api/open', { method: 'POST', headers: { 'content-type': type }, body }).then((answer) => answer.body.error.code);
    expect(await post('{', 'application/json')).toBe('VIEW_REQUEST');
    expect(await post('null', 'application/json')).toBe('VIEW_REQUEST');
    expect(await post(JSON.stringify({ token: 'x'.repeat(5_000) }), 'application/json')).toBe('VIEW_REQUEST');
    expect(await post('{"token":"x"}', 'text/plain')).toBe('VIEW_REQUEST');
  });
});

describe('the answers of the viewer', () => {
  it('are JSON that no other page may have and no browser may run', async () => {
    const { get } = await opened([two()]);
    for (const path of ['0', '0/contents/1', '0/files', '0/search?q=x', '0/contents/99']) {
      const { headers } = await get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/json',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
    }
  });

  it('serves the page without a key, since it has no data', async () => {
    const { ask } = await served([two()]);
    const { body, headers } = await ask('/');
    expect([body, headers.get('content-type')]).toEqual([STAND_IN_PAGE, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('serves two recordings, their contents, files and what a search finds', async () => {
    const other = new HandMade([promptOf(0, 'Other.')]);
    const { get } = await opened([two(), other]);
    expect((await get('1')).body).toEqual(other.trajectory);
    expect((await get('0/contents/1')).body).toEqual({ id: 1, result: { head: 'needle' } });
    expect((await get('0/search?q=needle')).body).toEqual({ ids: [1], more: false });
    expect((await get('1/files')).body.files).toEqual([]);
  });

  it('knows nothing outside of its recordings', async () => {
    const { get, origin, headers } = await opened([two()]);
    expect(await rawStatus(`${origin}//`, headers)).toBe(404);
    const nothing = ['1', '0/contents/2', '0/contents/-1', '0/contents/1.5', '0/contents/', '0/other', '0/search/x', '00000'];
    for (const path of [...nothing, '0/contents/%2e%2e', '../../etc/passwd']) expect((await get(path)).status).toBe(404);
    for (const query of ['', '?q=', `?q=${'x'.repeat(1_001)}`]) expect((await get(`0/search${query}`)).status).toBe(400);
  });

  it('says that a file is gone, and keeps serving the other recording', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'viewer-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 's1.jsonl');
    writeFileSync(file, '');
    const { get, live, faults } = await opened([new HandMade([promptOf(0, 'Go.')], { file }), two()]);
    const reader = await live();
    rmSync(file);
    expect(await reader.next()).toEqual({ type: 'end' });
    expect(await reader.next()).toBeUndefined();
    const { status, body } = await get('0/contents/0');
    expect([status, body.error.code, body.error.message]).toEqual([410, 'VIEW_UNREADABLE', expect.stringContaining(file)]);
    expect([(await get('1')).status, faults]).toEqual([200, []]);
  });

  it('refuses a port that is taken, and gives it back at the end', async () => {
    const { viewer, origin } = await served([two()]);
    const port = Number(new URL(origin).port);
    const again = () => serveRecordings([], { page: STAND_IN_PAGE, port, onFault: () => {} });
    await expect(again()).rejects.toMatchObject({ code: 'VIEW_PORT', message: expect.stringContaining(String(port)) });
    await viewer.close();
    await (await again()).close();
  });
});

describe('the live tail', () => {
  it('sends nodes that are new or changed, and the head if it changed', async () => {
    const recording = two();
    const { live } = await opened([recording]);
    const reader = await live();
    recording.grow([callOf(2, 'cat x')]);
    expect(await reader.next()).toEqual({ type: 'nodes', nodes: [callOf(2, 'cat x')] });
    recording.grow([{ ...callOf(2, 'cat x'), state: 'failed' }], { outcome: 'success' });
    expect(await reader.next()).toMatchObject({ type: 'nodes', nodes: [{ id: 2, state: 'failed' }] });
    expect(await reader.next()).toMatchObject({ type: 'head', head: { outcome: 'success' } });
  });

  it('continues behind the last event without a loss, with the newest state of each node', async () => {
    const recording = two();
    const { live, get } = await opened([recording]);
    const first = await live();
    recording.grow([callOf(2, 'a')]);
    await first.next();
    const { id } = first;
    await first.leave();
    recording.grow([callOf(3, 'b')]);
    await get('0');
    recording.grow([callOf(3, 'c'), callOf(4, 'd')]);
    await get('0');
    expect(await (await live(id)).next()).toEqual({ type: 'nodes', nodes: [callOf(3, 'c'), callOf(4, 'd')] });
    expect(await (await live()).next()).toMatchObject({ type: 'nodes', nodes: [{ id: 2 }, { id: 3 }, { id: 4 }] });
  });

  it('says that the file was replaced, also to a reader that was away', async () => {
    const recording = two();
    const { live, get } = await opened([recording]);
    const reader = await live();
    recording.grow([callOf(2, 'a')]);
    await reader.next();
    recording.replace([promptOf(0, 'New.')]);
    expect(await reader.next()).toEqual({ type: 'anew' });
    expect((await get('0')).body.nodes).toEqual([promptOf(0, 'New.')]);
    for (const id of ['0.1', 'nonsense', '9.9']) expect(await (await live(id)).next()).toEqual({ type: 'anew' });
  });

  it('survives a reader that vanishes in the middle of a line, and ends with the server', async () => {
    const recording = two();
    const { live, origin, headers, viewer, get } = await opened([recording]);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write(
      `GET /api/recordings/0/events HTTP/1.1\r\nhost: ${new URL(origin).host}\r\nauthorization: ${headers.authorization}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.resetAndDestroy();
    const reader = await live();
    recording.grow([callOf(2, 'x'.repeat(200_000))]);
    expect(await reader.next()).toMatchObject({ type: 'nodes' });
    expect((await get('0')).status).toBe(200);
    const closing = viewer.close();
    expect([await reader.next(), await reader.next()]).toEqual([{ type: 'end' }, undefined]);
    await closing;
  });
});
