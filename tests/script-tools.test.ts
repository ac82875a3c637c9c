import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scripted, scripted } from './cli/scripted.js';
import { loadout, project } from './lib/loadout.js';

const SCRIPT = '#!/bin/sh\nprintf "[%s]" "$@"\n';
const DEPLOY = {
  description: 'Deploys a build.',
  run: ['./deploy.sh', '--env={env}', '--', '{files...}'],
  input: {
    env: { type: 'string', enum: ['staging', 'production'] },
    files: { type: 'array', items: { type: 'string', format: 'path' }, default: [] },
  },
};
const call = (input: object) => ({ tools: [{ deploy: input, as: 'd' }] });
const DONE = { text: 'said: {{d.text}}' };

function folderWith(more: Partial<Scripted> = {}, tools: object = { deploy: DEPLOY }): string {
  const { config = {}, ...rest } = more;
  const turns = [call({ env: 'staging', files: ['a;b'] }), DONE];
  const cwd = scripted({ turns, files: { 'deploy.sh': SCRIPT }, config: { tools, ...config }, ...rest });
  if (existsSync(join(cwd, 'deploy.sh'))) chmodSync(join(cwd, 'deploy.sh'), 0o755);
  return cwd;
}
const allow = (...rules: readonly string[]) => ({ config: { permissions: { allow: rules } } });
const run = (cwd: string, ...args: readonly string[]) => loadout(['run', 'Go.', ...args], { cwd });

describe('a command of the configuration as a tool', () => {
  it('is denied where nobody can be asked, with the rules that would allow it', async () => {
    const { stdout } = await run(folderWith());
    expect(stdout).toContain(
      'Add to permissions.allow: "deploy". It allows every call of deploy; "deploy(key:value)" allows one value',
    );
  });

  it.each([['deploy'], ['deploy(env:staging)']])('runs with the rule %s, with each value as one argument', async (rule) => {
    expect((await run(folderWith(allow(rule)))).stdout).toContain('said: [--env=staging][--][a;b]');
  });

  it('is added, or taken away, by a profile', async () => {
    const { script, ...rest } = { script: SCRIPT, ...allow('deploy').config };
    const added = folderWith(
      { config: { ...rest, profiles: { ci: { tools: { deploy: DEPLOY } } } }, files: { 'deploy.sh': script } },
      {},
    );
    chmodSync(join(added, 'deploy.sh'), 0o755);
    expect((await run(added, '--profile', 'ci')).stdout).toContain('said: [--env=staging][--][a;b]');
    const removed = folderWith({ config: { ...rest, profiles: { ci: { tools: { deploy: null } } } } });
    expect((await run(removed, '--profile', 'ci')).stderr).toContain('No mounted plugin offers the tool "deploy"');
  });

  it('does not run with a rule for another value, nor against a rule that denies its command', async () => {
    expect((await run(folderWith(allow('deploy(env:production)')))).stdout).toContain('needs approval');
    const denied = { config: { permissions: { allow: ['deploy'], deny: ['Bash(deploy.sh:*)'] } } };
    expect((await run(folderWith(denied))).stdout).toContain('is denied by the rule Bash(deploy.sh:*)');
  });

  it('follows the rules about the files that it is given, and about those that it touches', async () => {
    const rules = { config: { permissions: { allow: ['deploy'], deny: ['Read(.env)', 'Edit(dist/**)'] } } };
    const read = folderWith({ ...rules, turns: [call({ env: 'staging', files: ['.env'] }), DONE] });
    expect((await run(read)).stdout).toContain('is denied by the rule Read(.env)');
    const writes = { ...DEPLOY, touches: { write: ['dist/out.txt'] } };
    expect((await run(folderWith(rules, { deploy: writes }))).stdout).toContain('is denied by the rule Edit(dist/**)');
  });

  it('is called by hand, with its exit code, and without the rule that a run would need', async () => {
    const cwd = folderWith();
    const by = (tool: string, input: object) => loadout(['tools', 'run', tool, '--input', JSON.stringify(input)], { cwd });
    expect(await by('deploy', { env: 'staging' })).toMatchObject({ code: 0, stdout: '[--env=staging][--]\n', stderr: '' });
    expect(await by('deploy', { env: 'moon' })).toMatchObject({ code: 1, stderr: expect.stringContaining('must be one of') });
    expect(await by('nothing', {})).toMatchObject({ code: 2, stderr: expect.stringContaining('SCRIPT_TOOL_UNKNOWN') });
    const without = folderWith({ config: { permissions: { deny: ['deploy'] } } });
    expect(await loadout(['tools', 'run', 'deploy'], { cwd: without })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'The agent helper does not have the tool deploy.\nFix: Write deploy in agents.helper.tools',
      ),
    });
    // A call by hand asks no model, so a limit on money asks for no price.
    const limits = { defaults: { limits: { usd: 1 } }, budgets: { team: { usd: 5, per: 'day' } } };
    // The package may be mounted by its name as well.
    const limited = folderWith({ config: { ...limits, plugins: { commands: '@loadout/tool-script' } } });
    expect(await loadout(['tools', 'run', 'deploy', '--input', '{"env":"staging"}'], { cwd: limited })).toMatchObject({
      code: 0,
      stdout: '[--env=staging][--]\n',
    });
    const denied = folderWith({ config: { permissions: { deny: ['deploy(env:staging)'] } } });
    const wants = ['tools', 'run', 'deploy', '--input', '{"env":"staging"}'];
    expect(await loadout(wants, { cwd: denied })).toMatchObject({ code: 4, stdout: '' });
    expect(await loadout(['tools', 'run', 'deploy', '--input', 'env=staging'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SCRIPT_INPUT'),
    });
  });

  it('is listed with the other tools', async () => {
    const { stdout } = await loadout(['tools'], { cwd: folderWith() });
    expect(stdout).toMatch(/^deploy +may change +the plugin @loadout\/tool-script \(plugins\.tools\) +Deploys a build\.$/m);
  });
});

it('a test replaces it as any other tool, and its rules hold', async () => {
  const tests = [
    {
      name: 'deploys to staging alone',
      prompt: 'Deploy.',
      tools: { deploy: { output: 'deployed' } },
      model: { script: [call({ env: 'staging' }), { tools: [{ deploy: { env: 'production' } }] }, DONE] },
      expect: {
        calls: [
          { deploy: { env: 'staging' }, state: 'done' },
          { deploy: { env: 'production' }, state: 'denied' },
        ],
      },
    },
  ];
  const { config } = allow('deploy(env:staging)');
  const { stdout, code } = await loadout(['test'], { cwd: folderWith({ config: { ...config, tests } }) });
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 passed')]);
});

it('a checkpoint keeps what it declares that it writes', async () => {
  const write = { description: 'Writes a note.', shell: 'echo "$note" > notes.txt', input: { note: { type: 'string' } } };
  const cwd = folderWith(
    {
      turns: [{ tools: [{ jot: { note: 'new' } }] }, { text: 'Done.' }],
      files: { 'notes.txt': 'old\n' },
      config: { permissions: { allow: ['jot'] }, sessions: { checkpoints: true } },
    },
    { jot: { ...write, touches: { write: ['notes.txt'] } } },
  );
  expect((await run(cwd)).stdout).toContain('Done.');
  expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('new\n');
  expect((await loadout(['diff'], { cwd })).stdout).toMatch(/^notes\.txt +changed\n.* - old\n.* \+ new$/m);
});

describe('trust in a command of the configuration', () => {
  it('is asked for, and for its script; before it nothing runs, and after a change of the script it waits again', async () => {
    const cwd = folderWith({ ...allow('deploy'), agent: { tools: ['deploy'] } });
    const env = { LOADOUT_STATE_DIR: join(cwd, '.state') };
    const untrusted = (...args: readonly string[]) => loadout(args, { cwd, env, trust: false });
    expect((await untrusted('trust', '--show')).stdout).toMatch(/^ {2}file deploy\.sh {2}[0-9a-f]{16}/m);
    expect(await untrusted('tools', 'run', 'deploy', '--input', '{"env":"staging"}')).toMatchObject({ code: 6, stdout: '' });
    expect((await untrusted('trust', '--yes')).code).toBe(0);
    expect((await untrusted('tools', 'run', 'deploy', '--input', '{"env":"staging"}')).code).toBe(0);
    writeFileSync(join(cwd, 'deploy.sh'), '#!/bin/sh\ntouch made\n');
    expect((await untrusted('tools', 'run', 'deploy', '--input', '{"env":"staging"}')).code).toBe(6);
    expect((await untrusted('check')).stdout).toContain('The tool deploy is disabled until you trust the configuration.');
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('is kept in the lock, with the script', async () => {
    const cwd = folderWith(allow('deploy'));
    expect((await loadout(['lock'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'loadout.lock'), 'utf8')).toMatch(
      /^tools:\n {2}tools\.deploy:\n(?:.*\n)* {6}deploy\.sh: [0-9a-f]{64}$/m,
    );
    expect((await run(cwd)).stdout).toContain('said: [--env=staging]');
    writeFileSync(join(cwd, 'deploy.sh'), '#!/bin/sh\ntouch made\n');
    const changed = await run(cwd);
    expect([changed.code, changed.stderr]).toEqual([6, expect.stringContaining('+ tools.deploy.files.deploy.sh')]);
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });
});

describe('one name, one tool', () => {
  const tool = (run: string) => `tools: { deploy: { description: Deploys., run: [${run}] } }\n`;
  const check = async (files: Readonly<Record<string, string>>) => (await loadout(['check'], { cwd: project(files) })).stdout;

  it('two of a name in extends are an error with both places', async () => {
    const files = { 'base.yaml': tool('ls'), 'agent.config.yaml': `extends: ./base.yaml\n${tool('rm')}agents: { a: {} }\n` };
    expect(await check(files)).toMatch(
      /Two tools are called "deploy": one at .*base\.yaml:1:18, one at .*agent\.config\.yaml:2:18\./,
    );
  });

  it('a plugin that has a tool of the name is an error with both places', async () => {
    const text = 'plugins: { fs: "@loadout/tool-fs" }\ntools: { Read: { description: Reads., run: [ls] } }\nagents: { a: {} }\n';
    expect(await check({ 'agent.config.yaml': text })).toMatch(
      /Two tools are called "Read": one at .*agent\.config\.yaml:1:12, one at .*agent\.config\.yaml:2:10\./,
    );
  });
});
