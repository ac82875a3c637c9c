import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionRecord } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { getSessionInfo, listSessions } from './list-sessions.js';
import { getSessionMessages } from './session-messages.js';
import { assistant, call, configDir, ended, goOn, project, useOwnConfig, user, write, writeLines } from './sessions.test-kit.js';
import { getSubagentMessages, listSubagents } from './subagents.js';

useOwnConfig();

const end = { t: 'end', result: { outcome: 'success' } } as SessionRecord;

describe('listSessions (SESS-01)', () => {
  it('lists the sessions of a folder, newest first, in pages', async () => {
    const { cwd, store } = project();
    const places = ['One?', 'Two?', 'Three?'].map((text) => write({ cwd, store }, [user(text), assistant('Yes.'), end]));
    for (const [index, { file }] of places.entries()) utimesSync(file, 1000 + index, 1000 + index);
    const all = await listSessions({ dir: cwd });
    expect(all.map(({ summary }) => summary)).toEqual(['Three?', 'Two?', 'One?']);
    expect(all[2]).toEqual({
      sessionId: places[0]?.id,
      summary: 'One?',
      firstPrompt: 'One?',
      lastModified: 1_000_000,
      fileSize: readFileSync(places[0]?.file ?? '').length,
      cwd,
      createdAt: expect.any(Number),
    });
    expect(await listSessions({ dir: cwd, limit: 1, offset: 1 })).toEqual([all[1]]);
    expect(await listSessions({ dir: cwd, offset: 2 })).toEqual([all[2]]);
    expect(await listSessions()).toEqual(all);
    expect(await listSessions({ dir: join(cwd, 'nowhere') })).toEqual([]);
  });

  it('finds a folder through a link, and one whose path is long', async () => {
    const { cwd, store } = project(join('long'.repeat(40), 'path'.repeat(40)));
    write({ cwd, store }, [user('Deep?')]);
    symlinkSync(cwd, join(configDir(), 'link'));
    expect(await listSessions({ dir: join(configDir(), 'link') })).toMatchObject([{ summary: 'Deep?', cwd }]);
    const folder = store.dir.split('/').at(-1) ?? '';
    expect(folder).toMatch(/^.{200}-[0-9a-z]+$/);
    // Another engine uses a different hash.
    const other = join(configDir(), 'projects', `${folder.slice(0, 200)}-other`);
    mkdirSync(other);
    writeFileSync(join(other, `${randomUUID()}.jsonl`), readFileSync(store.list()[0]?.file ?? ''));
    expect(await listSessions({ dir: cwd })).toHaveLength(2);
  });

  it('includes the other worktrees by default', async () => {
    const { cwd, store } = project('main');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t', ...args], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    git('init', '-q', '-b', 'trunk');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    git('worktree', 'add', '-q', '-b', 'side', join(configDir(), 'side'));
    write({ cwd, store }, [user('In main?')]);
    write(project('side'), [user('In side?')]);
    const listed = await listSessions({ dir: cwd });
    expect(listed.map(({ summary, gitBranch }) => [summary, gitBranch]).sort()).toEqual([
      ['In main?', 'trunk'],
      ['In side?', 'side'],
    ]);
    expect(await listSessions({ dir: cwd, includeWorktrees: false })).toHaveLength(1);
    const side = listed.find(({ gitBranch }) => gitBranch === 'side')?.sessionId ?? '';
    expect(await getSessionInfo(side, { dir: cwd })).toMatchObject({ summary: 'In side?' });
  });

  it('leaves out sessions of programs if requested, and always other files', async () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('By a program?')]);
    writeFileSync(join(store.dir, 'notes.jsonl'), readFileSync(place.file));
    writeFileSync(join(store.dir, `${randomUUID()}.jsonl`), '');
    writeLines(store.place(randomUUID()), [{ type: 'user', uuid: 'a', isSidechain: true, message: { content: 'Side?' } }]);
    writeLines(store.place(randomUUID()), [{ type: 'user', uuid: 'a', isMeta: true, message: { content: 'Not typed' } }]);
    const typed = store.place(randomUUID());
    writeLines(typed, [
      { type: 'user', uuid: 'a', entrypoint: 'cli', message: { content: '<command-name>/init</command-name>' } },
    ]);
    expect((await listSessions({ dir: cwd })).map(({ summary }) => summary).sort()).toEqual(['/init', 'By a program?']);
    expect(await listSessions({ dir: cwd, includeProgrammatic: false })).toMatchObject([{ sessionId: typed.id }]);
  });

  it('reads only the ends of a file', async () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('First?'), assistant('x'.repeat(300_000)), user('Last?'), assistant('Yes.'), end]);
    const damaged = readFileSync(place.file);
    damaged.fill('#', 100_000, 200_000);
    writeFileSync(place.file, damaged);
    expect(await getSessionInfo(place.id, { dir: cwd })).toMatchObject({
      summary: 'Last?',
      firstPrompt: 'First?',
      fileSize: damaged.length,
    });
  });
});

describe('getSessionMessages (SESS-01)', () => {
  it("returns the current conversation, in pages, with the engine's notes if requested", async () => {
    const { cwd, store } = project();
    const [asked, said] = [randomUUID(), randomUUID()];
    const place = write({ cwd, store }, [
      user('One?', asked),
      assistant([{ type: 'text', text: 'I look.' }, call('a')], said),
      ended('a'),
    ]);
    goOn(store, place, [
      { t: 'results', ids: ['a'], uuid: randomUUID() },
      assistant('Done.'),
      { t: 'cut', uuid: asked },
      user('Else?'),
    ]);
    const all = await getSessionMessages(place.id, { dir: cwd });
    expect(all.map(({ type, message }) => [type, (message as { content: { text: string }[] }).content[0]?.text])).toEqual([
      ['user', 'One?'],
      ['user', 'Else?'],
    ]);
    expect(all[0]).toMatchObject({ uuid: asked, session_id: place.id, parent_tool_use_id: null, parent_agent_id: null });
    expect(await getSessionMessages(place.id, { limit: 1, offset: 1 })).toEqual([all[1]]);
    const types = (await getSessionMessages(place.id, { includeSystemMessages: true })).map(({ type }) => type);
    expect(types).toEqual(['user', 'system', 'user']);
  });

  it('begins at the last summary', async () => {
    const place = write(project(), [
      user('Old?'),
      {
        t: 'compact',
        trigger: 'manual',
        preTokens: 5,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Summary.' }] }],
      },
      user('New?'),
    ]);
    const messages = await getSessionMessages(place.id);
    expect(messages.map(({ message }) => JSON.stringify(message))).toEqual([
      expect.stringContaining('Summary.'),
      expect.stringContaining('New?'),
    ]);
  });

  it('is empty for an unknown session, whatever its id', async () => {
    for (const id of [randomUUID(), '../../etc/passwd', '']) expect(await getSessionMessages(id)).toEqual([]);
    expect(await getSessionInfo('../x')).toBeUndefined();
  });
});

describe('listSubagents and getSubagentMessages', () => {
  it('find the agents of a session, including those that its agents started', async () => {
    const { cwd, store } = project();
    const place = write({ cwd, store }, [user('One?')]);
    const under = store.under(place);
    const agent = write({ cwd, store: under }, [user('Sub?'), assistant('Sub.')], 'first');
    const deeper = write({ cwd, store: under.under(agent) }, [user('Deep?')], 'second');
    writeFileSync(deeper.file.replace('.jsonl', '.meta.json'), JSON.stringify({ toolUseId: 'toolu_1', parentAgentId: 'first' }));
    expect((await listSubagents(place.id)).sort()).toEqual(['first', 'second']);
    expect((await getSubagentMessages(place.id, 'first', { dir: cwd })).map(({ type }) => type)).toEqual(['user', 'assistant']);
    expect(await getSubagentMessages(place.id, 'second')).toMatchObject([
      { parent_tool_use_id: 'toolu_1', parent_agent_id: 'first' },
    ]);
    expect(await getSubagentMessages(place.id, '../first')).toEqual([]);
    expect(await listSubagents(randomUUID())).toEqual([]);
  });
});
