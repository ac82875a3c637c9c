import type { Access, Service, Tool, ToolOutput, ToolResult } from '@loadout/core';
import { isLoadoutError } from '@loadout/core';
import { toToolResult, withPermitted } from '../call-tool.js';
import type { TestContext } from '../test-context.js';
import { processState, restoreProcess, stateChange } from './process-state.js';
import { changedEntries, folderChange, snapshotFolder } from './snapshot-folder.js';

/** One call, and what it did beside its answer. */
export interface WatchedCall {
  readonly output?: ToolOutput | undefined;
  readonly result: ToolResult;
  readonly thrown?: unknown;
  readonly folderChange?: string | undefined;
  /** The entries of the folder that the call made, changed or removed. */
  readonly changed: readonly string[];
  /** The addresses that the call asked with `fetch`. */
  readonly fetched: readonly string[];
  /** The change of the process itself, as a sentence. */
  readonly processChange?: string | undefined;
  /** The keys of the services that the call got. */
  readonly used: readonly string[];
}

interface Given {
  readonly input: unknown;
  readonly context: TestContext;
  readonly permitted: readonly Access[];
}

/** Calls a tool and looks at the folder, the process, the requests and the services. A change of the process is undone. */
export async function watchedCall(tool: Tool<unknown>, { input, context, permitted }: Given): Promise<WatchedCall> {
  const used = new Set<string>();
  const get = <T>(service: Service<T>): T => {
    used.add(service.key);
    return context.get(service);
  };
  const watched = Object.create(context, { get: { value: get, enumerable: true } }) as TestContext;
  const fetched: string[] = [];
  const before = snapshotFolder(context.dir);
  const state = processState();
  const stop = watchFetch(fetched);
  const called = await answer(tool, { input, context: withPermitted(watched, permitted) }).finally(stop);
  const processChange = stateChange(state, processState());
  restoreProcess(state);
  const after = snapshotFolder(context.dir);
  return {
    ...called,
    folderChange: folderChange(before, after),
    changed: changedEntries(before, after),
    fetched,
    processChange,
    used: [...used],
  };
}

async function answer(
  tool: Tool<unknown>,
  { input, context }: { readonly input: unknown; readonly context: TestContext },
): Promise<Pick<WatchedCall, 'output' | 'result' | 'thrown'>> {
  try {
    const output = await tool.call(input, context);
    return { output, result: toToolResult(output, context.toolUseId) };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : '';
    const fix = isLoadoutError(thrown) && thrown.fix !== undefined ? ` ${thrown.fix}` : '';
    return { thrown, result: toToolResult({ content: message + fix, isError: true }, context.toolUseId) };
  }
}

/** Records each address and passes the request on. Returns the function that ends this. */
function watchFetch(fetched: string[]): () => void {
  const real = globalThis.fetch;
  const watching: typeof fetch = (target, init) => {
    fetched.push(target instanceof Request ? target.url : String(target));
    return real(target, init);
  };
  globalThis.fetch = watching;
  return () => {
    if (globalThis.fetch === watching) globalThis.fetch = real;
  };
}
