import type { Plugin, PluginParts } from '@loadout/core';
import { parsedOptions, setUp } from '../plugin-manifest.js';
import type { Problem } from './check.js';
import { endMount } from './end-mount.js';
import { leftRunning } from './left-running.js';
import { type Mount, ownServices, toolIn } from './mounted-tools.js';
import { runCase, type ToolCases, type ValidCase } from './tool-cases.js';

/** Two mounts are independent: the second works after the first was disposed of, and both end. */
export async function disposeProblem(plugin: Plugin, { options, tools, graceMs }: Mount): Promise<Problem> {
  const [first, second] = [await setUp(plugin, options), await setUp(plugin, options)];
  const ended = await endMount(first, graceMs);
  if (ended !== undefined) return ended;
  for (const [name, cases] of Object.entries(tools)) {
    const [one] = cases.valid;
    const { result } = one === undefined ? {} : await runCase(toolIn(second, name), { one, services: servicesOf(second, cases) });
    if (result !== undefined && result.isError !== (one?.isError ?? false))
      return `after the dispose of one mount, ${name} of the other answers: ${result.content.slice(0, 200)}`;
  }
  return endMount(second, graceMs);
}

/** Finds what a mount leaves behind that keeps the process alive. */
export async function runningProblem(plugin: Plugin, { options, graceMs }: Mount): Promise<Problem> {
  const kind = await leftRunning(
    async () => void (await endMount(await setUp(plugin, options), graceMs)),
    Math.min(graceMs, 1_000),
  );
  return kind === undefined ? undefined : `a ${kind} that setup started keeps the process alive; end it in dispose`;
}

export async function changedOptions(plugin: Plugin, { options, graceMs }: Mount): Promise<Problem> {
  const given = await parsedOptions(plugin, options);
  const before = shown(given);
  const parts = await setUp(plugin, given, { isParsed: true });
  await endMount(parts, graceMs);
  return shown(given) === before ? undefined : `they were ${before} and are now ${shown(given)}`;
}

/** Options of a program may be instances that JSON does not carry. */
function shown(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    return 'a value that JSON does not carry';
  }
}

/**
 * Finds a tool that keeps what it saw in one session and tells it in another: each case is asked alone, and again in a second
 * session after all cases ran in a first. A tool whose answers differ by themselves cannot be judged.
 */
export async function leakProblem(plugin: Plugin, { options, tools, graceMs }: Mount): Promise<Problem> {
  for (const [name, cases] of Object.entries(tools)) {
    // Services that the cases bring themselves are shared by all of their runs.
    if (cases.services !== undefined) continue;
    for (const one of cases.valid) {
      const ask = (before: readonly ValidCase[]) => answerAfter(before, { plugin, options, graceMs, name, one });
      const alone = await ask([]);
      const after = await ask(cases.valid);
      if (after !== alone && (await ask([])) === alone)
        return `${name} answers ${alone.slice(0, 200)}, but ${after.slice(0, 200)} after the calls of another session; keep data of a session in a service`;
    }
  }
  return undefined;
}

interface Asked {
  readonly plugin: Plugin;
  readonly options: unknown;
  readonly graceMs: number;
  readonly name: string;
  readonly one: ValidCase;
}

async function answerAfter(before: readonly ValidCase[], { plugin, options, graceMs, name, one }: Asked): Promise<string> {
  const parts = await setUp(plugin, options);
  const tool = toolIn(parts, name);
  try {
    const [a, b] = ['session-a', 'session-b'].map((sessionId) => ({ sessionId, services: ownServices(parts, sessionId) }));
    for (const other of before) await runCase(tool, { one: other, services: a?.services, sessionId: a?.sessionId });
    const { result, dir } = await runCase(tool, { one, services: b?.services, sessionId: b?.sessionId });
    return result.content.replaceAll(dir, '(the folder)');
  } finally {
    await endMount(parts, graceMs);
  }
}

const servicesOf = (parts: PluginParts, cases: ToolCases) => [...ownServices(parts, 'session-test'), ...(cases.services ?? [])];
