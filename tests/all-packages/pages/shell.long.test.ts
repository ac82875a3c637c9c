import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { judgeConfig } from '@loadout/config';
import { startMockApi } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { environmentOf, loadout, project, root } from '../../lib/loadout.js';
import { linesOf, readersShell } from '../../lib/readers-shell.js';
import { type Block, isPacking, languages, notTried, shownOn, strayMarkers, tried } from './blocks.test-kit.js';

/** The folder of a reader: files, and variables beside a key. */
interface Folder {
  readonly files?: Readonly<Record<string, string>>;
  /** The reader has no configuration yet. */
  readonly isEmpty?: boolean;
  /** The lines that the page takes for granted. */
  readonly before?: readonly string[];
}

/** The configuration of a reader who names agents as the page does. */
const configFor = (agents: readonly string[]) => `
plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }
agents:
${agents.map((name) => `  ${name}: { description: Works., instructions: Work., tools: [Read, Bash] }`).join('\n')}
tests:
  - name: answers in one sentence
    agent: ${agents[0]}
    prompt: Hello
    model: { script: [{ text: Hi. }] }
    expect: { outcome: done, text: Hi }
`;

const RECIPE =
  'version: "1.0.0"\ntitle: Review\ndescription: Reviews a change.\ninstructions: Review.\nprompt: Look at the change.\n';
const OPENCODE = JSON.stringify({
  model: 'anthropic/claude-sonnet-4-5',
  permission: { edit: 'ask', bash: { 'git push': 'deny' } },
  agent: { build: { prompt: 'Work.' }, review: { description: 'Reviews.', mode: 'subagent', tools: { write: false } } },
});
const SERVER = `
mcpServers: { everything: { command: ${process.execPath}, args: [${join(root, 'packages/mcp/src/testing/hostile-server.mjs')}, good] } }
agents: { helper: { instructions: Work., tools: ["mcp__everything__*"] } }
`;

const FROM_REGISTRY = 'mcpServers: { weather: { registry: ./server.json } }\nagents: { helper: { instructions: Work. } }\n';
const SERVER_JSON = JSON.stringify({
  name: 'io.github.x/weather',
  version: '1.0.2',
  remotes: [{ type: 'streamable-http', url: 'http://127.0.0.1:9/mcp' }],
});

/** The configuration that a page shows under its name, which its reader writes first. */
const configOn = (page: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    tried('yaml').flatMap(({ page: on, text }) =>
      on === page && text.startsWith('# agent.config.yaml\n') ? [['agent.config.yaml', text]] : [],
    ),
  );

/** A reader whose rules are in git, on main. */
const TRYING: Folder = {
  files: { 'stricter.yaml': configFor(['helper']) },
  before: ['git add agent.config.yaml', 'git -c user.name=a -c user.email=a@b commit -qm Rules.', 'git branch -f main || true'],
};

const PLUGINS: Folder = {
  files: {
    'vendor/notes/.claude-plugin/plugin.json': '{ "name": "notes" }',
    'vendor/notes/skills/look/SKILL.md': '---\ndescription: Looks.\n---\nLook.\n',
    'crm/package.json': '{ "name": "loadout-plugin-crm", "version": "1.0.0", "loadout": { "api": 1, "plugin": "./index.js" } }',
  },
};

const REWINDING: Folder = { files: { 'agent.config.yaml': `sessions: { checkpoints: true }${configFor(['helper'])}` } };

const TESTING: Folder = { files: { 'agent.config.yaml': configFor(['helper']).replace('Read, Bash', '') } };

/** The pages whose reader has another folder than most. */
const FOLDERS: Readonly<Record<string, Folder>> = {
  'README.md': { isEmpty: true },
  'packages/setup/README.md': { isEmpty: true },
  'docs/guide/getting-started.md': { isEmpty: true },
  'docs/guide/be-asked-less.md': TRYING,
  'docs/guide/be-asked-less/compare.md': TRYING,
  'docs/guide/claude-plugins.md': PLUGINS,
  'docs/guide/claude-plugins/author.md': PLUGINS,
  'docs/guide/coming-from/docker-agent.md': { isEmpty: true, files: shownOn('docs/guide/coming-from/docker-agent.md') },
  'docs/guide/coming-from/opencode.md': { isEmpty: true, files: { 'opencode.json': OPENCODE, 'notes.md': 'Buy milk.\n' } },
  'docs/guide/memory.md': {
    files: { 'agent.config.yaml': 'plugins: { memory: "@loadout/tool-memory" }\nagents: { helper: { instructions: Help. } }\n' },
  },
  'docs/guide/mcp.md': { files: { 'agent.config.yaml': SERVER } },
  'docs/guide/mcp-registry.md': { isEmpty: true, files: { 'agent.config.yaml': FROM_REGISTRY, 'server.json': SERVER_JSON } },
  'docs/guide/other-tools/import.md': { isEmpty: true, files: { 'recipe.yaml': RECIPE } },
  'docs/guide/sessions-and-resume/rewind.md': REWINDING,
  'docs/guide/script-tools.md': { files: configOn('docs/guide/script-tools.md') },
  'docs/guide/skills.md': {
    files: { '.claude/skills/notes/SKILL.md': '---\nname: notes\ndescription: Writes notes.\n---\nDo it.\n' },
  },
  ...Object.fromEntries(
    ['test-an-agent', 'test-an-agent/real-models', 'test-an-agent/reports'].map((page) => [`docs/guide/${page}.md`, TESTING]),
  ),
  'docs/guide/view-a-run.md': {
    before: ['loadout sessions export latest --format jsonl > run.jsonl', 'cp run.jsonl other.jsonl'],
  },
  ...Object.fromEntries(
    ['which-model', 'which-model/compare'].map((page) => [
      `docs/guide/${page}.md`,
      { files: configOn('docs/guide/which-model.md') },
    ]),
  ),
  'packages/checkpoints/README.md': REWINDING,
  'packages/create-loadout/README.md': { isEmpty: true },
  'packages/rules/README.md': TRYING,
  'packages/import/README.md': { isEmpty: true, files: { 'recipe.yaml': RECIPE } },
};

/** The reader of these pages has written the files that they show. */
const folderOf = (page: string): Folder =>
  /^docs\/guide\/(?:recipes|coming-from)\//.test(page) ? { files: { ...configOn(page), ...shownOn(page) } } : {};

/** The blocks that belong into a clone of this repository. */
const inClone = ({ page, text }: Block) => (page === 'README.md' || page === 'CONTRIBUTING.md') && text.startsWith('npm ci');

/** The pages about a provider are tried beside a server of it, and those about the engine in its suite and in `engine-pages`. */
const ELSEWHERE = /^docs\/guide\/(?:providers\/|many-machines|engine|internet-scale)|^packages\/engine-restate\//;

const byPage = new Map<string, Block[]>();
for (const block of tried('sh'))
  if (!ELSEWHERE.test(block.page) && !isPacking(block)) byPage.set(block.page, [...(byPage.get(block.page) ?? []), block]);

describe('markers of blocks that are not tried (GAP-G1)', () => {
  it('are these, each with a reason', () => {
    expect(notTried.map(({ page, notTried: reason }) => `${page}: ${reason}`)).toEqual([
      'docs/guide/claude-agent-sdk.md: the SDK for Python is not installed here',
      'docs/guide/claude-plugins.md: asks npm and a registry; packages/claude-files/src/search/search.test.ts does',
      'docs/guide/mcp.md: a person logs in at a page',
      'docs/guide/operate.md: needs a Docker daemon; tests/engine/compose.engine.ts starts the same services as processes',
      'docs/guide/operate.md: needs a cluster; tests/scripts/deploy.test.ts compares names, ports, files and variables of the manifests',
      'docs/guide/recipes/migration.md: needs an engine and remotes; tests/engine/workspace.engine.ts submits runs with a repository',
      'docs/guide/trust-and-lock/lock.md: a package of somebody else; tests/trust/add-remove.long.test.ts adds and removes one',
      'docs/guide/write-a-model-provider.md: a part of tests/wires/example-provider.fixture.ts, which its test and the compiler hold',
      'docs/guide/write-a-plugin/test.md: examines a built package; tests/create/plugin-doctor.long.test.ts does',
    ]);
  });

  it('leave no other language: a block is tried, or shows what is printed or changed', () => {
    const tryable = ['sh', 'ts', 'js', 'yaml', 'json'];
    expect(languages.filter((one) => !tryable.includes(one) && !['text', 'diff', 'markdown'].includes(one))).toEqual([]);
  });

  it('stand before a block', () => expect(strayMarkers).toEqual([]));
});

describe('what a reader types from a page (GAP-G1)', () => {
  it('is found', () => expect(byPage.size).toBeGreaterThan(40));

  it.each([...byPage.keys()])('goes well: %s', async (page) => {
    const reader = await startReader(page, byPage.get(page) ?? []);
    for (const block of byPage.get(page) ?? []) {
      if (inClone(block)) await reader.type(`cd ${root}`);
      for (const line of linesOf(block.text)) await reader.type(line);
      expect(await reader.closeServers()).not.toContain(1);
    }
  });
});

/** The agents that lines name behind a command. */
const agentsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/loadout (?:run|submit|explain|schedule run) ([a-z]+)(?= ["'#-]| {2}|$)/gm)].map(([, name = '']) => name),
  ),
];

async function startReader(page: string, blocks: readonly Block[]) {
  const named = agentsIn(blocks.map((block) => block.text).join('\n'));
  const { files = {}, isEmpty = false, before = [] } = FOLDERS[page] ?? folderOf(page);
  const cwd = project({
    ...(isEmpty ? {} : { 'agent.config.yaml': configFor(named.length === 0 ? ['helper'] : named) }),
    'package.json': '{ "name": "readers-folder", "private": true, "scripts": { "test": "true" } }',
    'package-lock.json': '{}',
    ...files,
  });
  const api = await startMockApi({ replies: () => ({ text: 'It is what you carry.' }) });
  onTestFinished(() => api.close());
  const home = project({});
  const env = { ...environmentOf({ cwd: home }), ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key-of-the-page' };
  const shell = readersShell({ cwd, home, env });
  onTestFinished(async () => void (await shell.close()));
  const given: Record<string, string> = { '8800': await freePort(), '…': 'value' };
  if (!isEmpty) await begin(cwd, { env, given });
  for (const line of before) await shell.type(line);
  return {
    async type(line: string) {
      const output = await shell.type(withValues(line, given));
      const [id] = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/.exec(output) ?? [];
      if (id !== undefined) given.ID = id;
    },
    closeServers: () => shell.close(),
  };
}

/** A repository with a commit and a change, whose configuration the reader trusts, and a first session. */
async function begin(
  cwd: string,
  { env, given }: { readonly env: Readonly<Record<string, string>>; given: Record<string, string> },
) {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', cwd, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
  git('init', '-q');
  writeFileSync(join(cwd, 'notes.md'), 'Buy bread.\n');
  git('add', 'notes.md');
  git('commit', '-q', '-m', 'Begin.');
  writeFileSync(join(cwd, 'notes.md'), 'Buy milk.\n');
  const { hash } = await judgeConfig({ cwd, env, trust: { file: join(cwd, 'nobody.json') } });
  given['<sha256>'] = hash;
  await loadout(['trust', '--yes'], { cwd, env, trust: false });
  const { stderr } = await loadout(['run', '--output', 'json', 'Hi.'], { cwd, env, trust: false });
  given.ID = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(stderr)?.[0] ?? '';
}

/** The line with a value for each thing that a reader fills in. */
const withValues = (line: string, given: Readonly<Record<string, string>>): string =>
  line
    .replaceAll(/<id>|\bID\b|\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, given.ID ?? '')
    .replaceAll(/<sha256>|\b8800\b|…/g, (found) => given[found] ?? found);

const freePort = () =>
  new Promise<string>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(String(typeof address === 'object' ? address?.port : '')));
    });
  });
