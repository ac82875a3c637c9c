import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { firstOf } from '../../../../tests/lib/breadth.js';
import { loadConfig } from '../load/load-config.js';
import { judgeConfig } from '../load/read-judged.js';
import { makeSandbox } from '../load/sandbox.fixture.js';
import { recordTrust } from '../trust/trust-record.js';
import { type LoadPlanOptions, loadPlan } from './load-plan.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

type Env = Record<string, string | undefined>;

/** A project in a folder of its own, below which a package can be installed, with a home, a cache and a record of trust. */
function place(files: Readonly<Record<string, string>>) {
  const root = sandbox.project({});
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const [file, text] of Object.entries(files)) put(file, text);
  mkdirSync(join(root, 'project/sub'), { recursive: true });
  const env: Env = { HOME: join(root, 'home') };
  const cacheDir = join(root, 'plans');
  const trust = { file: join(root, 'trust.json') };
  const options: LoadPlanOptions = { cwd: join(root, 'project/sub'), env, trust, managedFile: join(root, 'managed.yaml') };
  const told = (load: typeof loadConfig, more: Partial<LoadPlanOptions>) =>
    load({ ...options, env: { ...env }, ...more }).then(
      ({ plan }) => ({ plan }),
      (error: { code: string; problems?: readonly { code: string }[] }) => ({
        codes: error.problems?.map(({ code }) => code) ?? error.code,
      }),
    );
  return {
    ...{ root, put, env, trust, options, cacheDir },
    kept: () => readdirSync(cacheDir),
    load: () => told(loadPlan as typeof loadConfig, { cacheDir } as Partial<LoadPlanOptions>),
    fresh: () => told(loadConfig, {}),
  };
}
type Place = ReturnType<typeof place>;

const CONFIG = 'project/agent.config.yaml';
const ALL: Readonly<Record<string, string>> = {
  [CONFIG]: `plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }
extends: ["@acme/base", ./team.yaml]
name: "\${env:NAME:-plain}"
"\\x70ermissions": { mode: "\${COVERED:-default}", deny: &denied ["Bash(\${A:-rm} *)"] }
? hooks
: { Stop: [{ hooks: [{ type: command, command: "true \${HOOKED:-}" }] }] }
agents:
  a: { instructions: "Hi \${env:WHO:-you}.", permissions: { deny: *denied } }
  b: { instructions: { file: ./style.md } }
  c: { instructions: "Say zzzz-yyyy-xxxx-wwww." }
`,
  'project/team.yaml': 'permissions: { ask: ["Read(${TEAM:-x})"] }\n',
  'node_modules/@acme/base/package.json': '{ "name": "@acme/base", "version": "1.0.0" }',
  'node_modules/@acme/base/agent.config.yaml': 'permissions: { deny: ["Bash(${BASE:-curl} *)"] }\n',
  'project/agent.config.local.yaml': 'permissions: { mode: acceptEdits }\n',
  'home/.config/loadout/settings.yaml': 'permissions: { deny: ["Read(${MINE:-~/.ssh/**})"] }\n',
  'project/style.md': 'Be brief.\n',
};

const deny = (what: string) => `permissions: { deny: ["${what}"] }\n`;
const write =
  (file: string, text: string) =>
  ({ put }: Place) =>
    put(file, text);
const set =
  (name: string, value = 'changed') =>
  ({ env }: Place) => {
    env[name] = value;
  };

const CHANGES: readonly (readonly [string, (here: Place) => void])[] = [
  ...['NAME', 'A', 'HOOKED', 'WHO', 'TEAM', 'BASE', 'MINE'].map((name) => [`the variable ${name}`, set(name)] as const),
  ["a variable that a person's own file covers while it is trusted", set('COVERED', 'plan')],
  ['an empty variable', set('A', '')],
  ['the default model', set('LOADOUT_MODEL', 'anthropic/claude-opus-4-8')],
  ['the home folder', ({ env, root }) => set('HOME', join(root, 'other'))({ env } as Place)],
  ['the folder of settings', ({ env, root }) => set('XDG_CONFIG_HOME', join(root, 'xdg'))({ env } as Place)],
  ['the file that a variable names', ({ env, root }) => set('LOADOUT_CONFIG', join(root, CONFIG))({ env } as Place)],
  ['a credential that an agent tells', set('ANTHROPIC_API_KEY', 'zzzz-yyyy-xxxx-wwww')],
  ['the configuration', write(CONFIG, `${ALL[CONFIG]}smallModel: anthropic/claude-opus-4-8\n`)],
  ['a base', write('project/team.yaml', deny('Write'))],
  ['a base of a package', write('node_modules/@acme/base/agent.config.yaml', deny('Write'))],
  [
    'a nearer package',
    ({ put }) => {
      put('project/node_modules/@acme/base/package.json', '{ "name": "@acme/base", "version": "2.0.0" }');
      put('project/node_modules/@acme/base/agent.config.yaml', deny('Write'));
    },
  ],
  ['the settings of the user', write('home/.config/loadout/settings.yaml', deny('Write'))],
  ['managed settings that appear', write('managed.yaml', deny('Write'))],
  ["a person's own file", write('project/agent.config.local.yaml', deny('Write'))],
  ["a person's own file with another ending", write('project/agent.config.local.yml', deny('Write'))],
  ["a person's own file at a wrong place", write('project/.config/agent.config.local.yaml', deny('Write'))],
  ['a nearer configuration', write('project/sub/agent.config.yaml', `${deny('Write')}agents: { z: {} }\n`)],
  ['a second configuration', write('project/.config/agent.config.yaml', 'agents: { z: {} }\n')],
  ['instructions', write('project/style.md', 'Be long.\n')],
  [
    'the target of a link',
    ({ root, put }) => {
      put('other.yaml', deny('Write'));
      rmSync(join(root, 'project/team.yaml'));
      symlinkSync(join(root, 'other.yaml'), join(root, 'project/team.yaml'));
    },
  ],
  ['a base that is gone', ({ root }) => rmSync(join(root, 'project/team.yaml'))],
];

/** The plan is used as it was stored. */
const NO_CHANGE: (typeof CHANGES)[number] = ['nothing', ({ kept }) => expect(kept()).toHaveLength(1)];

describe.each(
  firstOf(1, [
    ['the main file', ['main']],
    ['nothing', []],
    ['everything', ['main', 'personal']],
  ] as [string, string[]][]),
)('while %s is trusted, the plan is that of a fresh start after a change of', (_what, trusted) => {
  it.each([NO_CHANGE, ...CHANGES])('%s', async (_, change) => {
    const here = place(ALL);
    const { personal, ...main } = await judgeConfig({ ...here.options, trust: here.trust });
    if (trusted.includes('main')) await recordTrust(here.trust.file, main);
    if (trusted.includes('personal') && personal !== undefined) await recordTrust(here.trust.file, personal);
    await here.load();
    change(here);
    expect(await here.load()).toEqual(await here.fresh());
  });
});

describe('a stored plan', () => {
  it('names each variable that was read for it', async () => {
    const here = place(ALL);
    const names = new Set<string>();
    const env = new Proxy(here.env, {
      get(all, name) {
        names.add(String(name));
        return all[String(name)];
      },
    });
    await loadPlan({ ...here.options, cacheDir: here.cacheDir, env });
    const [entry = ''] = here.kept();
    const stored = JSON.parse(readFileSync(join(here.cacheDir, entry), 'utf8')) as { env: Env };
    expect(Object.keys(stored.env)).toEqual(expect.arrayContaining([...names]));
  });

  it.each(['project/agent.config.yaml', 'project/style.md', 'managed.yaml', 'project/agent.config.local.yaml'])(
    'is not used once %s changed while it was compiled',
    async (file) => {
      const here = place(ALL);
      // The variable is looked up after all files were read, and before the plan is stored.
      const env = Object.defineProperty({ ...here.env }, 'MINE', {
        get: () =>
          here.put(file, file.endsWith('.md') ? 'Be long.' : `${ALL[file] ?? ''}smallModel: anthropic/claude-opus-4-8\n`),
      });
      await loadPlan({ ...here.options, cacheDir: here.cacheDir, env });
      expect(here.kept()).toHaveLength(1);
      expect(await here.load()).toEqual(await here.fresh());
    },
  );
});
