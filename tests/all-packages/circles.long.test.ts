import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMockApi } from '@loadout/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../lib/loadout.js';
import { npmEnv } from '../lib/npm-env.js';
import { loadScript } from '../scripts/load-script.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-circles-')));
const cwd = join(folder, 'project');
const closers: (() => Promise<void>)[] = [];
const env: Record<string, string> = { ...npmEnv(folder), ANTHROPIC_API_KEY: 'k' };

const FIRST = ['@loadout/cli', '@loadout/tool-fs', '@loadout/model-anthropic'];

const installed = () => readdirSync(join(cwd, 'node_modules/@loadout')).sort();

async function ran(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env, timeout: 300_000 }).catch((error) => {
    throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

const install = (...names: readonly string[]) => ran('npm', ['install', '--ignore-scripts', ...names]);
const command = join(cwd, 'node_modules/@loadout/cli/bin/loadout.js');
const loadout = (...args: readonly string[]) => ran(process.execPath, [command, ...args]);
const program = (text: string) => ran(process.execPath, ['--input-type=module', '-e', text]);

/** An agent of this model, with further keys. The person trusts it. */
async function configured(keys = '', { model = 'script/any' } = {}): Promise<void> {
  const turns = '[{ tools: [{ Write: { file_path: new.txt, content: new } }] }, { text: Done. }]';
  const script = `{ use: '@loadout/model-script', options: { turns: ${turns} } }`;
  const claude = `{ use: '@loadout/model-anthropic', options: { baseUrl: '${env.API_URL}' } }`;
  const agent = `{ instructions: Answer., model: ${model}, tools: [Read, Write], permissions: { allow: [Write] } }`;
  const providers = `providers: { script: ${script}, claude: ${claude} }`;
  writeFileSync(
    join(cwd, 'agent.config.yaml'),
    `plugins: { fs: '@loadout/tool-fs' }\n${providers}\nagents: { a: ${agent} }\n${keys}`,
  );
  await loadout('trust', '--yes').catch(() => {});
}

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
  const published = packagesOf(root).filter(({ json }) => json.private !== true);
  const packed = pack(published, { root, folder });
  const registry = await startTarballRegistry({ tarballs: [...packed.values()].map(({ tarball }) => tarball) });
  closers.push(() => registry.close());
  env.npm_config_registry = registry.url;
  const api = await startMockApi({ replies: [{ blocks: [{ type: 'text', text: 'From the API.' }] }] });
  closers.push(() => api.close());
  env.API_URL = api.url;
  await promisify(execFile)('mkdir', [cwd]);
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
      await configured('sessions: { checkpoints: true }\n');
      rmSync(join(cwd, 'new.txt'), { force: true });
      await loadout('run', 'a', 'Go.');
      const changes = JSON.parse(await loadout('diff', '--json'));
      expect(changes).toMatchObject({ source: 'checkpoints', files: [{ path: 'new.txt', change: 'created' }] });
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
  [
    'serve',
    async () => {
      await configured();
      const server = spawn(process.execPath, [command, 'serve', 'http', '--no-auth'], { cwd, env });
      onTestFinished(() => void server.kill('SIGTERM'));
      let told = '';
      server.stderr.on('data', (chunk) => {
        told += String(chunk);
      });
      const url = () => /at (http:\S+)/.exec(told)?.[1];
      await expect.poll(url, { timeout: 60_000 }).toBeDefined();
      expect((await fetch(`${url()}/health`)).status).toBe(200);
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
  it.each(ON_TOP)('@loadout/%s installs and works', async (name, does) => {
    await install(`@loadout/${name}`);
    expect(installed()).toContain(name);
    await does();
  });
});
