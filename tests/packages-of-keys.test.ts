import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firstOf, longIt } from './lib/breadth.js';
import { root } from './lib/loadout.js';

/** A folder in which the runner and what it stands on are installed as built, and nothing beside them; and a project with traps in it. */
function installation() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-keys-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const install = (name: string) => {
    for (const part of ['package.json', 'dist'])
      cpSync(join(root, 'packages', name, part), join(folder, 'node_modules/@loadout', name, part), { recursive: true });
  };
  for (const name of ['core', 'models', 'runner', 'sessions']) install(name);
  const project = join(folder, 'project');
  for (const name of ['budgets', 'checkpoints', 'otel']) trap(join(project, 'node_modules/@loadout', name));
  return { folder, project, install };
}

/** A package of a cloned repository that says so when it is loaded. */
function trap(dir: string): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'trap', type: 'module', exports: './index.js' }));
  writeFileSync(join(dir, 'index.js'), 'console.log("the trap was loaded"); export const openBudgets = () => undefined;');
}

const PROGRAM = `
import { createAgent } from '@loadout/runner';
const [options, step] = JSON.parse(process.argv[2]);
const usage = { input_tokens: 1, output_tokens: 1 };
const model = { name: 'm', async *stream() {
  yield { type: 'start', usage };
  yield { type: 'block', block: { type: 'text', text: 'Done.' } };
  yield { type: 'end', stopReason: 'end_turn', usage };
} };
const base = { configDir: process.cwd(), workspace: process.cwd(), plugins: [], providers: {}, hooks: [], secrets: [], sessions: {},
  models: { m: { provider: 'm', id: 'm', price: { input: 1, output: 1 } } },
  permissions: { mode: 'default', rules: [], additionalDirectories: [] },
  agents: { main: { name: 'main', instructions: '', models: ['m'], tools: [], disallowedTools: [], permissions: { rules: [] }, hooks: [],
    limits: {}, concurrency: 1, model: {} } } };
try {
  const agent = await createAgent({ model, modelId: 'm', ...options, plan: { ...base, ...options.plan } });
  const run = agent.run('Go.');
  const { outcome } = await run.result;
  if (step === 'rewind') await run.rewind('p');
  console.log(outcome);
} catch ({ code, message, fix, position }) {
  console.log(JSON.stringify({ code, message, fix, position }));
}
`;

type Given = readonly [options: object, step?: 'rewind'];

async function told({ folder, project }: ReturnType<typeof installation>, ...given: Given): Promise<string> {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
  const env = { PATH: process.env.PATH, HOME: folder };
  const ran = await promisify(execFile)(process.execPath, [program, JSON.stringify(given)], { cwd: project, env });
  return ran.stdout.trim();
}

const position = { file: '/etc/loadout/settings.yaml', line: 1, column: 1 };
const budgets = [{ name: 'team', usd: 5, per: 'day', everywhere: true, position }];

describe('a run without the packages of budgets and checkpoints', () => {
  it('needs neither as long as no key asks for them, and loads none from the project', async () => {
    expect(await told(installation(), {})).toBe('success');
  });

  it.each<[name: string, use: string, given: Given]>(
    firstOf(2, [
      ['a budget, also one of the settings', 'budgets', [{ plan: { budgets } }]],
      ['sessions.checkpoints', 'checkpoints', [{ plan: { sessions: { checkpoints: true } } }]],
      ['the option ledger', 'budgets', [{ ledger: '/tmp/none' }]],
      ['the option checkpoints', 'checkpoints', [{ checkpoints: true }]],
      ['a rewind', 'checkpoints', [{}, 'rewind']],
    ]),
  )('is refused for %s, with the line that installs the package', async (_, name, given) => {
    const { code, message, fix } = JSON.parse(await told(installation(), ...given));
    expect([code, message, fix]).toEqual([
      'PACKAGE_NOT_INSTALLED',
      expect.stringContaining(`@loadout/${name}`),
      expect.stringContaining(`npm install @loadout/${name}`),
    ]);
  });

  it('is refused for telemetry, whose package in the project is not loaded', async () => {
    const { code, fix } = JSON.parse(await told(installation(), { plan: { telemetry: { otel: true } } }));
    expect([code, fix]).toEqual(['OTEL_MISSING', expect.stringContaining('npm install @loadout/otel')]);
  });

  longIt('names the place of the budget that needs the package', async () => {
    expect(JSON.parse(await told(installation(), { plan: { budgets } }))).toMatchObject({ position });
  });

  it('starts once they are installed beside it', async () => {
    const at = installation();
    at.install('budgets');
    at.install('checkpoints');
    cpSync(join(root, 'node_modules/diff'), join(at.folder, 'node_modules/diff'), { recursive: true });
    expect(await told(at, { plan: { budgets }, checkpoints: true }, 'rewind')).toBe('success');
  });
});

/** A folder in which core and config are installed as built, and a project whose own package of that name is a trap. */
function reader() {
  const { folder, project, install } = installation();
  install('config');
  cpSync(join(root, 'node_modules/jiti'), join(folder, 'node_modules/jiti'), { recursive: true });
  trap(join(project, 'node_modules/@loadout/claude-files'));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  };
  write('.claude/settings.json', JSON.stringify({ permissions: { deny: ['WebFetch'] } }));
  return { folder, project, install, write };
}

const READ = `
import { judgeConfig, loadConfig } from '@loadout/config';
const [step, options] = JSON.parse(process.argv[2]);
const given = { cwd: process.cwd(), env: { HOME: '/nonexistent' }, ...options };
try {
  const { plan, parts } = await (step === 'judge' ? judgeConfig({ ...given, trust: { file: '/nonexistent/trust.json' } }) : loadConfig(given));
  console.log(JSON.stringify(plan?.permissions.rules.map(({ behavior, tool }) => behavior + ' ' + tool) ?? parts));
} catch ({ problems, message }) {
  console.log(JSON.stringify(problems?.map(({ code, message, fix, position }) => ({ code, message, fix, position })) ?? message));
}
`;

async function read({ folder, project }: ReturnType<typeof reader>, step: 'load' | 'judge', options: object = {}) {
  const program = join(folder, 'read.mjs');
  writeFileSync(program, READ);
  const ran = await promisify(execFile)(process.execPath, [program, JSON.stringify([step, options])], { cwd: project });
  return JSON.parse(ran.stdout);
}

const AGENT = 'agents: { main: {} }\n';
const claude = { sources: ['project'] };

describe('a configuration without the package that reads files of other programs', () => {
  it('needs none as long as nothing asks for such files, and loads none from the project', async () => {
    const at = reader();
    at.write('agent.config.yaml', `compat: []\n${AGENT}`);
    expect(await read(at, 'load')).toEqual([]);
  });

  it.each<[name: string, files: Readonly<Record<string, string>>, step: 'load' | 'judge', what: string, options?: object]>(
    firstOf(2, [
      ['compat', { 'agent.config.yaml': `compat: true\n${AGENT}` }, 'load', 'compat'],
      ['compat, as trust is asked for', { 'agent.config.yaml': `compat: [settings]\n${AGENT}` }, 'judge', 'compat'],
      [
        'compat of an extended file',
        { 'agent.config.yaml': `extends: ./base.yaml\n${AGENT}`, 'base.yaml': 'compat: { settings: true }\n' },
        'load',
        'compat',
      ],
      ['the option claude', {}, 'load', 'The option claude', { document: { agents: { main: {} } }, claude }],
      [
        'the option claude, as trust is asked for',
        {},
        'judge',
        'The option claude',
        { document: { agents: { main: {} } }, claude },
      ],
    ]),
  )('is refused for %s, with the line that installs the package', async (_, files, step, what, options) => {
    const at = reader();
    for (const [name, text] of Object.entries(files)) at.write(name, text);
    expect(await read(at, step, options)).toMatchObject([
      {
        code: 'CONFIG_PLUGIN_MISSING',
        message: `${what} uses @loadout/claude-files, which is not installed.`,
        fix: 'npm install @loadout/claude-files',
      },
    ]);
  });

  longIt('names the place of the key that needs the package', async () => {
    const at = reader();
    at.write('agent.config.yaml', `${AGENT}compat: true\n`);
    expect(await read(at, 'load')).toMatchObject([
      { position: { file: join(at.project, 'agent.config.yaml'), line: 2, column: 1 } },
    ]);
  });

  it('keeps the deny rules of the files once the package is installed beside it', async () => {
    const at = reader();
    at.install('claude-files');
    at.write('agent.config.yaml', `compat: true\n${AGENT}`);
    expect(await read(at, 'load')).toEqual(['deny WebFetch']);
  });
});
