import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { judgeConfig, loadPlan, recordTrust } from '@loadout/config';
import { afterAll, describe, expect, it } from 'vitest';

/**
 * The law of the cache: after any change the verdict with a warm cache is the verdict without one, and the verdict of the check
 * itself (T1). Each scenario is trusted, loaded twice so that the cache is warm, changed, and judged in three ways.
 */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-warm-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Files = Readonly<Record<string, string>>;

function write(cwd: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    // `-> file`: a link.
    if (text.startsWith('-> ')) symlinkSync(text.slice(3), join(cwd, name));
    else writeFileSync(join(cwd, name), text);
  }
}

interface Scenario {
  readonly config: object;
  readonly files?: Files;
  readonly change: Files | ((cwd: string) => void);
}

async function verdicts({ config, files = {}, change }: Scenario) {
  const cwd = realpathSync(mkdtempSync(join(root, 'repository-')));
  mkdirSync(join(cwd, '.git'));
  write(cwd, { 'agent.config.yaml': JSON.stringify(config), ...files });
  const trust = { file: join(cwd, '..', `${cwd.slice(-6)}-trust.json`) };
  const base = {
    cwd,
    env: { HOME: root, CANARY: 'a-canary-value' },
    trust,
    managedFile: join(root, 'none'),
    userFile: join(root, 'none'),
  };
  await recordTrust(trust.file, await judgeConfig(base));
  const cacheDir = join(root, 'cache', cwd.slice(-6));
  const trusted = async (folder: string) => (await loadPlan({ ...base, cacheDir: folder })).trust?.trusted ?? true;
  expect([await trusted(cacheDir), await trusted(cacheDir)]).toEqual([true, true]);
  if (typeof change === 'function') change(cwd);
  else write(cwd, change);
  return { warm: await trusted(cacheDir), cold: await trusted(`${cacheDir}-other`), check: (await judgeConfig(base)).trusted };
}

const hook = (command: string, more: object = {}) => ({
  hooks: { Stop: [{ hooks: [{ type: 'command', command, ...more }] }] },
  agents: { a: { instructions: 'Hi.' } },
});
const allow = (...rules: string[]) => ({ permissions: { allow: rules }, agents: { a: { instructions: 'Hi.' } } });
const server = (entry: object) => ({ mcpServers: { s: entry }, agents: { a: { instructions: 'Hi.' } } });
const plugin = 'export default { name: "p", api: 1, setup: () => ({ tools: [] }) };\n';
const manifest = JSON.stringify({
  name: 'loadout-plugin-p',
  version: '1.0.0',
  type: 'module',
  loadout: { api: 1, plugin: './index.js' },
});
const installed = (folder: string, code = plugin): Files => ({
  [`${folder}/node_modules/loadout-plugin-p/package.json`]: manifest,
  [`${folder}/node_modules/loadout-plugin-p/index.js`]: code,
});
const packageJson = (version: string, script: string) => JSON.stringify({ version, scripts: { guard: script } });

const ASKS: readonly (readonly [string, Scenario])[] = [
  [
    'a script that a hook looks for appears (T1)',
    { config: hook('test -f ./late.sh && sh ./late.sh'), change: { 'late.sh': 'exit 0' } },
  ],
  ['a script without a path appears (T1)', { config: hook('[ -e late ] && . late'), change: { late: 'exit 0' } }],
  [
    'a script appears in a folder that a hook enters (T1)',
    { config: hook('cd tools && sh run'), files: { 'tools/x': '' }, change: { 'tools/run': 'exit 0' } },
  ],
  ['the folder of such a script appears (T1)', { config: hook('cd tools; sh ./run.sh'), change: { 'tools/run.sh': 'exit 0' } }],
  ['a Makefile appears for a hook that runs make (T1)', { config: hook('make -s guard'), change: { Makefile: 'guard:\n' } }],
  [
    'an .npmrc appears for a hook that runs npm (T7)',
    {
      config: hook('npm run guard'),
      files: { 'package.json': packageJson('1.0.0', 'x') },
      change: { '.npmrc': 'script-shell=./e.sh' },
    },
  ],
  [
    'a script of package.json changes that a hook runs',
    {
      config: hook('npm run guard'),
      files: { 'package.json': packageJson('1.0.0', 'x') },
      change: { 'package.json': packageJson('1.0.0', 'y') },
    },
  ],
  [
    'a module appears that a hook imports (T1)',
    {
      config: hook('node ./hook.mjs'),
      files: { 'hook.mjs': "await import('./late.mjs').catch(() => {});\n" },
      change: { 'late.mjs': '' },
    },
  ],
  [
    'a module appears beside a linked one that imports it (T1)',
    {
      config: hook('node ./hook.mjs'),
      files: { 'lib/hook.mjs': "await import('./late.mjs').catch(() => {});\n", 'hook.mjs': '-> lib/hook.mjs' },
      change: { 'lib/late.mjs': '' },
    },
  ],
  [
    'a program is started elsewhere and its script appears (T1)',
    {
      config: server({ command: 'node', args: ['index.js'], cwd: './server' }),
      files: { 'server/x': '' },
      change: { 'server/index.js': '' },
    },
  ],
  [
    'a file appears in the folder of a local plugin (T1)',
    {
      config: { plugins: { p: './p/' }, agents: { a: { instructions: 'Hi.' } } },
      files: { 'p/index.js': plugin },
      change: { 'p/late.js': '' },
    },
  ],
  [
    'a package appears nearer than the one that was trusted (T1)',
    {
      config: { plugins: { p: 'loadout-plugin-p' }, agents: { a: { instructions: 'Hi.' } } },
      files: installed('.'),
      change: installed('.', `${plugin}// another\n`),
    },
  ],
  [
    'the script of a shell that is called like data changes',
    { config: server({ command: 'bash', args: ['run.log'] }), files: { 'run.log': 'exit 0' }, change: { 'run.log': 'exit 1' } },
  ],
  [
    'a script of an interpreter that is called like data changes',
    { config: server({ command: 'node', args: ['run.csv'] }), files: { 'run.csv': '0' }, change: { 'run.csv': '1' } },
  ],
  [
    'a prompt comes to name a variable (T5)',
    {
      config: { agents: { a: { prompt: 'Hi.' } } },
      change: { 'agent.config.yaml': JSON.stringify({ agents: { a: { prompt: `Hi ${'$'}{env:CANARY}` } } }) },
    },
  ],
  [
    'a secret that a server gets is another one (T5)',
    {
      config: { secrets: { k: { env: 'CANARY' } }, ...server({ command: 'x', env: { K: `${'$'}{secret:k}` } }) },
      change: (cwd) => {
        const file = join(cwd, 'agent.config.yaml');
        writeFileSync(file, readFileSync(file, 'utf8').replace('"env":"CANARY"', '"env":"HOME"'));
      },
    },
  ],
  [
    'the default of a param changes that a hook is made of',
    {
      config: {
        agents: {
          a: {
            instructions: 'Hi.',
            params: { p: { default: 'ls' } },
            hooks: { Stop: [{ hooks: [{ type: 'command', command: `${'$'}{param:p}` }] }] },
          },
        },
      },
      change: (cwd) => {
        const file = join(cwd, 'agent.config.yaml');
        writeFileSync(file, readFileSync(file, 'utf8').replace('"default":"ls"', '"default":"rm x"'));
      },
    },
  ],
  [
    'a link of a hook leads elsewhere',
    {
      config: hook('sh ./hook.sh'),
      files: { 'a.sh': 'exit 0', 'b.sh': 'exit 1', 'hook.sh': '-> a.sh' },
      change: (cwd) => {
        rmSync(join(cwd, 'hook.sh'), { force: true });
        symlinkSync('b.sh', join(cwd, 'hook.sh'));
      },
    },
  ],
  [
    'a repository of its own appears around the configuration',
    {
      config: hook('true'),
      change: (cwd) => {
        rmSync(join(cwd, '.git'), { recursive: true });
        mkdirSync(join(dirname(cwd), '.git'), { recursive: true });
      },
    },
  ],
];

const STAYS: readonly (readonly [string, Scenario])[] = [
  [
    'an agent edits a file that a rule lets it edit (T2)',
    { config: allow('Edit(REVIEW.md)'), files: { 'REVIEW.md': 'a' }, change: { 'REVIEW.md': 'b' } },
  ],
  ['an agent writes such a file for the first time (T2)', { config: allow('Edit(REVIEW.md)'), change: { 'REVIEW.md': 'b' } }],
  [
    'the version of package.json changes under a rule for npm (T2)',
    {
      config: allow('Bash(npm test:*)'),
      files: { 'package.json': packageJson('1.0.0', 'x') },
      change: { 'package.json': packageJson('1.0.1', 'y') },
    },
  ],
  ['a Makefile appears under a rule for make (T7)', { config: allow('Bash(make:*)'), change: { Makefile: 'all:\n' } }],
  [
    'a version changes under a hook that runs a script (T2)',
    {
      config: hook('npm run guard'),
      files: { 'package.json': packageJson('1.0.0', 'x') },
      change: { 'package.json': packageJson('2.0.0', 'x') },
    },
  ],
  [
    'a database changes that an option names (T2)',
    {
      config: { plugins: { p: { use: './p.mjs', options: { file: 'pets.db' } } }, agents: { a: { instructions: 'Hi.' } } },
      files: { 'p.mjs': plugin, 'pets.db': 'SQLite format 3\0' },
      change: { 'pets.db': 'SQLite format 3\0 more' },
    },
  ],
  [
    'a database appears that a server keeps (T2)',
    {
      config: server({ command: 'node', args: ['server.mjs', '--db', 'pets.db'] }),
      files: { 'server.mjs': '' },
      change: { 'pets.db': 'SQLite format 3\0' },
    },
  ],
  [
    'a database appears that a variable of a server names (T2)',
    {
      config: server({ command: './server.mjs', env: { DB: './pets.db' } }),
      files: { 'server.mjs': '' },
      change: { 'pets.db': 'x' },
    },
  ],
  [
    'the instructions change (T3)',
    {
      config: { permissions: { allow: ['Bash(ls:*)'] }, agents: { a: { instructions: { file: './a.md' } } } },
      files: { 'a.md': 'a' },
      change: { 'a.md': 'b' },
    },
  ],
  ['a log of a hook grows', { config: hook('echo x >> ./hook.log'), change: { 'hook.log': 'x' } }],
];

describe('a warm cache gives the verdict of the check itself, which asks again when', () => {
  it.each(ASKS)('%s', async (_, scenario) => {
    expect(await verdicts(scenario)).toEqual({ warm: false, cold: false, check: false });
  });
});

describe('a warm cache gives the verdict of the check itself, which stays when', () => {
  it.each(STAYS)('%s', async (_, scenario) => {
    expect(await verdicts(scenario)).toEqual({ warm: true, cold: true, check: true });
  });

  it('an option names 70 MB (T2)', async () => {
    const config = { plugins: { p: { use: './p.mjs', options: { file: 'pets.db' } } }, agents: { a: { instructions: 'Hi.' } } };
    const files = { 'p.mjs': plugin, 'pets.db': '\0'.repeat(70 * 1024 * 1024) };
    expect(await verdicts({ config, files, change: {} })).toEqual({ warm: true, cold: true, check: true });
  });
});
