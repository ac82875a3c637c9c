import { appendFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { served, TOKEN } from './served.test-kit.js';

type Server = Awaited<ReturnType<typeof served>>;

async function ask({ url }: Pick<Server, 'url'>, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, { headers, ...sent });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> & { id: string; state: string } };
}

const started = async (server: Server, body: Record<string, unknown>) => (await ask(server, '/runs', body)).body.id;

async function settled(server: Server, id: string) {
  await expect.poll(async () => (await ask(server, `/runs/${id}`)).body.state).not.toBe('running');
  return (await ask(server, `/runs/${id}`)).body;
}

const noteTwice = [{ tools: [{ Note: { a: 1 } }] }, { tools: [{ Note: { a: 2 } }] }, { text: 'Noted.' }];

it('a run of POST /runs asks only if the client takes questions', async () => {
  const server = await served({ turns: noteTwice });
  const plain = await settled(server, await started(server, { prompt: 'Note.' }));
  expect([plain.state, server.notes]).toEqual(['ended', []]);
  const asking = await settled(server, await started(server, { prompt: 'Note.', approvals: 'ask' }));
  expect(asking).toMatchObject({ state: 'waiting', asks: [{ tool: 'Note', rules: ['Note'] }] });
  expect(await ask(server, '/runs', { prompt: 'Note.', approvals: 'yes' })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('approvals must be ask or deny') } },
  });
});

it('an answer with always keeps the offered rule for the session, and not for another one', async () => {
  const server = await served({ turns: [...noteTwice, ...noteTwice] });
  const id = await started(server, { prompt: 'Note.', approvals: 'ask' });
  await settled(server, id);
  expect((await ask(server, `/runs/${id}/answers`, { behavior: 'allow', always: true })).status).toBe(202);
  expect(await settled(server, `${id}-r2`)).toMatchObject({ state: 'ended', result: { text: 'Noted.' } });
  expect(server.notes).toEqual([{ a: 1 }, { a: 2 }]);
  const later = await settled(server, await started(server, { prompt: 'Again.', approvals: 'ask', resume: id }));
  expect([later.state, server.notes.length]).toEqual(['ended', 4]);
  const other = await settled(server, await started(server, { prompt: 'Note.', approvals: 'ask' }));
  expect([other.state, server.notes.length]).toEqual(['waiting', 4]);
});

it('an answer without always allows one call', async () => {
  const server = await served({ turns: noteTwice });
  const id = await started(server, { prompt: 'Note.', approvals: 'ask' });
  await settled(server, id);
  await ask(server, `/runs/${id}/answers`, { behavior: 'allow', always: false });
  expect(await settled(server, `${id}-r2`)).toMatchObject({ state: 'waiting', asks: [{ input: { a: 2 } }] });
  expect(server.notes).toEqual([{ a: 1 }]);
});

it('no rule is kept that the question did not offer', async () => {
  const first = await served({ turns: noteTwice });
  const id = await started(first, { prompt: 'Note.', approvals: 'ask' });
  await settled(first, id);
  await first.close();
  const next = await served({ turns: noteTwice, folder: first.folder });
  // The record of the question has no rules.
  expect(await ask(next, `/runs/${id}/answers`, { behavior: 'allow', always: true })).toMatchObject({
    status: 409,
    body: { error: { code: 'HTTP_NO_RULE' } },
  });
});

it('sessions are listed with their first prompt, also after a restart, and each with its runs', async () => {
  const first = await served();
  const id = await started(first, { prompt: 'Hello\n  there.' });
  await settled(first, id);
  await settled(first, await started(first, { prompt: 'More.', resume: id }));
  expect((await ask(first, '/sessions')).body.sessions).toMatchObject([
    { id, agent: 'helper', prompt: 'Hello there.', state: 'ended' },
  ]);
  await first.close();
  const next = await served({ folder: first.folder });
  expect((await ask(next, '/sessions')).body.sessions).toEqual([
    { id, agent: 'helper', prompt: 'Hello there.', changedAt: expect.stringMatching(/^\d{4}-/) },
  ]);
  expect((await ask(next, `/sessions/${id}`)).body).toEqual({ id, runs: [id, `${id}-r2`] });
  expect(await ask(next, '/sessions/none')).toMatchObject({ status: 404, body: { error: { code: 'HTTP_RUN_UNKNOWN' } } });
});

it('a file that is no session, a damaged one, and one of another agent are not listed', async () => {
  const server = await served();
  const id = await started(server, { prompt: 'Hi.' });
  await settled(server, id);
  const { result } = await settled(server, id);
  expect(result).toBeDefined();
  const events = await (await fetch(`${server.url}/runs/${id}/events`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  const dir = dirname(/"transcript":"([^"]+)"/.exec(events)?.[1] ?? '');
  writeFileSync(`${dir}/broken.jsonl`, '{"t":"sess');
  writeFileSync(`${dir}/empty.jsonl`, '');
  writeFileSync(`${dir}/foreign.jsonl`, '{"t":"session","id":"foreign","agent":"nobody"}\n');
  writeFileSync(`${dir}/long.jsonl`, `{"t":"session","id":"long","agent":"helper"}\n`);
  appendFileSync(`${dir}/long.jsonl`, `{"t":"asked","prompt":"${'x'.repeat(100_000)}"}\n`);
  const listed = (await ask(server, '/sessions')).body.sessions as { id: string; prompt: string }[];
  expect(listed.map((one) => [one.id, one.prompt]).sort()).toEqual(
    [
      [id, 'Hi.'],
      ['long', ''],
    ].sort(),
  );
});
