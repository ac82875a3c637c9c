import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { judgeConfig } from '@loadout/config';
import { startMockApi } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { environmentOf, loadout, project, root } from '../../lib/loadout.js';
import { type Block, tried } from './blocks.test-kit.js';
import { linesOf, readersShell } from './readers-shell.test-kit.js';

/** The folder of a reader: files, and variables beside a key. */
interface Folder {
  readonly files?: Readonly<Record<string, string>>;
  /** The reader works in this folder of the repository. */
  readonly at?: string;
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

/** The pages whose reader has other files. */
const FOLDERS: Readonly<Record<string, Folder>> = {
  'README.md': { at: root },
  'CONTRIBUTING.md': { at: root },
};

/** The pages about a provider are tried beside a server of it, and those about the engine beside the engine. */
const ELSEWHERE = /^docs\/guide\/(?:providers\/|many-machines|internet-scale)|^packages\/engine-restate\/|^examples\/10/;

const byPage = new Map<string, Block[]>();
for (const block of tried('sh'))
  if (!ELSEWHERE.test(block.page)) byPage.set(block.page, [...(byPage.get(block.page) ?? []), block]);

describe('what a reader types from a page (GAP-G1)', () => {
  it('is found', () => expect(byPage.size).toBeGreaterThan(40));

  it.each([...byPage.keys()])('goes well: %s', async (page) => {
    const reader = await startReader(page, byPage.get(page) ?? []);
    for (const block of byPage.get(page) ?? []) {
      for (const line of linesOf(block.text)) await reader.type(line);
      expect(await reader.closeServers()).not.toContain(1);
    }
  });
});

/** The agents that lines name behind a command. */
const agentsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/loadout (?:run|submit|explain|resume|schedule run) ([a-z]+) ["'-]/g)].map(([, name = '']) => name),
  ),
];

async function startReader(page: string, blocks: readonly Block[]) {
  const text = blocks.map((block) => block.text).join('\n');
  const named = agentsIn(text);
  const { files = {}, at } = FOLDERS[page] ?? {};
  const cwd =
    at ??
    project({
      'agent.config.yaml': configFor(named.length === 0 ? ['helper'] : named),
      'package.json': '{ "name": "readers-folder", "private": true, "scripts": { "test": "true" } }',
      'package-lock.json': '{}',
      ...files,
    });
  const api = await startMockApi({ replies: () => ({ text: 'It is what you carry.' }) });
  onTestFinished(() => api.close());
  const home = project({});
  const env = {
    ...environmentOf({ cwd: home }),
    ...(at === undefined ? { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key-of-the-page' } : {}),
  };
  const shell = readersShell({ cwd, home, env });
  onTestFinished(async () => void (await shell.close()));
  const given: Record<string, string> = { '8800': await freePort(), '…': 'value' };
  if (at === undefined) await begin(cwd, { env, given });
  return {
    async type(line: string) {
      const output = await shell.type(withValues(line, given));
      const [id] = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/.exec(output) ?? [];
      if (id !== undefined) given.ID = id;
    },
    closeServers: () => shell.close(),
  };
}

/** A repository with a commit, whose configuration the reader trusts, and a first session. */
async function begin(
  cwd: string,
  { env, given }: { readonly env: Readonly<Record<string, string>>; given: Record<string, string> },
) {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', cwd, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'Begin.');
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\n');
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
