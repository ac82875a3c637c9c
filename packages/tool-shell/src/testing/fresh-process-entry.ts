import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BackgroundTasks, Sandbox, type Schema, type Tool, type ToolContext } from '@loadout/core';
import { createBackgroundTasks, type SandboxPlan } from '@loadout/core/run';
import plugin from '../index.js';

export interface FreshWork {
  readonly input: unknown;
  readonly seconds: number;
  readonly exit?: boolean | undefined;
  readonly say?: boolean | undefined;
  readonly sandbox?: SandboxPlan | undefined;
  readonly options?: object | undefined;
  readonly folder: string;
}

/** Runs in a separate process. Prints its growth in MiB, or the result of the call, or just exits. */
const { input, seconds, exit, say, sandbox, options = {}, folder } = JSON.parse(process.argv[2] ?? '') as FreshWork;
const stateDir = join(folder, 'state', 'plugins', 'shell');
const parts = await plugin.setup({ options: options as never, mount: 'shell', configDir: folder, stateDir });
const tool = parts.tools?.[0] as unknown as Tool<unknown>;
const tasks = createBackgroundTasks();
const services = new Map<string, unknown>([
  [BackgroundTasks.key, tasks],
  [Sandbox.key, sandbox],
]);
const find = (service: { key: string }) => services.get(service.key);
const context = {
  cwd: folder,
  roots: [folder],
  toolUseId: 't',
  sessionId: 's',
  agentId: 'main',
  signal: new AbortController().signal,
  env: { PATH: `${process.env.PATH ?? ''}:${folder}` },
  artifactDir: join(folder, 'artifacts'),
  permitted: [],
  mayRead: () => true,
  get: find,
  find,
  progress: () => {},
  emit: () => {},
} as unknown as ToolContext;
const call = async (given: unknown) => {
  const parsed = await (tool.inputSchema as Schema).parse(given);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return tool.call(parsed.value, context);
};

if (say === true) {
  process.stdout.write(String(await call(input).catch((error) => error.message)));
  process.exit();
}
await call({ command: 'true' });
/** The peak memory of this program in KiB. `maxRSS` of a new process starts at the value of the process that started it. */
const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);

globalThis.gc?.();
const before = process.memoryUsage.rss();
await call(input);
if (exit === true) process.exit();
await pause(seconds * 1000);
const most = peak() * 1024;
await tasks.stopAll();
await parts.dispose?.();
process.stdout.write(String((most - before) / 1024 ** 2));
