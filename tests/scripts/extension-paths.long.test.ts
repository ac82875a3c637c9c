import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '@loadout/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BASE_PACKAGES } from './base-packages.js';
import { ROOT } from './load-script.js';
import { copyWorkspace, run } from './workspace-copy.js';

/** The tables of ARCHITECTURE.md and CONTRIBUTING.md promise these numbers. */
const PROMISED = { event: 3, tool: 5, plugin: 0, key: 3, flag: 2, command: 3 };

const GENERATED = /^(?:docs\/reference\/|packages\/[^/]+\/package\.json$)/;

/** The types of a key come from its row (`npm run fix`), and the output of a sample from a run of it (UPDATE_EXPECTED=1). */
const WRITTEN_OF_A_KEY = /^packages\/core\/src\/contract\/plan\/plan-keys\.ts$|\/expected\.txt$/;

/** These packages, in a repository of their own, so that `git status` tells which files a change touches. */
async function scratchBranch(dir: string, packages: readonly string[] = BASE_PACKAGES): Promise<void> {
  copyWorkspace(dir, packages);
  await run('git init -q', { dir });
  await run('git add -A', { dir });
  await run('git -c user.name=a -c user.email=a@b.c commit -qm base', { dir });
}

async function touched(dir: string): Promise<readonly string[]> {
  const status = await run('git status --porcelain --untracked-files=all', { dir });
  return status
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
    .sort();
}

function edit(file: string, found: string, put: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text, file).toContain(found);
  writeFileSync(file, text.replace(found, put));
}

const FIRES = 'packages/runner/src/hooks/stop-hooks.ts';
const EVENT_TEST = `import { expect, it } from 'vitest';
import { model, runAgent } from '../run/scripted.test-kit.js';

it('tells of a model that failed, with the code of the error', async () => {
  const heard: string[] = [];
  const hooks = { ModelFailed: ({ code }: { code: string }) => void heard.push(code) };
  await runAgent({ model: model([{ fail: 'MODEL_NOT_FOUND' }]), hooks });
  expect(heard).toEqual(['MODEL_NOT_FOUND']);
});
`;

const ROW = `  replyLanguage: told('A text to the model, as the instructions.', nonEmpty)
    .describe('The language of its answers.')
    .optional(),
`;
const SAMPLE = 'tests/config-samples/reply-language-without-a-name';
const KEY_PROBE = `import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { expect, it } from 'vitest';
import { model, runAgent } from '../run/scripted.test-kit.js';

it('tells the model the language of the file', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'language-'));
  writeFileSync(join(cwd, 'agent.config.yaml'), 'agents: { a: { instructions: Help., replyLanguage: Latin } }');
  const none = join(cwd, 'none.yaml');
  const { plan } = await loadConfig({ cwd, env: {}, userFile: none, managedFile: none });
  const provider = model([{ text: 'Salve.' }]);
  await runAgent({ plan, model: provider, modelId: 'test' });
  expect(JSON.stringify(provider.requests[0]?.system)).toContain('Answer in Latin.');
});
`;

const FLAG_PROBE = `import { expect, it } from 'vitest';
import { completion } from '../arguments/definitions.js';
import { parseArguments } from '../arguments/parse-arguments.js';
import { execute } from './completion.js';

it('prints only how many lines the script has', async () => {
  const printed: string[] = [];
  await execute(parseArguments(completion, ['bash', '--tally']), { out: (text: string) => printed.push(text) } as never);
  expect(printed.join('')).toMatch(/^\\d+ lines\\n$/);
});
`;

const COMMAND = `import { defineCommand } from '@loadout/core/commands';
import { ledgerRequests } from '../ledger-requests.js';

const definition = {
  name: 'requests',
  group: 'look',
  summary: 'Count the requests to models on this machine.',
  positionals: [],
  flags: [],
  examples: [''],
} as const;

export default defineCommand(definition, async (_, host) => {
  const all = [...ledgerRequests(\`\${host.stateDir}/ledger\`, '2026-01-01')];
  host.out(\`\${all.length} requests\\n\`);
  return 0;
});
`;
const COMMAND_TEST = `import type { CommandHost } from '@loadout/core/commands';
import { expect, it } from 'vitest';
import requests from './requests.js';

it('counts no request where there is no ledger', async () => {
  const printed: string[] = [];
  const host: Partial<CommandHost> = { stateDir: '/repo/none', out: (text) => void printed.push(text) };
  expect(await requests.run({ positionals: {}, rest: [], flags: {} } as never, host as CommandHost)).toBe(0);
  expect(printed).toEqual(['0 requests\\n']);
});
`;

describe('what an extension touches', () => {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-extension-'));
  beforeAll(async () => {
    for (const part of ['config-samples', 'config-samples.test.ts', 'config-samples.test-kit.ts'])
      cpSync(join(ROOT, 'tests', part), join(dir, 'tests', part), { recursive: true });
    // The sample reads these manifests. The code of the packages is not needed.
    for (const name of ['tool-agents', 'tool-script'])
      cpSync(join(ROOT, `packages/${name}/package.json`), join(dir, `packages/${name}/package.json`));
    await scratchBranch(dir);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  /** The problems of this copy, which lacks some packages that fire events. */
  const idle = () => run('node scripts/check-idle.mjs', { dir }).catch(messageOf);
  beforeEach(async () => {
    await run('git reset -q --hard', { dir });
    await run('git clean -qfd', { dir });
  });

  it('a hook event is a row, the place that fires it, and a test', async () => {
    edit(
      join(dir, 'packages/core/src/contract/hook/events.ts'),
      '  SessionEnd: event<',
      `  ModelFailed: event<{ code: string }>('The model could not be asked.', { exit2: 'ignored', sample: { code: '' } }),\n  SessionEnd: event<`,
    );
    edit(join(dir, FIRES), '  const last = run', `  await runHooks('ModelFailed', { code }, run.calls());\n  const last = run`);
    writeFileSync(join(dir, 'packages/runner/src/hooks/model-failed.test.ts'), EVENT_TEST);
    const files = await touched(dir);
    await run(`biome check --error-on-warnings ${files.join(' ')}`, { dir });
    await run('npm run types', { dir });
    await run('npm run layers', { dir });
    expect(await run('vitest run packages/runner/src/hooks packages/core/src/hooks packages/hooks', { dir })).toMatch(/passed/);
    expect(files).toHaveLength(PROMISED.event);
  });

  it('a configuration key is a row, the place that reads it, and a sample', async () => {
    edit(join(dir, 'packages/config/src/schema/agent.ts'), '  background: free(', `${ROW}  background: free(`);
    await run('node scripts/sync-plan.mjs', { dir });
    expect(await idle()).toContain('nothing reads the key replyLanguage of the configuration');
    expect(await idle()).toContain('nothing reads the key replyLanguage of the plan');
    edit(
      join(dir, 'packages/runner/src/model/model-request.ts'),
      '.filter((text) =>',
      `.concat(spec.agent.replyLanguage === undefined ? [] : modelText.instructions(\`Answer in \${spec.agent.replyLanguage}.\`))\n    .filter((text) =>`,
    );
    mkdirSync(join(dir, SAMPLE));
    writeFileSync(join(dir, SAMPLE, 'agent.config.yaml'), 'agents: { a: { replyLanguage: "" } }\n');
    await run('env UPDATE_EXPECTED=1 vitest run tests/config-samples.test.ts -t reply-language-without-a-name', { dir });
    expect(readFileSync(join(dir, SAMPLE, 'expected.txt'), 'utf8')).toContain('agents.a.replyLanguage must not be an empty text');
    const files = await touched(dir);
    writeFileSync(join(dir, 'packages/runner/src/model/language.test.ts'), KEY_PROBE);
    await run('tsc -p tsconfig.json', { dir });
    await run('npm run layers', { dir });
    expect(await idle()).not.toContain('replyLanguage');
    await run('node scripts/sync-plan.mjs --check', { dir });
    const tests = 'packages/runner/src/model/language packages/config/src/schema';
    expect(await run(`vitest run ${tests}`, { dir })).toMatch(/passed/);
    expect(await run('vitest run tests/config-samples.test.ts -t reply-language', { dir })).toMatch(/passed/);
    expect(files.filter((file) => !WRITTEN_OF_A_KEY.test(file))).toHaveLength(PROMISED.key);
  });

  it('a flag is a row of its command, and the place that reads it', async () => {
    const row = `flags: [{ name: 'tally', help: 'Show only how many lines the script has.' }],`;
    edit(join(dir, 'packages/cli/src/arguments/definitions.ts'), 'flags: [],', row);
    expect(await idle()).toContain('no command reads the flag --tally');
    const reader = join(dir, 'packages/cli/src/commands/completion.ts');
    edit(reader, "positionals: [shell = ''] }", "positionals: [shell = ''], flags }");
    edit(reader, '  io.out(script);', "  io.out(flags.tally ? `${script.split('\\n').length} lines\\n` : script);");
    const files = await touched(dir);
    await run(`biome check --error-on-warnings ${files.join(' ')}`, { dir });
    writeFileSync(join(dir, 'packages/cli/src/commands/completion-tally.test.ts'), FLAG_PROBE);
    await run('tsc -p tsconfig.json', { dir });
    expect(await idle()).not.toContain('tally');
    expect(await run('vitest run packages/cli/src/commands/completion-tally packages/cli/src/arguments', { dir })).toMatch(
      /passed/,
    );
    expect(files).toHaveLength(PROMISED.flag);
  });

  it('a command is its module, a line of the manifest, and a test; the rest of its row and the build come from these', async () => {
    const home = join(dir, 'packages/budgets');
    writeFileSync(join(home, 'src/command/requests.ts'), COMMAND);
    writeFileSync(join(home, 'src/command/requests.test.ts'), COMMAND_TEST);
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    manifest.loadout.commands.push({ module: './dist/command/requests.js' });
    writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
    const files = await touched(dir);
    await run('biome check --error-on-warnings packages/budgets/src', { dir });
    await run('tsc -p tsconfig.json', { dir });
    expect(await run('vitest run packages/budgets/src/command', { dir })).toMatch(/passed/);
    await run('tsup --config ../../configs/tsup.config.js', { dir: home });
    const rows = `import { commandRows } from '@loadout/testing'; console.log(JSON.stringify(await commandRows('${home}', ${JSON.stringify(manifest)})));`;
    writeFileSync(join(home, 'dist/rows.mjs'), rows);
    const [, row] = JSON.parse(await run(`node ${join(home, 'dist/rows.mjs')}`, { dir }));
    expect(row).toMatchObject({ name: 'requests', summary: 'Count the requests to models on this machine.' });
    expect(files).toHaveLength(PROMISED.command);
  });

  it('a plugin touches no file of core', async () => {
    await run('node scripts/new-plugin.mjs word-list', { dir });
    const files = await touched(dir);
    expect(files.filter((file) => file.startsWith('packages/core/'))).toHaveLength(PROMISED.plugin);
    expect(files.filter((file) => !file.startsWith('packages/word-list/'))).toEqual(['layers.json']);
  });
});

describe('a tool of npm run new:tool', () => {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-new-tool-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  let told = '';
  let files: readonly string[] = [];

  beforeAll(async () => {
    // No package imports a plugin, so that the types of the others are not needed.
    await scratchBranch(dir, ['core', 'node', 'testing', 'tool-fs']);
    told = await run('node scripts/new-tool.mjs tool-fs CountWords', { dir });
    await run('biome check --write packages/tool-fs', { dir });
    files = await touched(dir);
  });

  it('passes types, lint, layers and its own tests', async () => {
    expect(told).toContain('Wrote packages/tool-fs/src/count-words.ts');
    await run('tsc -p tsconfig.json', { dir });
    await run('node scripts/check-layers.mjs', { dir });
    await run('biome check --error-on-warnings packages/tool-fs', { dir });
    expect(await run('vitest run packages/tool-fs/src/count-words packages/tool-fs/src/index', { dir })).toMatch(/passed/);
    const manifest = JSON.parse(readFileSync(join(dir, 'packages/tool-fs/package.json'), 'utf8')).loadout;
    expect(manifest.tools.at(-1)).toEqual({ name: 'CountWords', readOnly: true });
  });

  it('is a file, its test and a line in the index; manifest and documentation are generated', () => {
    expect(files.filter((file) => !GENERATED.test(file))).toEqual([
      'packages/tool-fs/src/count-words.test.ts',
      'packages/tool-fs/src/count-words.ts',
      'packages/tool-fs/src/index.ts',
    ]);
    // The page of the tools in docs/reference is the one file that this copy cannot generate: it has no build.
    expect(files.length + 1).toBeLessThanOrEqual(PROMISED.tool);
  });
});

describe('the pages about extensions', () => {
  const [drawing, places] = ['ARCHITECTURE.md', 'CONTRIBUTING.md'].map((page) => readFileSync(join(ROOT, page), 'utf8'));
  const lines = `${drawing}`.split('\n');
  const heads = lines.findIndex((line) => line.startsWith('| a hook event |'));
  const cells = (row: number) => lines[row]?.split(' | ') ?? [];

  it.each([
    ['a hook event', PROMISED.event],
    ['a tool in a package of ours', PROMISED.tool],
    ['a plugin', PROMISED.plugin],
    ['a configuration key', PROMISED.key],
    ['a flag', PROMISED.flag],
    ['a command', PROMISED.command],
  ])('promise for %s what these tests count', (what, files) => {
    const row = `${places}`.split('\n').find((line) => line.startsWith(`| ${what} |`));
    expect(row).toMatch(new RegExp(`\\| ${files} `));
    const column = cells(heads).findIndex((head) => head.includes(what));
    expect(cells(heads + 2)[column]).toMatch(new RegExp(`^(?:\\| )?${files}\\b`));
  });

  it('name only files and folders that exist', () => {
    const named = [
      ...`${drawing}${places}`.matchAll(
        /`((?:packages|core|config|runner|sdk|cli|hooks|mcp|tool-[a-z]+|scripts|docs|configs)\/[\w./-]+)`/g,
      ),
    ];
    expect(named.length).toBeGreaterThan(10);
    const missing = named.map(([, path = '']) => path).filter((path) => !exists(path));
    expect(missing).toEqual([]);
  });
});

/** A path of the repository, or of a package's sources without `packages/` and `src/`. */
function exists(path: string): boolean {
  const [first = '', ...rest] = path.replace(/\/$/, '').split('/');
  const inPackage = join(ROOT, 'packages', first, ...(rest[0] === 'src' ? rest : ['src', ...rest]));
  return [join(ROOT, path), inPackage].some((one) => existsSync(one));
}
