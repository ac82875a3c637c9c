import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ask, collect, folder, place, resultOf } from '../query/query.test-kit.js';
import { listSessions } from '../sessions/list-sessions.js';

const done = { text: 'Done.' };
const bash = { tools: [{ name: 'Bash', input: { command: 'echo hi' }, id: 'toolu_b' }] };

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

it('fallbackModel answers where the model is overloaded (LOOP-15)', async () => {
  const overloaded = { fault: { status: 529, headers: { 'retry-after-ms': '1' } } };
  const at = await place(({ body }) => (body.model === 'claude-haiku-4-5' ? done : overloaded));
  const messages = await collect(ask(at, 'Hi', { fallbackModel: 'claude-opus-4-5, claude-haiku-4-5' }));
  expect(resultOf(messages)).toMatchObject({ result: 'Done.', is_error: false });
  const asked = at.api.requests.map(({ body }) => body.model);
  expect([...new Set(asked)]).toEqual(['claude-sonnet-4-5', 'claude-opus-4-5', 'claude-haiku-4-5']);
});

it("a callback's text for people is a message, and does not reach the model", async () => {
  const at = await place([bash, done]);
  const hooks = { PreToolUse: [{ hooks: [async () => ({ systemMessage: 'look out' })] }] };
  const messages = await collect(ask(at, 'go', { hooks }));
  expect(messages).toContainEqual(
    expect.objectContaining({ subtype: 'informational', content: 'PreToolUse:Bash says: look out', tool_use_id: 'toolu_b' }),
  );
  expect(JSON.stringify(at.api.requests[1]?.body)).not.toContain('look out');
});

it('skills limits the skills listed to the model; a person can call the others', async () => {
  const at = await place([done]);
  const skill = (name: string) => `---\nname: ${name}\ndescription: Makes ${name}s\n---\nMake a ${name}.`;
  write(at.cwd, { '.claude/skills/rhyme/SKILL.md': skill('rhyme'), '.claude/skills/song/SKILL.md': skill('song') });
  const [init] = await collect(ask(at, '/rhyme', { skills: ['song'], settingSources: ['project'] }));
  expect(init).toMatchObject({ skills: ['song'], slash_commands: expect.arrayContaining(['rhyme', 'song']) });
  expect(JSON.stringify(at.api.requests[0]?.body)).toContain('Makes songs');
  expect(JSON.stringify(at.api.requests[0]?.body)).not.toContain('Makes rhymes');
  expect(JSON.stringify(at.api.requests[0]?.body.messages)).toContain('Make a rhyme.');
});

it('plugins are in init with their version', async () => {
  const at = await place([done]);
  const path = folder();
  write(path, { '.claude-plugin/plugin.json': '{"name":"loud","version":"1.2.3"}', 'commands/shout.md': 'Shout.' });
  const [init] = await collect(ask(at, 'Hi', { plugins: [{ type: 'local', path }] }));
  expect(init).toMatchObject({
    plugins: [{ name: 'loud', path, version: '1.2.3' }],
    slash_commands: expect.arrayContaining(['compact', 'loud:shout']),
  });
});

it('a title belongs to the session, and is ignored if no session is stored', async () => {
  const at = await place([done, done]);
  const before = process.env.CLAUDE_CONFIG_DIR;
  process.env.CLAUDE_CONFIG_DIR = join(at.home, '.claude');
  try {
    await collect(ask(at, 'Hi', { title: 'The milk' }));
    await collect(ask(at, 'Hi', { title: 'The bread', persistSession: false }));
    expect((await listSessions({ dir: at.cwd })).map(({ customTitle }) => customTitle)).toEqual(['The milk']);
  } finally {
    if (before === undefined) delete process.env.CLAUDE_CONFIG_DIR;
    else process.env.CLAUDE_CONFIG_DIR = before;
  }
});

it('an agent is reported with the description of the call that started it', async () => {
  const input = { subagent_type: 'looker', description: 'Looks around', prompt: 'Look' };
  const at = await place([{ tools: [{ name: 'Agent', input, id: 'toolu_a' }] }, { text: 'I saw a tree.' }, done]);
  const agents = { looker: { description: 'Looks', prompt: 'You look.' } };
  const messages = await collect(ask(at, 'look', { agents }));
  expect(messages).toContainEqual(expect.objectContaining({ subtype: 'task_started', description: 'Looks around' }));
  const [prompt] = messages.filter((message) => 'parent_tool_use_id' in message && message.parent_tool_use_id === 'toolu_a');
  expect(prompt).toMatchObject({ type: 'user', task_description: 'Looks around', subagent_type: 'looker' });
});

it("a key in the program's environment is used, even if settings are read", async () => {
  const at = await place([done]);
  await collect(ask(at, 'Hi', { settingSources: ['user', 'project', 'local'] }));
  expect(JSON.stringify(at.api.requests[0]?.headers)).toMatch(/"(?:Bearer )?key"/);
});
