import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeConfig, loadConfig, recordTrust } from '@loadout/config';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { loadout } from '../lib/loadout.js';
import * as setups from './setups.js';

/** A project with such a folder, a scripted model and the plugins. Its only own key is `compat: true`. */
function setUp(setup: setups.Setup, turns: readonly unknown[] = [{ text: 'Done.' }], more: object = {}): string {
  const cwd = scripted({ turns, config: { compat: true, defaults: { model: 'script/demo' }, ...more }, files: setup });
  for (const name of Object.keys(setup)) if (name.endsWith('.sh')) chmodSync(join(cwd, name), 0o755);
  return cwd;
}

interface RunEvent {
  readonly type: string;
  readonly content?: string;
  readonly isError?: boolean;
}

async function run(cwd: string, agent = 'helper') {
  const { code, stdout, stderr } = await loadout(['run', agent, 'Go.', '--output', 'stream-json'], { cwd });
  const events = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as RunEvent);
  return { code, stderr, results: events.filter((one) => one.type === 'tool_result') };
}

const load = (cwd: string) => loadConfig({ cwd, env: {}, userFile: join(cwd, 'none.yaml'), managedFile: join(cwd, 'none.yaml') });
const messages = async (cwd: string) => (await load(cwd)).warnings.map((one) => one.message);
const bash = (command: string) => ({ tools: [{ Bash: { command } }] });
const done = { text: 'Done.' };

describe('a published .claude folder works unchanged (CFG-13)', () => {
  it('a guard in bash refuses a call that a rule allows', async () => {
    const cwd = setUp(setups.bashGuard, [bash('rm agent.config.yaml'), bash('echo hello'), done]);
    const { code, results, stderr } = await run(cwd);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(results).toMatchObject([
      { isError: true, content: expect.stringContaining('Use trash instead.') },
      { isError: false, content: expect.stringContaining('hello') },
    ]);
    expect(existsSync(join(cwd, 'agent.config.yaml'))).toBe(true);
  });

  it('hooks in Python see what changed and refuse with JSON; a file indented with tabs is read', async () => {
    const write = (name: string) => ({ tools: [{ Write: { file_path: name, content: '{}' } }] });
    const cwd = setUp(setups.pythonHooks, [write('a.json'), write('package-lock.json'), done]);
    const { results } = await run(cwd);
    expect(results).toMatchObject([{ isError: false }, { isError: true, content: expect.stringContaining('written by npm') }]);
    expect(readFileSync(join(cwd, 'changed.log'), 'utf8')).toBe('PostToolUse Write a.json\n');
    expect(await messages(cwd)).toEqual([]);
  });

  it('agents are there by name, with what their files say, and run', async () => {
    const cwd = setUp(setups.agents, [{ tools: [{ Write: { file_path: 'x.txt', content: 'x' } }] }, done]);
    const { plan } = await load(cwd);
    expect(plan.agents['code-reviewer']).toMatchObject({
      description: expect.stringMatching(/^Use this agent when .*Examples: .*review: now"<\/example>$/),
      instructions: expect.stringContaining('Say ${what} is wrong:'),
      tools: ['Read', 'Grep', 'Glob'],
      models: ['script/demo'],
    });
    expect(plan.agents['test-writer']).toMatchObject({ permissions: { mode: 'acceptEdits' }, limits: { turns: 4 } });
    expect(await messages(cwd)).toEqual([
      expect.stringMatching(/code-reviewer\.md: model is ignored: there is no model "sonnet" under models/),
      expect.stringMatching(/planner\.md: model is ignored/),
      expect.stringMatching(/There is no skill "planning"/),
    ]);
    expect((await run(cwd, 'test-writer')).results).toMatchObject([{ isError: false }]);
    expect(readFileSync(join(cwd, 'x.txt'), 'utf8')).toBe('x');
  });

  it('two settings files count together, and their variables reach the commands', async () => {
    const cwd = setUp(setups.twoSettings, [
      bash('printenv APP_ENV TEAM RETRIES'),
      { tools: [{ Read: { file_path: '.env' } }] },
      bash('curl x'),
      done,
    ]);
    const { results } = await run(cwd);
    expect(results).toMatchObject([{ content: expect.stringContaining('local\n1\n3') }, { isError: true }, { isError: true }]);
    const { plan } = await load(cwd);
    expect(plan.permissions.additionalDirectories).toEqual([join(cwd, '..', 'shared'), join(cwd, 'docs')]);
    expect(plan.permissions.rules.map((rule) => rule.behavior)).toEqual(['deny', 'deny', 'deny', 'ask', 'allow', 'allow']);
  });

  it('servers of .mcp.json are started and called, but for those that are turned off', async () => {
    // The run waits for the server, so that the script's first call finds its tool.
    const own = { mcpServers: { notes: { start: 'required' } } };
    const cwd = setUp(setups.mcp, [{ tools: [{ mcp__notes__read: {} }] }, done], own);
    const { code, results, stderr } = await run(cwd);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(results).toMatchObject([{ isError: false, content: expect.stringContaining('note: remember') }]);
    expect(Object.keys((await load(cwd)).plan.mcpServers ?? {})).toEqual(['notes']);
  });

  it('texts that import each other stand once before the instructions', async () => {
    const cwd = setUp(setups.memory);
    const text = (await load(cwd)).plan.agents.helper?.instructions ?? '';
    expect(text.match(/Contents of .*(?=:)/g)).toEqual(
      ['AGENTS.md', 'CLAUDE.md', 'README.md', 'docs/style.md', '.claude/CLAUDE.md'].map((one) => `Contents of ${one}`),
    );
    expect(text.endsWith('Answer in English.\n\nAnswer.')).toBe(true);
    expect(await messages(cwd)).toEqual(['CLAUDE.md: @~/.claude/me.md is ignored: it leads out of the repository.']);
  });

  it('hooks around the session run, and what has no counterpart is said', async () => {
    const cwd = setUp(setups.lifecycle);
    expect((await run(cwd)).code).toBe(0);
    expect(readFileSync(join(cwd, 'life.log'), 'utf8')).toBe('start\nGo.\nstop\n');
    expect(await messages(cwd)).toEqual([expect.stringContaining('MessageDisplay')]);
  });

  it('an agent brings its own guard, and a rule of the folder is told', async () => {
    const cwd = setUp(setups.guardedAgent, [bash('echo delete from t'), bash('echo select'), done]);
    const { results } = await run(cwd, 'db-reader');
    expect(results).toMatchObject([{ isError: true, content: expect.stringContaining('Only reads') }, { isError: false }]);
    expect((await load(cwd)).plan.agents['db-reader']?.instructions).toContain('Write keywords in capitals.');
    expect(await messages(cwd)).toEqual([]);
  });

  it('skills and commands are there by name, and their scripts run (SKILL-01, SKILL-02)', async () => {
    const script = 'python3 .claude/skills/csv-report/scripts/count.py';
    const cwd = setUp(setups.skillsAndCommands, [bash(`${script} data.csv`), done]);
    const { plan } = await load(cwd);
    expect(Object.keys(plan.skills ?? {}).sort()).toEqual(['csv-report', 'docs:changelog', 'fix-issue', 'house-style']);
    expect(plan.skills).toMatchObject({
      'csv-report': {
        description: 'Sums up CSV files.\nUse it when: a table has to be counted.\n',
        allowedTools: [`Bash(${script}:*)`, 'Read'],
      },
      'docs:changelog': { description: 'Write the changelog for $ARGUMENTS.', modelInvocable: false },
      'fix-issue': { argumentHint: '[issue-number] [priority]', allowedTools: ['Bash(git status:*)', 'Bash(git add:*)'] },
      'house-style': { description: 'How we write. Use: whenever text is written', userInvocable: false },
    });
    expect(await messages(cwd)).toEqual([expect.stringMatching(/fix-issue\.md: model is ignored: there is no model "sonnet"/)]);
    expect((await run(cwd)).results).toMatchObject([{ isError: false, content: expect.stringContaining('2 rows') }]);
  });

  it('all of it at once: agents with skills, guards in two languages, a server, own settings over shared ones', async () => {
    const turns = [
      bash('printenv SHOP_ENV'),
      bash('printenv SECRET'),
      bash('git push'),
      { tools: [{ Write: { file_path: 'notes/a.md', content: 'x' } }] },
      { tools: [{ mcp__notes__read: {} }] },
      done,
    ];
    const cwd = setUp(setups.team, turns, { mcpServers: { notes: { start: 'required' } } });
    const { plan } = await load(cwd);
    expect(plan.agents['release-manager']).toMatchObject({ skills: ['release-notes', 'house-style'], limits: { turns: 10 } });
    expect(Object.keys(plan.skills ?? {}).sort()).toEqual(['house-style', 'release', 'release-notes']);
    expect(await messages(cwd)).toEqual([]);
    const { results } = await run(cwd, 'release-manager');
    expect(results).toMatchObject([
      { isError: false, content: expect.stringContaining('test') },
      { isError: true, content: expect.stringContaining('Secrets are not printed.') },
      { isError: true },
      { isError: false },
      { isError: false, content: expect.stringContaining('note: remember') },
    ]);
    expect(readFileSync(join(cwd, 'audit.log'), 'utf8')).toBe('Write\nmcp__notes__read\n');
  });
});

describe('a .claude folder that nobody trusted (CFG-10)', () => {
  const hook = (text: string) => ({ SessionStart: [{ hooks: [{ type: 'command', command: `echo ${text} >> hook.log` }] }] });
  const settings = {
    permissions: { allow: ['Bash(printenv:*)', 'Bash(touch:*)'], deny: ['Bash(echo:*)'], defaultMode: 'bypassPermissions' },
    env: { TRAP: 'sprung' },
    hooks: hook('one'),
  };
  const turns = [bash('printenv TRAP'), bash('touch x'), bash('echo no'), done];
  const project = () =>
    setUp({ '.claude/settings.json': JSON.stringify(settings), '.mcp.json': '{"mcpServers":{"x":{"command":"x"}}}' }, turns);
  const untrusted = (cwd: string, args: readonly string[]) =>
    loadout(args, { cwd, env: { LOADOUT_STATE_DIR: join(cwd, 'state') }, trust: false });

  it('does nothing: no hook, no allow rule, no variable, no server; its deny rule holds', async () => {
    const cwd = project();
    const { stderr, stdout } = await untrusted(cwd, ['run', 'helper', 'Go.', '--output', 'stream-json']);
    expect(stderr).toMatch(/is not trusted, so these parts are disabled/);
    expect(existsSync(join(cwd, 'hook.log'))).toBe(false);
    expect(existsSync(join(cwd, 'x'))).toBe(false);
    expect(stdout).toMatch(/Bash\(echo:\*\)/);
    const shown = JSON.parse((await untrusted(cwd, ['trust', '--show', '--json'])).stdout) as { parts: { path: string }[] };
    expect(shown.parts.map((one) => one.path)).toEqual([
      'permissions.allow',
      'permissions.mode',
      'hooks.SessionStart[0].hooks[0]',
      'plugins.shell.options.env',
      'mcpServers.x',
    ]);
  });

  const judged = (cwd: string) => ({ cwd, env: {}, trust: { file: join(cwd, '.state', 'trust.json') } });
  const trustNow = async (cwd: string) => recordTrust(judged(cwd).trust.file, await judgeConfig(judged(cwd)));
  const allowed = async (cwd: string) => {
    const none = join(cwd, 'none.yaml');
    const { plan } = await loadConfig({ ...judged(cwd), userFile: none, managedFile: none });
    return plan.permissions.rules.filter((rule) => rule.behavior === 'allow').length;
  };

  it.each([
    ['its hook', (text: string) => text.replace('echo one', 'echo two')],
    ['an allow rule', (text: string) => text.replace('touch:*', 'touch *')],
    ['a variable', (text: string) => text.replace('sprung', 'sprunG')],
  ])('asks again once a byte of %s is another', async (_, change) => {
    const cwd = project();
    const file = join(cwd, '.claude/settings.json');
    await trustNow(cwd);
    expect([(await judgeConfig(judged(cwd))).trusted, await allowed(cwd)]).toEqual([true, 2]);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    expect([(await judgeConfig(judged(cwd))).trusted, await allowed(cwd)]).toEqual([false, 0]);
  });

  it.each([
    '"$CLAUDE_PROJECT_DIR"/.claude/hooks/x.sh',
    '"${CLAUDE_PROJECT_DIR}/.claude/hooks/x.sh"',
    'python3 $(git rev-parse --show-toplevel)/.claude/hooks/x.sh',
    'bash "$PWD"/.claude/hooks/x.sh',
    'cd .claude/hooks && ./x.sh',
  ])('asks again once a byte of the script behind %s is another', async (command) => {
    const script = '.claude/hooks/x.sh';
    const hooks = { Stop: [{ hooks: [{ type: 'command', command }] }] };
    const cwd = setUp({ '.claude/settings.json': JSON.stringify({ hooks }), [script]: 'exit 0\n' });
    await trustNow(cwd);
    expect((await judgeConfig(judged(cwd))).trusted).toBe(true);
    writeFileSync(join(cwd, script), 'exit 1\n');
    const texts = [{ name: script, before: 'exit 0\n', after: 'exit 1\n' }];
    expect((await judgeConfig(judged(cwd))).changes).toEqual([{ path: 'hooks.Stop[0].hooks[0]', how: 'changed', texts }]);
  });
});
