import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ALL, command, commandsOf, DOCUMENT, loadWith, makeHome, rulesOf, said } from './claude.fixture.js';

const homes = makeHome();
afterAll(() => homes.remove());

const everywhere = (of: (source: string) => object) => ({
  home: { '.claude/settings.json': of('user') },
  project: { '.claude/settings.json': of('project'), '.claude/settings.local.json': of('local') },
});

describe('settings of all sources (CLI-02, CFG-13)', () => {
  it('add up their rules, each with its layer and position', async () => {
    const folders = homes.make(
      everywhere((source) => ({ permissions: { allow: [`Bash(${source})`], deny: [`Read(${source})`] } })),
    );
    const loaded = await loadWith(folders, { settings: { permissions: { allow: ['Bash(flag)'] } } });
    expect(rulesOf(loaded)).toEqual([
      ...['user', 'project', 'project'].map((layer, index) => `${layer} deny Read(${ALL[index]})`),
      ...['user', 'project', 'project'].map((layer, index) => `${layer} allow Bash(${ALL[index]})`),
      'flag allow Bash(flag)',
    ]);
    expect(loaded.plan.permissions.rules[1]?.position).toMatchObject({
      file: join(folders.cwd, '.claude/settings.json'),
      line: 1,
    });
    expect(loaded.plan.permissions.rules[6]?.position).toBeUndefined();
  });

  it('override each other: local over project, project over user, flags over all files, the document over flags', async () => {
    const folders = homes.make(
      everywhere((model) => ({ model, permissions: { defaultMode: 'plan' }, env: { [model]: '1', A: model } })),
    );
    const of = async (more: object, claude: object) => {
      const { plan } = await loadWith(folders, claude, more);
      return [plan.agents.main?.models[0], plan.permissions.mode];
    };
    expect(await of({}, { sources: ['user'] })).toEqual(['anthropic/user', 'plan']);
    expect(await of({}, { sources: ['local', 'project'] })).toEqual(['anthropic/local', 'plan']);
    expect(await of({}, { sources: ['user', 'project'] })).toEqual(['anthropic/project', 'plan']);
    const settings = { model: 'sonnet', permissions: { defaultMode: 'acceptEdits' } };
    expect(await of({}, { settings })).toEqual(['sonnet', 'acceptEdits']);
    const document = { ...DOCUMENT, permissions: { mode: 'default' }, agents: { main: { model: 'anthropic/mine' } } };
    expect(await of({ document }, { settings })).toEqual(['anthropic/mine', 'default']);
    const { plan } = await loadWith(folders, { settings: { env: { A: 'flag' } } });
    expect(plan.plugins).toMatchObject([
      { mount: 'shell', options: { pty: true, env: { user: '1', project: '1', local: '1', A: 'flag' } } },
    ]);
  });

  it('add rules, folders and hooks to those of the document', async () => {
    const folders = homes.make(everywhere((source) => ({ hooks: { Stop: command(source) } })));
    const settings = {
      permissions: { allow: ['Bash(flag)'], additionalDirectories: ['more'] },
      hooks: { Stop: command('flag') },
    };
    const permissions = { allow: ['Bash(mine)'], additionalDirectories: ['/mine'] };
    const loaded = await loadWith(folders, { settings }, { document: { ...DOCUMENT, permissions } });
    expect(rulesOf(loaded)).toEqual(['flag allow Bash(flag)', 'flag allow Bash(mine)']);
    expect(loaded.plan.permissions.additionalDirectories).toEqual([join(folders.cwd, 'more'), '/mine']);
    expect(commandsOf(loaded)).toEqual([...ALL, 'flag']);
  });

  it('lose their hooks to disableAllHooks, of which the last value applies', async () => {
    const folders = homes.make({
      home: { '.claude/settings.json': { hooks: { Stop: command('x') }, disableAllHooks: true } },
      project: { '.claude/agents/a.md': `---\nhooks: ${JSON.stringify({ Stop: command('x') })}\n---\nHi.` },
    });
    const off = await loadWith(folders);
    expect([off.plan.hooks, off.plan.agents.a?.hooks]).toEqual([[], []]);
    expect(commandsOf(await loadWith(folders, { settings: { disableAllHooks: false } }))).toEqual(['x']);
  });

  it('set the retention of sessions, and report ignored keys', async () => {
    const settings = {
      cleanupPeriodDays: 2,
      apiKeyHelper: 'x',
      enabledPlugins: {},
      outputStyle: 'x',
      theme: 'dark',
      model: 'default/x',
    };
    const loaded = await loadWith(homes.make({}), { settings });
    expect(loaded.plan.sessions.retention).toBe(172_800);
    expect(said(loaded)).toEqual([
      '(settings): enabledPlugins is ignored: only the plugin folders that a program names are read.',
    ]);
  });

  it('with an invalid shape are an error with its place', async () => {
    const { home, cwd } = homes.make({
      project: { '.claude/settings.json': { permissions: { deny: 'Read' }, hooks: { Stop: 1 } } },
    });
    const problems = await loadWith({ home, cwd }).catch((error) => error.problems);
    expect(problems).toMatchObject([
      { code: 'CONFIG_WRONG_TYPE', path: 'permissions.deny', position: { line: 1, column: 24 } },
      { code: 'CONFIG_WRONG_TYPE', path: 'hooks.Stop' },
    ]);
  });

  it('also apply below a configuration file, which is checked as a whole', async () => {
    const folders = homes.make({
      project: {
        'agent.config.yaml': 'permissions: { allow: [Read] }\nagents: { main: {} }\n',
        '.claude/settings.json': { permissions: { allow: ['Bash(ls)'], deny: ['Write'] }, model: 'anthropic/x' },
      },
    });
    const loaded = await loadWith(folders, {}, { file: 'agent.config.yaml' });
    expect(rulesOf(loaded)).toEqual(['project deny Write', 'project allow Bash(ls)', 'project allow Read']);
    expect(loaded.plan.agents.main?.models).toEqual(['anthropic/x']);
    expect(loaded.plan.configFile).toBe(join(folders.cwd, 'agent.config.yaml'));
  });
});

describe('a document in place of a file', () => {
  it('searches for no file, belongs to its folder and is used unchanged', async () => {
    const { home, cwd } = homes.make({ project: { 'agent.config.yaml': '{ not yaml' } });
    const document = { agents: { main: { instructions: 'Pay ${AMOUNT} $$ ${secret:x}', model: 'anthropic/x' } } };
    const { plan, files, warnings } = await loadWith({ home, cwd }, {}, { document });
    expect(plan).toMatchObject({
      configDir: cwd,
      workspace: cwd,
      agents: { main: { instructions: document.agents.main.instructions } },
    });
    expect(plan).not.toHaveProperty('configFile');
    expect([files, warnings]).toEqual([[], []]);
  });

  it('names no file in its problems', async () => {
    const document = { permissions: { deny: ['Bash('] }, agents: {} };
    const error = await loadWith(homes.make({}), {}, { document }).catch((reason) => reason);
    expect(error.problems).toEqual([expect.objectContaining({ code: 'CONFIG_RULE_INVALID', path: 'permissions.deny[0]' })]);
    expect(error.problems[0]).not.toHaveProperty('position');
    expect(error.message).toContain('(options)');
  });
});
