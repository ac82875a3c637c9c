import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyTool, isLoadoutError, type Schema, type Service, type Tool, type ToolContext } from '@loadout/core';
import { afterEach } from 'vitest';
import plugin, { ReadState } from '../index.js';

export interface Bench {
  readonly folder: string;
  readonly context: ToolContext;
  readonly abort: AbortController;
  tool(name: string): AnyTool;
  /** One call as the loop makes it: parse, validate, call; a throw becomes an error result. */
  call(name: string, input: unknown): Promise<{ content: string; isError: boolean; structured: Record<string, unknown> }>;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A temporary folder with the plugin's tools working in it. */
export async function setUp(options: Record<string, unknown> = {}): Promise<Bench> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-fs-')));
  folders.push(folder);
  const parts = await plugin.setup({ options: options as never, mount: 'fs', configDir: folder, stateDir: join(folder, 'state') });
  const abort = new AbortController();
  const session = { sessionId: 's', cwd: folder, roots: [folder], artifactDir: folder };
  const services = new Map((parts.services ?? []).map(({ service, create }) => [service.key, create(session)]));
  const context: ToolContext = {
    ...session,
    toolUseId: 't',
    agentId: 'main',
    signal: abort.signal,
    env: { PATH: process.env.PATH ?? '' },
    get: <T>(service: Service<T>) => services.get(service.key) as T,
    find: <T>(service: Service<T>) => services.get(service.key) as T | undefined,
    progress: () => {},
    permitted: [],
    mayRead: () => true,
    emit: () => {},
  };
  const tool = (name: string) => {
    const found = parts.tools?.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found;
  };
  return {
    folder,
    context,
    abort,
    tool,
    call: (name, input) => callTool(tool(name) as unknown as Tool<unknown>, { input, context }),
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

export const viewOf = ({ context, folder }: Bench, name: string) => context.get(ReadState).get(join(folder, name));
