import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems, rendered, TOOL_FS, TOOL_SHELL } from './sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => {
  sandbox.install('@loadout/tool-fs', TOOL_FS);
  sandbox.install('@loadout/tool-shell', TOOL_SHELL);
});
afterAll(() => sandbox.remove());

describe('layers', () => {
  it('apply in the order extends from left to right, the file, its profile, flags (CFG-05)', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml':
        'extends: [./a.yaml, ./b.yaml]\nagents: { x: { effort: file } }\nprofiles: { ci: { agents: { x: { effort: ci } } } }\n',
      'a.yaml': 'name: a\ndescription: a\nagents: { x: { effort: a, prompt: a, description: a } }\n',
      'b.yaml': 'name: b\nagents: { x: { prompt: b } }\n',
    });
    const of = async (options: object) => (await load(cwd, options)).plan;
    expect(await of({})).toMatchObject({
      name: 'b',
      agents: { x: { description: 'a', prompt: 'b', model: { effort: 'file' } } },
    });
    expect((await of({ profile: 'ci' })).agents.x?.model.effort).toBe('ci');
    expect((await of({ profile: 'ci', overrides: { agents: { x: { effort: 'flag' } } } })).agents.x?.model.effort).toBe('flag');
  });

  it('keep the place of each value', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml': 'extends: ./a.yaml\nagents:\n  x: { prompt: here }\n',
      'a.yaml': 'agents:\n  x:\n    description: there\n',
    });
    const { origins, files } = await load(cwd, { overrides: { name: 'flag' } });
    expect(origins['agents.x.prompt']).toEqual({ file: join(cwd, 'agent.config.yaml'), line: 3, column: 16 });
    expect(origins['agents.x.description']).toEqual({ file: join(cwd, 'a.yaml'), line: 3, column: 18 });
    expect(origins).not.toHaveProperty('name');
    expect(files).toEqual([join(cwd, 'agent.config.yaml'), join(cwd, 'a.yaml')]);
  });

  it('remove with null and replace lists', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml':
        'extends: ./a.yaml\nplugins: { shell: null }\ndefaults: { tools: [Read] }\nagents: { gone: null, x: {} }\n',
      'a.yaml':
        'plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }\ndefaults: { tools: [Grep, Glob] }\nagents: { gone: {} }\n',
    });
    const { plan } = await load(cwd);
    expect(plan.plugins.map((one) => one.mount)).toEqual(['fs']);
    expect(plan.agents.x?.tools).toEqual(['Read']);
    expect(Object.keys(plan.agents)).toEqual(['x']);
  });

  it('only add to deny and ask rules, and keep the smaller limit', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml':
        'extends: ./a.yaml\nplugins: { fs: "@loadout/tool-fs" }\npermissions: { deny: [Read, Write], ask: [], allow: [Glob] }\ndefaults: { limits: { turns: 50, time: 1m } }\nagents: { x: {} }\n',
      'a.yaml': 'permissions: { deny: [Write], ask: [Edit], allow: [Grep] }\ndefaults: { limits: { turns: 10, time: 90 } }\n',
    });
    const { plan, warnings } = await load(cwd);
    expect(plan.permissions.rules.map((rule) => `${rule.behavior} ${rule.tool}`)).toEqual([
      'deny Write',
      'deny Read',
      'ask Edit',
      'allow Glob',
    ]);
    expect(plan.permissions.rules[0]?.position?.file).toBe(join(cwd, 'a.yaml'));
    expect(plan.agents.x?.limits).toEqual({ turns: 10, time: 60 });
    expect(warnings.map((one) => one.code)).toEqual(['CONFIG_LIMIT_KEPT']);
  });

  it.each([
    ['turns: 10', 'turns: "${env:T}"'],
    ['turns: "${env:T}"', 'turns: 50'],
    ['time: 90', 'time: "${env:T:-2m}"'],
  ])('refuse two limits of which nobody knows the smaller one: %s, then %s', async (below, above) => {
    const cwd = sandbox.project({
      'agent.config.yaml': `extends: ./a.yaml\ndefaults:\n  limits: { ${above} }\nagents: { x: {} }\n`,
      'a.yaml': `defaults: { limits: { ${below} } }\n`,
    });
    const told = await rendered(cwd, { env: { T: '50' } });
    expect(told).toContain(`agent.config.yaml:3:${'  limits: { '.length + above.indexOf(' ') + 2}  CONFIG_LIMIT_OPEN`);
    expect(told).toContain('Fix: Write a number in both places, or leave the limit to one of them.');
  });

  it.each([
    ['turns: "10"', 'turns: 50'],
    ['turns: 50', 'turns: "10"'],
    ['usd: [1]', 'usd: 5'],
    ['time: soon', 'time: 90'],
  ])('refuse a limit that is none at its place, instead of taking the other one: %s, then %s', async (below, above) => {
    const cwd = sandbox.project({
      'agent.config.yaml': `extends: ./a.yaml\ndefaults: { limits: { ${above} } }\nagents: { x: {} }\n`,
      'a.yaml': `defaults: { limits: { ${below} } }\n`,
    });
    expect(await rendered(cwd)).toMatch(/yaml:[12]:\d+ {2}CONFIG_(?:WRONG_TYPE|VALUE_REFUSED)/);
  });

  it('resolve the paths in extended files from the folders of those files', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml': 'extends: ./base/a.yaml\n',
      'base/a.yaml':
        'plugins: { own: ./own.js }\nsessions: { dir: ./s }\nagents: { x: { instructions: { file: x.md }, prompt: "${configDir} ${workspace} ${file:x.md}" } }\n',
      'base/own.js': '',
      'base/x.md': 'Text.\n',
    });
    const { plan } = await load(cwd);
    expect(plan.plugins[0]?.use).toBe(join(cwd, 'base/own.js'));
    expect(plan.sessions.dir).toBe(join(cwd, 'base/s'));
    expect(plan.agents.x).toMatchObject({ instructions: 'Text.\n', prompt: `${cwd}/base ${cwd} Text.` });
  });

  it('may come from a package, and a file reached twice is read once', async () => {
    sandbox.install('@acme/preset', {});
    const base = {
      'node_modules/@acme/preset/agent.config.yaml': 'name: preset\n',
      'node_modules/@acme/preset/package.json': '{"name":"@acme/preset"}',
    };
    const cwd = sandbox.project({
      ...base,
      'agent.config.yaml': 'extends: ["@acme/preset", ./a.yaml, ./a.yaml]\nagents: { x: {} }\n',
      'a.yaml': 'extends: "@acme/preset"\n',
    });
    expect((await load(cwd)).plan.name).toBe('preset');
  });

  it('include agents from files of their own, in YAML and Markdown', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml':
        'include: [agents/*.agent.yaml, agents/*.md]\nplugins: { fs: "@loadout/tool-fs" }\nagents: { x: {} }\n',
      'agents/tester.agent.yaml': 'instructions: Test.\n',
      'agents/renamed.agent.yaml': 'name: lead\ninstructions: Lead.\n',
      'agents/reviewer.md': '---\ndescription: Reviews.\ntools: [Read]\n---\n\nReview ${this} and nothing else.\n',
      'agents/plain.md': 'No frontmatter.\n',
      'agents/other.txt': 'not one',
    });
    const { plan } = await load(cwd);
    expect(Object.keys(plan.agents).sort()).toEqual(['lead', 'plain', 'reviewer', 'tester', 'x']);
    expect(plan.agents.reviewer).toMatchObject({
      instructions: 'Review ${this} and nothing else.',
      tools: ['Read'],
      description: 'Reviews.',
    });
    expect(plan.agents.plain?.instructions).toBe('No frontmatter.');
  });
});

describe('authority', () => {
  const settings = (files: Record<string, string>, project = 'agents: { x: {} }\n') => {
    const cwd = sandbox.project({ ...files, 'agent.config.yaml': project });
    return { cwd, options: { userFile: join(cwd, 'user.yaml'), managedFile: join(cwd, 'managed.yaml') } };
  };

  it("keeps the user's and the administrator's rules above those of the project, each with its layer", async () => {
    const { cwd, options } = settings(
      {
        'user.yaml': 'permissions: { deny: ["Bash(rm:*)"], additionalDirectories: [/data] }\n',
        'managed.yaml': 'permissions: { ask: [WebFetch] }\n',
      },
      'plugins: { shell: "@loadout/tool-shell" }\npermissions: { allow: [Bash] }\nagents: { x: {} }\n',
    );
    const { plan, warnings } = await load(cwd, options);
    expect(warnings).toEqual([]);
    expect(plan.permissions.rules.map((rule) => `${rule.layer} ${rule.behavior} ${rule.tool}`)).toEqual([
      'managed ask WebFetch',
      'user deny Bash',
      'project allow Bash',
    ]);
    expect(plan.permissions.rules[1]?.position).toEqual({ file: join(cwd, 'user.yaml'), line: 1, column: 23 });
    expect(plan.permissions.additionalDirectories).toEqual(['/data']);
  });

  it.each([
    ['bypassPermissions', 'default', undefined, 'default'],
    ['plan', 'acceptEdits', undefined, 'plan'],
    ['acceptEdits', 'bypassPermissions', 'dontAsk', 'dontAsk'],
    [undefined, 'bypassPermissions', undefined, 'default'],
    [undefined, 'plan', undefined, 'plan'],
  ])('takes the narrowest mode: project %s, user %s, managed %s -> %s', async (project, user, managed, expected) => {
    const mode = (value: string | undefined) => (value === undefined ? '{}' : `{ mode: ${value} }`);
    const { cwd, options } = settings(
      { 'user.yaml': `permissions: ${mode(user)}\n`, 'managed.yaml': `permissions: ${mode(managed)}\n` },
      `permissions: ${mode(project)}\nagents: { x: {} }\n`,
    );
    expect((await load(cwd, options)).plan.permissions.mode).toBe(expected);
  });

  it('lets no flag widen the mode of the user', async () => {
    const { cwd, options } = settings({ 'user.yaml': 'permissions: { mode: dontAsk }\n' });
    expect(
      (await load(cwd, { ...options, overrides: { permissions: { mode: 'bypassPermissions' } } })).plan.permissions.mode,
    ).toBe('dontAsk');
  });

  it('puts the models of the user below the project, and those of the administrator above it', async () => {
    const { cwd, options } = settings(
      {
        'user.yaml': 'models: { fast: { provider: script, id: user }, own: { provider: script, id: own } }\n',
        'managed.yaml': 'models: { safe: { provider: script, id: managed } }\n',
      },
      'models: { fast: { provider: script, id: project }, safe: { provider: script, id: project } }\nagents: { x: { model: own } }\n',
    );
    expect((await load(cwd, options)).plan.models).toMatchObject({
      fast: { id: 'project' },
      own: { id: 'own' },
      safe: { id: 'managed' },
    });
  });

  it('refuses every other key in settings', async () => {
    const { cwd, options } = settings({ 'user.yaml': 'hooks: {}\nplugins: { fs: "@loadout/tool-fs" }\n' });
    expect(await problems(cwd, options)).toEqual(['CONFIG_UNKNOWN_KEY hooks', 'CONFIG_UNKNOWN_KEY plugins']);
  });

  it('finds the settings of the user below XDG_CONFIG_HOME', async () => {
    const { cwd } = settings({ 'xdg/loadout/settings.yaml': 'permissions: { mode: plan }\n' });
    const env = { XDG_CONFIG_HOME: join(cwd, 'xdg') };
    expect((await load(cwd, { env, userFile: undefined })).plan.permissions.mode).toBe('plan');
  });
});
