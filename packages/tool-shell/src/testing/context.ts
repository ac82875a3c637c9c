import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnyTool,
  isLoadoutError,
  type Schema,
  type Service,
  type Tool,
  type ToolContext,
  WorkingDirectory,
} from '@loadout/core';
import { afterEach } from 'vitest';
import plugin from '../index.js';

export interface Bench {
  /** The working directory of the session; `root/repo`. The root itself is outside. */
  readonly folder: string;
  readonly abort: AbortController;
  readonly reported: readonly string[];
  context(): ToolContext;
  tool: AnyTool;
  /** One call as the loop makes it: parse, validate, call; a throw becomes an error result. */
  call(input: unknown): Promise<{ content: string; isError: boolean; structured: Record<string, unknown> }>;
}

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** A temporary folder with the plugin's tool working in it. */
export async function setUp(options: Record<string, unknown> = {}, env: Record<string, string> = {}): Promise<Bench> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-shell-test-')));
  const folder = join(root, 'work');
  mkdirSync(folder);
  const parts = await plugin.setup({ options: options as never, mount: 'shell', configDir: folder, stateDir: join(root, 'state') });
  cleanUps.push(
    () => parts.dispose?.(),
    () => rmSync(root, { recursive: true, force: true }),
  );
  const abort = new AbortController();
  const reported: string[] = [];
  let cwd = folder;
  const directory: WorkingDirectory = {
    get: () => cwd,
    set: (path) => {
      cwd = path;
    },
  };
  const find = <T>(service: Service<T>) => (service.key === WorkingDirectory.key ? directory : undefined) as T | undefined;
  const context = (): ToolContext => ({
    cwd,
    roots: [folder],
    toolUseId: 't',
    sessionId: 's',
    agentId: 'main',
    signal: abort.signal,
    env: { PATH: process.env.PATH ?? '', HOME: root, ...env },
    artifactDir: folder,
    get: <T>(service: Service<T>) => find(service) as T,
    find,
    progress: (message) => reported.push(message),
    permitted: [],
    mayRead: () => true,
    emit: () => {},
  });
  const [tool] = parts.tools ?? [];
  if (tool === undefined) throw new Error('the plugin has no tool');
  return {
    folder,
    abort,
    reported,
    context,
    tool,
    call: (input) => callTool(tool as unknown as Tool<unknown>, { input, context: context() }),
  };
}

async function callTool(tool: Tool<unknown>, { input, context }: { input: unknown; context: ToolContext }) {
  const failed = (content: string) => ({ content, isError: true, structured: {} });
  const parsed = await (tool.inputSchema as Schema).parse(input);
  if (!parsed.ok) return failed(parsed.issues.map(({ path, message }) => `${path} ${message}`).join('; '));
  try {
    const problem = await tool.validateInput?.(parsed.value, context);
    if (problem !== undefined) return failed(problem);
    const permitted = (await tool.access?.(parsed.value, context)) ?? [];
    const output = await tool.call(parsed.value, { ...context, permitted });
    if (typeof output === 'string') return { content: output, isError: false, structured: {} };
    const { content, isError = false, structuredContent } = output;
    return { content: String(content), isError, structured: structuredContent as Record<string, unknown> };
  } catch (error) {
    return failed(`${(error as Error).message}${isLoadoutError(error) ? ` ${error.fix ?? ''}` : ''}`);
  }
}

/** How many processes have this text among their arguments, but the one that looks. */
export function running(mark: string): number {
  const list = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.includes(mark) && !line.startsWith('Z') && !line.includes('ps -eo')).length;
}
