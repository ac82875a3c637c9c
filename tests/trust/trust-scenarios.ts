import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** By path; `-> file` is a link. */
export type Files = Readonly<Record<string, string>>;

/** A trusted configuration, and what changes after that. */
export interface Scenario {
  readonly config: object;
  readonly files?: Files;
  readonly change: Files | ((cwd: string) => void);
}

const hook = (command: string, more: object = {}) => ({
  hooks: { Stop: [{ hooks: [{ type: 'command', command, ...more }] }] },
  agents: { a: { instructions: 'Hi.' } },
});
const allow = (...rules: string[]) => ({ permissions: { allow: rules }, agents: { a: { instructions: 'Hi.' } } });
const server = (entry: object) => ({ mcpServers: { s: entry }, agents: { a: { instructions: 'Hi.' } } });
export const plugin = 'export default { name: "p", api: 1, setup: () => ({ tools: [] }) };\n';
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

/** After these somebody is asked again. */
export const ASKS: readonly (readonly [string, Scenario])[] = [
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
  ...(
    [
      ['its own argument', ['--directory', 'srv', 'run', 'main.py']],
      ['a part of an argument', ['--directory=./srv', 'run', 'main.py']],
      ['an argument with the project', ['--directory', `${'$'}{workspace}/srv`, 'run', 'main.py']],
    ] as const
  ).map(
    ([where, args]) =>
      [
        `the script of a server changes whose folder is ${where} (T1)`,
        { config: server({ command: 'uv', args }), files: { 'srv/main.py': '0' }, change: { 'srv/main.py': '1' } },
      ] as const,
  ),
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

/** These are the work of the agent, or data. */
export const STAYS: readonly (readonly [string, Scenario])[] = [
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
