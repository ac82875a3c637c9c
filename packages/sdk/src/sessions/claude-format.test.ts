import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replayRecords, type SessionRecord } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { describeFileStore } from '../../../sessions/src/file-store-laws.test-kit.js';
import { blockUuid, messageUuid } from './block-uuid.js';
import { claudeFormat } from './claude-format.js';
import { claudeSessions } from './claude-store.js';
import {
  assistant,
  call,
  ended,
  goOn,
  headerOf,
  linesOf,
  outline,
  project,
  replay,
  useOwnConfig,
  user,
  write,
} from './sessions.test-kit.js';

const built = new URL('../../dist/index.js', import.meta.url).href;
const env = (dir: string) => ({ CLAUDE_CONFIG_DIR: dir });

describeFileStore('of lines as the Claude Agent SDK writes them', {
  open: (dir) => claudeSessions({ env: env(dir), cwd: '/nowhere' }),
  module: (dir) =>
    `import { claudeSessions } from ${JSON.stringify(built)};
     const open = () => claudeSessions({ env: ${JSON.stringify(env(dir))}, cwd: '/nowhere' });`,
});

useOwnConfig();

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a session in the format of the Claude Agent SDK (SESS-01)', () => {
  it('is a chain of lines, one for each block of an answer, that share its message id', () => {
    const { cwd, store } = project();
    const [asked, said, results] = [randomUUID(), randomUUID(), randomUUID()];
    const place = write({ cwd, store }, [
      user('One?', asked),
      assistant([{ type: 'thinking', thinking: 'Hm.', signature: 's' }, { type: 'text', text: 'I look.' }, call('a')], said),
      ended('a'),
      { t: 'results', ids: ['a'], uuid: results },
    ]);
    const lines = linesOf(place).filter(({ type }) => type !== 'loadout');
    expect(lines.map(({ type, uuid, parentUuid }) => [type, uuid, parentUuid])).toEqual([
      ['user', asked, null],
      ['assistant', said, asked],
      ['assistant', blockUuid(said, 1), said],
      ['assistant', blockUuid(said, 2), blockUuid(said, 1)],
      ['user', results, blockUuid(said, 2)],
    ]);
    expect(new Set(lines.slice(1, 4).map(({ message }) => (message as { id: string }).id)).size).toBe(1);
    for (const line of lines)
      expect(line).toMatchObject({
        sessionId: place.id,
        cwd,
        isSidechain: false,
        userType: 'external',
        timestamp: expect.any(String),
      });
  });

  it('is where the SDK looks for it, with large results beside it', () => {
    const { cwd, store } = project('a b/ü.x');
    const place = store.place('8d6e0f1a-0000-4000-8000-000000000000');
    expect(place.file).toBe(
      join(process.env.CLAUDE_CONFIG_DIR ?? '', 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'), `${place.id}.jsonl`),
    );
    expect(place.artifactDir).toBe(place.file.replace(/\.jsonl$/, ''));
    const under = store.under(place);
    expect(under.place('abc').file).toBe(join(place.artifactDir, 'subagents', 'agent-abc.jsonl'));
  });

  it('of an agent names the agent on each line', () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('One?')]);
    const agent = write({ cwd, store: store.under(place) }, [user('Sub?'), assistant('Sub.')], 'helper');
    expect(linesOf(agent).map(({ isSidechain, agentId, sessionId }) => [isSidechain, agentId, sessionId])).toEqual(
      Array.from({ length: 3 }, () => [true, 'helper', place.id]),
    );
  });

  it('reads back any sequence of records as it was written', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = generator(seed);
      const { cwd, store } = project();
      const records = sequence(random);
      const at = Math.floor(random() * records.length);
      const place = write({ cwd, store }, records.slice(0, at));
      goOn(store, place, records.slice(at));
      const read = store.read(place);
      expect(plain(read), `seed ${seed}`).toEqual(plain([headerOf(place, cwd), ...records]));
      const [mine, theirs] = [replayRecords(read), replayRecords([headerOf(place, cwd), ...records])];
      expect(plain({ ...mine, uuids: [...mine.uuids] }), `seed ${seed}`).toEqual(plain({ ...theirs, uuids: [...theirs.uuids] }));
    }
  });

  it('gives a message without a uuid one, and keeps it', () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [{ t: 'message', message: { role: 'user', content: [{ type: 'text', text: 'One?' }] } }]);
    const uuids = () => [...replay(store, place).uuids];
    expect(uuids()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(uuids()).toEqual(uuids());
  });

  it('that was killed between two lines of an answer drops that answer', () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('One?'), assistant([{ type: 'text', text: 'Half' }, call('a'), call('b')])]);
    const lines = readFileSync(place.file, 'utf8').trimEnd().split('\n');
    writeFileSync(place.file, `${lines.slice(0, -1).join('\n')}\n`);
    expect(outline(replay(store, place).messages)).toEqual(['user: One?']);
    goOn(store, place, [assistant('Whole.')]);
    expect(outline(replay(store, place).messages)).toEqual(['user: One?', 'assistant: Whole.']);
  });

  it('finds a message by the uuid of any of its blocks (SESS-02)', () => {
    const { cwd, store } = project();
    const said = randomUUID();
    const place = write({ cwd, store }, [user('One?'), assistant([{ type: 'text', text: 'a' }, call('a')], said)]);
    const records = store.read(place);
    expect([0, 1, 2].map((index) => messageUuid(records, blockUuid(said, index)))).toEqual([said, said, undefined]);
  });

  it('repeats its title near its end when it continues, unless it has a newer one', () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('One?')]);
    const rename = (customTitle: string) =>
      appendFileSync(place.file, `${JSON.stringify({ type: 'custom-title', customTitle, sessionId: place.id })}\n`);
    const titles = () => linesOf(place).flatMap(({ customTitle }) => customTitle ?? []);
    rename('First');
    const { journal } = store.reopen(place);
    journal.append(assistant('Yes.'));
    rename('Second');
    journal.append({ t: 'end', result: { outcome: 'success' } } as SessionRecord);
    journal.close();
    expect(titles()).toEqual(['First', 'First', 'Second']);
    expect(replay(store, place).ended).toBe(true);
    goOn(store, place, [user('Two?')]);
    expect(titles().at(-1)).toBe('Second');
  });

  it('names its files by ids, and takes no other file for an agent', () => {
    const format = claudeFormat();
    expect([format.fileName('x', false), format.fileName('x', true)]).toEqual(['x', 'agent-x']);
    expect([format.idOf('agent-x', true), format.idOf('journal', true), format.idOf('x', false)]).toEqual(['x', undefined, 'x']);
  });
});

/** Numbers that are the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** A random sequence that a runner may write, even if it was killed: open calls, cuts to any earlier message, summaries. */
function sequence(random: () => number): readonly SessionRecord[] {
  const records: SessionRecord[] = [];
  const uuids: string[] = [];
  const pick = (count: number) => Math.floor(random() * count);
  const uuid = () => {
    const one = randomUUID();
    uuids.push(one);
    return one;
  };
  const turn = [
    () => records.push(user(`Prompt ${pick(100)}`, uuid())),
    () => records.push(assistant(`Answer ${pick(100)}`, uuid())),
    () => records.push(assistant([], uuid())),
    () => {
      const ids = Array.from({ length: 1 + pick(3) }, () => `call_${records.length}_${pick(1000)}`);
      records.push(assistant([{ type: 'text', text: 'I look.' }, ...ids.map(call)], uuid()));
      const done = ids.slice(0, pick(ids.length + 1));
      for (const id of done) records.push({ t: 'started', id, name: 'Look', repeatable: pick(2) === 0 }, ended(id));
      if (done.length === ids.length) records.push({ t: 'results', ids, uuid: uuid() });
    },
    () => uuids.length > 0 && records.push({ t: 'cut', uuid: uuids[pick(uuids.length)] ?? '' }),
    () => {
      const messages = [
        user('Summary'),
        assistant([
          { type: 'text', text: 'Yes.' },
          { type: 'text', text: 'On.' },
        ]),
      ];
      records.push({
        t: 'compact',
        trigger: 'auto',
        preTokens: 9,
        messages: messages.flatMap((one) => (one.t === 'message' ? [one.message] : [])),
      });
    },
    () => records.push({ t: 'cwd', cwd: '/tmp' }),
    () => records.push({ t: 'permissions', updates: [{ type: 'setMode', mode: 'plan', destination: 'session' }] }),
    () => records.push({ t: 'end', result: { outcome: 'success' } } as SessionRecord),
  ];
  for (let count = pick(14); count >= 0; count--) turn[pick(turn.length)]?.();
  return records;
}
