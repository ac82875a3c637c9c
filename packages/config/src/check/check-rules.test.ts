import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, TOOL_FS, TOOL_SHELL } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => {
  sandbox.install('@loadout/tool-fs', TOOL_FS);
  sandbox.install('@loadout/tool-shell', TOOL_SHELL);
  sandbox.install('@loadout/tool-tasks', { names: 'bare', tools: [{ name: 'TodoWrite' }] });
  sandbox.install('loadout-plugin-crm', { tools: [{ name: 'search' }] });
});
afterAll(() => sandbox.remove());

async function unused(plugins: string, rule: string) {
  const text = `plugins: { ${plugins} }\npermissions: { ask: ["${rule}"] }\nagents: { main: {} }\n`;
  const { warnings } = await load(sandbox.project({ 'agent.config.yaml': text }));
  return warnings.some((one) => one.code === 'CONFIG_RULE_UNUSED');
}

describe('a rule of paths (PERM-11)', () => {
  const [fs, shell] = ['fs: "@loadout/tool-fs"', 'shell: "@loadout/tool-shell"'];
  const [tasks, crm] = ['tasks: "@loadout/tool-tasks"', 'crm: loadout-plugin-crm'];

  it.each([
    ['Edit(src/**)', shell],
    ['Read(secrets/**)', shell],
    ['NotebookEdit(src/**)', fs],
    ['Edit(src/**)', crm],
  ])('%s covers what other tools write and read: with %s it has an effect', async (rule, plugins) => {
    expect(await unused(plugins, rule)).toBe(false);
  });

  it.each([
    ['Edit(src/**)', tasks],
    ['Edit', shell],
    ['WebFetch(domain:example.com)', shell],
  ])('%s has no effect with %s and causes a warning', async (rule, plugins) => {
    expect(await unused(plugins, rule)).toBe(true);
  });
});

it('a rule that denies commands has an effect on commands that are tools, and no other rule for Bash has (decision 0135)', async () => {
  sandbox.install('@loadout/tool-script', { names: 'bare' });
  const warned = async (rules: string) => {
    const text = `tools: { push: { description: Pushes., run: [git, push, --dry-run] } }\npermissions: { ${rules} }\nagents: { main: {} }\n`;
    const { warnings } = await load(sandbox.project({ 'agent.config.yaml': text }));
    return warnings.map((one) => one.code);
  };
  expect(await warned('deny: ["Bash(git push:*)"]')).toEqual([]);
  for (const rules of ['deny: [Bash]', 'ask: ["Bash(git push:*)"]', 'allow: ["Bash(git push:*)"]'])
    expect(await warned(rules)).toEqual(['CONFIG_RULE_UNUSED']);
});

describe('an allow rule with a pattern of tools (GAP-F8)', () => {
  const project = (rule: string) =>
    sandbox.project({
      'agent.config.yaml': `plugins: { crm: loadout-plugin-crm }\npermissions: { allow: ["${rule}"] }\nagents: { main: {} }\n`,
    });

  it.each(['crm__*', 'crm__sea*'])('%s is a rule for the tools of the plugin', async (rule) => {
    const { plan, warnings } = await load(project(rule));
    expect([plan.permissions.rules.map(({ tool }) => tool), warnings]).toEqual([[rule], []]);
  });

  it.each(['crm*', 'crm_*', '*__search', '*__sea*'])('%s is refused with the tools that it would match', async (rule) => {
    await expect(load(project(rule))).rejects.toMatchObject({
      problems: [{ code: 'CONFIG_RULE_INVALID', fix: 'Name the tools to allow: crm__search.' }],
    });
  });
});

describe('an allow rule for a subcommand that a rule for the program does not cover (N1)', () => {
  const warned = async (rule: string) => {
    const text = `plugins: { shell: "@loadout/tool-shell" }\npermissions: { allow: ["${rule}"] }\nagents: { main: {} }\n`;
    const { warnings } = await load(sandbox.project({ 'agent.config.yaml': text }));
    return warnings.find((one) => one.code === 'CONFIG_RULE_UNCHECKED')?.message;
  };

  it.each([
    ['Bash(git remote-ext:*)', 'git remote-ext'],
    ['Bash(git remote add:*)', 'git remote add'],
    ['Bash(git bisect run *)', 'git bisect run'],
    ['Bash(git -c core.pager=x:*)', 'git -c'],
    ['Bash(git x:*)', 'git x'],
  ])('%s causes a warning that names its words', async (rule, words) => {
    expect(await warned(rule)).toContain(`what ${words} does with its arguments is not checked`);
  });

  it.each([
    'Bash(git:*)',
    'Bash(git stash:*)',
    'Bash(git stash pop:*)',
    'Bash(git notes:*)',
    'Bash(git push origin:*)',
    'Bash(git -C packages/core commit:*)',
    'Bash(git remote add origin x)',
    'Bash(ls:*)',
  ])('%s causes none', async (rule) => {
    expect(await warned(rule)).toBeUndefined();
  });
});
