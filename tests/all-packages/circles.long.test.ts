import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chatWire, startMockApi } from '@loadout/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../lib/loadout.js';
import { npmEnv } from '../lib/npm-env.js';
import { loadScript } from '../scripts/load-script.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-circles-')));
const BASE = join(folder, 'base');
let cwd = BASE;
const closers: (() => Promise<void>)[] = [];
const env: Record<string, string> = { ...npmEnv(folder), ANTHROPIC_API_KEY: 'k' };

/** The names of all published packages. */
const names: string[] = [];

const FIRST = ['@loadout/cli', '@loadout/tool-fs', '@loadout/model-anthropic'];

const installed = () => readdirSync(join(cwd, 'node_modules/@loadout')).sort();
const lockOf = (): { readonly packages: Readonly<Record<string, unknown>> } =>
  JSON.parse(readFileSync(join(cwd, 'node_modules/.package-lock.json'), 'utf8'));

async function ran(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env, timeout: 300_000 }).catch((error) => {
    throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

const install = (...names: readonly string[]) => ran('npm', ['install', '--ignore-scripts', ...names]);
const command = () => join(cwd, 'node_modules/@loadout/cli/bin/loadout.js');
const loadout = (...args: readonly string[]) => ran(process.execPath, [command(), ...args]);
const program = (text: string) => ran(process.execPath, ['--input-type=module', '-e', text]);

const WRITES = '{ Write: { file_path: new.txt, content: new } }';

interface Wishes {
  readonly model?: string;
  /** The call of the model. */
  readonly call?: string;
  /** Further plugins, tools, rules that allow, and providers. */
  readonly plugins?: string;
  readonly tools?: string;
  readonly allow?: string;
  readonly providers?: string;
}

/** An agent of this model, with further keys. The person trusts it. */
async function configured(keys = '', wishes: Wishes = {}): Promise<void> {
  const { model = 'script/any', call = WRITES, plugins = '', tools = '', allow = '' } = wishes;
  const turns = `[{ tools: [${call}] }, { text: Done. }]`;
  const script = `{ use: '@loadout/model-script', options: { turns: ${turns} } }`;
  const claude = `{ use: '@loadout/model-anthropic', options: { baseUrl: '${env.API_URL}' } }`;
  const agent = `{ instructions: Answer., model: ${model}, tools: [Read, Write${tools}], permissions: { allow: [Write${allow}] } }`;
  const providers = `providers: { script: ${script}, claude: ${claude}${wishes.providers ?? ''} }`;
  writeFileSync(
    join(cwd, 'agent.config.yaml'),
    `plugins: { fs: '@loadout/tool-fs'${plugins} }\n${providers}\nagents: { a: ${agent} }\n${keys}`,
  );
  await loadout('trust', '--yes').catch(() => {});
}

/** The result of a call of a tool that `@loadout/tool-<name>` brings, in a run. */
async function called(name: string, call: Readonly<Record<string, object>>, { options = '{}' } = {}): Promise<string> {
  const [tool = ''] = Object.keys(call);
  const plugins = `, ${name}: { use: '@loadout/tool-${name}', options: ${options} }`;
  await configured('', { call: JSON.stringify(call), plugins, tools: `, ${tool}`, allow: `, ${tool}` });
  const events = (await loadout('run', 'a', 'Go.', '--output', 'stream-json')).split('\n').filter((line) => line !== '');
  const results = events.map((line) => JSON.parse(line)).filter(({ type }) => type === 'tool_result');
  expect(results).toMatchObject([{ name: tool, isError: false }]);
  return JSON.stringify(results[0].content);
}

/** The address of `loadout serve http` in the project, until the test ends. */
async function served(): Promise<string> {
  await configured();
  const server = spawn(process.execPath, [command(), 'serve', 'http', '--no-auth'], { cwd, env });
  onTestFinished(() => void server.kill('SIGTERM'));
  let told = '';
  server.stderr.on('data', (chunk) => {
    told += String(chunk);
  });
  const url = () => /at (http:\S+)/.exec(told)?.[1];
  await expect.poll(url, { timeout: 60_000 }).toBeDefined();
  return String(url());
}

const json = async (url: string, body?: object) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
};

beforeAll(async () => {
  const { packagesOf } = await loadScript<{ packagesOf(root: string): { json: { name: string; private?: boolean } }[] }>(
    'lib/workspace.mjs',
  );
  const { pack } = await loadScript<{
    pack(packages: unknown, options: object): Map<string, { tarball: string }>;
  }>('lib/pack.mjs');
  const { startTarballRegistry } = await loadScript<{
    startTarballRegistry(options: object): Promise<{ url: string; close(): Promise<void> }>;
  }>('lib/tarball-registry.mjs');
  const published = packagesOf(root).filter((one) => one.json.private !== true);
  names.push(...published.map((one) => one.json.name));
  const packed = pack(published, { root, folder });
  const registry = await startTarballRegistry({ tarballs: [...packed.values()].map(({ tarball }) => tarball) });
  closers.push(() => registry.close());
  env.npm_config_registry = registry.url;
  const api = await startMockApi({ replies: Array(9).fill({ blocks: [{ type: 'text', text: 'From the API.' }] }) });
  closers.push(() => api.close());
  env.API_URL = api.url;
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }\n');
  await install(...FIRST);
});
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe('the command, the tools for files and a model', () => {
  it('install nothing of the hosts and surfaces', () => {
    expect(installed()).toEqual([
      'budgets',
      'cli',
      'config',
      'core',
      'hooks',
      'lock',
      'model-anthropic',
      'model-script',
      'models',
      'runner',
      'tool-fs',
    ]);
  });

  it('run an agent over HTTP', async () => {
    await configured('', { model: 'claude/claude-sonnet-5-5' });
    expect(await loadout('run', 'a', 'Hello.')).toContain('From the API.');
  });

  it('run, check and list without any other package', async () => {
    await configured();
    expect(await loadout('run', 'a', 'Go.')).toContain('Done.');
    expect(readFileSync(join(cwd, 'new.txt'), 'utf8')).toBe('new');
    await loadout('check');
    expect(await loadout('tools', 'a')).toContain('Write');
    expect(JSON.parse(await loadout('cost', '--json'))).toMatchObject({ by: 'day' });
  });
});

/** The most packages of an agent with files, a shell and Claude. */
const MOST = 40;

/** A real use of each package, once it is installed on top. */
const ON_TOP: readonly (readonly [name: string, does: () => Promise<void>])[] = [
  [
    'viewer',
    async () => {
      await configured();
      await loadout('run', 'a', 'Go.');
      await loadout('view', 'latest', '--export', 'run.html');
      expect(readFileSync(join(cwd, 'run.html'), 'utf8')).toContain('<html');
    },
  ],
  [
    'checkpoints',
    async () => {
      await install('@loadout/viewer');
      await configured('sessions: { checkpoints: true }\n');
      rmSync(join(cwd, 'new.txt'), { force: true });
      await loadout('run', 'a', 'Go.');
      const changes = JSON.parse(await loadout('diff', '--json'));
      expect(changes).toMatchObject({ source: 'checkpoints', files: [{ path: 'new.txt', change: 'created' }] });
      await loadout('rewind', 'latest', '1', '--yes');
      expect(existsSync(join(cwd, 'new.txt'))).toBe(false);
    },
  ],
  [
    'shell-rules',
    async () => {
      const text = "import { analyse } from '@loadout/shell-rules'; console.log(analyse('git log -p | head').readOnly);";
      expect(await program(text)).toBe('true\n');
    },
  ],
  [
    'test',
    async () => {
      await configured('tests: [{ name: ends, prompt: Go., model: { script: [{ text: Done. }] }, expect: { outcome: done } }]\n');
      expect(await loadout('test')).toContain('1 passed');
    },
  ],
  [
    'import',
    async () => {
      const file = 'agents: { root: { model: anthropic/claude-sonnet-5-5, description: A., instruction: Hi. } }\n';
      writeFileSync(join(cwd, 'cagent.yaml'), file);
      expect(await loadout('import', 'cagent.yaml')).toContain('agents:');
    },
  ],
  ['serve', async () => expect((await json(`${await served()}/health`)).status).toBe(200)],
  [
    'a2a',
    async () => {
      expect((await json(`${await served()}/.well-known/agent-card.json`)).text).toContain('"name":"a"');
    },
  ],
  [
    'ag-ui',
    async () => {
      const messages = [{ id: 'm', role: 'user', content: 'Go.' }];
      const input = { threadId: 't', runId: 'r', messages, tools: [], context: [], state: {}, forwardedProps: {} };
      expect((await json(`${await served()}/agui`, input)).text).toContain('RUN_FINISHED');
    },
  ],
  [
    'acp',
    async () => {
      const editor = spawn(process.execPath, [command(), 'acp'], { cwd, env });
      onTestFinished(() => void editor.kill('SIGTERM'));
      let answer = '';
      editor.stdout.on('data', (chunk) => {
        answer += String(chunk);
      });
      const params = { protocolVersion: 1, clientCapabilities: {} };
      editor.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
      await expect.poll(() => answer, { timeout: 60_000 }).toContain('"protocolVersion":1');
    },
  ],
  [
    'chat',
    async () => {
      const text = "import { settingsSchema } from '@loadout/chat'; console.log(typeof settingsSchema);";
      expect(await program(text)).toMatch(/^(?:object|function)\n$/);
    },
  ],
  [
    'claude-files',
    async () => {
      mkdirSync(join(cwd, 'skills/greet'), { recursive: true });
      writeFileSync(join(cwd, 'skills/greet/SKILL.md'), '---\nname: greet\ndescription: Greets people.\n---\nSay hello.\n');
      await configured('skills: { mine: ./skills }\n');
      await loadout('check');
      await loadout('skill', 'check', 'skills/greet');
    },
  ],
  [
    'rules',
    async () => {
      await configured();
      await loadout('run', 'a', 'Go.');
      expect(JSON.parse(await loadout('rules', 'suggest', '--json'))).toHaveProperty('rules');
    },
  ],
  [
    'sdk',
    async () => {
      const text = `import { query } from '@loadout/sdk';
for await (const message of query({ prompt: 'Hello.', options: { model: 'claude-sonnet-5-5', env: { ...process.env, ANTHROPIC_BASE_URL: process.env.API_URL } } }))
  if (message.type === 'result') console.log(message.result);`;
      expect(await program(text)).toBe('From the API.\n');
    },
  ],
  [
    'testing',
    async () => {
      await ran('git', ['init', '-q']);
      expect(await loadout('plugin', 'doctor', 'node_modules/@loadout/tool-fs').catch(String)).toContain('Read');
    },
  ],
  [
    'model-openai',
    async () => {
      const api = await startMockApi({ wire: chatWire, replies: [{ blocks: [{ type: 'text', text: 'From the chat API.' }] }] });
      onTestFinished(() => api.close());
      const providers = `, own: { use: '@loadout/model-openai', options: { api: chat, apiKey: k, baseUrl: '${api.url}/v1' } }`;
      await configured('', { model: 'own/any', providers });
      expect(await loadout('run', 'a', 'Hello.')).toContain('From the chat API.');
    },
  ],
  [
    'model-ai-sdk',
    async () => {
      await install('@ai-sdk/openai-compatible@2.0.91');
      const api = await startMockApi({ wire: chatWire, replies: [{ blocks: [{ type: 'text', text: 'From the AI SDK.' }] }] });
      onTestFinished(() => api.close());
      const settings = `{ name: mock, baseURL: '${api.url}/v1', apiKey: k }`;
      const options = `{ package: '@ai-sdk/openai-compatible', create: createOpenAICompatible, settings: ${settings} }`;
      await configured('', { model: 'own/any', providers: `, own: { use: '@loadout/model-ai-sdk', options: ${options} }` });
      expect(await loadout('run', 'a', 'Hello.')).toContain('From the AI SDK.');
    },
  ],
  [
    'model-apis',
    async () => {
      const text = "import * as shared from '@loadout/model-apis'; console.log(Object.keys(shared).length > 0);";
      expect(await program(text)).toBe('true\n');
    },
  ],
  [
    'tool-agents',
    async () => {
      const call = { Agent: { description: 'Asks.', prompt: 'Hello.', subagent_type: 'general-purpose' } };
      await configured('', {
        call: JSON.stringify(call),
        plugins: ", agents: { use: '@loadout/tool-agents' }",
        tools: ', Agent',
        allow: ', Agent',
      });
      expect(await loadout('run', 'a', 'Go.', '--output', 'stream-json')).toContain('"type":"subagent"');
    },
  ],
  [
    'tool-git',
    async () => {
      await ran('git', ['init', '-q']);
      await ran('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'One.']);
      expect(await called('git', { EnterWorktree: { name: 'side' } })).toContain('side');
    },
  ],
  [
    'tool-lsp',
    async () => {
      await configured('', { plugins: ", lsp: { use: '@loadout/tool-lsp' }", tools: ', LSP' });
      expect(await loadout('tools', 'a')).toContain('LSP');
    },
  ],
  [
    'tool-memory',
    async () => {
      const note = { command: 'create', path: '/memories/a.md', file_text: 'Short answers.' };
      await called('memory', { Memory: note });
      expect(await loadout('memory', 'list')).toContain('a.md');
    },
  ],
  [
    'tool-remote-agents',
    async () => {
      const api = await startMockApi({ wire: chatWire, replies: [{ blocks: [{ type: 'text', text: 'From far away.' }] }] });
      onTestFinished(() => api.close());
      const options = `{ agents: { far: { openai: '${api.url}/v1', model: far, key: k, description: Far. } } }`;
      expect(await called('remote-agents', { RemoteAgent: { agent: 'far', prompt: 'Hello.' } }, { options })).toContain(
        'From far away.',
      );
    },
  ],
  [
    'tool-schedule',
    async () => {
      expect(await called('schedule', { CronCreate: { cron: '0 9 * * *', prompt: 'Report.', recurring: true } })).toContain(
        '09:00',
      );
    },
  ],
  [
    'tool-script',
    async () => {
      await configured("tools: { hello: { description: Greets., run: [node, -e, 'console.log(6 * 7)'], readOnly: true } }\n", {
        tools: ', hello',
      });
      expect(await loadout('tools', 'run', 'hello')).toContain('42');
    },
  ],
  [
    'tool-search',
    async () => {
      writeFileSync(join(cwd, 'handbook.md'), '# Leave\n\nEverybody has thirty days of leave.\n');
      const options = "{ sources: [{ name: docs, paths: ['*.md'], description: The handbook }] }";
      expect(await called('search', { Search: { query: 'days of leave' } }, { options })).toContain('thirty days');
    },
  ],
  [
    'tool-session',
    async () => expect(await called('session', { ToolSearch: { query: 'Read' } })).toContain('No tool is deferred'),
  ],
  [
    'tool-shell',
    async () => {
      expect(await called('shell', { Bash: { command: 'echo $((6 * 7))', description: 'Computes.' } })).toContain('42');
      expect(Object.keys(lockOf().packages).length).toBeLessThanOrEqual(MOST);
    },
  ],
  [
    'tool-tasks',
    async () => {
      const task = { subject: 'Write it', description: 'Write the text.' };
      expect(await called('tasks', { TaskCreate: task })).toContain('Write it');
    },
  ],
  [
    'tool-web',
    async () => {
      const server = createServer((_, response) => void response.setHeader('content-type', 'text/html').end('<h1>A page</h1>'));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      onTestFinished(() => void server.close());
      const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
      expect(await called('web', { WebFetch: { url } }, { options: '{ allowHosts: [localhost] }' })).toContain('A page');
    },
  ],
  [
    'adapters',
    async () => {
      const text = `import { toolkit } from '@loadout/adapters';
import fs from '@loadout/tool-fs';
const kit = await toolkit({ plugins: { fs: { plugin: fs, options: {} } }, permissions: { allow: ['Read'] } });
console.log(typeof kit.aiSdk); await kit.close();`;
      expect(await program(text)).toBe('function\n');
    },
  ],
  [
    'otel',
    async () => {
      await configured('telemetry: { otel: { endpoint: "http://127.0.0.1:9" } }\n');
      expect(await loadout('run', 'a', 'Go.')).toContain('Done.');
    },
  ],
  [
    'mcp',
    async () => {
      await configured();
      expect(await loadout('serve', 'mcp', '--help')).toContain('Usage: loadout serve mcp');
    },
  ],
  [
    'engine-restate',
    async () => {
      env.LOADOUT_ENGINE = 'http://127.0.0.1:9';
      env.LOADOUT_ENGINE_ADMIN = 'http://127.0.0.1:9';
      await expect(loadout('runs')).rejects.toThrow('ENGINE_');
    },
  ],
];

describe('on top of them', () => {
  it('each other package of ours is tried', async () => {
    cwd = BASE;
    const tried = [...installed(), ...ON_TOP.map(([name]) => name)];
    const rest = names.map((name) => name.replace('@loadout/', '')).filter((name) => !tried.includes(name));
    expect(rest).toEqual(['create-loadout']);
  });

  it.each(ON_TOP)('@loadout/%s installs and works', async (name, does) => {
    cwd = join(folder, name);
    cpSync(BASE, cwd, { recursive: true, verbatimSymlinks: true });
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 3 }));
    await install(`@loadout/${name}`);
    expect(installed()).toContain(name);
    await does();
  });

  it('create-loadout writes a project that runs without any other package', async () => {
    cwd = join(folder, 'create');
    cpSync(BASE, cwd, { recursive: true, verbatimSymlinks: true });
    await install('create-loadout');
    await ran(process.execPath, ['node_modules/create-loadout/bin/create-loadout.js', 'made', '--yes']);
    cwd = join(cwd, 'made');
    await ran('npm', ['install', '--ignore-scripts']);
    expect(installed()).toEqual(expect.arrayContaining(['test', 'viewer']));
    expect(await ran('npm', ['test'])).toContain('passed');
  });
});
