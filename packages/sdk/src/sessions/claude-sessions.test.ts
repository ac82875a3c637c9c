import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rewindSession } from '@loadout/checkpoints';
import { type AnyTool, defineTool, FileCheckpoints } from '@loadout/core';
import { replayRecords, type SessionHeader } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { model, reader, runAgent, type Step } from '../../../runner/src/run/scripted.test-kit.js';
import { messageUuid } from './block-uuid.js';
import { claudeSessions } from './claude-store.js';
import { forkSession } from './fork-session.js';
import { readForeign } from './read-foreign.js';
import { getSessionMessages } from './session-messages.js';
import { linesOf, outline, project, useOwnConfig } from './sessions.test-kit.js';
import { listSubagents } from './subagents.js';

useOwnConfig();

const sessionStore = (workspace: string) => claudeSessions({ env: process.env, cwd: workspace });
const look = () => reader('Look', () => 'seen');
const turns: readonly Step[] = [{ text: 'I look.', calls: [{ name: 'Look' }, { name: 'Look' }] }, { text: 'All done.' }];

/** Runs an agent in a folder whose sessions have this format. `next` continues as another process would. */
async function talk(options: { customTools?: readonly AnyTool[]; steps?: readonly Step[]; checkpoints?: boolean } = {}) {
  const { cwd, store } = project();
  const shared = { workspace: cwd, sessionStore, customTools: options.customTools ?? [look()], checkpoints: options.checkpoints };
  const scripted = model(options.steps ?? turns);
  const first = await runAgent({ ...shared, model: scripted, instructions: 'Be brief.' });
  const next = async (run: { resume: string; resumeAt?: string; fork?: boolean }) => {
    const again = model([{ text: 'More.' }]);
    const went = await runAgent({ ...shared, model: again, instructions: 'Be brief.', prompt: 'More?', run });
    return { ...went, request: again.requests[0] };
  };
  return { cwd, store, first, scripted, next, id: first.run.sessionId };
}

describe('a run whose sessions are in the format of the Claude Agent SDK', () => {
  it("leaves a session that the SDK's functions can read (SESS-01)", async () => {
    const { cwd, id, first } = await talk();
    const messages = await getSessionMessages(id, { dir: cwd });
    expect(messages.map(({ type }) => type)).toEqual(['user', ...Array(3).fill('assistant'), 'user', 'user', 'assistant']);
    expect(first.run.transcript).toBe(sessionStore(cwd).place(id).file);
  });

  it('continues, latest or by id, and the request begins with the same bytes (SESS-02, SESS-04)', async () => {
    const { id, scripted, next } = await talk();
    const last = scripted.requests.at(-1);
    for (const resume of ['latest', id]) {
      const { request, run } = await next({ resume });
      expect(run.sessionId).toBe(id);
      expect(JSON.stringify(request?.system)).toBe(JSON.stringify(last?.system));
      const before = last?.messages ?? [];
      expect(JSON.stringify(request?.messages.slice(0, before.length))).toBe(JSON.stringify(before));
    }
  });

  it("continues from a fork by the SDK's functions, with the same first bytes (SESS-03, SESS-04)", async () => {
    const { cwd, id, scripted, next } = await talk();
    const { sessionId } = await forkSession(id, { dir: cwd });
    const { request, result } = await next({ resume: sessionId });
    expect(result.outcome).toBe('success');
    const last = scripted.requests.at(-1);
    expect(JSON.stringify(request?.system)).toBe(JSON.stringify(last?.system));
    expect(JSON.stringify(request?.messages.slice(0, 3))).toBe(JSON.stringify(last?.messages));
  });

  it('goes back to a message named by any of its lines, in place and in a fork (SESS-02, SESS-03)', async () => {
    const { cwd, store, id, first, next } = await talk();
    const messages = await getSessionMessages(id, { dir: cwd });
    const resumeAt = messageUuid(store.read(store.place(id)), messages.at(-1)?.uuid ?? '') ?? '';
    const bytes = readFileSync(first.run.transcript);
    const fork = await next({ resume: id, resumeAt, fork: true });
    expect(readFileSync(first.run.transcript)).toEqual(bytes);
    const earliest = await next({ resume: id, resumeAt: messages[0]?.uuid ?? '' });
    expect(outline(fork.request?.messages ?? [])).toHaveLength(5);
    expect(outline(earliest.request?.messages ?? [])).toHaveLength(1);
    expect((await getSessionMessages(id)).map(({ type }) => type)).toEqual(['user', 'user', 'assistant']);
  });

  it('that was killed while a call ran reports it as interrupted (SESS-04)', async () => {
    const { store, id, next } = await talk();
    const place = store.place(id);
    const lines = readFileSync(place.file, 'utf8').split('\n');
    const killed = lines.findIndex((line) => line.includes('"t":"started"'));
    writeFileSync(place.file, `${lines.slice(0, killed + 1).join('\n')}\n`);
    expect(replayRecords(store.read(place)).pending).toMatchObject([{ use: { name: 'Look' } }, { use: { name: 'Look' } }]);
    const { request, result } = await next({ resume: id });
    expect(result.outcome).toBe('success');
    expect(outline(request?.messages ?? []).at(-1)).toContain('result call_0_0, result call_0_1');
  });

  it('rewinds its files to a prompt that is named by the uuid of its line (SESS-06)', async () => {
    const path = { value: '' };
    const put = defineTool({
      name: 'Put',
      description: 'Changes a file.',
      inputSchema: { type: 'object' },
      call: async (_, context) => {
        path.value = join(context.cwd, 'a.txt');
        await context.get(FileCheckpoints)?.before(path.value);
        writeFileSync(path.value, 'changed');
        return 'changed';
      },
    });
    const { cwd, store, id } = await talk({
      customTools: [put],
      steps: [{ calls: [{ name: 'Put' }] }, { text: 'Done.' }],
      checkpoints: true,
    });
    expect(readFileSync(path.value, 'utf8')).toBe('changed');
    const [asked] = await getSessionMessages(id, { dir: cwd });
    const [header] = store.read(store.place(id));
    expect(await rewindSession(header as SessionHeader, asked?.uuid ?? '')).toMatchObject({ canRewind: true });
    expect(() => readFileSync(path.value)).toThrow('ENOENT');
    expect(await rewindSession(header as SessionHeader, randomUUID())).toMatchObject({ canRewind: false });
  });

  it('writes the lines of its large results beside the session, where the SDK deletes them with it (SESS-01)', async () => {
    const { store, id } = await talk({ customTools: [reader('Look', () => 'x'.repeat(400_000))] });
    const place = store.place(id);
    expect(JSON.stringify(linesOf(place))).toContain(join(place.artifactDir, 'tool-results'));
    expect(await listSubagents(id)).toEqual([]);
  });
});

describe('the maker of a message (MODEL-03)', () => {
  const line = (fields: object) => ({ uuid: 'u', timestamp: '2026-01-01T00:00:00Z', sessionId: 's', cwd: '/', ...fields });
  const asked = line({ type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'Go.' } });
  const answered = (more: object) =>
    line({
      type: 'assistant',
      uuid: 'b',
      parentUuid: 'a',
      message: { id: 'm', role: 'assistant', model: 'claude-x', content: [{ type: 'text', text: 'Hi.' }] },
      ...more,
    });
  const originIn = (entry: object) => {
    const context = { sessionId: 's', entrypoint: 'cli', artifactDir: '/tmp/none' };
    const records = readForeign([asked, entry] as never, context);
    return records.flatMap((record) =>
      record.t === 'message' && record.message.role === 'assistant' ? [record.message.origin] : [],
    );
  };

  it('is on the line, also of a copy by another program; a line of another engine names the model of its API', () => {
    const maker = { provider: 'openai', api: 'openai-responses', model: 'gpt' };
    expect(originIn(answered({ maker }))).toEqual([maker]);
    const requested = { requestedModel: 'claude-asked', madeBy: 'model' };
    expect(originIn(answered(requested))).toEqual([{ provider: 'anthropic', api: 'anthropic', model: 'claude-asked' }]);
    expect(originIn(answered({}))).toEqual([{ provider: 'anthropic', api: 'anthropic', model: 'claude-x' }]);
    expect(originIn(answered({ maker: 'damaged' }))).toEqual([{ provider: 'anthropic', api: 'anthropic', model: 'claude-x' }]);
  });

  it('survives a session in the format, a fork and a continuation', async () => {
    const { cwd, id, next } = await talk();
    const { sessionId } = await forkSession(id, { dir: cwd });
    for (const resume of [id, sessionId]) {
      const { request } = await next({ resume });
      const makers = request?.messages.flatMap(({ role, origin }) => (role === 'assistant' ? [origin?.api] : []));
      expect([...new Set(makers)]).toEqual(['test']);
    }
  });
});
