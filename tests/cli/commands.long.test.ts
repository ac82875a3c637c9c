import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';
import { scripted } from './scripted.js';

const turns = [{ text: 'Ok.' }];

describe('loadout check', () => {
  it('prints its findings when there is no problem', async () => {
    const { code, stdout, stderr } = await loadout(['check'], { cwd: scripted({ turns }) });
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
    const cwd = scripted({ turns, config: { plugins: { mine: './mine.mjs' } }, files: { 'mine.mjs': 'export default 3;\n' } });
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
    const cwd = scripted({ turns, config: { permissions } });
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
    const good = await loadout(['check', '--json'], { cwd: scripted({ turns }) });
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

describe('loadout tools', () => {
  it('shows the tools that the model sees, and the tools that are left out with the reason', async () => {
    const cwd = scripted({ turns, agent: { tools: ['Read', 'Bash'], disallowedTools: ['Bash'] } });
    const { code, stdout } = await loadout(['tools', 'helper'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^helper sees 1 tool\.\nRead {2}read-only {2}the plugin @loadout\/tool-fs \(plugins\.fs\) {2}/);
    expect(stdout).toContain('Bash is removed by the entry Bash of the deny list.');
    expect(stdout).toContain('Write is not in the allow list (Read, Bash).');
  });

  it('--json has the schemas too', async () => {
    const { stdout } = await loadout(['tools', '--json'], { cwd: scripted({ turns, agent: { tools: ['Read'] } }) });
    expect(JSON.parse(stdout)).toMatchObject({
      agent: 'helper',
      tools: [{ name: 'Read', readOnly: true, inputSchema: { type: 'object' } }],
    });
  });
});

describe('loadout explain', () => {
  const deny = ['Bash(curl:*)', { rule: 'Read(secrets/**)', reason: 'Keys of the customers' }];
  const cwd = () => scripted({ turns, config: { permissions: { deny, allow: ['Bash(npm test:*)'] } } });
  const lines = async (call: string) => {
    const { stdout } = await loadout(['explain', 'helper', call], { cwd: cwd() });
    return stdout.replace(/ {2,}/g, '  ').split('\n');
  };
  const at = (rule: string) => expect.stringMatching(new RegExp(`  ${rule} \\(agent\\.config\\.yaml:\\d+:\\d+\\)$`));

  it('shows each part of a command with the rule that decides it, its file and line', async () => {
    expect(await lines('Bash(npm test && curl x)')).toEqual([
      expect.stringMatching(/^deny: Bash is denied by the rule Bash\(curl:\*\) \(agent\.config\.yaml:\d+:\d+\)\.$/),
      'Parts:',
      at('npm test  allow  Bash\\(npm test:\\*\\)'),
      at('curl x  deny  Bash\\(curl:\\*\\)'),
      'Steps:',
      at('deny rules  deny  Bash\\(curl:\\*\\)'),
      'To allow it: Remove or narrow that rule; no allow rule lifts it.',
      '',
    ]);
  });

  it('shows the files that a command touches, and the reason that the rule gives', async () => {
    const [first, , , , third] = await lines('Bash(npm test && cat secrets/key)');
    expect(first).toMatch(/Read\(secrets\/\*\*\) .*\. Keys of the customers\.$/);
    expect(third).toMatch(/^ {2}read \/.*\/secrets\/key {2}deny {2}Read\(secrets\/\*\*\) /);
  });

  it('shows a rule that would allow a part', async () => {
    expect(await lines('Bash(npm test > out.txt)')).toContainEqual(
      expect.stringMatching(
        /^ {2}write \/.*\/out\.txt {2}ask {2}no rule allows it \(.*\)\. Add to permissions\.allow: "Edit\(\/out\.txt\)"\.$/,
      ),
    );
  });

  it('shows a rule that would allow a call', async () => {
    const { code, stdout } = await loadout(['explain', 'Bash(make)'], { cwd: cwd() });
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^ask: [\s\S]*To allow it: Add to permissions\.allow: "Bash\(make\)"\.\n$/),
    ]);
  });

  it('answers for programs, and for rules that are not there yet', async () => {
    const { stdout } = await loadout(['explain', 'Bash(make)', '--allow', 'Bash(make)', '--json'], { cwd: cwd() });
    expect(JSON.parse(stdout)).toMatchObject({ agent: 'helper', tool: 'Bash', input: { command: 'make' }, behavior: 'allow' });
  });

  it('cannot explain a call of a tool that is not there', async () => {
    const { code, stderr } = await loadout(['explain', 'Bsh(make)'], { cwd: cwd() });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error (TOOL_UNKNOWN|USAGE_CALL): /)]);
  });
});

describe('loadout context', () => {
  it('lists the parts, the most expensive first, and says that it estimates', async () => {
    const { code, stdout } = await loadout(['context', '--json'], { cwd: scripted({ turns }) });
    const { parts, total, estimate } = JSON.parse(stdout) as {
      parts: { part: string; tokens: number }[];
      total: { tokens: number };
      estimate: string;
    };
    expect([code, estimate]).toEqual([0, 'tokens = characters / 4']);
    expect(parts.map(({ tokens }) => tokens)).toEqual(parts.map(({ tokens }) => tokens).sort((a, b) => b - a));
    expect(total.tokens).toBe(parts.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(parts.map(({ part }) => part)).toContain('instructions');
  });
});

describe('loadout sessions and resume', () => {
  it('lists the sessions of this folder and continues one', async () => {
    const cwd = scripted({ turns: [{ text: 'First.' }, { text: 'Second.' }] });
    await loadout(['run', 'What\nis up?'], { cwd });
    const list = await loadout(['sessions'], { cwd });
    expect(list.stdout).toMatch(
      /^[\w-]{36} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}helper {2}1 turn {2}\d+ (B|KB) {2}done {2,}(?:cost \? {2})?What is up\?\n$/,
    );
    const [one] = JSON.parse((await loadout(['sessions', '--json'], { cwd })).stdout) as { id: string; state: string }[];
    const resumed = await loadout(['resume', one?.id ?? '', 'And now?'], { cwd });
    expect([resumed.code, resumed.stdout], resumed.stderr).toEqual([0, 'Second.\n']);
    const again = await loadout(['run', '--continue', '--fork'], { cwd });
    expect([again.code, again.stdout], again.stderr).toEqual([0, 'Second.\n']);
    expect(JSON.parse((await loadout(['sessions', '--json'], { cwd })).stdout)).toHaveLength(2);
  });

  it('lists no session in a folder without runs', async () => {
    const { code, stdout } = await loadout(['sessions'], { cwd: project({}) });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^No sessions in /)]);
  });

  it('continues with the agent that started the session', async () => {
    const cwd = project({
      'agent.config.yaml': JSON.stringify({
        providers: { script: { use: '@loadout/model-script', options: { turns: [{ text: 'First.' }, { text: 'Second.' }] } } },
        agents: { a: { model: 'script/demo', instructions: 'A.' }, b: { model: 'script/demo', instructions: 'B.' } },
      }),
    });
    await loadout(['run', 'b', 'Hi.'], { cwd });
    const { stdout } = await loadout(['resume', 'latest', 'Go on.', '--output', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ agent: 'b', text: 'Second.' });
  });
});

describe('loadout init and schema', () => {
  it('init names the command as npx needs it if npx runs it (U1)', async () => {
    const { stdout } = await loadout(['init', '--dir', 'new'], { cwd: project({}), env: { npm_command: 'exec' } });
    expect(stdout).toContain('cd new && npx @loadout/cli run "What is in this folder?"');
  });

  it('a fix names the command as npx needs it if npx runs it', async () => {
    const cwd = project({
      'agent.config.yaml': 'hooks: { Stop: [{ hooks: [{ type: command, command: "true" }] }] }\nagents: { a: {} }\n',
    });
    const lacking = (npm_command: string) =>
      loadout(['run', 'Hi.', '--require-trust'], { cwd, trust: false, env: { npm_command } });
    expect((await lacking('exec')).stderr).toContain('Review and trust it with: npx @loadout/cli trust.');
    expect((await lacking('run')).stderr).toContain('Review and trust it with: loadout trust.');
  });

  it('init writes a configuration that passes check and runs without a key', async () => {
    const cwd = project({});
    const made = await loadout(['init'], { cwd, env: { npm_command: '' } });
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('  loadout run "What is in this folder?"')]);
    const checked = await loadout(['check'], { cwd });
    expect([checked.code, checked.stdout]).toEqual([0, 'agent.config.yaml: ok, 1 agent, 1 plugin, 3 tools\n']);
    const ran = await loadout(['run', 'What is in this folder?'], { cwd });
    expect([ran.code, ran.stdout], ran.stderr).toEqual([0, expect.stringContaining('What is in this folder?')]);
  });

  it('init writes a schema for the editor, a rule against secrets, and a test that passes (GAP-G3)', async () => {
    const cwd = project({ '.env': 'KEY=s3cret\n' });
    execFileSync('git', ['init', '-q'], { cwd });
    await loadout(['init'], { cwd });
    expect(execFileSync('git', ['check-ignore', '.loadout/schema.json'], { cwd, encoding: 'utf8' })).toContain('schema.json');
    const [first] = readFileSync(join(cwd, 'agent.config.yaml'), 'utf8').split('\n');
    expect(first).toBe('# yaml-language-server: $schema=.loadout/schema.json');
    expect(JSON.parse(readFileSync(join(cwd, '.loadout/schema.json'), 'utf8'))).toMatchObject({ type: 'object' });
    expect((await loadout(['explain', 'Read(.env)'], { cwd })).stdout).toContain('agent.config.yaml:6:10');
    const tested = await loadout(['test'], { cwd });
    expect([tested.code, tested.stdout], tested.stderr).toEqual([0, expect.stringContaining('2 passed')]);
  });

  it.each(['ollama', 'llamacpp'])(
    'init --provider %s writes a configuration that runs against a local server',
    async (provider) => {
      const { ollamaWire, llamacppWire, startMockApi } = await import('@loadout/testing');
      const wire = provider === 'ollama' ? ollamaWire : llamacppWire;
      const tools = [
        { name: 'Glob', input: { pattern: '*' } },
        { name: 'Read', input: { file_path: 'a.txt' } },
      ];
      const api = await startMockApi({ wire, replies: [{ thinking: 'Hm.', tools }, { text: 'One file.' }] });
      const cwd = project({ 'a.txt': 'alpha\n' });
      const made = await loadout(['init', '--provider', provider, '--base-url', `${api.url}/v1`], { cwd });
      expect([made.code, made.stdout]).toEqual([0, expect.not.stringContaining('npm install')]);
      await loadout(['trust', '--yes'], { cwd });
      const doctor = await loadout(['doctor'], { cwd });
      expect(doctor.stdout).toContain(`${api.url} answers and has`);
      expect(doctor.stdout).toMatch(/note +model .*is small for an agent/);
      const ran = await loadout(['run', 'What is in this folder?'], { cwd });
      expect([ran.code, ran.stdout, api.invalid], ran.stderr).toEqual([0, 'One file.\n', []]);
      await api.close();
    },
  );

  it('init --provider names the model that is missing, and the providers that it knows', async () => {
    const cwd = project({});
    expect((await loadout(['init', '--provider', 'groq'], { cwd })).stderr).toContain('error INIT_MODEL');
    expect((await loadout(['init', '--provider', 'grok', '--model', 'x'], { cwd })).stderr).toContain(
      'init knows ollama, llamacpp',
    );
    expect((await loadout(['init', '--provider', 'olama'], { cwd })).stderr).toContain('Did you mean ollama?');
    expect((await loadout(['init', '--model', 'x'], { cwd })).stderr).toContain('--provider is missing');
  });

  it('init beside files of other tools names the line that reads them (U13)', async () => {
    const cwd = project({ '.claude/skills/a/SKILL.md': '---\nname: a\n---\nHi.\n', '.mcp.json': '{"mcpServers":{}}' });
    const { stdout } = await loadout(['init'], { cwd });
    expect(stdout).toContain('To use .claude/skills, .mcp.json in place, add this line to the file:\n  compat: [skills, mcp]');
    const file = join(cwd, 'agent.config.yaml');
    writeFileSync(file, `compat: [skills, mcp]\n${readFileSync(file, 'utf8')}`);
    expect((await loadout(['check'], { cwd })).code).toBe(0);
  });

  it('init beside instructions of one program alone names the line that gives them to every agent', async () => {
    const cwd = project({ '.goosehints': 'Say it in verse.\n', '.cursorrules/x': '' });
    const { stdout } = await loadout(['init'], { cwd });
    const line = 'defaults: { instructions: [{ file: .goosehints }] }\n';
    expect(stdout).toContain(`To give .goosehints to every agent, add this line to the file:\n  ${line}`);
    appendFileSync(join(cwd, 'agent.config.yaml'), line);
    const checked = await loadout(['check', '--json'], { cwd });
    expect([checked.code, JSON.parse(checked.stdout)]).toEqual([0, expect.objectContaining({ ok: true })]);
  });

  it.each(['agent.config.json', '.config/agent.config.yaml'])('init adds no second configuration beside %s', async (name) => {
    const cwd = project({ [name]: '# mine\n' });
    const { code, stderr } = await loadout(['init'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error INIT_EXISTS: ${name} already exists`)]);
    expect(existsSync(join(cwd, 'agent.config.yaml'))).toBe(false);
  });

  it('init overwrites nothing', async () => {
    const cwd = project({ 'agent.config.yaml': '# mine\n' });
    const { code, stderr } = await loadout(['init'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('error INIT_EXISTS: agent.config.yaml already exists')]);
    expect(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8')).toBe('# mine\n');
  });

  it('schema says the path of the schema from a configuration in .config', async () => {
    const cwd = project({ '.config/agent.config.yml': 'agents: { a: {} }\n' });
    const { stdout } = await loadout(['schema'], { cwd });
    expect(stdout).toContain(
      'first line of .config/agent.config.yml:\n# yaml-language-server: $schema=../.loadout/schema.json\n',
    );
  });

  it('schema writes the options of installed plugins into the schema, and says how to use it', async () => {
    const cwd = project({});
    const { code, stdout } = await loadout(['schema'], { cwd });
    expect([code, stdout]).toEqual([
      0,
      'Wrote .loadout/schema.json. Add this as the first line of agent.config.yaml:\n# yaml-language-server: $schema=.loadout/schema.json\n',
    ]);
    expect(existsSync(join(cwd, '.loadout/schema.json'))).toBe(true);
    const printed = await loadout(['schema', '--print'], { cwd });
    expect(printed.stdout).toBe(readFileSync(join(cwd, '.loadout/schema.json'), 'utf8'));
    expect(JSON.stringify(JSON.parse(printed.stdout).properties.plugins)).toContain('@loadout');
  });
});

describe('loadout config print', () => {
  const files = {
    'base.yaml': 'permissions: { deny: [Bash] }\n',
    'agent.config.yaml': 'extends: ./base.yaml\nagents:\n  helper: { instructions: "Hi ${env:NAME:-you}." }\n',
  };

  it('--resolved fills in presets, profiles and variables', async () => {
    const { code, stdout } = await loadout(['config', 'print', '--resolved'], { cwd: project(files) });
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ permissions: { deny: ['Bash'] }, agents: { helper: { instructions: 'Hi you.' } } }),
    ]);
  });

  it('--origins shows the place of each value (CFG-05)', async () => {
    const { stdout } = await loadout(['config', 'print', '--origins'], { cwd: project(files) });
    expect(stdout).toContain('agents.helper.instructions: "Hi you."  agent.config.yaml:3:27\n');
    expect(stdout).toMatch(/permissions\.deny: \["Bash"\] {2}base\.yaml:1:\d+\n/);
  });
});
