import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSandbox } from '../load/sandbox.fixture.js';
import { loadPlan } from './load-plan.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const CONFIG = 'permissions: { mode: plan }\nagents: { a: { instructions: "Hi ${env:WHO:-you}." } }\n';

function project(files: Readonly<Record<string, string>> = { 'agent.config.yaml': CONFIG }) {
  const cwd = sandbox.project(files);
  const cacheDir = join(cwd, '.cache');
  const base = { cwd, cacheDir, managedFile: join(cwd, 'managed.yaml'), userFile: join(cwd, 'user.yaml') };
  const load = (more: Partial<Parameters<typeof loadPlan>[0]> = {}) => loadPlan({ ...base, env: {}, ...more });
  const entries = () => (existsSync(cacheDir) ? readdirSync(cacheDir) : []);
  /** Changes the stored plan, so that a test can recognise a plan that comes from the cache. */
  const mark = () => {
    const [entry = ''] = entries();
    const file = join(cacheDir, entry);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"instructions":"Hi ', '"instructions":"Cached '));
  };
  const instructions = async (more?: Parameters<typeof load>[0]) => (await load(more)).plan.agents.a?.instructions;
  return { cwd, load, entries, mark, instructions, cacheDir };
}

describe('a plan', () => {
  it('comes from the cache while its sources are unchanged, positions included', async () => {
    const { load, mark, instructions } = project();
    const first = await load();
    expect(await load()).toEqual({ plan: first.plan, warnings: [] });
    mark();
    expect(await instructions()).toBe('Cached you.');
  });

  it('of a file in .config is stored, and not used once the file changes, moves, or has a second one beside it', async () => {
    const { cwd, mark, instructions } = project({ '.config/agent.config.yaml': CONFIG });
    await instructions();
    mark();
    expect(await instructions()).toBe('Cached you.');
    writeFileSync(join(cwd, '.config/agent.config.yaml'), CONFIG.replace('Hi', 'Hello'));
    expect(await instructions()).toBe('Hello you.');
    renameSync(join(cwd, '.config/agent.config.yaml'), join(cwd, 'agent.config.yaml'));
    expect(await instructions()).toBe('Hello you.');
    writeFileSync(join(cwd, '.config/agent.config.json'), '{}');
    await expect(instructions()).rejects.toMatchObject({ code: 'CONFIG_TWICE' });
  });

  it('of a document, or with files of Claude Code, is compiled each time', async () => {
    const { load, entries } = project();
    const document = { agents: { a: { instructions: 'Given.' } } };
    expect((await load({ document })).plan.agents.a?.instructions).toBe('Given.');
    expect(await load({ claude: { sources: [] } })).toMatchObject({
      claude: { plugins: [] },
      plan: { permissions: { mode: 'plan' } },
    });
    expect(entries()).toEqual([]);
  });

  it.each([
    ['include: [agents/*.md]'],
    ['? include\n: [agents/*.md]'],
    ['? "inc\\\n  lude"\n: [agents/*.md]'],
    ['"\\x69nclude": [agents/*.md]'],
    ['include # the agents\n  : [agents/*.md]'],
    ['{ "compat": { agents: true } }'],
  ])('that depends on files which nobody lists is compiled each time: %j', async (more) => {
    const text = more.startsWith('{') ? `${more.slice(0, -1)}, agents: { a: { instructions: Hi } } }\n` : `${CONFIG}${more}\n`;
    const { load, entries } = project({ 'agent.config.yaml': text, 'agents/b.md': '---\nname: b\n---\nHi\n' });
    await load();
    expect(entries()).toEqual([]);
  });

  it.each([
    ['the file changes', ({ cwd }: { cwd: string }) => writeFileSync(join(cwd, 'agent.config.yaml'), `${CONFIG}# more\n`), {}],
    ['a variable that it names changes', () => {}, { env: { WHO: 'Ada' } }],
    [
      'settings of the user appear',
      ({ cwd }: { cwd: string }) => writeFileSync(join(cwd, 'user.yaml'), 'permissions: { mode: default }'),
      {},
    ],
    ['it is asked for with other flags', () => {}, { overrides: { name: 'other' } }],
  ])('is compiled again when %s', async (_, change, more) => {
    const here = project();
    await here.load();
    here.mark();
    change(here);
    expect(await here.instructions(more)).toMatch(/^Hi /);
  });

  it('with a secret is never stored', async () => {
    const { load, entries } = project({ 'agent.config.yaml': 'agents: { a: { instructions: "${env:SOME_API_KEY}" } }\n' });
    await load({ env: { SOME_API_KEY: 'very-secret-value' } });
    expect(entries()).toEqual([]);
  });

  it('with an unused declared secret is stored without its value, which is still hidden (S4)', async () => {
    const config = 'secrets: { a: { env: IDLE }, b: { file: ./b.txt }, c: { command: ["false"] } }\nagents: { x: {} }\n';
    const { load, entries, cacheDir, cwd } = project({ 'agent.config.yaml': config, 'b.txt': 'value-of-b\n' });
    const env = { IDLE: 'value-of-a' };
    expect((await load({ env })).plan.secrets).toEqual(['value-of-a', 'value-of-b']);
    expect(readFileSync(join(cacheDir, entries()[0] ?? ''), 'utf8')).not.toMatch(/value-of/);
    writeFileSync(join(cwd, 'b.txt'), 'another-of-b\n');
    expect((await load({ env: { IDLE: 'other-of-a' } })).plan.secrets).toEqual(['other-of-a', 'another-of-b']);
    expect(entries()).toHaveLength(1);
  });

  it.each(['compat: true\nagents: { a: {} }\n', '{ "agents": { "a": {} }, "compat": ["agents"] }'])(
    'of a configuration that reads whole folders is never stored: %j',
    async (text) => {
      const { load, entries } = project({ 'agent.config.yaml': text });
      expect((await load()).warnings).toEqual([]);
      expect(entries()).toEqual([]);
    },
  );

  it('with a warning is compiled each time, so that the warning is shown each time', async () => {
    const { load, entries } = project({ 'agent.config.yaml': 'agents: {}\n' });
    expect((await load()).warnings).not.toEqual([]);
    expect(entries()).toEqual([]);
  });

  it('is readable by its owner alone', async () => {
    const { load, entries, cacheDir } = project();
    await load();
    expect(statSync(join(cacheDir, entries()[0] ?? '')).mode & 0o077).toBe(0);
    expect(statSync(cacheDir).mode & 0o077).toBe(0);
  });

  it('is compiled even if nothing can be stored, or if the stored plan is damaged', async () => {
    const { load, cacheDir, entries, instructions } = project();
    await load();
    writeFileSync(join(cacheDir, entries()[0] ?? ''), '{"plan":');
    chmodSync(cacheDir, 0o500);
    expect(await instructions()).toBe('Hi you.');
    chmodSync(cacheDir, 0o700);
  });
});
