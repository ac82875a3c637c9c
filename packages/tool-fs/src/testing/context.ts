import { join } from 'node:path';
import type { AnyTool, ServiceOffer, ToolContext } from '@loadout/core';
import { callTool, mountPlugin, testContext } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import plugin, { ReadState } from '../index.js';

export interface Bench {
  readonly folder: string;
  readonly stateDir: string;
  readonly context: ToolContext;
  readonly abort: { abort(): void };
  tool(name: string): AnyTool;
  /** One call as the loop makes it: parse, validate, access, call; a throw becomes an error result. */
  call(name: string, input: unknown): Promise<{ content: string; isError: boolean; structured: Record<string, unknown> }>;
}

/** A temporary folder with the plugin's tools working in it. It is gone when the test ends: to be called in a test or before each. */
export async function setUp(options: Record<string, unknown> = {}): Promise<Bench> {
  const bare = testContext();
  // Not a hook of this module: files that share a worker load it once, and only the first would run it.
  onTestFinished(bare.dispose);
  const stateDir = join(bare.artifactDir, 'state');
  const parts = await mountPlugin(plugin, { options, configDir: bare.dir, stateDir });
  const context = withServices(bare, parts.services ?? []);
  const tool = (name: string) => {
    const found = parts.tools?.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found;
  };
  return {
    folder: bare.dir,
    stateDir,
    context,
    abort: bare,
    tool,
    async call(name, input) {
      const { content, isError, structuredContent = {} } = await callTool(tool(name), input, context);
      return { content, isError, structured: structuredContent as Record<string, unknown> };
    },
  };
}

function withServices(bare: ToolContext, offers: readonly ServiceOffer<unknown>[]): ToolContext {
  const services = new Map(offers.map(({ service, create }) => [service.key, create(bare)]));
  const find: ToolContext['find'] = (service) => services.get(service.key) as never;
  return Object.create(bare, { get: { value: find }, find: { value: find } }) as ToolContext;
}

export const viewOf = ({ context, folder }: Bench, name: string) => context.get(ReadState).get(join(folder, name));
