import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';
import { scripted } from './scripted.js';

describe('loadout check', () => {
  it('prints its findings when there is no problem', async () => {
    const { code, stdout, stderr } = await loadout(['check'], { cwd: scripted() });
    expect([code, stdout, stderr]).toEqual([0, 'agent.config.yaml: ok, 1 agent, 2 plugins, 9 tools\n', '']);
  });

  it('reports all problems of the file at once, each with its place', async () => {
    const cwd = project({
      'agent.config.yaml': 'agents:\n  a: { instructions: Hi., tols: [Read] }\n  b: { instructions: 3, model: no }\n',
    });
    const { code, stdout } = await loadout(['check'], { cwd });
    expect(code).toBe(2);
    expect(stdout.match(/^agent\.config\.yaml:\d+:\d+ {2}CONFIG_\w+/gm)?.length).toBeGreaterThanOrEqual(2);
    expect(stdout).toMatch(/\n\d+ errors\n$/);
  });

  it('finds problems that show only when the plugins are loaded', async () => {
    const cwd = scripted({ config: { plugins: { mine: './mine.mjs' } }, files: { 'mine.mjs': 'export default 3;\n' } });
    const { code, stdout } = await loadout(['check'], { cwd });
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^agent\.config\.yaml:\d+:\d+ {2}PLUGIN_INVALID {2}/)]);
  });

  describe('before trust', () => {
    const PLUGIN = `import { definePlugin, defineTool } from '@loadout/core';
const tool = (name) => defineTool({ name, description: 'x', inputSchema: { type: 'object' }, call: async () => ({ content: 'x' }) });
export default definePlugin({ name: 'mine', version: '1.0.0', setup: () => ({ tools: [tool('hello')] }) });
`;
    const cwd = (tools: readonly string[]) =>
      project({
        'agent.config.yaml': `${JSON.stringify({
          plugins: { fs: '@loadout/tool-fs', mine: './mine.mjs' },
          agents: { helper: { model: 'anthropic/claude-x', instructions: 'Hi.', tools } },
        })}\n`,
        'mine.mjs': PLUGIN,
      });
    const env = { ANTHROPIC_API_KEY: 'k' };
    const problems = async (folder: string, trust: boolean) => {
      const { code, stdout } = await loadout(['check', '--json'], { cwd: folder, env, trust });
      return [code, JSON.parse(stdout).problems.map(({ code, message }: Record<string, string>) => `${code} ${message}`)];
    };

    it('names the plugin that waits, once, and not its tools as unknown', async () => {
      const folder = cwd(['Read', 'mine__hello', 'mine__*', 'mine__absent']);
      const waits =
        'PLUGIN_UNTRUSTED The plugin mine is disabled until you trust the configuration, so the names of its tools are not checked.';
      expect(await problems(folder, false)).toEqual([0, [waits]]);
      expect(await problems(folder, true)).toEqual([
        0,
        [expect.stringContaining('TOOL_UNKNOWN No tool is called "mine__absent".')],
      ]);
      const { stdout } = await loadout(['tools'], { cwd: folder, env, trust: false });
      expect(stdout.split('\n').filter((line) => /plugin mine|No tool/.test(line))).toEqual([
        `  ${waits.slice('PLUGIN_UNTRUSTED '.length)}`,
      ]);
    });

    it.each([null, {}, 'x', [null], [{ name: 1 }], [{ name: 'a', aliases: 3 }], [{ name: 'a', aliases: null }]])(
      'takes a manifest with the tools %j for none',
      async (tools) => {
        const folder = project({
          'agent.config.yaml': `${JSON.stringify({
            plugins: { ops: 'ops' },
            agents: { helper: { model: 'anthropic/claude-x', instructions: 'Hi.', tools: ['ops__deploy'] } },
          })}\n`,
          'node_modules/ops/package.json': JSON.stringify({ name: 'ops', loadout: { plugin: './index.js', tools } }),
        });
        expect(await problems(folder, false)).toEqual([0, [expect.stringMatching(/^PLUGIN_UNTRUSTED The plugin ops /)]]);
        expect((await loadout(['tools'], { cwd: folder, env, trust: false })).code).toBe(0);
      },
    );

    it('names the fix, and runs nothing of the plugin', async () => {
      const folder = cwd(['mine__hello']);
      writeFileSync(join(folder, 'mine.mjs'), `import { writeFileSync } from 'node:fs';\nwriteFileSync('ran', '');\n${PLUGIN}`);
      const { stdout } = await loadout(['check'], { cwd: folder, env, trust: false });
      expect(stdout).toContain('Fix: Review and trust it with: loadout trust.');
      expect(existsSync(join(folder, 'ran'))).toBe(false);
    });
  });

  it('a key that is not set here is a warning: it may be set where the agent runs', async () => {
    const cwd = project({ 'agent.config.yaml': 'agents: { helper: { instructions: Hi., model: anthropic/claude-x } }\n' });
    const { code, stdout } = await loadout(['check'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/MODEL_NONE \(warning\)[\s\S]*agent\.config\.yaml: ok, 1 agent/)]);
  });

  it('a limit in dollars needs no key to be checked, and an unknown price is told with the name of the model (G13)', async () => {
    const file = (model: string) => ({
      'agent.config.yaml': `agents: { helper: { instructions: Hi., model: ${model}, limits: { usd: 1 } } }\n`,
    });
    const known = await loadout(['check'], { cwd: project(file('anthropic/claude-sonnet-5-5')) });
    expect([known.code, known.stdout]).toEqual([0, expect.stringContaining('ok, 1 agent')]);
    const unknown = await loadout(['check'], { cwd: project(file('anthropic/claude-x')) });
    expect([unknown.code, unknown.stdout]).toEqual([2, expect.stringMatching(/LIMIT_UNPRICED[\s\S]*claude-x/)]);
    expect(unknown.stdout).not.toContain('"none"');
    const priced = 'models: { main: { provider: anthropic, id: claude-x, price: { input: 1, output: 2 } } }\n';
    const cwd = project({ 'agent.config.yaml': `${priced}${file('main')['agent.config.yaml']}` });
    expect((await loadout(['check'], { cwd, trust: false })).stdout).toMatch(
      /LIMIT_UNPRICED[\s\S]*once you trust the configuration: loadout trust/,
    );
    expect((await loadout(['check'], { cwd })).code).toBe(0);
  });

  it('warns of rules that do nothing, or more than they seem to, and --strict makes these warnings errors (PERM-11)', async () => {
    const permissions = {
      deny: ['Bash(git push:*)'],
      allow: ['Bash(git push origin:*)', 'Bash(cd a && make)', 'Bash(python3:*)'],
    };
    const cwd = scripted({ config: { permissions } });
    const lenient = await loadout(['check'], { cwd });
    const codes = ['CONFIG_RULE_SHADOWED', 'CONFIG_RULE_NEVER', 'CONFIG_RULE_BROAD'];
    expect([lenient.code, lenient.stdout.match(/CONFIG_\w+ \(warning\)/g)]).toEqual([
      0,
      codes.map((code) => `${code} (warning)`),
    ]);
    const strict = await loadout(['check', '--strict'], { cwd });
    expect([strict.code, strict.stdout.match(/CONFIG_\w+/g)]).toEqual([2, codes]);
    expect(strict.stdout).toMatch(/\n3 errors\n$/);
  });

  it('--json is a document for programs', async () => {
    const good = await loadout(['check', '--json'], { cwd: scripted() });
    expect(JSON.parse(good.stdout)).toEqual({ ok: true, problems: [] });
    const bad = await loadout(['check', '--json'], { cwd: project({ 'agent.config.yaml': 'agnts: {}\n' }) });
    expect([bad.code, JSON.parse(bad.stdout)]).toEqual([
      2,
      {
        ok: false,
        problems: [
          expect.objectContaining({
            code: 'CONFIG_UNKNOWN_KEY',
            severity: 'error',
            position: expect.objectContaining({ line: 1, column: 1 }),
          }),
        ],
      },
    ]);
    const none = await loadout(['check', '--json'], { cwd: project({}) });
    expect([none.code, JSON.parse(none.stdout)]).toEqual([
      2,
      { ok: false, problems: [expect.objectContaining({ code: 'CONFIG_NOT_FOUND' })] },
    ]);
  });
});
