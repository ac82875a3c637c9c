import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownNames } from '@loadout/models';
import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

describe('loadout init and schema', () => {
  it('init names the command as npx needs it if npx runs it (U1)', async () => {
    const { stdout } = await loadout(['init', '--dir', 'new'], { cwd: project({}), env: { npm_config_user_agent: 'npm/11' } });
    expect(stdout).toContain('  cd new\n  npx @loadout/cli run "What is in this folder?"');
  });

  it('init writes steps that a person can copy, each in the folder where it works', async () => {
    const { stdout } = await loadout(['init', '--dir', "it's new", '--provider', 'ollama'], { cwd: project({}) });
    expect(stdout).toContain(`Next:\n  cd 'it'\\''s new'\n  ollama pull`);
  });

  it('a fix names the command as npx needs it if npx runs it', async () => {
    const cwd = project({
      'agent.config.yaml': 'hooks: { Stop: [{ hooks: [{ type: command, command: "true" }] }] }\nagents: { a: {} }\n',
    });
    const lacking = (npm_config_user_agent: string) =>
      loadout(['run', 'Hi.', '--require-trust'], { cwd, trust: false, env: { npm_config_user_agent } });
    expect((await lacking('npm/11')).stderr).toContain('Review and trust it with: npx @loadout/cli trust.');
    expect((await lacking('')).stderr).toContain('Review and trust it with: loadout trust.');
  });

  it('init writes a configuration that passes check and runs without a key', async () => {
    const cwd = project({});
    const made = await loadout(['init'], { cwd });
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

  it('init knows each server that @loadout/model-openai knows by its name', async () => {
    for (const name of knownNames('@loadout/model-openai')) {
      const cwd = project({});
      const { code, stdout } = await loadout(['init', '--provider', name, '--model', 'x'], { cwd });
      const check = await loadout(['check', '--json'], { cwd });
      const errors = JSON.parse(check.stdout).problems.filter(({ severity }: { severity: string }) => severity === 'error');
      expect([name, code, errors], stdout).toEqual([name, 0, []]);
    }
  });

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
