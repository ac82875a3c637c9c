import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Access,
  type AnyTool,
  decide,
  type PermissionDecision,
  type PermissionMode,
  parsePermissionRule,
  standsAgainst,
  type Tool,
  type ToolContext,
} from '@loadout/core';
import { testContext } from '@loadout/testing';
import { atEndOfFile } from '../../../../tests/lib/end-of-file.js';
import plugin from '../index.js';

/** Git as nobody has configured it. */
const ENV = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };

export const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd,
    env: ENV,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/**
 * Creates a folder that is removed after the tests of the file. `workspace` is a repository with one commit; paths beside it are
 * outside.
 */
export function makeWorkspace(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n', 'sub/b.txt': 'b\n' }) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-git-')));
  const workspace = join(base, 'workspace');
  mkdirSync(workspace);
  atEndOfFile(() => rmSync(base, { recursive: true, force: true }));
  git(workspace, 'init', '-q', '-b', 'main');
  write(workspace, files);
  git(workspace, 'add', '-A');
  git(workspace, 'commit', '-qm', 'one');
  return { base, workspace };
}

export interface Asked {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly mode?: PermissionMode;
  readonly cwd?: string;
  readonly background?: boolean;
  readonly sandboxed?: { readonly autoAllow: boolean; readonly excludedCommands: readonly string[] };
}

export interface Session {
  decide(command: string, asked?: Asked): PermissionDecision & { readonly accesses: readonly Access[] };
  /** Decides a command and, if it is allowed, runs it as a session does and returns its output. */
  run(command: string, asked?: Asked): Promise<string | undefined>;
  readonly context: ToolContext;
}

/** Bash of the plugin as a run has it: the same accesses, the same rules, the same process. */
export async function openSession(workspace: string, options: Record<string, unknown> = {}): Promise<Session> {
  const base = testContext({ cwd: workspace, roots: [workspace], env: ENV });
  const { artifactDir } = base;
  const parts = await plugin.setup({ options: options as never, mount: 'shell', configDir: workspace, stateDir: base.dir });
  atEndOfFile(async () => {
    await parts.dispose?.();
    await base.dispose();
  });
  const bash = parts.tools?.find(({ name }) => name === 'Bash') as AnyTool as Tool<unknown>;
  await (bash.inputSchema as { parse(value: unknown): unknown }).parse({ command: 'true' });
  const call = { tool: { name: 'Bash', aliases: [], origin: { kind: 'base' as const, from: 'shell' } }, openWorld: true };
  const contextFor = (asked: Asked): ToolContext =>
    Object.create(base, {
      ...(asked.cwd === undefined ? {} : { cwd: { value: asked.cwd } }),
      mayRead: { value: (path: string) => !standsAgainst({ kind: 'read', path }, { ...call, input: {} }, layersOf(asked)) },
    });
  const layersOf = ({ allow = [], deny = [], mode = 'default', sandboxed }: Asked) => {
    const rule = (behavior: 'allow' | 'deny') => (text: string) => parsePermissionRule(text, { behavior, layer: 'project' });
    const rules = [...deny.map(rule('deny')), ...allow.map(rule('allow'))];
    return { mode, rules, roots: [workspace], workspace, home: '/nonexistent', artifactDir, sandboxed };
  };
  const decided: Session['decide'] = (command, asked = {}) => {
    const input = { command, ...(asked.background === true ? { run_in_background: true } : {}) };
    const accesses = bash.access?.(input, contextFor(asked)) as readonly Access[];
    const readOnly = (bash.isReadOnly as (input: unknown) => boolean)(input);
    return { ...decide({ ...call, input, readOnly, accesses }, layersOf(asked)), accesses };
  };
  return {
    decide: decided,
    async run(command, asked = {}) {
      const decision = decided(command, asked);
      if (decision.behavior !== 'allow') return undefined;
      const input = { command, ...(asked.background === true ? { run_in_background: true } : {}) };
      const context = Object.create(contextFor(asked), { permitted: { value: decision.accesses } });
      const output = await bash.call(input, context);
      return typeof output === 'string' ? output : String(output.content);
    },
    context: base,
  };
}
