import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allow, PERSONAL, personalProject } from '../../../setup/src/edit/personal.test-kit.js';
import { loadPlan } from '../api/load-plan.js';
import { load, makeSandbox, problems, rendered } from './sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

describe("a person's own file beside a configuration", () => {
  it('is used on top of the project and its profile, and below the managed settings', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml':
        'agents: { a: { instructions: Hi, model: anthropic/one, params: { p: { default: x } } } }\nprofiles: { ci: { agents: { a: { model: anthropic/ci } } } }\n',
      [PERSONAL]: 'agents: { a: { model: anthropic/mine, params: { p: { default: y } } } }\n',
      'managed.yaml': 'permissions: { mode: plan }\n',
    });
    const { plan, origins, files } = await load(cwd, { profile: 'ci', managedFile: join(cwd, 'managed.yaml') });
    expect(plan.agents.a).toMatchObject({ models: ['anthropic/mine'] });
    expect(plan.permissions.mode).toBe('plan');
    expect(origins['agents.a.model']).toEqual({ file: join(cwd, PERSONAL), line: 1, column: 23 });
    expect(files).toContain(join(cwd, PERSONAL));
    const flagged = await load(cwd, { overrides: { agents: { a: { model: 'anthropic/flag' } } } });
    expect(flagged.plan.agents.a?.models).toEqual(['anthropic/flag']);
  });

  it('adds to the rules of the project, also those of one agent, and takes none away', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml':
        'permissions: { allow: [WebFetch], deny: [WebSearch], additionalDirectories: [/one] }\nagents: { a: { instructions: Hi, permissions: { allow: [Read] } } }\n',
      [PERSONAL]:
        'permissions: { allow: [Glob], deny: [Grep], additionalDirectories: [/two] }\nagents: { a: { permissions: { allow: [Edit] } } }\n',
    });
    const { plan } = await load(cwd, { packageRoots: undefined });
    const texts = (rules: readonly { behavior: string; tool: string }[] = []) =>
      rules.map((one) => `${one.behavior} ${one.tool}`);
    expect(texts(plan.permissions.rules)).toEqual(['deny WebSearch', 'deny Grep', 'allow WebFetch', 'allow Glob']);
    expect(texts(plan.agents.a?.permissions.rules)).toEqual(['allow Read', 'allow Edit']);
    expect(plan.permissions.additionalDirectories).toEqual(['/one', '/two']);
  });

  it.each([
    ['hooks: {}', 'CONFIG_UNKNOWN_KEY hooks'],
    ['mcpServers: { x: { command: y } }', 'CONFIG_UNKNOWN_KEY mcpServers'],
    ['plugins: { x: ./x.js }', 'CONFIG_UNKNOWN_KEY plugins'],
    ['extends: ./other.yaml', 'CONFIG_UNKNOWN_KEY extends'],
    ['secrets: { s: { command: [id] } }', 'CONFIG_UNKNOWN_KEY secrets'],
    ['agents: { a: { instructions: x } }', 'CONFIG_UNKNOWN_KEY agents.a.instructions'],
    ['agents: { b: { model: anthropic/x } }', 'CONFIG_PERSONAL_AGENT agents.b'],
    ['permissions: { alow: [Read] }', 'CONFIG_UNKNOWN_KEY permissions.alow'],
    ['permissions: { allow: Read }', 'CONFIG_WRONG_TYPE permissions.allow'],
    ['- a', 'CONFIG_NOT_A_MAP '],
  ])('may not have what starts a program, opens a connection, or makes an agent: %s', async (text, problem) => {
    const cwd = sandbox.project({ 'agent.config.yaml': 'agents: { a: { instructions: Hi } }\n', [PERSONAL]: `${text}\n` });
    expect(await problems(cwd)).toEqual([problem]);
    expect(await rendered(cwd)).toContain(`${PERSONAL}:1:`);
  });

  it('stands once', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml': 'agents: { a: { instructions: Hi } }\n',
      [PERSONAL]: 'permissions: {}\n',
      'agent.config.local.yml': 'permissions: {}\n',
    });
    expect(await problems(cwd)).toEqual(['CONFIG_PERSONAL_TWICE ']);
  });

  it.each([
    ['agent.config.yaml', `.config/${PERSONAL}`],
    ['.config/agent.config.yaml', PERSONAL],
  ])('on the other side of .config is a mistake, because nothing of it would apply: %s, %s', async (config, mine) => {
    const cwd = sandbox.project({ [config]: 'agents: { a: { instructions: Hi } }\n', [mine]: 'permissions: { deny: [Bash] }\n' });
    expect(await problems(cwd)).toEqual(['CONFIG_PERSONAL_PLACE ']);
    const repository = sandbox.project({
      'agent.config.yaml': 'agents: { a: { instructions: Hi } }\n',
      [`.config/${PERSONAL}`]: '',
      '.config/.git/HEAD': '',
    });
    expect((await load(repository)).plan.agents.a).toBeDefined();
  });

  it.each(['', '# mine\n', '---\n'])('in which nothing is left says nothing: %j', async (text) => {
    const cwd = sandbox.project({ 'agent.config.yaml': 'agents: { a: { instructions: Hi } }\n', [PERSONAL]: text });
    expect((await load(cwd)).plan.agents.a).toBeDefined();
  });

  it('is no part of a document, nor of a configuration with a name of its own', async () => {
    const cwd = sandbox.project({ 'ops.yaml': 'agents: { a: { instructions: Hi } }\n', [PERSONAL]: 'hooks: {}\n' });
    expect((await load(cwd, { file: 'ops.yaml' })).plan.agents.a).toBeDefined();
    expect((await load(cwd, { document: { agents: { b: { instructions: 'x' } } } })).plan.agents.b).toBeDefined();
  });

  it('has its trust by itself: neither file needs the trust in the other', async () => {
    const { keep, rules, trust, load: loaded } = personalProject(sandbox);
    await keep(allow('npm test:*'));
    expect(await rules()).toEqual(['deny Bash(rm:*) agent.config.yaml', `allow Bash(npm test:*) ${PERSONAL}`]);
    expect((await loaded()).trust).toMatchObject({ trusted: false, personal: { trusted: true } });
    await trust('configuration');
    const { hash } = (await loaded()).trust ?? {};
    await keep(allow('ls -l'));
    expect((await loaded()).trust).toMatchObject({ trusted: true, hash, personal: { trusted: true } });
  });

  it('that waits does not read a variable or a file of this machine, and the trusted configuration still does', async () => {
    const {
      trust,
      load: loaded,
      cwd,
      env,
    } = personalProject(sandbox, {
      'agent.config.yaml': 'agents: { a: { instructions: "${env:MINE}", model: anthropic/one } }\n',
      [PERSONAL]: 'agents: { a: { model: "anthropic/${env:OTHER}" } }\n',
    });
    Object.assign(env, { MINE: 'of mine', OTHER: 'stolen' });
    await trust('configuration');
    expect((await loaded()).plan.agents.a).toMatchObject({ instructions: 'of mine', models: ['anthropic/${env:OTHER}'] });
    writeFileSync(join(cwd, PERSONAL), 'agents: { a: { params: { p: { default: "${file:/etc/hostname}" } } } }\n');
    expect((await loaded()).trust?.personal?.parts.map(({ path }) => path)).toEqual(['agents.a.params.p.default']);
  });

  it('is looked for and judged at each start, also where the plan comes from the cache', async () => {
    const { cwd, env, trustFile, keep, file } = personalProject(sandbox);
    const none = join(cwd, 'none.yaml');
    const options = { cwd, env, trust: { file: trustFile }, cacheDir: join(cwd, '.cache'), userFile: none, managedFile: none };
    const kept = async () =>
      (await loadPlan(options)).plan.permissions.rules.filter(({ position }) => position?.file === file).length;
    expect([await kept(), await kept()]).toEqual([0, 0]);
    await keep(allow('npm test:*'));
    expect([await kept(), await kept()]).toEqual([1, 1]);
    writeFileSync(file, 'permissions: { allow: ["Bash(curl:*)"] }\n');
    expect([await kept(), await kept()]).toEqual([0, 0]);
    expect((await loadPlan(options)).trust?.personal?.trusted).toBe(false);
    mkdirSync(join(cwd, '.config'));
    writeFileSync(join(cwd, '.config', PERSONAL), '');
    await expect(loadPlan(options)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
