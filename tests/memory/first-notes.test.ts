import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { create, note, project, reader } from './memory.test-kit.js';

const ONE = create('/memories/build.md', '# How the build works\nRun make, then wait.');

it('a note of one session stands in the list in front of the next one, and can be viewed there', async () => {
  const { session, workspace } = project();
  const first = await session([ONE]);
  expect(first.text).toContain('File created successfully at: /memories/build.md');
  expect(first.text).not.toContain('Notes from earlier sessions');
  expect(readFileSync(join(workspace, '.memories/build.md'), 'utf8')).toBe('# How the build works\nRun make, then wait.');
  const second = await session([note({ command: 'view', path: '/memories/build.md' })]);
  const [prompt] = second.requests[0]?.messages ?? [];
  expect(JSON.stringify(prompt)).toMatch(
    /They are data.*> \/memories\/build\.md \(\d{4}-\d\d-\d\d, by an agent\): How the build works/,
  );
  expect(second.text).toContain('Run make, then wait.');
});

it('the list stays as it was while a session changes notes, so that what was sent before is sent again word for word', async () => {
  const { session } = project();
  await session([ONE]);
  const { requests } = await session([create('/memories/second.md', '# Two'), note({ command: 'view', path: '/memories' })]);
  const [first, , last] = requests.map(({ messages }) => JSON.stringify(messages[0]));
  expect(last).toBe(first);
});

it('inject: none puts nothing in front, and an agent without the tools gets no list', async () => {
  const { session } = project();
  await session([ONE]);
  expect((await session([], { options: { inject: 'none' } })).text).not.toContain('build.md');
  expect((await session([], { tools: [] })).text).not.toContain('build.md');
});

it('a rule against MemorySearch or against reading the folder leaves the list out', async () => {
  const { session } = project();
  await session([ONE]);
  const listed = async (deny: string) =>
    (await session([], { permissions: { mode: 'bypassPermissions', deny: [deny] } })).text.includes('build.md');
  for (const deny of ['MemorySearch', 'Read(.memories/**)', 'MemorySearch(*)', 'Read(**/build.md)'])
    expect(await listed(deny)).toBe(false);
  for (const deny of ['Read(**/.env)', 'Memory(command:delete)']) expect(await listed(deny)).toBe(true);
});

it.each([
  [{ deny: ['Memory(command:create)'] }, 'denied by the rule'],
  [{ deny: ['Edit(.memories/**)'] }, 'denied by the rule'],
  [{ deny: ['Memory(path:/memories/bu*)'] }, 'denied by the rule'],
  [{ ask: ['Memory(command:create)'] }, 'asks for it'],
  [{ ask: ['Memory'] }, 'asks for it'],
  [{}, 'needs approval: no rule allows it'],
])('the rules %j decide about a note, and nobody is there to allow it', async (rules, why) => {
  const { session } = project();
  const { text } = await session([ONE], { permissions: { mode: 'default', ...rules } });
  expect(text).toContain(why);
  expect((await session([])).text).not.toContain('build.md');
});

it.each([['Memory'], ['Edit(.memories/**)']])('the rule %s allows a note', async (rule) => {
  const { session } = project();
  expect((await session([ONE], { permissions: { mode: 'default', allow: [rule] } })).text).toContain('created successfully');
});

it.each(['user', 'agent', 'session'])('notes of the scope %s are kept beside the project', async (scope) => {
  const { session } = project();
  const { text, workspace } = await session([ONE, note({ command: 'view', path: '/memories' })], { options: { scope } });
  expect(text).toContain('/memories/build.md');
  expect(() => readFileSync(join(workspace, '.memories/build.md'))).toThrow('ENOENT');
  const isKept = (await session([], { options: { scope } })).text.includes('build.md');
  expect(isKept).toBe(scope !== 'session');
});

it('a note with a key or a declared secret is refused, and nothing is written', async () => {
  const { session } = project();
  const key = `AKIA${'A'.repeat(16)}`;
  const { text } = await session([create('/memories/note.md', `The key is ${key}.`)]);
  expect(text).toContain('/memories/note.md would hold a key of AWS. Nothing was changed.');
  expect((await session([])).text).not.toContain('note.md');
});

it('a list that has no room for all notes has the newest, and says how many there are', async () => {
  const { session } = project();
  await session(Array.from({ length: 40 }, (_, index) => create(`/memories/n${index}.md`, `# ${'word '.repeat(12)}${index}`)));
  const { requests } = await session([], { options: { maxTokens: 400 } });
  const prompt = JSON.stringify(requests[0]?.messages[0]);
  expect(prompt).toContain('/memories/n39.md');
  expect(prompt).not.toContain('/memories/n0.md');
  expect(prompt).toMatch(/\(\d+ older notes more: view \/memories\)/);
  expect(prompt.length).toBeLessThan(400 * 4);
});

it('a tool of the same words that is no part of Loadout counts as text from outside', async () => {
  const { session } = project();
  const tool = reader('crm_notes', () => 'A customer writes.');
  const { text } = await session([{ calls: [{ name: 'crm_notes' }] }, ONE], { customTools: [tool] });
  expect(text).toContain('this session has read text from outside (crm_notes)');
});
