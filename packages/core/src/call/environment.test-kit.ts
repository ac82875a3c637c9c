import type { Hook, HookSet } from '../contract/hook/hook.js';
import type { SchemaSource } from '../contract/schema.js';
import type { AnyTool, ToolContext } from '../contract/tool.js';
import type { ToolDefinition } from '../define/define-tool.js';
import { defineTool } from '../define/define-tool.js';
import { registerHooks } from '../hooks/register.js';
import type { Clock } from '../interrupt/interrupt.js';
import type { PermissionLayers } from '../permit/decided-call.js';
import { parsePermissionRule } from '../permit/parse-rule.js';
import { assembleToolPool, RestrictionStack } from '../pool/assemble.js';
import type { CallEnvironment, CallEvent } from './environment.js';
import { runToolCall } from './pipeline.js';
import type { RequestedCall, SettledCall } from './states.js';

/** A clock that advances only on request. */
export class FakeClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ readonly at: number; readonly action: () => void }>();

  now() {
    return this.#now;
  }

  after(ms: number, action: () => void) {
    const timer = { at: this.#now + ms, action };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** The number of timers that are not cancelled. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Advances the clock timer by timer, and runs the code that each timer wakes. */
  async advance(ms: number) {
    const until = this.#now + ms;
    await settleMicrotasks();
    for (let due = this.#due(until); due !== undefined; due = this.#due(until)) {
      this.#timers.delete(due);
      this.#now = due.at;
      due.action();
      await settleMicrotasks();
    }
    this.#now = until;
  }

  #due(until: number) {
    return [...this.#timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
  }
}

/** Runs all code that waits only for promises. */
export const settleMicrotasks = () => new Promise<void>((resolve) => setImmediate(resolve));

/** An abort signal that counts its listeners. */
export class CountedAbort {
  readonly controller = new AbortController();
  listeners = 0;

  constructor() {
    const { signal } = this.controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    const known = new Set<unknown>();
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      known.add(args[1]);
      this.listeners = known.size;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      known.delete(args[1]);
      this.listeners = known.size;
      remove(...args);
    };
  }
}

export interface WorldOptions {
  readonly tools?: readonly AnyTool[];
  readonly mcpTools?: readonly AnyTool[];
  readonly hooks?: HookSet;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly layers?: Partial<PermissionLayers>;
  readonly env?: Partial<CallEnvironment>;
}

/** Everything that one tool call needs, in memory: a pool, rules, hooks, a stopped clock, and a record of what happened. */
export function makeWorld(options: WorldOptions = {}) {
  const clock = new FakeClock();
  const abort = new CountedAbort();
  const events: CallEvent[] = [];
  const rules = (['deny', 'ask', 'allow'] as const).flatMap((behavior) =>
    (options[behavior] ?? []).map((text, index) =>
      parsePermissionRule(text, {
        behavior,
        layer: 'project',
        position: { file: '/repo/agent.config.yaml', line: index + 10, column: 7 },
      }),
    ),
  );
  const layers: PermissionLayers = {
    mode: 'default',
    rules,
    roots: ['/repo'],
    workspace: '/repo',
    home: '/home/me',
    artifactDir: '/state/artifacts',
    ...options.layers,
  };
  const env: CallEnvironment = {
    pool: assembleToolPool({ baseTools: options.tools ?? [], mcpTools: options.mcpTools }),
    restrictions: new RestrictionStack(),
    permissions: () => layers,
    hooks: registerHooks([{ hooks: options.hooks ?? {}, owner: 'test' }]),
    base: () => ({
      session_id: 's1',
      transcript_path: '/state/s1.jsonl',
      cwd: '/repo',
      permission_mode: layers.mode,
      agent_id: 'main',
      agent_type: 'main',
    }),
    clock,
    signal: abort.controller.signal,
    emit: (event) => void events.push(event),
    contextFor,
    turn: async () => {},
    ...options.env,
  };
  const call = (name: string, input: unknown = {}, more: Partial<RequestedCall> = {}): Promise<SettledCall> =>
    runToolCall({ id: more.id ?? 't1', name, input, ...more }, env);
  return { env, clock, abort, events, layers, call, interrupt: () => abort.controller.abort() };
}

function contextFor(call: Parameters<CallEnvironment['contextFor']>[0]): Omit<ToolContext, 'mayRead' | 'permitted'> {
  return {
    cwd: '/repo',
    roots: ['/repo'],
    toolUseId: call.id,
    sessionId: 's1',
    agentId: 'main',
    signal: call.signal,
    env: {},
    artifactDir: '/state/artifacts',
    get: () => {
      throw new Error('no services here');
    },
    find: () => undefined,
    progress: call.progress,
    emit: () => {},
  };
}

/** A tool that records its inputs. Without parts of its own it takes any input and answers `done`. */
export function recorder<const S extends SchemaSource | undefined = undefined>(
  parts: Partial<ToolDefinition<S>> & { readonly name: string },
) {
  const calls: unknown[] = [];
  const tool = defineTool<SchemaSource>({
    description: `the ${parts.name} of a test`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    ...(parts as object),
    name: parts.name,
    call: (input, context) => {
      calls.push(input);
      const run = parts.call as ((given: unknown, context: ToolContext) => string) | undefined;
      return run === undefined ? 'done' : run(input, context);
    },
  });
  return { tool: tool as AnyTool, calls };
}

/** A promise and the function that settles it. */
export function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

export const textOf = (call: SettledCall) => call.result.content;

export const never = () => new Promise<string>(() => {});

export const thrower = (thrown: unknown) => (): never => {
  throw thrown;
};

export const preToolUse = (run: Hook<'PreToolUse'>['run'], more: Partial<Hook<'PreToolUse'>> = {}): HookSet => ({
  PreToolUse: { name: 'guard', run, ...more },
});

/** An answer of a PreToolUse hook. */
export const answer = (permissionDecision: 'allow' | 'ask' | 'defer' | 'deny', more: object = {}) => ({
  hookSpecificOutput: { permissionDecision, permissionDecisionReason: `the guard says ${permissionDecision}`, ...more },
});
