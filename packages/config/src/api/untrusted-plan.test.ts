import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { judgeConfig } from '../load/read-judged.js';
import { makeSandbox } from '../load/sandbox.fixture.js';
import { recordTrust, revokeTrust } from '../trust/trust-record.js';
import { loadPlan } from './load-plan.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const CONFIG = `hooks: { Stop: [{ hooks: [{ type: command, command: ./stop.sh }] }] }
agents: { a: { instructions: "Hi." }, b: { instructions: "Hello." } }
`;

/** A project whose hook waits for trust, a record of trust, and a cache. */
function project(text = CONFIG) {
  const cwd = sandbox.project({ 'agent.config.yaml': text, 'stop.sh': 'true\n' });
  const state = sandbox.project({});
  const trust = { file: join(state, 'trust.json') };
  const cacheDir = join(state, 'plans');
  const base = { cwd, cacheDir, managedFile: join(state, 'managed.yaml'), userFile: join(state, 'user.yaml'), env: {} };
  const load = (more: Partial<Parameters<typeof loadPlan>[0]> = {}) => loadPlan({ ...base, trust, ...more });
  const judged = () => judgeConfig({ cwd, env: {}, trust });
  const entry = () => join(cacheDir, readdirSync(cacheDir)[0] ?? '');
  return { cwd, trust, cacheDir, load, judged, entry };
}
type Project = ReturnType<typeof project>;

/** Changes the stored entry, so that a test can recognise a plan that comes from the cache. */
function mark({ entry }: Project, change: (stored: Stored) => void = () => {}) {
  const stored = JSON.parse(readFileSync(entry(), 'utf8')) as Stored;
  Object.assign(stored.plan, { name: 'cached' });
  change(stored);
  writeFileSync(entry(), JSON.stringify(stored));
}

interface Stored {
  plan: { name?: string; hooks: unknown[] };
  trust?: { trusted: boolean; hash: string; config: string };
  files: Record<string, string>;
}

const isCached = async ({ load }: Project, more?: Parameters<Project['load']>[0]) => (await load(more)).plan.name === 'cached';

describe('the plan of a configuration that waits for trust', () => {
  it('comes from the cache without its parts that act, and says what waits', async () => {
    const here = project();
    const first = await here.load();
    const [part] = first.trust?.parts ?? [];
    const named = { ...first.trust, parts: [{ ...part, value: null, files: [] }] };
    expect(await here.load()).toEqual({ plan: first.plan, trust: named, warnings: [] });
    expect(readFileSync(here.entry(), 'utf8')).not.toContain('"command":"./stop.sh"');
    expect([first.plan.hooks, first.trust?.trusted]).toEqual([[], false]);
    mark(here);
    expect(await isCached(here)).toBe(true);
  });

  it('is compiled with those parts once it is trusted, and without them after that trust is taken back', async () => {
    const here = project();
    await here.load();
    mark(here);
    recordTrust(here.trust.file, await here.judged());
    expect((await here.load()).plan.hooks).toHaveLength(1);
    mark(here);
    expect(await isCached(here)).toBe(true);
    const { root } = await here.judged();
    revokeTrust(here.trust.file, root);
    expect((await here.load()).plan.hooks).toEqual([]);
  });

  it('stays in the cache when the user trusts another project', async () => {
    const [here, other] = [project(), project()];
    await here.load();
    mark(here);
    recordTrust(here.trust.file, await other.judged());
    expect(await isCached(here)).toBe(true);
  });

  it.each<[string, (here: Project) => void | Promise<void>]>([
    ['one byte of a file that a part names changes', ({ cwd }) => writeFileSync(join(cwd, 'stop.sh'), 'false\n')],
    ['a file that a part names is gone', ({ cwd }) => rmSync(join(cwd, 'stop.sh'))],
    ['the configuration changes', ({ cwd }) => writeFileSync(join(cwd, 'agent.config.yaml'), `${CONFIG}# more\n`)],
    ['the project becomes a part of a repository', ({ cwd }) => void mkdirSync(join(cwd, '.git'))],
    [
      'it was trusted with other content',
      async (here) => {
        const verdict = await here.judged();
        recordTrust(here.trust.file, { ...verdict, hash: '0'.repeat(64) });
      },
    ],
  ])('is judged and compiled anew when %s', async (_, change) => {
    const here = project();
    await here.load();
    mark(here);
    await change(here);
    expect(await isCached(here)).toBe(false);
  });

  it('is judged anew where the verdict is shown or a hash is given', async () => {
    const here = project();
    await here.load();
    mark(here);
    expect(await isCached(here, { showsVerdict: true })).toBe(false);
    expect(await isCached(here, { trust: { ...here.trust, hashes: ['0'.repeat(64)] } })).toBe(false);
  });
});

describe('a stored plan cannot raise trust', () => {
  it.each<[string, (stored: Stored) => void]>([
    ['says that it is trusted', ({ trust }) => Object.assign(trust ?? {}, { trusted: true })],
    ['says so with another hash', ({ trust }) => Object.assign(trust ?? {}, { trusted: true, hash: '1'.repeat(64) })],
    ['says so of another configuration', ({ trust }) => Object.assign(trust ?? {}, { trusted: true, config: 'other.yaml' })],
  ])('when it %s', async (_, change) => {
    const here = project();
    const other = project();
    recordTrust(here.trust.file, await other.judged());
    await here.load();
    mark(here, (stored) => {
      stored.plan.hooks = [{ event: 'Stop', entry: { type: 'command', command: 'evil' } }];
      change(stored);
    });
    expect((await here.load()).plan.hooks).toEqual([]);
  });

  it('when it has the verdict of another project that is trusted', async () => {
    const [here, other] = [project(), project(CONFIG.replace('agents:', 'name: other\nagents:').replace('stop.sh', 'other.sh'))];
    recordTrust(here.trust.file, await other.judged());
    const verdict = await judgeConfig({ cwd: other.cwd, env: {}, trust: here.trust });
    await here.load();
    mark(here, (stored) => Object.assign(stored, { trust: verdict }));
    expect([verdict.trusted, await isCached(here)]).toEqual([true, false]);
  });

  it('when the trust that it was compiled under is gone', async () => {
    const here = project();
    recordTrust(here.trust.file, await here.judged());
    await here.load();
    mark(here);
    expect(await isCached(here)).toBe(true);
    rmSync(here.trust.file);
    expect((await here.load()).plan.hooks).toEqual([]);
  });

  it('when another user could have written it', async () => {
    const here = project();
    await here.load();
    mark(here);
    chmodSync(here.entry(), 0o622);
    expect(await isCached(here)).toBe(false);
  });

  it('when it is a file of the project', async () => {
    const here = project();
    await here.load();
    mark(here);
    const planted = join(here.cwd, '.cache/loadout/plans');
    mkdirSync(planted, { recursive: true });
    writeFileSync(join(planted, here.entry().split('/').at(-1) ?? ''), readFileSync(here.entry()), { mode: 0o600 });
    rmSync(here.cacheDir, { recursive: true });
    expect([existsSync(planted), await isCached(here)]).toEqual([true, false]);
  });

  it.each([
    'null',
    '[]',
    '{}',
    '{"plan":{}}',
    '{"plan":{"agents":{}},"files":{"a":1},"env":{},"secrets":[],"agent":"any"}',
    '{"plan":{"agents":{}},"files":{},"env":{},"secrets":[],"agent":"any","trust":{"trusted":false,"parts":[1]}}',
    'x',
  ])('when it is %s, which is no entry', async (text) => {
    const here = project();
    await here.load();
    writeFileSync(here.entry(), text);
    expect((await here.load()).plan.agents.a?.instructions).toBe('Hi.');
  });
});

describe('the first word of a command', () => {
  const PARAMS = 'agents: { a: { params: { who: { required: true } }, instructions: "${param:who}" }, b: {} }\n';

  it('is a prompt in most runs, so each prompt has the same plan', async () => {
    const here = project();
    await here.load({ agent: 'Say hello.' });
    mark(here);
    expect([await isCached(here, { agent: 'Say more.' }), await isCached(here, { agent: 'b' }), await isCached(here)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('is an agent whose params must be given, although the plan for another agent is stored', async () => {
    const here = project(PARAMS);
    await here.load({ agent: 'b' });
    mark(here);
    expect(await isCached(here, { agent: 'b' })).toBe(true);
    await expect(here.load({ agent: 'a' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(here.load({ agent: 'Say hello.' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
