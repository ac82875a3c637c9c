import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMockApi } from '@loadout/testing';
import { expect, onTestFinished } from 'vitest';
import { atEndOfFile } from '../lib/end-of-file.js';
import { npmEnv } from '../lib/npm-env.js';
import { publishAll } from '../lib/published.js';

export const FIRST: readonly string[] = ['@loadout/cli', '@loadout/tool-fs', '@loadout/model-anthropic'];

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

export const json = async (url: string, body?: object) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
};

/** A project as the rows use it. */
export type Project = ReturnType<typeof projectIn>;
/** A package by its name, and a use of it. */
export type OnTop = readonly [name: string, does: (at: Project) => Promise<void>];

/** A folder with a project that has the first packages, from a registry that has these too; until the end of the file. */
export async function startBase(names: readonly string[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-circles-')));
  atEndOfFile(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const base = join(folder, 'base');
  const env: Record<string, string> = { ...npmEnv(folder), ANTHROPIC_API_KEY: 'k' };
  const registry = await publishAll(
    join(folder, 'tarballs'),
    async ([program = '', ...args], cwd) => (await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 26 })).stdout,
    { names: [...FIRST, ...names] },
  );
  atEndOfFile(() => registry.close());
  env.npm_config_registry = registry.url;
  const api = await startMockApi({ replies: Array(9).fill({ blocks: [{ type: 'text', text: 'From the API.' }] }) });
  atEndOfFile(() => api.close());
  env.API_URL = api.url;
  mkdirSync(base);
  writeFileSync(join(base, 'package.json'), '{ "private": true }\n');
  const project = projectIn(base, env);
  await project.install(...FIRST);
  return { ...project, folder };
}

/** A project folder, and the commands that a person runs there. */
export function projectIn(cwd: string, env: Record<string, string>) {
  const scope = join(cwd, 'node_modules/@loadout');
  const installed = () => readdirSync(scope).sort();
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

  /** The result of a call of a tool that `@loadout/<name>` brings, in a run. */
  async function called(name: string, call: Readonly<Record<string, object>>, { options = '{}' } = {}): Promise<string> {
    const [tool = ''] = Object.keys(call);
    const plugins = `, tool: { use: '@loadout/${name}', options: ${options} }`;
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
  return { cwd, env, installed, lockOf, ran, install, command, loadout, program, configured, called, served };
}
