import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scripted } from './cli/scripted.js';
import { project } from './lib/loadout.js';
import { inProcess } from './list.test-kit.js';

const turns = [{ text: 'Ok.' }];
const at = (line: number) => expect.stringMatching(new RegExp(`^agent\\.config\\.yaml:${line}:\\d+$`));

const EVERYTHING = `plugins:
  fs: '@loadout/tool-fs'
providers:
  script: { use: '@loadout/model-script', options: { turns: [{ text: Ok. }] } }
mcpServers:
  files: { command: node, args: [server.mjs] }
hooks:
  Stop:
    - hooks:
        - { type: command, command: ./check.sh }
agents:
  helper: { model: script/demo, instructions: Answer., tools: [Read, Grep] }
  other:
    model: script/demo
    instructions: Answer.
    tools: [Read]
`;

describe('loadout list (CLI-05)', () => {
  const cwd = () => project({ 'agent.config.yaml': EVERYTHING });
  const listed = async (what: string) => {
    const { code, stdout, stderr } = await inProcess(['list', what, '--json'], { cwd: cwd() });
    expect(code, stderr).toBe(0);
    return (JSON.parse(stdout) as Record<string, unknown[]>)[what];
  };

  it('shows each declaration with its file and line', async () => {
    expect(await listed('agents')).toEqual([
      expect.objectContaining({ name: 'helper', models: ['script/demo'], tools: ['Read', 'Grep'], at: at(12) }),
      expect.objectContaining({ name: 'other', at: at(14) }),
    ]);
    expect(await listed('tools')).toEqual([
      expect.objectContaining({ name: 'Grep', agents: ['helper'], readOnly: true, at: at(2) }),
      expect.objectContaining({ name: 'Read', agents: ['helper', 'other'], at: at(2) }),
    ]);
    expect(await listed('hooks')).toEqual([
      expect.objectContaining({ name: 'Stop', type: 'command', command: './check.sh', of: 'all agents', at: at(10) }),
    ]);
    expect(await listed('mcp')).toEqual([
      expect.objectContaining({ name: 'files', at: at(6), start: 'eager', runs: 'node server.mjs' }),
    ]);
    expect(await listed('plugins')).toEqual([
      expect.objectContaining({ name: 'fs', use: '@loadout/tool-fs', kind: 'plugin', at: at(2) }),
      expect.objectContaining({ name: 'anthropic', kind: 'provider' }),
      expect.objectContaining({ name: 'script', kind: 'provider', at: at(4) }),
    ]);
    expect(await listed('skills')).toEqual([]);
  });

  it('names hooks, servers and plugins that wait for trust, each with that word', async () => {
    const where = project({
      'agent.config.yaml': EVERYTHING.replace(
        '    tools: [Read]\n',
        '    tools: [Read]\n    hooks: { Stop: [{ hooks: [{ type: command, command: ./own.sh }] }] }\n',
      ),
    });
    const untrusted = async (what: string) => {
      const { stdout } = await inProcess(['list', what, '--json'], { cwd: where, trust: false });
      return (JSON.parse(stdout) as Record<string, unknown[]>)[what];
    };
    expect(await untrusted('hooks')).toEqual([
      expect.objectContaining({ name: 'Stop', command: './check.sh', of: 'all agents', trusted: false, at: at(10) }),
      expect.objectContaining({ name: 'Stop', command: './own.sh', of: 'other', trusted: false }),
    ]);
    expect(await untrusted('mcp')).toEqual([{ name: 'files', runs: 'node server.mjs', trusted: false, at: at(6) }]);
    writeFileSync(join(where, 'own.mjs'), 'export default {};\n');
    const config = join(where, 'agent.config.yaml');
    writeFileSync(config, readFileSync(config, 'utf8').replace('plugins:\n', 'plugins:\n  own: ./own.mjs\n'));
    expect(await untrusted('plugins')).toContainEqual({ name: 'own', use: './own.mjs', trusted: false, at: at(2) });
    const { stdout } = await inProcess(['list', 'mcp'], { cwd: where, trust: false });
    expect(stdout).toContain('files  needs trust  node server.mjs');
  });

  it('is a table for people', async () => {
    const { stdout } = await inProcess(['list', 'agents'], { cwd: cwd() });
    expect(stdout).toMatch(/^helper {2}script\/demo {2}Read, Grep +agent\.config\.yaml:12:\d+\nother /);
    const { stdout: none } = await inProcess(['list', 'skills'], { cwd: cwd() });
    expect(none).toBe('The configuration declares no skills.\n');
  });

  it('has the skills with the file that each is in', async () => {
    const skill = '---\nname: greet\ndescription: Greets.\n---\nSay hello.\n';
    const where = project({ 'agent.config.yaml': `compat: [skills]\n${EVERYTHING}`, '.claude/skills/greet/SKILL.md': skill });
    const { stdout } = await inProcess(['list', 'skills'], { cwd: where });
    expect(stdout).toMatch(/^greet {2}model, \/greet {2}Greets\. {2}\.claude\/skills\/greet\/SKILL\.md:\d+:\d+\n$/);
  });

  it('names the possible listings for an unknown one', async () => {
    const { code, stderr } = await inProcess(['list', 'skils'], { cwd: cwd() });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/LIST_KIND: "skils" cannot be listed\. Did you mean skills\?\nFix: Name one of: agents/),
    ]);
    expect((await inProcess(['list'], { cwd: cwd() })).stderr).toContain('loadout list <agents|tools|hooks|mcp|plugins|skills>');
  });
});

describe('loadout doctor (CLI-05)', () => {
  interface Finding {
    readonly what: string;
    readonly state: string;
    readonly says: string;
    readonly fix?: string;
  }
  const examined = async (cwd: string, args: readonly string[] = [], trust = true) => {
    const { code, stdout, stderr } = await inProcess(['doctor', '--json', ...args], { cwd, trust });
    const { ok, findings } = JSON.parse(stdout || `{"stderr":${JSON.stringify(stderr)}}`) as { ok: boolean; findings: Finding[] };
    return { code, ok, find: (what: string) => findings.find((one) => one.what === what) };
  };

  it('has a line for each need of a run, and finds no problem if there is none', async () => {
    const cwd = scripted({ turns });
    const { code, stdout, stderr } = await inProcess(['doctor'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    for (const what of ['node', 'git', 'ripgrep', 'sandbox', 'sessions', 'configuration', 'trust', 'lock', 'agent helper'])
      expect(stdout).toMatch(new RegExp(`^(?:ok|note) +${what} +\\S`, 'm'));
  });

  it('names the missing key, and sends no key', async () => {
    const { code, find } = await examined(project({ 'agent.config.yaml': 'agents: { helper: { instructions: Hi. } }\n' }));
    expect(code).toBe(0);
    expect(find('agent helper')).toMatchObject({
      state: 'note',
      says: expect.stringContaining('ANTHROPIC_API_KEY is not set'),
      fix: 'Set ANTHROPIC_API_KEY.',
    });
    const without = project({ 'agent.config.yaml': 'agents: { helper: { instructions: Hi., model: anthropic/x } }\n' });
    const refused = await examined(without);
    expect([refused.code, refused.ok]).toEqual([1, false]);
    expect(refused.find('agent helper')).toMatchObject({ state: 'problem', says: expect.stringMatching(/^MODEL_NONE: /) });
  });

  it('reports the parts that need trust, and parts that differ from the lock', async () => {
    const cwd = project({ 'agent.config.yaml': EVERYTHING });
    const { find } = await examined(cwd, [], false);
    expect(find('trust')).toMatchObject({
      state: 'note',
      says: expect.stringContaining('hooks.Stop'),
      fix: expect.stringContaining('loadout trust'),
    });
    writeFileSync(join(cwd, 'loadout.lock'), '{ "version": 1, "plugins": {} }\n');
    const locked = await examined(cwd);
    expect([locked.code, locked.find('lock')?.state]).toEqual([1, 'problem']);
  });

  it('starts servers only on request, and reports their problems', async () => {
    const server = "import { writeFileSync } from 'node:fs';\nwriteFileSync('started', '');\nprocess.exit(3);\n";
    const cwd = project({ 'agent.config.yaml': EVERYTHING, 'server.mjs': server });
    expect((await examined(cwd)).find('server files')).toBeUndefined();
    expect(() => readFileSync(join(cwd, 'started'))).toThrow('ENOENT');
    const { code, find } = await examined(cwd, ['--servers']);
    expect([code, find('server files')?.state]).toEqual([1, 'problem']);
    expect(readFileSync(join(cwd, 'started'), 'utf8')).toBe('');
  });

  it('checks the machine also without a usable configuration', async () => {
    const none = await examined(project({}));
    expect([none.code, none.find('node')?.state]).toEqual([1, 'ok']);
    expect(none.find('configuration')).toMatchObject({ state: 'problem', says: expect.stringMatching(/^CONFIG_NOT_FOUND: /) });
    const bad = await examined(project({ 'agent.config.yaml': 'agnts: {}\n' }));
    expect(bad.find('configuration')).toMatchObject({ says: expect.stringMatching(/^CONFIG_INVALID: /) });
  });
});
