import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin, PluginParts } from '@loadout/core';
import { readTool } from '../call-tool.js';
import { STATE_PREFIX } from '../mount/mount-plugin.js';
import { endMount, parsedOptions, setUp } from '../mount/set-up.js';
import { type Watch, watch } from '../watch/watch.js';
import type { Problem } from './check.js';
import { effectProblem } from './hook-effects.js';
import { type Mount, ownServices, toolIn } from './mounted-tools.js';
import { processState, restoreProcess, stateChange } from './process-state.js';
import { runCase } from './run-case.js';
import type { ToolCases, ValidCase } from './tool-cases.js';
import type { Touches } from './touches.js';
import { trialOf } from './trial.js';

/** Two mounts are independent: the second works after the first was disposed of, and both end. */
export async function disposeProblem(plugin: Plugin, mount: Mount): Promise<Problem> {
  const { options, graceMs } = mount;
  const [first, second] = [await setUp(plugin, options), await setUp(plugin, options)];
  const ended = await endMount(first, graceMs);
  if (ended !== undefined) return ended;
  const problem = await underOneWatch((calls) => aloneProblem(second, { ...mount, calls }));
  return problem ?? endMount(second, graceMs);
}

/** Another check finds what the calls leave. */
async function underOneWatch<T>(body: (calls: Watch) => Promise<T>): Promise<T> {
  const calls = watch();
  try {
    return await body(calls);
  } finally {
    calls.end();
  }
}

async function aloneProblem(parts: PluginParts, { tools, endless, calls }: Mount & { readonly calls: Watch }): Promise<Problem> {
  for (const [name, cases] of Object.entries(tools)) {
    const [one] = cases.valid;
    if (one === undefined) continue;
    const services = [...ownServices(parts, 'session-test'), ...(cases.services ?? [])];
    const trial = trialOf({ ...cases, services }, { endless, watch: calls });
    const { result, endless: hung } = await runCase(readTool(toolIn(parts, name)), { one, trial });
    if (hung === undefined && result.isError !== (one.isError ?? false))
      return `after the dispose of one mount, ${name} of the other answers: ${result.content.slice(0, 200)}`;
  }
  return undefined;
}

/** Setting up and ending a mount does only what the plugin declares, and changes nothing for others in the process. */
export async function setupProblem(plugin: Plugin, { options, graceMs, touches }: Mount & { touches: Touches | undefined }) {
  const watching = watch();
  const recording = watching.record();
  const state = processState();
  try {
    await recording.during('setup', async () => endMount(await setUp(plugin, options), graceMs));
    const seen = recording.seen.filter(({ what }) => !what.startsWith(join(tmpdir(), STATE_PREFIX)));
    return stateChange(state, processState()) ?? effectProblem(seen, { touches, phase: 'setup', artifactDir: undefined });
  } finally {
    restoreProcess(state);
    watching.end();
  }
}

/** Finds what a mount leaves behind that keeps the process alive. */
export async function runningProblem(plugin: Plugin, { options, graceMs }: Mount): Promise<Problem> {
  const watching = watch();
  try {
    await watching.record().during('setup', async () => endMount(await setUp(plugin, options), graceMs));
    const left = await watching.left({ graceMs: Math.min(graceMs, 1_000) });
    return left === undefined ? undefined : `${left} that setup started keeps the process alive; end it in dispose`;
  } finally {
    watching.end();
  }
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
export async function leakProblem(plugin: Plugin, { options, tools, graceMs, endless }: Mount): Promise<Problem> {
  for (const [name, cases] of Object.entries(tools)) {
    // Services that the cases bring themselves are shared by all of their runs.
    if (cases.services !== undefined) continue;
    for (const one of cases.valid) {
      const ask = (before: readonly ValidCase[]) => answerAfter(before, { plugin, options, graceMs, endless, name, cases, one });
      const alone = await ask([]);
      const after = await ask(cases.valid);
      if (after !== alone && (await ask([])) === alone)
        return `${name} answers ${alone.slice(0, 200)}, but ${after.slice(0, 200)} after the calls of another session; keep data of a session in a service`;
    }
  }
  return undefined;
}

interface Asked extends Pick<Mount, 'options' | 'graceMs' | 'endless'> {
  readonly plugin: Plugin;
  readonly name: string;
  readonly cases: ToolCases;
  readonly one: ValidCase;
}

async function answerAfter(before: readonly ValidCase[], asked: Asked): Promise<string> {
  const { plugin, options, graceMs, endless, name, cases } = asked;
  const parts = await setUp(plugin, options);
  const tool = readTool(toolIn(parts, name));
  try {
    return await underOneWatch(async (calls) => {
      const trialIn = (sessionId: string) =>
        trialOf({ ...cases, services: ownServices(parts, sessionId) }, { sessionId, endless, watch: calls });
      const [a, b] = [trialIn('session-a'), trialIn('session-b')];
      for (const one of before) await runCase(tool, { one, trial: a });
      const { result, dir } = await runCase(tool, { one: asked.one, trial: b });
      return dir === '' ? result.content : result.content.replaceAll(dir, '(the folder)');
    });
  } finally {
    await endMount(parts, graceMs);
  }
}
