import { tmpdir } from 'node:os';
import { type AnyTool, compileSchema, type PluginParts, type ToolResult } from '@loadout/core';
import { callTool, type Services, testContext } from '@loadout/testing';
import plugin from '../index.js';
import { optionsSchema } from '../options.js';

export interface Bench {
  tool(name: string): AnyTool;
  fetch(input: unknown, services?: Services): Promise<ToolResult>;
  search(input: unknown, services?: Services): Promise<ToolResult>;
}

/** Sets the plugin up with the options as a host parses them. */
export async function partsWith(options: object): Promise<PluginParts> {
  const parsed = await compileSchema(optionsSchema, 'the options of web').parse(options);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return plugin.setup({ options: parsed.value as never, mount: 'web', configDir: tmpdir(), stateDir: tmpdir() });
}

/** The plugin's tools, and its services as one session has them. */
export async function setUp(options: Record<string, unknown> = {}): Promise<Bench> {
  const parts = await partsWith(options);
  const session = { sessionId: 's', cwd: tmpdir(), roots: [tmpdir()], artifactDir: tmpdir(), env: {} };
  const own = (parts.services ?? []).map(({ service, create }) => [service, create(session)] as const);
  const tool = (name: string) => {
    const found = parts.tools?.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found;
  };
  const call = async (name: string, { input, services = [] }: { input: unknown; services: Services | undefined }) => {
    const context = testContext({ services: [...own, ...services] });
    try {
      return await callTool(tool(name), input, context);
    } finally {
      context.dispose();
    }
  };
  return {
    tool,
    fetch: (input, services) => call('WebFetch', { input, services }),
    search: (input, services) => call('WebSearch', { input, services }),
  };
}
