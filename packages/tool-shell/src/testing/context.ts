import { execFileSync } from 'node:child_process';

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyTool, ToolContext } from '@loadout/core';
import { callTool, type Services, type TestContext, testContext } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import plugin from '../index.js';

export interface Bench {
  /** The working directory of the session. Paths beside it are outside. */
  readonly folder: string;
  readonly reported: readonly string[];
  readonly tool: AnyTool;
  readonly tools: readonly AnyTool[];
  readonly context: TestContext;
  dispose(): Promise<void>;
  /** One call of Bash. */
  call(input: unknown): Promise<Called>;
  callOf(name: string, input: unknown, context?: ToolContext): Promise<Called>;
}

export interface Called {
  readonly content: string;
  readonly isError: boolean;
  readonly structured: Record<string, unknown>;
}

export interface BenchOptions {
  readonly env?: Record<string, string> | undefined;
  readonly services?: Services | undefined;
}

/** A temporary folder with the plugin's tools working in it. */
export async function setUp(options: Record<string, unknown> = {}, { env = {}, services }: BenchOptions = {}): Promise<Bench> {
  const base = testContext({ services });
  const { dir } = base;
  const state = join(dir, '..', 'state');
  const stateDir = join(state, 'plugins', 'shell');
  const context: TestContext = Object.create(base, {
    artifactDir: { value: join(state, 'sessions', 'one'), enumerable: true },
    env: { value: { PATH: process.env.PATH ?? '', HOME: join(dir, '..'), ...env }, enumerable: true },
  });
  const parts = await plugin.setup({ options: options as never, mount: 'shell', configDir: dir, stateDir });
  const dispose = async () => parts.dispose?.();
  onTestFinished(async () => {
    await dispose();
    await base.dispose();
  });
  const toolOf = (name: string): AnyTool => {
    const tool = parts.tools?.find((one) => one.name === name || one.aliases?.includes(name));
    if (tool === undefined) throw new Error(`the plugin has no tool ${name}`);
    return tool;
  };
  const callOf = async (name: string, input: unknown, other: ToolContext = context) => {
    const { content, isError, structuredContent = {} } = await callTool(toolOf(name), input, other);
    return { content, isError, structured: structuredContent as Record<string, unknown> };
  };
  return {
    folder: dir,
    reported: base.progressed,
    tool: toolOf('Bash'),
    tools: parts.tools ?? [],
    context,
    dispose,
    call: (input) => callOf('Bash', input),
    callOf,
  };
}

/** How many processes have this text among their arguments, but the one that looks. */
export function running(mark: string): number {
  const list = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.includes(mark) && !line.startsWith('Z') && !line.includes('ps -eo')).length;
}

/** Settles when a background command has printed this. Does not read it. */
export const untilPrinted = ({ context }: Bench, text: string) => until(() => printed(context.artifactDir).includes(text));

function printed(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
}

/** Polls until the condition holds. The test's own timeout ends a wait for a condition that never does. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((settle) => setImmediate(settle));
}

/** A duration that no other process on this machine sleeps for. */
export const longTime = () => `${1000 + Math.floor(Math.random() * 1e6)}.${process.pid}`;
