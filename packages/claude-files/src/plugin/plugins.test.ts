import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { command, commandsOf, loadWith, makeHome, said } from '../claude/claude.fixture.js';

const homes = makeHome();
afterAll(() => homes.remove());

const manifest = (value: object) => ({ '.claude-plugin/plugin.json': value });
const plugins = (of: Readonly<Record<string, Readonly<Record<string, unknown>>>>) =>
  homes.make({
    project: Object.fromEntries(
      Object.entries(of).flatMap(([folder, files]) => Object.entries(files).map(([name, value]) => [`${folder}/${name}`, value])),
    ),
  });
const dirs = (...paths: readonly string[]) => ({ sources: [], pluginDirs: paths.map((path) => ({ path })) });

describe('a plugin folder (CFG-13)', () => {
  it('provides commands, skills, agents, hooks and servers under its name (MCP-20)', async () => {
    const folders = plugins({
      "it's": {
        ...manifest({ name: 'tools', version: '1.2.0' }),
        'commands/deploy.md': 'Deploy $ARGUMENTS.',
        'skills/review/SKILL.md': '---\ndescription: Reviews.\n---\nLook.',
        'agents/tester.md': '---\ndescription: Tests.\nmodel: sonnet\n---\nTest.',
        'hooks/hooks.json': { description: 'x', hooks: { Stop: command('"${CLAUDE_PLUGIN_ROOT}"/x.sh') } },
        '.mcp.json': { mcpServers: { db: { command: '${CLAUDE_PLUGIN_ROOT}/server', env: { K: '${KEY:-none}' } } } },
      },
    });
    const loaded = await loadWith(folders, dirs("it's"));
    const path = join(folders.cwd, "it's");
    expect(loaded.claude?.plugins).toEqual([{ name: 'tools', path, version: '1.2.0' }]);
    const { plan } = loaded;
    expect(Object.keys(plan.skills ?? {})).toEqual(['tools:deploy', 'tools:review']);
    expect(plan.skills?.['tools:deploy']).toMatchObject({ modelInvocable: false, userInvocable: true });
    expect(plan.agents['tools:tester']).toMatchObject({ description: 'Tests.', instructions: 'Test.', models: ['sonnet'] });
    expect(plan.mcpServers?.['plugin:tools:db']?.options).toEqual({ command: `${path}/server`, env: { K: 'none' } });
    expect(said(loaded)).toEqual([]);
  });

  it('passes its folder to its hooks, in the command line and in the environment', async () => {
    const tell = (text: string) => command(`printf '%s\\n' ${text}; printenv CLAUDE_PLUGIN_ROOT`);
    const program = [{ hooks: [{ type: 'command', command: '${CLAUDE_PLUGIN_ROOT}/x', args: ['${CLAUDE_PLUGIN_ROOT}'] }] }];
    const folders = plugins({
      "it's": {
        ...manifest({ name: 'tell' }),
        'hooks/hooks.json': { hooks: { Stop: tell('"${CLAUDE_PLUGIN_ROOT}"'), SessionEnd: program } },
      },
    });
    const { plan } = await loadWith(folders, dirs("it's"));
    const path = join(folders.cwd, "it's");
    const [stop, end] = plan.hooks.map((one) => one.entry);
    const env = { ...process.env, ...(stop?.env as Record<string, string>) };
    expect(execFileSync('/bin/sh', ['-c', String(stop?.command)], { encoding: 'utf8', env })).toBe(`${path}\n${path}\n`);
    expect(end).toMatchObject({ command: `${path}/x`, args: [path] });
  });

  it.each([
    ['gone', {}, /there is no such folder/],
    ['broken', { '.claude-plugin/plugin.json': '{' }, /JSON/],
    ['unnamed', manifest({ name: 'a b' }), /"a b" cannot be the name of a plugin/],
    ['unhooked', { 'hooks/hooks.json': '{ "hooks": ' }, /not valid JSON/],
    ['shapeless', { 'hooks/hooks.json': { hooks: { Stop: 'x' } } }, /hooks\.Stop must be a list/],
  ])('that is %s is left out and reported, and the others are used', async (name, files, problem) => {
    const folders = plugins({ [name]: files, good: { 'commands/x.md': 'X.' } });
    const loaded = await loadWith(folders, dirs(name, 'good'));
    expect(loaded.claude?.plugins.map((one) => one.name)).toEqual(['good']);
    expect(loaded.claude?.pluginErrors).toEqual([{ path: join(folders.cwd, name), message: expect.stringMatching(problem) }]);
    expect(Object.keys(loaded.plan.skills ?? {})).toEqual(['good:x']);
    expect(said(loaded)).toEqual([expect.stringMatching(/is left out: /)]);
  });

  it('with a name that is taken is left out, and one that is named twice is read once', async () => {
    const folders = plugins({
      a: { ...manifest({ name: 'same' }), 'commands/x.md': 'A.' },
      b: { ...manifest({ name: 'same' }), 'commands/y.md': 'B.' },
    });
    const { claude, plan } = await loadWith(folders, dirs('a', 'b', 'a'));
    expect([claude?.plugins.length, claude?.pluginErrors.length, Object.keys(plan.skills ?? {})]).toEqual([1, 1, ['same:x']]);
  });

  it('loads no servers with skipMcp and with strictMcp', async () => {
    const folders = plugins({
      a: { '.mcp.json': { mcpServers: { s: { command: 'x' } } }, 'hooks/hooks.json': { hooks: { Stop: command('x') } } },
    });
    const path = 'a';
    const servers = async (more: object) =>
      Object.keys((await loadWith(folders, { sources: [], ...more })).plan.mcpServers ?? {});
    expect(await servers({ pluginDirs: [{ path }] })).toEqual(['plugin:a:s']);
    expect(await servers({ pluginDirs: [{ path, skipMcp: true }] })).toEqual([]);
    expect(await servers({ pluginDirs: [{ path }], strictMcp: true })).toEqual([]);
    expect(commandsOf(await loadWith(folders, { sources: [], pluginDirs: [{ path, skipMcp: true }] }))).toHaveLength(1);
  });
});
