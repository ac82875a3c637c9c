import type { Access, Service, ToolOutput, ToolResult } from '@loadout/core';
import { isLoadoutError } from '@loadout/core';
import { resultOf, withPermitted } from '../call-tool.js';
import { isEndless } from '../mount/call-limit.js';
import type { TestContext } from '../test-context.js';
import { processState, restoreProcess, stateChange } from './process-state.js';
import { changedEntries, folderChange, snapshotFolder } from './snapshot-folder.js';
import { failureOf, type Run, underWatch } from './trial.js';

/** One call, and what it changed beside its answer. */
export interface Called {
  readonly output?: ToolOutput | undefined;
  readonly result: ToolResult;
  readonly thrown?: unknown;
  readonly folderChange?: string | undefined;
  /** The entries of the folder that the call made, changed or removed. */
  readonly changed: readonly string[];
  /** The change of the process itself, as a sentence. */
  readonly processChange?: string | undefined;
  /** The keys of the services that the call got. */
  readonly used: readonly string[];
}

/** Calls the tool and looks at the folder, the process and the services. A change of the process is undone. */
export async function watchedCall(
  run: Run,
  { input, permitted }: { readonly input: unknown; readonly permitted: readonly Access[] },
): Promise<Called> {
  const { tool, context: bare } = run;
  const used = new Set<string>();
  const context = withPermitted(withUse(bare, used), permitted);
  const before = snapshotFolder(bare.dir);
  const state = processState();
  try {
    const obstacle = await failureOf(() => underWatch(run, 'obstacle', () => tool.tool.obstacle?.(input, context)));
    if (isEndless(obstacle)) throw obstacle;
    const called = await answer(run, { input, context });
    const after = snapshotFolder(bare.dir);
    const changes = { folderChange: folderChange(before, after), changed: changedEntries(before, after) };
    return { ...called, ...changes, processChange: stateChange(state, processState()), used: [...used] };
  } finally {
    restoreProcess(state);
  }
}

/** Notes the services that the call gets. */
function withUse(context: TestContext, used: Set<string>): TestContext {
  const get = <T>(service: Service<T>): T => {
    used.add(service.key);
    return context.get(service);
  };
  return Object.create(context, { get: { value: get, enumerable: true } }) as TestContext;
}

async function answer(
  run: Run,
  { input, context }: { readonly input: unknown; readonly context: TestContext },
): Promise<Pick<Called, 'output' | 'result' | 'thrown'>> {
  const { tool } = run.tool;
  const about = { name: tool.name, toolUseId: context.toolUseId };
  let output: ToolOutput | undefined;
  try {
    output = await underWatch(run, 'call', () => tool.call(input, context));
    return { output, result: resultOf(output, about) };
  } catch (thrown) {
    if (isEndless(thrown)) throw thrown;
    const message = thrown instanceof Error ? thrown.message : '';
    const fix = isLoadoutError(thrown) && thrown.fix !== undefined ? ` ${thrown.fix}` : '';
    return { output, thrown, result: resultOf({ content: message + fix, isError: true }, about) };
  }
}
