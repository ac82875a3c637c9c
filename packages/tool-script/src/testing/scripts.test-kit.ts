import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnyTool, ToolContext } from '@loadout/core';
import { callTool, type Services, type TestContext, testContext } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import type { Declaration } from '../check/declaration.js';
import plugin from '../index.js';

export interface Bench {
  /** The working directory, which is also the folder of the configuration. */
  readonly folder: string;
  readonly tool: AnyTool;
  readonly context: TestContext;
  call(input?: unknown, context?: ToolContext): Promise<{ content: string; isError: boolean; structuredContent?: unknown }>;
}

interface BenchOptions {
  /** Files by path. One that begins with #! can be run. */
  readonly files?: Readonly<Record<string, string>>;
  readonly services?: Services | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** The tool of a declaration in a folder of its own. */
export async function setUp(
  declaration: Partial<Declaration>,
  { files = {}, services, env = {} }: BenchOptions = {},
): Promise<Bench> {
  const base = testContext({ services });
  const { dir } = base;
  const context: TestContext = Object.create(base, {
    env: { value: { PATH: process.env.PATH ?? '', HOME: dir, ...env }, enumerable: true },
  });
  for (const [path, text] of Object.entries(files)) putFile(join(dir, path), text);
  const options = { tools: { task: { description: 'A task.', ...declaration } } };
  const parts = await plugin.setup({
    options: options as never,
    mount: 'tools',
    configDir: dir,
    stateDir: join(dir, '..', 'state', 'plugins', 'script'),
  });
  onTestFinished(async () => {
    await parts.dispose?.();
    await base.dispose();
  });
  const [tool] = parts.tools ?? [];
  if (tool === undefined) throw new Error('the plugin has no tool');
  return { folder: dir, tool, context, call: (input = {}, other = context) => callTool(tool, input, other) };
}

export function putFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (text.startsWith('#!')) chmodSync(path, 0o755);
}

/** A script that prints each of its arguments as JSON. */
export const ARGS = '#!/usr/bin/env node\nfor (const one of process.argv.slice(2)) console.log(JSON.stringify(one));\n';
