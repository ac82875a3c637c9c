import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wholeOf } from './lib/requests.js';
import { officialSdk, ownSdk, sdks } from './lib/sdks.js';
import { atHome, world } from './lib/world.js';

const uuid = '22222222-2222-4222-8222-222222222222';

describe.each(sdks)('$name', (sdk) => {
  it('a session is gone on with by its id (SESS-01)', async () => {
    const { api, ask } = await world([{ text: 'Hello Alice.' }, { text: 'Alice.' }]);
    const first = await ask(sdk, 'I am Alice');
    const second = await ask(sdk, 'Who am I?', { resume: first.result.session_id });
    expect(second.result.session_id).toBe(first.result.session_id);
    expect(wholeOf(api.requests[1])).toMatch(/I am Alice.*Hello Alice\..*Who am I\?/);
  });

  it('continue goes on with the newest session of the folder (SESS-02)', async () => {
    const { api, ask } = await world([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    await ask(sdk, 'old');
    const second = await ask(sdk, 'newer');
    const third = await ask(sdk, 'go on', { continue: true });
    expect(third.result.session_id).toBe(second.result.session_id);
    expect(wholeOf(api.requests[2])).toContain('newer');
    expect(wholeOf(api.requests[2])).not.toContain('old');
  });

  it('a fork leaves the session that it came from as it was (SESS-03)', async () => {
    const { api, ask } = await world([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const first = await ask(sdk, 'first');
    const fork = await ask(sdk, 'second', { resume: first.result.session_id, forkSession: true });
    expect(fork.result.session_id).not.toBe(first.result.session_id);
    await ask(sdk, 'third', { resume: first.result.session_id });
    expect(wholeOf(api.requests[1])).toContain('first');
    expect(wholeOf(api.requests[2])).not.toContain('second');
  });

  it('resumeSessionAt goes back to a message and on from there (SESS-03)', async () => {
    const { api, talk, ask } = await world([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const program = talk(sdk);
    program.say('first');
    const answer = await program.next(({ type }) => type === 'assistant');
    await program.result();
    program.say('second');
    const { session_id } = await program.result();
    await program.end();
    await ask(sdk, 'third', { resume: session_id, resumeSessionAt: answer.uuid });
    expect(wholeOf(api.requests[2])).toMatch(/first.*One\..*third/);
    expect(wholeOf(api.requests[2])).not.toContain('second');
  });

  it('sessionId is the id of the session, and a second one cannot have it (SESS-01)', async () => {
    const { ask } = await world([{ text: 'One.' }]);
    const { result } = await ask(sdk, 'first', { sessionId: uuid });
    expect(result.session_id).toBe(uuid);
    const second = await ask(sdk, 'again', { sessionId: uuid });
    expect(second.thrown?.message).toContain(uuid);
  });

  it('persistSession: false leaves nothing behind (CON-25)', async () => {
    const { ask, home } = await world([{ text: 'One.' }]);
    await ask(sdk, 'first', { persistSession: false });
    const projects = join(home, '.claude/projects');
    const files = existsSync(projects) ? readdirSync(projects, { recursive: true }).map(String) : [];
    expect(files.filter((file) => file.endsWith('.jsonl'))).toEqual([]);
  });

  it('an id that is not there is an error that names it (SESS-02)', async () => {
    const { ask } = await world([]);
    const { thrown, messages, result } = await ask(sdk, 'go on', { resume: uuid });
    expect(messages).toHaveLength(1);
    expect(result).toMatchObject({ subtype: 'error_during_execution', is_error: true, num_turns: 0, session_id: uuid });
    expect('errors' in result && result.errors[0]).toContain(`No conversation found with session ID: ${uuid}`);
    expect(thrown?.message).toContain(uuid);
  });

  it.each([officialSdk, ownSdk])(
    'what was written is listed, read and forked by the functions of $name (SESS-03)',
    async (reader) => {
      const made = await world([{ text: 'Hello Alice.' }, { text: 'Again.' }, { text: 'Forked.' }]);
      const { result } = await made.ask(sdk, 'I am Alice');
      const id = result.session_id;
      await made.ask(sdk, 'Hello again', { resume: id });
      const listed = await atHome(made, () => reader.listSessions({ dir: made.cwd }));
      expect(listed).toEqual([expect.objectContaining({ sessionId: id, firstPrompt: 'I am Alice' })]);
      const said = await atHome(made, () => reader.getSessionMessages(id, { dir: made.cwd }));
      expect(said.map(({ type }) => type)).toEqual(['user', 'assistant', 'user', 'assistant']);
      expect(JSON.stringify(said[1]?.message)).toContain('Hello Alice.');
      const fork = await atHome(made, () => reader.forkSession(id, { dir: made.cwd }));
      const last = await made.ask(sdk, 'And you?', { resume: fork.sessionId });
      expect(last.result).toMatchObject({ result: 'Forked.', session_id: fork.sessionId });
      expect(wholeOf(made.api.requests[2])).toMatch(/I am Alice.*Hello Alice\..*Hello again.*And you\?/);
    },
  );

  it('the uuids of the messages are those of the transcript (SESS-01)', async () => {
    const made = await world([{ tools: [{ name: 'Bash', input: { command: 'echo hi' }, id: 'toolu_b' }] }, { text: 'Done.' }]);
    const { messages, result } = await made.ask(sdk, 'go');
    const told = messages.filter(({ type }) => type === 'assistant' || type === 'user').map((message) => message.uuid);
    const said = await atHome(made, () => officialSdk.getSessionMessages(result.session_id, { dir: made.cwd }));
    expect(said.slice(1).map((message) => message.uuid)).toEqual(told);
  });
});
