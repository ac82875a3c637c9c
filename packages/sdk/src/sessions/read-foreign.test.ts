import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { messageUuid } from './block-uuid.js';
import { forkSession } from './fork-session.js';
import { getSessionMessages } from './session-messages.js';
import {
  assistant,
  call,
  ended,
  goOn,
  linesOf,
  outline,
  project,
  replay,
  useOwnConfig,
  user,
  writeLines,
} from './sessions.test-kit.js';

useOwnConfig();

/** A session of another engine: the fields that its lines share, and a separate id for each line. */
function foreign() {
  const { cwd, store } = project();
  const place = store.place(randomUUID());
  const shared = { isSidechain: false, sessionId: place.id, cwd, version: '2.1.330', timestamp: '2026-11-22T08:53:41.519Z' };
  const line = (uuid: string, parentUuid: string | null, more: object) => ({ ...shared, uuid, parentUuid, ...more });
  const asked = (uuid: string, parent: string | null, content: unknown, more = {}) =>
    line(uuid, parent, { type: 'user', message: { role: 'user', content }, ...more });
  const said = (uuid: string, parent: string | null, id: string, block: object) =>
    line(uuid, parent, {
      type: 'assistant',
      message: { id, role: 'assistant', model: 'm', content: [block], usage: { input_tokens: 7, output_tokens: 1 } },
    });
  const answered = (uuid: string, parent: string, id: string) =>
    asked(uuid, parent, [{ type: 'tool_result', tool_use_id: id, content: id }]);
  const read = (lines: readonly object[]) => {
    writeLines(place, lines);
    return { ...replay(store, place), records: store.read(place) };
  };
  return { cwd, store, place, line, asked, said, answered, read };
}

const text = (words: string) => ({ type: 'text', text: words });

describe('a session that another engine wrote (SESS-02)', () => {
  it('is a header and its messages, whatever other lines it contains', () => {
    const { cwd, line, asked, said, read } = foreign();
    const { header, messages, contextTokens, pending } = read([
      { type: 'queue-operation', operation: 'enqueue' },
      asked('u1', null, 'As plain text?'),
      line('x1', 'u1', { type: 'attachment', attachment: { type: 'date', date: '2026-11-22' } }),
      said('a1', 'x1', 'msg_1', { type: 'thinking', thinking: 'Hm.', signature: 's' }),
      said('a2', 'a1', 'msg_1', text('Yes.')),
      { type: 'last-prompt', lastPrompt: 'As plain text?', leafUuid: 'a2' },
      { type: 'cost-state', totalCostUSD: 1 },
      { type: 'custom-title', customTitle: 'Mine' },
      asked('u2', 'a2', [text('Read this.')], { isMeta: true }),
      line('x2', 'u2', {
        type: 'assistant',
        isApiErrorMessage: true,
        message: { id: 'e', role: 'assistant', content: [text('API Error')] },
      }),
    ]);
    expect(header).toMatchObject({ cwd, agent: 'main', environment: expect.stringContaining(cwd) });
    expect(outline(messages)).toEqual(['user: As plain text?', 'assistant: thinking, Yes.', 'user: Read this.']);
    expect([contextTokens, pending]).toEqual([8, []]);
  });

  it('has the results of parallel calls, each attached to its own call', () => {
    const { asked, said, answered, read } = foreign();
    const { messages } = read([
      asked('u1', null, [text('Both?')]),
      said('a1', 'u1', 'msg_1', call('a')),
      said('a2', 'a1', 'msg_1', call('b')),
      answered('r1', 'a1', 'a'),
      answered('r2', 'a2', 'b'),
      said('a3', 'r2', 'msg_2', text('Done.')),
    ]);
    expect(outline(messages)).toEqual([
      'user: Both?',
      'assistant: call a, call b',
      'user: result a, result b',
      'assistant: Done.',
    ]);
  });

  it('is its newest branch, without side lines and retracted messages', () => {
    const { asked, said, answered, read } = foreign();
    const { messages } = read([
      asked('u1', null, [text('One?')]),
      said('a1', 'u1', 'msg_1', text('One.')),
      asked('u2', 'a1', [text('Gone?')]),
      said('a2', 'u2', 'msg_2', call('gone')),
      answered('r2', 'a2', 'gone'),
      asked('u3', 'a1', [text('Instead?')]),
      { ...asked('s1', 'u3', [text('Side?')]), isSidechain: true },
    ]);
    expect(outline(messages)).toEqual(['user: One?', 'assistant: One.', 'user: Instead?']);
  });

  it('begins at its last summary, followed by the kept messages', () => {
    const { line, asked, said, read } = foreign();
    const kept = { preservedMessages: { anchorUuid: 's1', uuids: ['u2', 'a2'] } };
    const { messages } = read([
      asked('u1', null, [text('Old?')]),
      said('a1', 'u1', 'msg_1', text('Old.')),
      asked('u2', 'a1', [text('Kept?')]),
      said('a2', 'u2', 'msg_2', text('Kept.')),
      line('b1', null, { type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'a2', compactMetadata: kept }),
      asked('s1', 'b1', 'The summary.', { isCompactSummary: true }),
      asked('u3', 's1', [text('New?')]),
    ]);
    expect(outline(messages)).toEqual(['user: The summary., Kept?', 'assistant: Kept.', 'user: New?']);
  });

  it("contains prompts sent while the model was working, under the host's uuid", async () => {
    const { cwd, line, asked, said, answered, read, place } = foreign();
    const queued = (uuid: string, parent: string) =>
      line(uuid, parent, {
        type: 'attachment',
        attachment: { type: 'queued_command', prompt: 'And this?', source_uuid: `host-${uuid}` },
      });
    const { messages, records } = read([
      asked('u1', null, [text('Do?')]),
      said('a1', 'u1', 'msg_1', call('a')),
      answered('r1', 'a1', 'a'),
      queued('q1', 'r1'),
      said('a2', 'q1', 'msg_2', text('Both.')),
      queued('q2', 'a2'),
      said('a3', 'q2', 'msg_3', text('That too.')),
    ]);
    expect(outline(messages)).toEqual([
      'user: Do?',
      'assistant: call a',
      'user: result a, And this?',
      'assistant: Both.',
      'user: And this?',
      'assistant: That too.',
    ]);
    expect(messageUuid(records, 'host-q1')).toBe('host-q1');
    const shown = (await getSessionMessages(place.id, { dir: cwd })).map(({ uuid }) => uuid);
    expect(shown).toEqual(['u1', 'a1', 'r1', 'host-q1', 'a2', 'host-q2', 'a3']);
    const { sessionId } = await forkSession(place.id, { dir: cwd, upToMessageId: 'host-q1' });
    expect(await getSessionMessages(sessionId)).toHaveLength(3);
  });

  it('that ends in calls does not repeat them', () => {
    const { asked, said, read } = foreign();
    const { pending } = read([asked('u1', null, [text('Do?')]), said('a1', 'u1', 'msg_1', call('a'))]);
    expect(pending).toMatchObject([{ use: { id: 'a' }, state: 'interrupted' }]);
  });

  it('has one answer directly after each call, wherever it was broken off', () => {
    const { asked, said, answered, read } = foreign();
    const { messages } = read([
      said('a0', null, 'msg_0', text('Nobody asked.')),
      asked('u1', 'a0', [text('Do?')]),
      said('a1', 'u1', 'msg_1', call('a')),
      asked('u2', 'a1', [text('Stop.')]),
      said('a2', 'u2', 'msg_2', call('b')),
      said('a3', 'a2', 'msg_2', call('c')),
      answered('r1', 'a3', 'c'),
    ]);
    expect(outline(messages)).toEqual([
      'user: Do?',
      'assistant: call a',
      'user: result a, Stop.',
      'assistant: call b, call c',
      'user: result c, result b',
    ]);
  });

  it('continues where it stopped, for us and for other readers (SESS-01)', async () => {
    const { cwd, store, place, line, asked, said, read } = foreign();
    read([
      asked('u1', null, [text('One?')]),
      said('a1', 'u1', 'msg_1', { type: 'thinking', thinking: 'Hm.' }),
      said('a2', 'a1', 'msg_1', text('One.')),
      line('x1', 'a2', { type: 'attachment', attachment: { type: 'date', date: '2026-11-22' } }),
    ]);
    goOn(store, place, [
      user('Two?'),
      assistant([text('I look.'), call('b')]),
      ended('b'),
      { t: 'results', ids: ['b'], uuid: randomUUID() },
    ]);
    expect(linesOf(place).find(({ type, uuid }) => type === 'user' && uuid !== 'u1')).toMatchObject({ parentUuid: 'a2' });
    const now = ['user: One?', 'assistant: thinking, One.', 'user: Two?', 'assistant: I look., call b', 'user: result b'];
    expect(outline(replay(store, place).messages)).toEqual(now);
    expect((await getSessionMessages(place.id, { dir: cwd })).map(({ type }) => type)).toEqual([
      'user',
      'assistant',
      'assistant',
      'user',
      'assistant',
      'assistant',
      'user',
    ]);
    const cut = messageUuid(store.read(place), 'a2');
    expect(cut).toBe('a1');
    goOn(store, place, [{ t: 'cut', uuid: String(cut) }, user('Else?')]);
    expect(outline(replay(store, place).messages)).toEqual(['user: One?', 'assistant: thinking, One.', 'user: Else?']);
  });
});
