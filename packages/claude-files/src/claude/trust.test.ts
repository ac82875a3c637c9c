import { afterAll, describe, expect, it } from 'vitest';
import { judgeConfig, recordTrust } from '../../../config/src/api/functions.js';
import { command, commandsOf, DOCUMENT, loadWith, makeHome, rulesOf, said, trustIn } from './claude.fixture.js';

const homes = makeHome();
afterAll(() => homes.remove());

const PROJECT = {
  '.claude/settings.json': {
    permissions: { allow: ['Bash(ls)', 'Read'], deny: ['Write'], ask: ['Edit'], defaultMode: 'bypassPermissions' },
    hooks: { Stop: command('theirs') },
    env: { A: 'theirs' },
    disableAllHooks: false,
    model: 'sonnet',
  },
  '.mcp.json': { mcpServers: { theirs: { command: 'x' } } },
  'CLAUDE.md': 'Be kind.',
};
const HOME = {
  '.claude/settings.json': { permissions: { allow: ['Bash(mine)'] }, hooks: { Stop: command('mine') } },
};
const accepted = (cwd: string, value: unknown = true) => ({ projects: { [cwd]: { hasTrustDialogAccepted: value } } });

describe('in a folder that nobody trusts (CFG-10)', () => {
  it('the allow rules of the project are left out and reported, its deny and ask rules apply', async () => {
    const folders = homes.make({ home: HOME, project: PROJECT });
    const loaded = await loadWith(folders, {}, { trust: trustIn(folders) });
    expect(rulesOf(loaded)).toEqual(['project deny Write', 'project ask Edit', 'user allow Bash(mine)']);
    expect(said(loaded)).toEqual(
      ['permissions.allow', 'permissions.mode', 'hooks.Stop', 'env', 'mcpServers.theirs'].map((what) =>
        expect.stringMatching(new RegExp(`\\.json: ${what} is ignored, because this folder is not trusted`)),
      ),
    );
    expect(loaded.trust).toMatchObject({ trusted: false, config: '(options)' });
  });

  it("its hooks, servers, variables and wider modes have no effect; texts, models and the user's settings do", async () => {
    const folders = homes.make({ home: HOME, project: PROJECT });
    const loaded = await loadWith(folders, {}, { trust: trustIn(folders) });
    expect(commandsOf(loaded)).toEqual(['mine']);
    expect(loaded.plan).toMatchObject({ permissions: { mode: 'default' }, plugins: [{ options: { pty: true } }] });
    expect(loaded.plan.plugins[0]?.options).not.toHaveProperty('env');
    expect(loaded.plan.mcpServers).toBeUndefined();
    expect(loaded.plan.agents.main).toMatchObject({ models: ['sonnet'], instructions: expect.stringContaining('Be kind.') });
  });

  it("it cannot turn off the user's hooks, and its sandbox lets nothing run unasked", async () => {
    const theirs = { disableAllHooks: true, sandbox: { enabled: true, excludedCommands: ['curl *'] } };
    const folders = homes.make({ home: HOME, project: { '.claude/settings.json': theirs } });
    const waiting = await loadWith(folders, {}, { trust: trustIn(folders) });
    expect(commandsOf(waiting)).toEqual(['mine']);
    expect(waiting.plan.agents.main?.sandbox).toMatchObject({ autoAllow: false, excludedCommands: [] });
    const vouched = await loadWith(folders);
    expect(commandsOf(vouched)).toEqual([]);
    expect(vouched.plan.agents.main?.sandbox).toMatchObject({ autoAllow: true, excludedCommands: ['curl *'] });
  });

  it.each([
    ['settings.json', { disableAllHooks: true }, {}, ['mine'], []],
    ['settings.local.json', { disableAllHooks: true }, {}, ['mine'], []],
    ['settings.json', { disableAllHooks: false }, { disableAllHooks: true }, [], ['mine']],
  ] as const)(
    'its switch of all hooks alone, in %s: %j over %j, waits as any part',
    async (name, theirs, mine, before, after) => {
      const home = { '.claude/settings.json': { ...HOME['.claude/settings.json'], ...mine } };
      const folders = homes.make({ home, project: { [`.claude/${name}`]: theirs } });
      const trust = trustIn(folders);
      const waiting = await loadWith(folders, {}, { trust });
      expect(commandsOf(waiting)).toEqual(before);
      expect(said(waiting)).toEqual([expect.stringContaining('disableAllHooks is ignored, because this folder is not trusted')]);
      const trusted = await loadWith(folders, {}, { trust: { ...trust, hashes: [waiting.trust?.hash ?? ''] } });
      expect(commandsOf(trusted)).toEqual(after);
    },
  );

  it.each([
    ['all servers', { enableAllProjectMcpServers: true }, ['other', 'theirs']],
    ['one by name', { enabledMcpjsonServers: ['theirs'] }, ['theirs']],
    ['all but one', { enableAllProjectMcpServers: true, disabledMcpjsonServers: ['theirs'] }, ['other']],
    ['none', { enableAllProjectMcpServers: false }, []],
  ])('the program may agree to the servers of .mcp.json: %s (W13)', async (_, settings, servers) => {
    const mcp = { mcpServers: { theirs: { command: '${BIN}', cwd: '.' }, other: { command: 'y' } }, more: 1 };
    const folders = homes.make({ project: { ...PROJECT, '.mcp.json': mcp } });
    const env = { HOME: folders.home, BIN: 'x' };
    const loaded = await loadWith(folders, { settings }, { trust: trustIn(folders), env });
    expect(Object.keys(loaded.plan.mcpServers ?? {}).toSorted()).toEqual(servers);
    if (servers.includes('theirs')) expect(loaded.plan.mcpServers?.theirs?.options).toMatchObject({ command: 'x' });
    expect(said(loaded).filter((text) => text.includes('more is ignored'))).toHaveLength(1);
    expect(rulesOf(loaded)).toEqual(['project deny Write', 'project ask Edit']);
    const strict = await loadWith(folders, { settings, strictMcp: true }, { trust: trustIn(folders), env });
    expect(strict.plan.mcpServers).toBeUndefined();
  });

  it.each(['.claude/settings.json', '.claude/settings.local.json'])(
    '%s of the repository agrees to nothing (W13)',
    async (file) => {
      const agrees = { enableAllProjectMcpServers: true, enabledMcpjsonServers: ['theirs'] };
      const folders = homes.make({ project: { ...PROJECT, [file]: agrees } });
      const loaded = await loadWith(folders, { settings: {} }, { trust: trustIn(folders) });
      expect(loaded.plan.mcpServers).toBeUndefined();
    },
  );

  it("the program's own settings, document and plugin folders apply", async () => {
    const folders = homes.make({ project: PROJECT });
    homes.write(folders.cwd, { 'plug/hooks/hooks.json': { hooks: { Stop: command('plug') } } });
    const settings = { permissions: { allow: ['Bash(flag)'] }, hooks: { Stop: command('flag') } };
    const claude = { settings, pluginDirs: [{ path: 'plug' }] };
    const loaded = await loadWith(folders, claude, { trust: trustIn(folders) });
    expect(rulesOf(loaded)).toContain('flag allow Bash(flag)');
    expect(commandsOf(loaded)).toEqual([expect.stringContaining('plug'), 'flag']);
  });
});

describe('a folder is trusted', () => {
  it('once the user trusted exactly that folder in Claude Code', async () => {
    const folders = homes.make({ home: HOME, project: PROJECT });
    const { home, cwd } = folders;
    for (const [state, trusted] of [
      [accepted(cwd), true],
      [accepted(cwd, 'true'), false],
      [accepted(home), false],
      [{ projects: [cwd] }, false],
    ] as const) {
      homes.write(home, { '.claude.json': state });
      const loaded = await loadWith(folders, { sources: ['project'] }, { trust: trustIn(folders) });
      expect([loaded.trust?.trusted, commandsOf(loaded)]).toEqual([trusted, trusted ? ['theirs'] : []]);
    }
  });

  it('by our own record, until one of the files changes', async () => {
    const folders = homes.make({ project: PROJECT });
    const trust = trustIn(folders);
    const asked = {
      cwd: folders.cwd,
      env: { HOME: folders.home },
      document: DOCUMENT,
      claude: { sources: ['project'] },
      trust,
    } as const;
    await recordTrust(trust.file, await judgeConfig(asked));
    const loaded = await loadWith(folders, { sources: ['project'] }, { trust });
    expect([loaded.trust?.trusted, commandsOf(loaded), said(loaded)]).toEqual([true, ['theirs'], []]);
    homes.write(folders.cwd, { '.claude/settings.json': { hooks: { Stop: command('changed') } } });
    const changed = await loadWith(folders, { sources: ['project'] }, { trust });
    expect([changed.trust?.trusted, commandsOf(changed)]).toEqual([false, []]);
    expect(changed.trust?.changes?.map((one) => one.path)).toContain('hooks.Stop[0].hooks[0]');
  });

  it('by each separately: a configuration of Loadout in it is trusted by our own record alone', async () => {
    const config = 'permissions: { allow: [Write] }\nagents: { main: {} }\n';
    const project = { 'agent.config.yaml': config, '.claude/settings.json': { permissions: { allow: ['Read'] } } };
    const folders = homes.make({ project });
    const trust = trustIn(folders);
    const load = async () => {
      const loaded = await loadWith(folders, {}, { file: 'agent.config.yaml', trust });
      return [loaded.trust?.trusted, ...rulesOf(loaded)];
    };
    expect(await load()).toEqual([false]);
    homes.write(folders.home, { '.claude.json': accepted(folders.cwd) });
    expect(await load()).toEqual([false, 'project allow Read']);
    await recordTrust(trust.file, await judgeConfig({ cwd: folders.cwd, env: {}, file: 'agent.config.yaml', trust }));
    expect(await load()).toEqual([true, 'project allow Read', 'project allow Write']);
    homes.write(folders.home, { '.claude.json': {} });
    expect(await load()).toEqual([true, 'project allow Write']);
  });
});
