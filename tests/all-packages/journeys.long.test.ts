import { type ExecFileException, execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatWire, startMockApi } from '@loadout/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../lib/loadout.js';
import { npmEnv } from '../lib/npm-env.js';
import { publishAll } from '../lib/published.js';

/**
 * The ways of newcomers, from an empty folder, with the real npm and a registry on loopback. The table at the end says what each
 * costs them: commands, installed packages, megabytes, seconds, and words that they are shown.
 */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-journeys-')));
const env = npmEnv(folder);
const table: string[] = [];
let registry: Awaited<ReturnType<typeof publishAll>>;

beforeAll(async () => {
  registry = await publishAll(
    join(folder, 'tarballs'),
    async ([program = '', ...args], cwd) => (await spawned(program, args, cwd)).stdout,
  );
  env.npm_config_registry = registry.url;
  // npm keeps what npm create fetched by its name alone, and the next run has another registry.
  env.npm_config_cache = join(folder, 'cache');
});
afterAll(async () => {
  await registry.close();
  console.log([row(['journey', 'commands', 'installed', 'MB', 'seconds', 'words']), ...table].join('\n'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

const spawned = (program: string, args: readonly string[], cwd: string) =>
  new Promise<{ readonly stdout: string; readonly stderr: string }>((resolve, reject) => {
    execFile(program, args, { cwd, env, maxBuffer: 2 ** 26 }, (error: ExecFileException | null, stdout, stderr) =>
      error === null ? resolve({ stdout, stderr }) : reject(new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`)),
    );
  });

const row = ([name = '', ...cells]: readonly string[]) => `${name.padEnd(58)}${cells.map((cell) => cell.padStart(10)).join('')}`;

/** One way through these folders. `types` is what the newcomer types, and returns what is shown. */
async function journey(
  name: string,
  way: (types: (line: string, at?: string) => Promise<string>, here: string) => Promise<void>,
) {
  const here = mkdtempSync(join(folder, 'journey-'));
  const shown = { commands: 0, words: 0 };
  const began = performance.now();
  await way(async (line, at = '.') => {
    const { stdout, stderr } = await spawned('bash', ['-ec', line], join(here, at));
    shown.commands += 1;
    shown.words += `${stdout} ${stderr}`.split(/\s+/).filter((word) => word !== '').length;
    return stdout + stderr;
  }, here);
  const seconds = (performance.now() - began) / 1000;
  const { packages, bytes } = installedIn(here);
  table.push(
    row([name, ...[shown.commands, packages].map(String), (bytes / 2 ** 20).toFixed(1), seconds.toFixed(1), String(shown.words)]),
  );
}

/** The packages of the folder and of those below it, and the size of their files. */
function installedIn(here: string): { readonly packages: number; readonly bytes: number } {
  const files = readdirSync(here, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile() && one.parentPath.includes('node_modules'),
  );
  const locks = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(?:[\w-]+\/)?package-lock\.json$/.test(path),
  );
  const packages = locks.flatMap((path) =>
    Object.keys(JSON.parse(readFileSync(join(here, path), 'utf8')).packages).filter(Boolean),
  );
  return {
    packages: packages.length,
    bytes: files.reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0),
  };
}

it('a first answer without a key', () =>
  journey('empty folder, first answer without a key', async (types) => {
    await types('npm install @loadout/cli @loadout/tool-fs');
    await types('npx @loadout/cli init');
    expect(await types('npx @loadout/cli run "What is in this folder?"')).toContain('done: 1 turn');
  }));

it('an answer of a local server with the API of OpenAI', async () => {
  const api = await startMockApi({ wire: chatWire, replies: () => ({ text: 'It is what you carry.' }) });
  try {
    await journey('empty folder, answer of a local OpenAI-compatible server', async (types) => {
      await types('npm install @loadout/cli @loadout/tool-fs @loadout/model-openai');
      expect(await types(`npx @loadout/cli init --provider ollama --base-url ${api.url}/v1`)).toContain(
        'npx @loadout/cli trust\n',
      );
      await types('npx @loadout/cli trust --yes');
      expect(await types('npx @loadout/cli run "What is a loadout?"')).toContain('It is what you carry.');
    });
  } finally {
    await api.close();
  }
});

const SERVER = join(root, 'packages/mcp/src/testing/hostile-server.mjs');
const server = (behaviour: string) => `{ command: ${process.execPath}, args: [${SERVER}, ${behaviour}] }`;

/** The agent of a team: rules, a hook, servers, and a test. One of the servers hangs. */
const AGENT = `
plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }
providers: { script: { use: "@loadout/model-script", options: { turns: [{ tools: [{ Read: { file_path: notes.md } }] }, { text: Read. }] } } }
permissions: { deny: ["Read(**/.env*)"], allow: ["Bash(npm test:*)", "mcp__notes__echo"] }
hooks:
  PreToolUse: [{ matcher: Bash, hooks: [{ type: command, command: ./guard.sh }] }]
mcpServers: { notes: ${server('good')}, hangs: ${server('hang-initialize')} }
agents:
  helper: { instructions: Help., model: script/any, tools: [Read, Bash, "mcp__notes__*", "mcp__hangs__*"] }
tests:
  - name: reads no secret
    prompt: Read the secret.
    model: { script: [{ tools: [{ Read: { file_path: .env } }] }, { text: No. }] }
    expect: { calls: [{ Read: {}, state: denied }] }
`;

it('an agent with rules, a hook, an MCP server and a test in CI, which waits for no server that hangs', () =>
  journey('agent with rules, hook, MCP server, test in CI', async (types, here) => {
    await types('npm install @loadout/cli @loadout/test @loadout/mcp @loadout/tool-fs @loadout/tool-shell');
    writeFileSync(join(here, 'agent.config.yaml'), AGENT);
    writeFileSync(join(here, 'guard.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    writeFileSync(join(here, 'notes.md'), 'Buy bread.\n');
    await types('npx @loadout/cli check');
    await types('npx @loadout/cli trust --folder');
    expect(await types('npx @loadout/cli run "Read the notes."')).toMatch(
      /"hangs" was not ready[\s\S]*done: 2 turns, 1 tool call/,
    );
    await types('npx --offline --no-install @loadout/cli check --require-trust');
    expect(await types('npx --offline --no-install @loadout/cli test')).toContain('1 passed');
  }));

it('a plugin from nothing into another project', () =>
  journey('plugin from nothing into another project', async (types, here) => {
    await types('npm create loadout glossary --yes -- --template plugin --yes');
    await types('npm install', 'glossary');
    await types('npm run build', 'glossary');
    await types('npm test', 'glossary');
    await types('npm pack', 'glossary');
    mkdirSync(join(here, 'other'));
    await types('npm install @loadout/cli @loadout/tool-fs', 'other');
    await types('npx @loadout/cli init', 'other');
    await types(
      "npx @loadout/cli add ../glossary/loadout-plugin-glossary-0.1.0.tgz --as words --option 'entries.pool=The tools of an agent.'",
      'other',
    );
    expect(await types('npx @loadout/cli list plugins', 'other')).toContain('words');
  }));
