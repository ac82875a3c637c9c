import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryStore, replayRecords, type SessionRecord } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { model, reader, runAgent, tempFolder } from '../run/scripted.test-kit.js';

const texts = (messages: readonly { readonly role: string; readonly content: readonly unknown[] }[]) =>
  messages.map(({ role, content }) => `${role}: ${content.map((block) => JSON.stringify(block)).join(' ')}`);

/** A run of two turns with a call between them. `uuids` are those of its four messages. */
async function session() {
  const whole = await runAgent({
    model: model([{ text: 'I look.', calls: [{ name: 'Look' }] }, { text: 'All done.' }]),
    customTools: [reader('Look', () => 'seen')],
  });
  const records = readFileSync(whole.run.transcript, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionRecord);
  const uuids = records.flatMap((record) =>
    (record.t === 'message' || record.t === 'results') && record.uuid ? [record.uuid] : [],
  );
  const resume = (run: { resumeAt: string; fork?: boolean; id?: string }, prompt = 'Else?') => {
    const scripted = model([{ text: 'Something else.' }]);
    const options = { model: scripted, workspace: whole.workspace, customTools: [reader('Look', () => 'seen')] };
    const went = runAgent({ ...options, prompt, run: { resume: whole.run.sessionId, ...run } });
    return { went, scripted };
  };
  return { whole, records, uuids, resume };
}

describe('a session that continues at an earlier message', () => {
  it('has exactly the messages up to that message, also when it is resumed again (SESS-02)', async () => {
    const { whole, records, uuids, resume } = await session();
    const before = replayRecords(records).messages;
    expect(uuids).toHaveLength(4);
    const { went, scripted } = resume({ resumeAt: uuids[3] ?? '' });
    await went;
    expect(texts(scripted.requests[0]?.messages.slice(0, 4) ?? [])).toEqual(texts(before));
    const again = resume({ resumeAt: uuids[0] ?? '' }, 'From the start?');
    await again.went;
    const [request] = again.scripted.requests;
    expect(JSON.stringify(request?.messages)).toContain('From the start?');
    expect(JSON.stringify(request?.messages)).not.toContain('I look.');
    expect(JSON.stringify(request?.messages)).not.toContain('Else?');
    const scripted3 = model([{ text: 'Third.' }]);
    await runAgent({ model: scripted3, workspace: whole.workspace, prompt: 'And?', run: { resume: whole.run.sessionId } });
    expect(JSON.stringify(scripted3.requests[0]?.messages)).not.toContain('I look.');
    expect(JSON.stringify(scripted3.requests[0]?.messages)).toContain('Something else.');
  });

  it('does not repeat the calls of that message, and answers each of them once (SESS-03)', async () => {
    const { uuids, resume } = await session();
    const { went, scripted } = resume({ resumeAt: uuids[1] ?? '' });
    expect((await went).result.outcome).toBe('success');
    const results = scripted.requests[0]?.messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'));
    expect(results).toEqual([expect.objectContaining({ tool_use_id: 'call_0_0', is_error: true })]);
  });

  it('leaves the first session unchanged in a fork, to the byte (SESS-03)', async () => {
    const { whole, uuids, resume } = await session();
    const bytes = readFileSync(whole.run.transcript);
    const fork = await resume({ resumeAt: uuids[2] ?? '', fork: true, id: 'the-fork' }).went;
    expect(fork.run.sessionId).toBe('the-fork');
    expect(readFileSync(whole.run.transcript)).toEqual(bytes);
  });

  it('refuses an unknown uuid, and writes nothing (SESS-02)', async () => {
    const { whole, resume } = await session();
    const bytes = readFileSync(whole.run.transcript);
    for (const fork of [false, true])
      await expect(resume({ resumeAt: 'no-such-uuid', fork }).went).rejects.toMatchObject({ code: 'MESSAGE_UNKNOWN' });
    expect(readFileSync(whole.run.transcript)).toEqual(bytes);
    await runAgent({
      model: model([{ text: 'x' }]),
      workspace: whole.workspace,
      prompt: 'Free?',
      run: { resume: whole.run.sessionId },
    });
  });

  it('cannot go back behind a summary, nor to a message that a first cut removed (SESS-02)', () => {
    const message = (role: 'user' | 'assistant', text: string, uuid: string): SessionRecord => ({
      t: 'message',
      message: { role, content: [{ type: 'text', text }] },
      uuid,
    });
    const header = {
      t: 'session',
      version: 1,
      id: 's',
      agent: 'a',
      cwd: '/',
      startedAt: '',
      environment: '',
      artifactDir: '',
    } as const;
    const talk = [header, message('user', 'a', '1'), message('assistant', 'b', '2'), message('user', 'c', '3')];
    const cut = (uuid: string): SessionRecord => ({ t: 'cut', uuid });
    expect([...replayRecords([...talk, cut('2')]).uuids]).toEqual(['1', '2']);
    expect(replayRecords([...talk, cut('1'), cut('3')]).messages).toHaveLength(1);
    const compact: SessionRecord = { t: 'compact', trigger: 'auto', preTokens: 1, messages: [{ role: 'user', content: [] }] };
    expect([...replayRecords([...talk, compact]).uuids]).toEqual([]);
  });

  it('keeps only the text up to the uuid of two joined messages', () => {
    const user = (text: string, uuid: string): SessionRecord => ({
      t: 'message',
      message: { role: 'user', content: [{ type: 'text', text }] },
      uuid,
    });
    const header = {
      t: 'session',
      version: 1,
      id: 's',
      agent: 'a',
      cwd: '/',
      startedAt: '',
      environment: '',
      artifactDir: '',
    } as const;
    const { messages } = replayRecords([header, user('first', '1'), user('second', '2'), { t: 'cut', uuid: '1' }]);
    expect(messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'first' }] }]);
  });
});

describe('a session with an id from the host', () => {
  it('uses the id, and no other session can take it (SESS-01)', async () => {
    const workspace = tempFolder();
    const begin = () => runAgent({ model: model([{ text: 'x' }]), workspace, run: { id: 'my-own' } });
    expect((await begin()).run.sessionId).toBe('my-own');
    await expect(begin()).rejects.toMatchObject({ code: 'SESSION_TAKEN' });
    await expect(runAgent({ model: model([]), run: { id: '../up' } })).rejects.toMatchObject({ code: 'SESSION_ID_INVALID' });
  });
});

describe('sessions in a store of the host', () => {
  it('continue from there, and no file is written (SESS-02, SESS-05)', async () => {
    const workspace = tempFolder();
    const store = new MemoryStore({ dir: join(workspace, 'nothing') });
    const scripted = model([{ text: 'One.' }, { text: 'Two.' }]);
    const options = { model: scripted, workspace, sessionStore: () => store };
    const first = await runAgent(options);
    await runAgent({ ...options, prompt: 'More?', run: { resume: 'latest' } });
    expect(scripted.requests[1]?.messages).toHaveLength(3);
    expect(store.list().map(({ id }) => id)).toEqual([first.run.sessionId]);
    expect(() => readFileSync(first.run.transcript)).toThrow('ENOENT');
  });

  it('hold all prompts of a conversation, and release the session on close (SESS-05)', async () => {
    const workspace = tempFolder();
    const store = new MemoryStore({ dir: join(workspace, 'nothing') });
    const scripted = model([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const agent = await createAgent({ model: scripted, workspace, env: {}, sessionStore: () => store });
    const talk = await agent.open({ id: 'talk' });
    await talk.ask('First?');
    await talk.ask('Second?');
    expect(() => store.reopen(store.place('talk'))).toThrow(expect.objectContaining({ code: 'SESSION_BUSY' }));
    await talk.close();
    const next = await agent.open({ resume: 'talk' });
    await next.ask('Third?');
    await next.close();
    await agent.close();
    expect(scripted.requests[2]?.messages).toHaveLength(5);
    expect(replayRecords(store.read(store.place('talk'))).messages).toHaveLength(6);
  });
});
