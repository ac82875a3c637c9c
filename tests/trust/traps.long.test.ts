import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ALL,
  env,
  listen,
  log,
  logged,
  logs,
  manifest,
  plugin,
  repository,
  requests,
  run,
  traced,
  traps,
  url,
} from './trap-repository.js';

beforeAll(listen);

const KEY = { ANTHROPIC_API_KEY: 'not-a-real-key' };

describe('a repository that nobody trusted', () => {
  it('starts no process, loads no code and opens no connection of its choosing (CFG-10, MCP-19)', async () => {
    const cwd = traps();
    const { code, stdout, stderr, acts } = await traced(cwd, ['run', 'helper', 'Go.']);
    expect([code, stdout], stderr).toEqual([4, 'Done.\n']);
    expect(stderr).toContain('note: agent.config.yaml is not trusted, so these parts are disabled: ');
    expect(stderr).toContain('loadout trust');
    expect(acts ?? []).toEqual([]);
    for (const command of [['lock'], ['mcp', 'doctor', 'snare'], ['mcp', 'doctor', 'foreign']])
      expect((await traced(cwd, command)).acts ?? [], command.join(' ')).toEqual([]);
    for (const command of [
      ['check'],
      ['tools', 'helper'],
      ['explain', 'helper', 'Bash(ls)'],
      ['config', 'print', '--resolved'],
      ['hooks', 'test', 'SessionStart', '--agent', 'helper'],
      ['sessions'],
    ])
      await run(cwd, command);
    expect([logged(), requests]).toEqual([[], []]);
    expect([existsSync(join(cwd, 'audit.jsonl')), existsSync(join(cwd, 'sessions'))]).toEqual([false, false]);
  });

  it('sends no request to its own base URL, and no such request elsewhere (CFG-10, T6)', async () => {
    const cwd = traps();
    const { code, stderr } = await run(cwd, ['run', 'remote', 'Go.'], { ...KEY, ANTHROPIC_BASE_URL: `${url()}/own` });
    expect([code, requests], stderr).toEqual([6, []]);
    expect(stderr).toContain('the agent remote needs providers.anthropic.options.baseUrl');
  });

  it('is not widened by a mode of its own, nor by one of an agent', async () => {
    const cwd = traps();
    const { stdout } = await run(cwd, ['explain', 'helper', 'Bash(snare bash)']);
    expect(stdout).toMatch(/^ask: .*the rule Bash .* is off until somebody trusts/);
  });

  it('acts with each of its parts once it is trusted', async () => {
    const cwd = traps();
    expect((await run(cwd, ['trust', '--yes'])).code).toBe(0);
    expect(logged()).toEqual([]);
    const { code, stderr, acts = ['"snare", "hook"'] } = await traced(cwd, ['run', 'helper', 'Go.'], KEY);
    expect(code, stderr).toBe(0);
    expect([...new Set(logged())], stderr).toEqual(ALL);
    expect(acts.join('\n')).toMatch(/snare.*hook/);
    expect(existsSync(join(cwd, 'audit.jsonl'))).toBe(true);
    expect([...new Set(requests)].sort(), stderr).toEqual(['/base/v1/messages', '/hook', '/mcp']);
  });

  it('is not run where its configuration, or a base of it, is code', async () => {
    for (const files of [
      { 'agent.config.mjs': `${logs('config')}export default { agents: {} };\n` },
      { 'agent.config.yaml': 'extends: ./base.mjs\n', 'base.mjs': `${logs('base')}export default {};\n` },
    ]) {
      const cwd = repository(files as Readonly<Record<string, string>>);
      const { code, stderr } = await run(cwd, ['check']);
      expect([code, stderr]).toEqual([6, expect.stringContaining('error TRUST_NEEDED: ')]);
      expect(logged()).toEqual([]);
    }
  });
});

describe('a package of Loadout', () => {
  it('is loaded from where Loadout is, not from what the repository put in its place, also when the plan was kept', async () => {
    const config = {
      plugins: { fs: '@loadout/tool-fs' },
      providers: { script: { use: '@loadout/model-script', options: { turns: [{ text: 'Done.' }] } } },
      agents: { helper: { model: 'script/x', instructions: 'Hi.', tools: ['Read'] } },
    };
    const cwd = repository({ 'agent.config.yaml': JSON.stringify(config) });
    expect((await run(cwd, ['run', 'Go.'])).stderr).not.toContain('trust');
    const planted = join(cwd, 'node_modules/@loadout/tool-fs');
    mkdirSync(planted, { recursive: true });
    writeFileSync(join(planted, 'package.json'), manifest('@loadout/tool-fs'));
    writeFileSync(join(planted, 'index.js'), plugin('planted plugin'));
    const { code, stderr } = await run(cwd, ['run', 'Go.']);
    expect([code, stderr.includes('trust')], stderr).toEqual([0, false]);
    expect(logged()).toEqual([]);
  });
});

describe('another copy of the command', () => {
  const config = (use: string) =>
    JSON.stringify({
      plugins: { fs: '@loadout/tool-fs', packed: use },
      permissions: { allow: ['Bash(ls:*)'] },
      agents: { helper: { instructions: 'Hi.' } },
    });
  const packed = {
    'node_modules/loadout-plugin-trap/package.json': manifest('loadout-plugin-trap'),
    'node_modules/loadout-plugin-trap/index.js': plugin('packed plugin'),
    'node_modules/loadout-plugin-trap/lib/one.d.ts': '',
    'node_modules/loadout-plugin-trap/lib/two.d.ts': '',
  };
  const judged = async (files: Readonly<Record<string, string>>) => {
    const { stdout } = await run(repository(files), ['trust', '--show', '--json']);
    return JSON.parse(stdout) as { hash: string; parts: { path: string; files: unknown[]; package?: unknown }[] };
  };

  it('gives the same verdict, whichever packages of Loadout lie in the project (T4)', async () => {
    const files = { 'agent.config.yaml': config('loadout-plugin-trap'), ...packed };
    const installed = {
      'node_modules/@loadout/tool-fs/package.json': manifest('@loadout/tool-fs'),
      'node_modules/@loadout/tool-fs/index.js': plugin('another copy'),
    };
    const [without, beside] = [await judged(files), await judged({ ...files, ...installed })];
    expect(beside.hash).toBe(without.hash);
    expect(without.parts.map(({ path }) => path)).toEqual(['plugins.packed', 'permissions.allow']);
  });

  it('shows a package as its name, its version and one hash, wherever it is installed (T4)', async () => {
    const here = await judged({ 'agent.config.yaml': config('loadout-plugin-trap'), ...packed });
    const [part] = here.parts;
    expect([part?.files, part?.package]).toEqual([
      [],
      { name: 'loadout-plugin-trap', version: '1.0.0', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    const cwd = repository({ 'agent.config.yaml': config('loadout-plugin-trap'), ...packed });
    const { stdout } = await run(cwd, ['trust', '--show']);
    expect(stdout.match(/^ {2}(?:loads|with) .*$/gm)).toEqual([
      expect.stringMatching(/^ {2}loads loadout-plugin-trap 1\.0\.0 {2}\w{16}…$/),
    ]);
  });
});

describe('a file that appears after trust', () => {
  it('is not run, also with a warm cache, a pinned hash and --require-trust (T1)', async () => {
    const hook = { type: 'command', command: 'test -f ./late.sh && sh ./late.sh' };
    const config = {
      providers: { script: { use: '@loadout/model-script', options: { turns: [{ text: 'Done.' }] } } },
      hooks: { SessionStart: [{ hooks: [hook] }] },
      agents: { helper: { model: 'script/x', instructions: 'Hi.' } },
    };
    const cwd = repository({ 'agent.config.yaml': JSON.stringify(config) });
    await run(cwd, ['trust', '--yes']);
    const { hash } = JSON.parse((await run(cwd, ['trust', '--show', '--json'])).stdout);
    const go = ['run', 'Go.', '--require-trust'];
    for (const pinned of [{}, { LOADOUT_TRUST: hash }]) {
      expect((await run(cwd, go, pinned)).code).toBe(0);
      expect((await run(cwd, go, pinned)).code).toBe(0);
    }
    writeFileSync(join(cwd, 'late.sh'), `echo late >> ${log}\n`);
    for (const pinned of [{}, { LOADOUT_TRUST: hash }]) expect((await run(cwd, go, pinned)).code).toBe(6);
    expect([logged(), (await run(cwd, ['trust', '--show'])).code]).toEqual([[], 6]);
  });
});

describe('trust', () => {
  it.each([
    'agent-hook.sh',
    'hook.mjs',
    'part.mjs',
    'local.mjs',
    'trap.env',
    'node_modules/loadout-plugin-trap/index.js',
    'node_modules/@loadout/tool-planted/index.js',
  ])('is asked for again after one changed byte of %s, also when the plan was kept', async (file) => {
    const cwd = traps();
    await run(cwd, ['trust', '--yes']);
    await run(cwd, ['tools', 'helper']);
    rmSync(log, { force: true });
    writeFileSync(join(cwd, file), `${readFileSync(join(cwd, file), 'utf8')} `);
    const { stderr } = await run(cwd, ['tools', 'helper']);
    expect(stderr).toContain('changed since you trusted it');
    expect(logged()).toEqual([]);
  });

  it('by hash holds for exactly that content, in any folder', async () => {
    const cwd = traps();
    const { hash } = JSON.parse((await run(cwd, ['trust', '--show', '--json'])).stdout);
    expect((await run(cwd, ['run', 'helper', 'Go.', '--trust', hash])).code).toBe(0);
    expect(logged()).toEqual(expect.arrayContaining(ALL));
    const other = traps();
    expect((await run(other, ['run', 'helper', 'Go.'], { LOADOUT_TRUST: hash })).code).toBe(0);
    writeFileSync(join(other, 'hook.mjs'), 'export default () => {}; ');
    rmSync(log);
    const refused = await run(other, ['run', 'helper', 'Go.'], { LOADOUT_TRUST: hash });
    expect([refused.code, refused.stderr, logged()]).toEqual([6, expect.stringContaining('error TRUST_OTHER: '), []]);
    expect(refused.stderr).toMatch(/has the hash (\w{64}),[\s\S]*give the hash \1 in place of the old one/);
  });

  it('from a record that others can write, such as a checked-out one, is refused', async () => {
    const cwd = traps();
    await run(cwd, ['trust', '--yes']);
    chmodSync(join(env(cwd).LOADOUT_STATE_DIR, 'trust.json'), 0o644);
    const { code, stderr } = await run(cwd, ['run', 'helper', 'Go.']);
    expect([code, stderr, logged()]).toEqual([6, expect.stringContaining('error TRUST_RECORD: '), []]);
  });

  it.each([
    ['--require-trust', ['run', 'helper', 'Go.', '--require-trust'], 'error TRUST_NEEDED: '],
    ['loadout trust without a terminal', ['trust'], 'error TRUST_UNANSWERED: '],
    ['another hash', ['trust', '--hash', '0'.repeat(64)], 'error TRUST_OTHER: '],
    ['what is no hash', ['run', 'helper', '--trust', 'all'], 'error TRUST_HASH: '],
  ])('exits with 6 for %s', async (_, args, message) => {
    const { code, stderr } = await run(traps(), args);
    expect([code, stderr, logged()]).toEqual([6, expect.stringContaining(message), []]);
  });

  it('exits with 6 if the agent needs a part that is off', async () => {
    const config = { plugins: { local: './local.mjs' }, agents: { helper: { instructions: 'Hi.', tools: ['local__*'] } } };
    const cwd = repository({ 'agent.config.yaml': JSON.stringify(config), 'local.mjs': plugin('local plugin') });
    const { code, stderr } = await run(cwd, ['run', 'Go.']);
    expect([code, stderr, logged()]).toEqual([6, expect.stringContaining('needs plugins.local'), []]);
  });

  it('covers exactly the shown parts: complete, with nothing hidden', async () => {
    const command = `echo ok${' '.repeat(300)}\u202e\u200b\u001b[2J; snare hook`;
    const cwd = repository({
      'agent.config.yaml': JSON.stringify({
        hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] },
        agents: { helper: { instructions: 'Hi.' } },
      }).replace(/\u202e|\u200b/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`),
    });
    const { stdout, stderr } = await run(cwd, ['trust', '--show']);
    expect(stdout, stderr).toContain('echo ok⟨300 blanks⟩\\u{202e}\\u{200b}\\u001b[2J; snare hook');
    expect(stdout).not.toMatch(/[\u202e\u200b\u001b]/);
  });
});
