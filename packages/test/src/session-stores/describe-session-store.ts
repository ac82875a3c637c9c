import assert from 'node:assert/strict';
import type { Message } from '@loadout/core/model';
import { replayRecords, type SessionHeader, type SessionPlace, type SessionRecord, type SessionStore } from '@loadout/sessions';

/** The `describe` and `it` of the caller's test runner, and a way to make a store. */
export interface SessionStoreCases {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
  /** Opens an empty store, a different one each time. */
  readonly open: () => SessionStore | Promise<SessionStore>;
}

/** Tests the guarantees of every session store, for authors of stores. Source: SESS-05. */
export function describeSessionStore(name: string, { describe, it, open }: SessionStoreCases): void {
  describe(`session store ${name} (SESS-05)`, () => {
    for (const [law, check] of laws) it(law, async () => check({ store: await open(), other: open }));
  });
}

type Law = (given: { readonly store: SessionStore; readonly other: SessionStoreCases['open'] }) => void | Promise<void>;

const laws: readonly (readonly [string, Law])[] = [
  ['begins a session with its header', beginsWithHeader],
  ['reads back the appended records, in order', readsBack],
  ['keeps a record as it was when it was appended', keepsWhatWas],
  ['begins no session that is already there', keepsWhatBegan],
  ['lets one writer write to a session at a time', oneWriter],
  ['knows no session that never began', knowsNone],
  ['refuses ids that could be paths', refusesPaths],
  ['lists sessions by their last write, newest first', newestFirst],
  ['keeps the sessions of subagents under the parent’s session', agentsUnder],
  ['goes back to exactly the messages up to a uuid', cutsBack],
  ['shares nothing with another store', sharesNothing],
];

export const sessionHeader = (place: SessionPlace): SessionHeader => ({
  t: 'session',
  version: 1,
  id: place.id,
  agent: 'main',
  cwd: '/',
  startedAt: '2026-01-01T00:00:00.000Z',
  environment: '',
  artifactDir: place.artifactDir,
});

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const said = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }] });
const call = { type: 'tool_use' as const, id: 'call_1', name: 'Look', input: { deep: [1, null, 'ü\n'] } };
const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const conversation: readonly SessionRecord[] = [
  { t: 'message', message: user('One?'), uuid: uuid(1) },
  { t: 'permissions', updates: [{ type: 'setMode', mode: 'plan', destination: 'session' }] },
  {
    t: 'message',
    message: { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, call] },
    uuid: uuid(2),
    apiId: 'msg_1',
    model: 'm',
  },
  { t: 'started', id: 'call_1', name: 'Look', repeatable: true },
  { t: 'ended', id: 'call_1', outcome: 'ok', block: { type: 'tool_result', tool_use_id: 'call_1', content: 'seen' } },
  { t: 'results', ids: ['call_1'], uuid: uuid(3) },
  { t: 'cwd', cwd: '/tmp' },
  {
    t: 'message',
    message: said('Two.'),
    uuid: uuid(4),
    apiId: 'msg_2',
    model: 'm',
    usage: { input_tokens: 3, output_tokens: 4 },
  },
];

function begin(store: SessionStore, id: string, records: readonly SessionRecord[] = []): SessionPlace {
  const place = store.place(id);
  const journal = store.begin(place, sessionHeader(place));
  for (const record of records) journal.append(record);
  journal.close();
  return place;
}

function beginsWithHeader({ store }: Parameters<Law>[0]): void {
  const place = begin(store, 'first');
  assert.deepEqual(plain(store.read(place)), plain([sessionHeader(place)]));
  assert.ok(store.has(place));
}

function readsBack({ store }: Parameters<Law>[0]): void {
  const place = begin(store, 'first', conversation);
  assert.deepEqual(plain(store.read(place)), plain([sessionHeader(place), ...conversation]));
  const { records, journal } = store.reopen(place);
  assert.deepEqual(plain(records), plain(store.read(place)));
  journal.append({ t: 'message', message: user('More?'), uuid: uuid(5) });
  journal.close();
  assert.equal(replayRecords(store.read(place)).messages.length, 5);
}

function keepsWhatWas({ store }: Parameters<Law>[0]): void {
  const blocks = [{ type: 'text', text: 'before' }];
  const place = store.place('first');
  const journal = store.begin(place, sessionHeader(place));
  journal.append({ t: 'message', message: { role: 'user', content: blocks }, uuid: uuid(1) });
  blocks.push({ type: 'text', text: 'after' });
  journal.close();
  assert.deepEqual(replayRecords(store.read(place)).messages, [user('before')]);
}

function keepsWhatBegan({ store }: Parameters<Law>[0]): void {
  const place = begin(store, 'first', conversation);
  assert.throws(() => store.begin(place, sessionHeader(place)), { code: 'SESSION_TAKEN' });
  assert.equal(store.read(place).length, conversation.length + 1);
}

function oneWriter({ store }: Parameters<Law>[0]): void {
  const place = store.place('first');
  const journal = store.begin(place, sessionHeader(place));
  assert.throws(() => store.begin(place, sessionHeader(place)), { code: 'SESSION_BUSY' });
  assert.throws(() => store.reopen(place), { code: 'SESSION_BUSY' });
  assert.equal(store.read(place).length, 1, 'reading keeps nobody from writing, and is kept by nobody');
  journal.close();
  store.reopen(place).journal.close();
}

function knowsNone({ store }: Parameters<Law>[0]): void {
  const place = store.place('nobody');
  assert.equal(store.has(place), false);
  assert.deepEqual(store.list(), []);
  assert.throws(() => store.read(place), { code: 'SESSION_UNKNOWN' });
  assert.throws(() => store.reopen(place), { code: 'SESSION_UNKNOWN' });
}

function refusesPaths({ store }: Parameters<Law>[0]): void {
  for (const id of ['', '.', '..', '../up', 'a/b', 'a\\b', '/etc/passwd', 'a\0b', 'x'.repeat(65)])
    assert.throws(() => store.place(id), { code: 'SESSION_ID_INVALID' }, JSON.stringify(id));
}

async function newestFirst({ store }: Parameters<Law>[0]): Promise<void> {
  const first = begin(store, 'first');
  await later();
  begin(store, 'second');
  assert.deepEqual(
    store.list().map(({ id }) => id),
    ['second', 'first'],
  );
  await later();
  const { journal } = store.reopen(first);
  journal.append({ t: 'message', message: user('Again?'), uuid: uuid(1) });
  journal.close();
  assert.deepEqual(
    store.list().map(({ id }) => id),
    ['first', 'second'],
  );
}

function agentsUnder({ store }: Parameters<Law>[0]): void {
  const place = begin(store, 'first', conversation);
  const under = store.under(place);
  const agent = begin(under, 'helper', conversation);
  assert.deepEqual(
    store.list().map(({ id }) => id),
    ['first'],
  );
  assert.deepEqual(
    store
      .under(place)
      .list()
      .map(({ id }) => id),
    ['helper'],
  );
  assert.deepEqual(replayRecords(store.under(place).read(agent)).messages, replayRecords(store.read(place)).messages);
}

function cutsBack({ store }: Parameters<Law>[0]): void {
  for (const [index, length] of [1, 2, 3, 4].entries()) {
    const place = begin(store, `cut-${index}`, [...conversation, { t: 'cut', uuid: uuid(index + 1) }]);
    const whole = replayRecords([sessionHeader(place), ...conversation]).messages;
    assert.deepEqual(replayRecords(store.read(place)).messages, whole.slice(0, length));
    const { journal } = store.reopen(place);
    journal.append({ t: 'message', message: said('Else.'), uuid: uuid(9) });
    journal.close();
    assert.deepEqual(replayRecords(store.read(place)).messages, [...whole.slice(0, length), said('Else.')]);
  }
}

async function sharesNothing({ store, other }: Parameters<Law>[0]): Promise<void> {
  const second = await other();
  begin(store, 'same', conversation);
  const place = begin(second, 'same');
  assert.equal(second.read(place).length, 1);
  assert.equal(store.read(store.place('same')).length, conversation.length + 1);
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Waits until a file's time would differ. The clock of a file system may tick only every ten milliseconds. */
async function later(): Promise<void> {
  const start = Date.now();
  while (Date.now() < start + 25) await new Promise((resolve) => setImmediate(resolve));
}
