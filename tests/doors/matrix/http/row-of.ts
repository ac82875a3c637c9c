import type { ModelProvider } from '@loadout/core/model';
import { expect } from 'vitest';
import { raw, served, TOKEN } from '../../../../packages/serve/src/served.test-kit.js';
import { activeRun, endedRun, servedAt } from '../../drivers/http.js';
import type { ClientRow } from '../client-row.js';
import type { Attempt, HttpClient, Waiting } from './http-client.js';
import { isRunning, processIn, waitingProject } from './processes.js';
import { relayTo } from './relay.js';

const CROWD = 200;

/** The situations of a client of `loadout serve http`. */
export const rowOf = (client: HttpClient): ClientRow => ({
  client: client.name,
  cells: {
    abort: () => abort(client),
    'slow reader': () => slowReader(client),
    'lost connection': () => lostConnection(client),
    '200 sessions at once': () => crowd(client),
    'hostile client': () => hostile(client),
  },
});

/** The run ends, no process stays, and the session is continued. */
async function abort({ connect }: HttpClient): Promise<void> {
  const { url, cwd } = await waitingCommand();
  const ask = await connect(url);
  const going = new AbortController();
  const asked = ask('Go.', { signal: going.signal }).catch(() => 'gone');
  const { pid } = await processIn(cwd);
  const run = await activeRun(url);
  going.abort();
  await asked;
  await expect.poll(() => isRunning(pid)).toBe(false);
  const { session, result } = await endedRun(url, run);
  expect(result?.outcome).toBe('interrupted');
  expect(await ask('More.', { session, run })).toBe('On we go.');
}

/** The connection breaks in the middle. The client comes back for the answer, or continues the session. */
async function lostConnection({ connect, later }: HttpClient): Promise<void> {
  const { url, cwd, open } = await waitingCommand();
  const relay = await relayTo(url);
  const ask = await connect(relay.url);
  const asked = ask('Go.').then(
    () => 'answered',
    () => 'lost',
  );
  const { pid } = await processIn(cwd);
  const run = await activeRun(url);
  relay.cut();
  expect(await asked).toBe('lost');
  if (later !== undefined) {
    const heard = later(relay.url, run);
    open();
    expect(await heard).toBe('On we go.');
  }
  await expect.poll(() => isRunning(pid)).toBe(false);
  const { session, result } = await endedRun(url, run);
  expect(result?.outcome).toBe(later === undefined ? 'interrupted' : 'success');
  if (later === undefined) expect(await ask('More.', { session, run })).toBe('On we go.');
}

const PIECES = 40_000;

/** The run goes on at its own pace, and the server keeps no more than a part of it for a client that does not read. */
async function slowReader({ connect, stream = connect, most = 8_000_000, gap }: HttpClient): Promise<void> {
  const piece = 'x'.repeat(most / PIECES);
  const { url, runs } = await served({ model: flood(piece) });
  const relay = await relayTo(url);
  const ask = await stream(relay.url);
  relay.hold();
  const asked = ask('Go.');
  await expect.poll(async () => (await runs.list())[0]?.state).toBe('ended');
  expect((await runs.list())[0]?.result?.outcome).toBe('success');
  relay.letGo();
  const answer = await asked;
  if (gap === undefined) expect(answer).toBe(piece.repeat(PIECES));
  else expect(answer).toContain(gap);
}

/** A model that says more small pieces than are kept. */
const flood = (piece: string): ModelProvider => ({
  name: 'flood',
  async *stream() {
    yield { type: 'start', id: 'm', model: 'flood' };
    for (let index = 0; index < PIECES; index += 1) {
      yield { type: 'text', text: piece };
      if (index % 1000 === 0) await new Promise(setImmediate);
    }
    yield { type: 'block', block: { type: 'text', text: piece.repeat(PIECES) } };
    yield { type: 'end', stopReason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } };
  },
});

/** Each session has its own answer. */
async function crowd({ connect }: HttpClient): Promise<void> {
  const { url, faults } = await served({ most: CROWD });
  const ask = await connect(url);
  const prompts = Array.from({ length: CROWD }, (_, number) => `Number ${number}.`);
  expect(await Promise.all(prompts.map((prompt) => ask(prompt)))).toEqual(prompts.map((prompt) => `Asked: ${prompt}`));
  expect(faults).toEqual([]);
}

/** The right answer lets its call run, once, and no other request lets anything run. */
async function hostile({ connect, answer, attempts }: HttpClient): Promise<void> {
  const turns = [{ tools: [{ Note: { a: 1 } }] }, { text: 'Asked: {{prompt}}' }];
  const { url, runs, notes } = await served({ turns });
  const waits = async (): Promise<Waiting> => {
    const { id, session } = await runs.start({ agent: 'helper', prompt: 'Note.', asks: true });
    await expect.poll(async () => (await runs.get(id)).state).toBe('waiting');
    return { id, session, call: (await runs.get(id)).asks?.[0]?.call ?? '' };
  };
  const [one, other] = [await waits(), await waits()];
  const refused = async (attempt: Attempt, token = TOKEN) => {
    const { status = 0, body } = await send(url, attempt, token);
    return status >= 400 || body.includes('"error":{') ? [] : [`${JSON.stringify(attempt).slice(0, 300)} got ${status}: ${body}`];
  };
  for (const attempt of attempts(one, other)) expect(await refused(attempt)).toEqual([]);
  // The right answer, by somebody who has no token of this server.
  for (const token of ['', `${TOKEN}x`]) expect(await refused(answer(one), token)).toEqual([]);
  const states = async () => Promise.all([one, other].map(async ({ id }) => (await runs.get(id)).state));
  expect([await states(), notes, (await runs.list()).length]).toEqual([['waiting', 'waiting'], [], 2]);
  // Two answers at once: one counts.
  const twice = await Promise.all([refused(answer(one)), refused(answer(one))]);
  expect(twice.filter((problems) => problems.length === 0)).toHaveLength(1);
  expect(await refused(answer(one))).toEqual([]);
  await expect.poll(() => runs.running).toBe(0);
  expect([notes, (await runs.get(other.id)).state]).toEqual([[{ a: 1 }], 'waiting']);
  const ask = await connect(url);
  await ask('Note again.').catch(() => {});
  expect(notes).toEqual([{ a: 1 }]);
}

const send = (url: string, { path, body, headers = {} }: Attempt, token: string) =>
  raw(`${url}${path}`, {
    headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** The command with a run that waits at a gate. */
async function waitingCommand() {
  const project = waitingProject();
  return { ...project, ...(await servedAt(project.cwd)) };
}
