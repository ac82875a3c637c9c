import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadWith, makeHome, said } from './claude.fixture.js';

const homes = makeHome();
afterAll(() => homes.remove());

const server = (command: string) => ({ [command]: { command }, shared: { command } });
const commands = async (...given: Parameters<typeof loadWith>) =>
  Object.fromEntries(
    Object.entries((await loadWith(...given)).plan.mcpServers ?? {}).map(([key, { options }]) => [key, options.command]),
  );

describe('MCP servers of the files (CLI-02)', () => {
  const make = () => {
    const folders = homes.make({ project: { '.mcp.json': { mcpServers: server('project') } } });
    homes.write(folders.home, {
      '.claude.json': {
        mcpServers: server('user'),
        projects: { [folders.cwd]: { mcpServers: server('local') } },
        history: 'x'.repeat(300_000),
      },
    });
    return folders;
  };

  it("come from the user, the project, and the user's entry for this project, of which the last applies", async () => {
    expect(await commands(make())).toEqual({ user: 'user', project: 'project', local: 'local', shared: 'local' });
    expect(await commands(make(), { sources: ['user', 'project'] })).toEqual({
      user: 'user',
      project: 'project',
      shared: 'project',
    });
  });

  it('are replaced as a whole by a server of the same name', async () => {
    const folders = make();
    const document = { mcpServers: { shared: { type: 'http', url: 'http://localhost/' } }, agents: {} };
    const { plan } = await loadWith(folders, {}, { document });
    expect(plan.mcpServers?.shared?.options).toEqual({ type: 'http', url: 'http://localhost/' });
  });

  it('of .mcp.json are left out where any settings disable them', async () => {
    const folders = make();
    homes.write(folders.home, {
      '.claude/settings.json': { disabledMcpjsonServers: ['project'], enableAllProjectMcpServers: true },
    });
    expect(Object.keys(await commands(folders))).toEqual(['user', 'shared', 'local']);
  });

  it('get their variables; an unset variable stays as written and is reported', async () => {
    const folders = homes.make({
      project: { '.mcp.json': { mcpServers: { a: { command: '${BIN}', args: ['${GONE}', '${X:-y}'] } } } },
    });
    const loaded = await loadWith(folders, {}, { env: { HOME: folders.home, BIN: 'node' } });
    expect(loaded.plan.mcpServers?.a?.options).toEqual({ command: 'node', args: ['${GONE}', 'y'] });
    expect(said(loaded)).toEqual([expect.stringContaining('GONE')]);
  });

  it('keep all of their headers', async () => {
    const a = { type: 'http', url: 'http://localhost/', headers: { 'x-api-key': '1', Authorization: '2' } };
    const { plan } = await loadWith(homes.make({ project: { '.mcp.json': { mcpServers: { a } } } }));
    expect(plan.mcpServers?.a?.options).toEqual(a);
  });

  it('of an unreadable ~/.claude.json are skipped with a report', async () => {
    const folders = homes.make({ home: { '.claude.json': '{' } });
    expect(said(await loadWith(folders))).toEqual([
      expect.stringMatching(/\.claude\.json: mcpServers is ignored: it cannot be read/),
    ]);
  });
});

it("CLAUDE_CONFIG_DIR is the folder of the user's files", async () => {
  const folders = homes.make({
    home: { 'else/settings.json': { model: 'else' }, 'else/.claude.json': { mcpServers: server('x') } },
  });
  const env = { HOME: folders.home, CLAUDE_CONFIG_DIR: join(folders.home, 'else') };
  const { plan } = await loadWith(folders, {}, { env });
  expect([plan.agents.main?.models, Object.keys(plan.mcpServers ?? {})]).toEqual([['anthropic/else'], ['x', 'shared']]);
});

describe('texts for every agent (CFG-13)', () => {
  it('come from the user, the folders down to this one and the person, with their imports', async () => {
    const folders = homes.make({
      home: { '.claude/CLAUDE.md': 'U.' },
      project: {
        'CLAUDE.md': 'Root. @more.md',
        'more.md': 'More.',
        'a/b/.claude/CLAUDE.md': 'Here.',
        'a/CLAUDE.local.md': 'Mine.',
        'AGENTS.md': 'No.',
      },
    });
    const cwd = join(folders.cwd, 'a/b');
    const { claude, plan } = await loadWith({ ...folders, cwd });
    const names = ['.claude/CLAUDE.md', 'CLAUDE.md', 'more.md', 'a/b/.claude/CLAUDE.md', 'a/CLAUDE.local.md'];
    expect(claude?.instructions).toEqual(names.map((name, index) => join(index === 0 ? folders.home : folders.cwd, name)));
    expect(plan.sharedInstructions?.match(/^[A-Z]\w*\./gm)).toEqual(['U.', 'Root.', 'More.', 'Here.', 'Mine.']);
  });

  it('precede those of the document', async () => {
    const folders = homes.make({ project: { 'CLAUDE.md': 'Theirs.' } });
    const document = { defaults: { instructions: 'Shared.' }, agents: { main: { instructions: 'Own.' } } };
    const { plan } = await loadWith(folders, {}, { document });
    expect(plan.agents.main?.instructions).toBe('Contents of CLAUDE.md:\n\nTheirs.\n\nShared.\n\nOwn.');
  });
});

it('an agent of the document replaces one of the files as a whole', async () => {
  const folders = homes.make({
    home: { '.claude/agents/main.md': '---\neffort: high\n---\nUser.', '.claude/agents/two.md': '---\neffort: low\n---\nUser.' },
    project: { '.claude/agents/two.md': 'Project.' },
  });
  const { plan } = await loadWith(folders);
  expect(plan.agents.main).toMatchObject({ instructions: '', model: {} });
  expect(plan.agents.two).toMatchObject({ instructions: 'Project.', model: {} });
});
