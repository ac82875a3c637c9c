import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems, TOOL_FS, TOOL_SHELL } from '../../../config/src/load/sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => {
  sandbox.install('@loadout/tool-fs', TOOL_FS);
  sandbox.install('@loadout/tool-shell', TOOL_SHELL);
  sandbox.install('@loadout/hooks', { hookTypes: { command: { type: 'object' } } });
  sandbox.install('@loadout/mcp', { options: { type: 'object', properties: { servers: { type: 'object' } } } });
});
afterAll(() => sandbox.remove());

const CONFIG = 'compat: true\nplugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }\nagents: { main: {} }\n';
const project = (files: Readonly<Record<string, string>>, config = CONFIG) =>
  sandbox.project({ 'agent.config.yaml': config, '.git/HEAD': '', ...files });
const settings = (value: object) => ({ '.claude/settings.json': JSON.stringify(value) });
const hook = (event: string, entry: object) => ({ hooks: { [event]: [{ matcher: '', hooks: [entry] }] } });

async function said(cwd: string): Promise<readonly string[]> {
  return (await load(cwd)).warnings.map((one) => `${one.position?.line}:${one.position?.column} ${one.message}`);
}

describe('compat', () => {
  it('reads only the requested kinds (CFG-13)', async () => {
    const files = { ...settings({ permissions: { deny: ['Read'] } }), '.claude/agents/a.md': 'Hi.', 'AGENTS.md': 'Be kind.' };
    const agents = 'agents: { main: {} }\n';
    for (const [compat, rules, names, text] of [
      ['', 0, ['main'], ''],
      ['compat: false\n', 0, ['main'], ''],
      ['compat: [agents]\n', 0, ['a', 'main'], ''],
      ['compat: { settings: true, agents: false }\n', 1, ['main'], ''],
      ['compat: true\n', 1, ['a', 'main'], 'Contents of AGENTS.md:\n\nBe kind.'],
    ] as const) {
      const { plan } = await load(project(files, compat + agents));
      expect([plan.permissions.rules.length, Object.keys(plan.agents), plan.agents.main?.instructions]).toEqual([
        rules,
        names,
        text,
      ]);
    }
    expect(await problems(project({}, 'compat: [rules]\nagents: { main: {} }\n'))).toEqual(['CONFIG_VALUE_UNKNOWN compat[0]']);
  });

  it('keeps the place of each value, and is below the file itself, whose deny rules add up', async () => {
    const files = settings({ permissions: { defaultMode: 'plan', deny: ['Read'], allow: ['Bash(ls)'] } });
    const { plan, origins } = await load(project(files, `${CONFIG}permissions: { mode: acceptEdits, deny: [Write] }\n`));
    expect(plan.permissions.mode).toBe('acceptEdits');
    expect(plan.permissions.rules.map((rule) => [rule.behavior, rule.tool, rule.position?.file.split('/').at(-1)])).toEqual([
      ['deny', 'Read', 'settings.json'],
      ['deny', 'Write', 'agent.config.yaml'],
      ['allow', 'Bash', 'settings.json'],
    ]);
    expect(origins['permissions.allow[0]']).toMatchObject({ line: 1, column: expect.any(Number) });
  });

  it('reports each unsupported key with its file and the loss', async () => {
    const cwd = project(
      settings({
        model: 'opus',
        permissions: { allow: ['Bash(', '*'], defaultMode: 'auto', secret: 1 },
        theme: 'dark',
        newKey: 1,
      }),
    );
    expect(await said(cwd)).toEqual([
      expect.stringMatching(/^1:2 \.claude\/settings\.json: model is ignored: the model stands in/),
      expect.stringMatching(/permissions\.allow is ignored: the rule "Bash\(" has a \( without/),
      expect.stringMatching(/the rule "\*" would allow every tool/),
      expect.stringMatching(/permissions\.defaultMode is ignored: "auto" is not one of default, acceptEdits/),
      expect.stringMatching(/permissions\.secret is ignored/),
      expect.stringMatching(/newKey is ignored: Loadout does not know it/),
    ]);
  });

  it('says how to have plugins, marketplaces and an agent that the settings choose', async () => {
    const chosen = { enabledPlugins: { 'a@m': true }, extraKnownMarketplaces: {}, agent: 'planner' };
    expect(await said(project(settings(chosen)))).toEqual([
      expect.stringMatching(/enabledPlugins is ignored: mount each with `loadout add NAME@MARKETPLACE --claude`/),
      expect.stringMatching(/extraKnownMarketplaces is ignored: write `marketplaces` in/),
      expect.stringMatching(/agent is ignored: name the agent when you run it/),
    ]);
  });

  it('refuses a file that is not valid, with its place', async () => {
    expect(await problems(project({ '.claude/settings.json': '{ "permissions": { ' }))).toContain('CONFIG_SYNTAX ');
    expect(await problems(project(settings({ permissions: { deny: 'Read' } })))).toEqual(['CONFIG_WRONG_TYPE permissions.deny']);
  });

  it.each([
    [{ MessageDisplay: [] }, /MessageDisplay is ignored: Loadout has no such event/],
    [hook('PostToolUse', { type: 'later', prompt: 'x' }).hooks, /hooks of type later do not run/],
    [
      hook('Stop', { type: 'command', command: 'x', if: 'Bash(git *)' }).hooks,
      /Stop is not about a tool call, so the hook never runs/,
    ],
    [hook('PreToolUse', { type: 'command', command: 'x', if: 'Bash(' }).hooks, /if is ignored.*runs for every call/],
    [hook('PreToolUse', { type: 'command', command: 'x', cwd: '/' }).hooks, /does not support it for this hook type/],
  ])('leaves out the unsupported part of %j', async (hooks, message) => {
    expect(await said(project(settings({ hooks })))).toEqual([expect.stringMatching(message)]);
  });

  it('keeps a guard with an invalid condition (HOOK-14)', async () => {
    const { plan } = await load(project(settings(hook('PreToolUse', { type: 'command', command: 'x', if: 'Bash(' }))));
    expect(plan.hooks.map((one) => one.entry)).toEqual([{ type: 'command', command: 'x' }]);
  });

  it('leaves the texts of hooks and agents unchanged, including ${NAME}', async () => {
    const entry = { type: 'command', command: '"${CLAUDE_PROJECT_DIR}"/x.sh $$' };
    const cwd = project({ ...settings(hook('Stop', entry)), '.claude/agents/a.md': '---\ndescription: ${A}\n---\nSay ${B}.' });
    const { plan } = await load(cwd);
    expect(plan.hooks[0]?.entry).toEqual(entry);
    expect(plan.agents.a).toMatchObject({ description: '${A}', instructions: 'Say ${B}.' });
  });

  it('gives an agent the tools of its file, or all tools by default, and reports missing ones', async () => {
    const cwd = project({
      '.claude/agents/all.md': 'Do it.',
      '.claude/agents/some.md': '---\ntools: Read, Bash(git log:*, git diff), TodoWrite\ndisallowedTools: [Write]\n---\nDo it.',
    });
    const { plan } = await load(cwd);
    expect(plan.agents.all?.tools).toEqual(['*']);
    expect(plan.agents.some).toMatchObject({ tools: ['Read', 'Bash', 'TodoWrite'], disallowedTools: ['Write'] });
    expect(await said(cwd)).toEqual([
      expect.stringContaining('gives access to the whole tool; restrict its calls with a rule under permissions'),
      expect.stringContaining('TodoWrite'),
    ]);
  });

  it('is refused in a configuration that is code, because no trust check would cover the files', async () => {
    const cwd = sandbox.project({ 'agent.config.mjs': 'export default { compat: true, agents: { main: {} } };\n' });
    expect(await problems(cwd)).toEqual(['CONFIG_COMPAT_CODE compat']);
  });
});

it('a long line in an agent file is read in one pass', async () => {
  for (const line of [`tools: ${'('.repeat(50_000)}${','.repeat(50_000)}`, `description: a: b${' '.repeat(100_000)}x`])
    expect((await load(project({ '.claude/agents/a.md': `---\n${line}\n---\nHi.` }))).plan.agents).toHaveProperty('a');
});

describe('texts for every agent', () => {
  const text = async (files: Readonly<Record<string, string>>) => (await load(project(files))).plan.agents.main?.instructions;

  it('come from AGENTS.md, CLAUDE.md and their imports, each once, even in a circle', async () => {
    const files = {
      'AGENTS.md': 'A.',
      'CLAUDE.md':
        'C. See @AGENTS.md and @docs/style.md. Ask @someone, mail a@docs/style.md.\n`@docs/code.md`\n```\n@docs/code.md\n```',
      'docs/style.md': 'S. @../CLAUDE.md',
      'docs/code.md': 'Not this.',
    };
    const found = await text(files);
    expect(found?.match(/Contents of .*:/g)).toEqual([
      'Contents of AGENTS.md:',
      'Contents of CLAUDE.md:',
      'Contents of docs/style.md:',
    ]);
    expect(await said(project(files))).toEqual([]);
  });

  it('follow imports five deep', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [n === 1 ? 'CLAUDE.md' : `${n}.md`, `T${n} @${n + 1}.md`]));
    expect(await text(files)).toMatch(/T6/);
    expect(await text(files)).not.toMatch(/T7/);
    expect(await said(project(files))).toEqual([expect.stringContaining('@7.md is ignored: imports are followed 5 deep')]);
  });

  it('never leave the repository, whatever paths and links say', async () => {
    const cwd = project({ 'CLAUDE.md': 'See @../outside.md, @~/x.md, @linked.md and @gone.md.' });
    sandbox.project({});
    const outside = join(sandbox.root, 'outside.md');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(outside, 'Secret.');
    symlinkSync(outside, join(cwd, 'linked.md'));
    symlinkSync(outside, join(cwd, 'AGENTS.md'));
    const { plan, warnings } = await load(cwd);
    expect(plan.agents.main?.instructions).not.toContain('Secret');
    const out = 'it leads out of the repository';
    for (const [one, problem] of [
      ['AGENTS.md', out],
      ['outside.md', out],
      ['@~/x.md', out],
      ['linked.md', out],
      ['@gone.md', 'there is no such file'],
    ])
      expect(warnings.map((w) => w.message)).toContainEqual(expect.stringContaining(`${one} is ignored: ${problem}`));
  });

  it('leave out and report files that are not text', async () => {
    const files = { 'CLAUDE.md': 'Logo: @logo.png', 'logo.png': 'PNG\0' };
    expect(await text(files)).toBe('Contents of CLAUDE.md:\n\nLogo: @logo.png');
    expect(await said(project(files))).toEqual([expect.stringMatching(/logo\.png is ignored: .*NUL/)]);
  });

  it('precede the text of the agent, as defaults.instructions do', async () => {
    const { plan } = await load(
      project({ 'p.md': 'P.' }, 'defaults: { instructions: [{ file: p.md }, Q.] }\nagents: { main: { instructions: Own. } }\n'),
    );
    expect(plan.agents.main?.instructions).toBe('P.\n\nQ.\n\nOwn.');
  });
});
