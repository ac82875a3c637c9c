import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyTool, defineTool, LoadoutError } from '@loadout/core';
import type { Block, ModelEvent, ModelProvider, ModelRequest, Usage } from '@loadout/core/model';
import type { AgentPlan, Plan } from '@loadout/core/run';
import type { RunResult } from '@loadout/sessions';
import { onTestFinished } from 'vitest';
import type { AgentOptions } from '../agent/agent-options.js';
import { createAgent } from '../agent/create-agent.js';
import type { AgentEvent } from '../report/events.js';
import type { Run, RunOptions } from './run.js';

/** One answer of the model: text, calls, and an optional failure. `hold` keeps the stream open after the blocks. */
export interface Step {
  readonly text?: string;
  readonly calls?: readonly {
    readonly name: string;
    readonly input?: unknown;
    readonly id?: string;
    readonly malformed?: string;
  }[];
  readonly stop?: string;
  readonly blocks?: readonly Block[];
  readonly hold?: () => Promise<void>;
  readonly fail?: string;
  readonly usage?: Usage;
}

/** The events that hooks receive in a run with one tool call, in order (HOOK-01, HOOK-03). */
export const EVENTS_OF_A_RUN = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolBatch',
  'Stop',
  'SessionEnd',
] as const;

/** A model for tests of the loop alone. `requests` holds the requests, with messages copied at the time. */
export function model(
  steps: readonly Step[] | ((request: ModelRequest, index: number) => Step),
): ModelProvider & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    name: 'test',
    requests,
    async *stream(request, { signal }): AsyncGenerator<ModelEvent> {
      const index = requests.push({ ...request, messages: [...request.messages] }) - 1;
      const step = typeof steps === 'function' ? steps(request, index) : steps[index];
      if (step === undefined) throw new LoadoutError('MODEL_TEST_ENDED', `The test model has no step ${index + 1}.`);
      yield { type: 'start', id: `msg_${index}`, model: request.model };
      if (step.text !== undefined) {
        yield { type: 'text', text: step.text };
        yield { type: 'block', block: { type: 'text', text: step.text } };
      }
      for (const block of step.blocks ?? []) yield { type: 'block', block };
      for (const [at, call] of (step.calls ?? []).entries()) {
        yield {
          type: 'block',
          block: { type: 'tool_use', id: call.id ?? `call_${index}_${at}`, name: call.name, input: call.input ?? {} },
          malformed: call.malformed,
        };
      }
      if (step.hold !== undefined) await Promise.race([step.hold(), aborted(signal)]);
      if (signal.aborted) throw new LoadoutError('MODEL_ABORTED', 'The request was aborted.');
      if (step.fail !== undefined) throw new LoadoutError(step.fail, `The test model fails with ${step.fail}.`);
      yield {
        type: 'end',
        stopReason: step.stop ?? ((step.calls?.length ?? 0) > 0 ? 'tool_use' : 'end_turn'),
        usage: step.usage ?? { input_tokens: 10, output_tokens: 5 },
      };
    },
  };
}

export const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-runner-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs an agent in its own folder, to its end. */
export async function runAgent(
  given: AgentOptions & { readonly prompt?: string; readonly run?: RunOptions; readonly during?: (run: Run) => void },
): Promise<{ events: AgentEvent[]; result: RunResult; workspace: string; run: Run }> {
  const { prompt, run: choice, during, ...options } = given;
  const workspace = options.workspace ?? tempFolder();
  const agent = await createAgent({
    sessionsDir: join(workspace, '.sessions'),
    permissions: { mode: 'bypassPermissions' },
    env: { IS_SANDBOX: '1' },
    ...options,
    workspace,
  });
  const run = agent.run(prompt ?? (choice?.resume === undefined ? 'Go.' : undefined), choice);
  during?.(run);
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  await agent.close();
  return { events, result: await run.result, workspace, run };
}

/** A read-only tool that may run beside others. */
export function reader(
  name: string,
  call: (input: Record<string, unknown>, signal: AbortSignal) => string | Promise<string>,
): AnyTool {
  return defineTool({
    name,
    description: `Reads for ${name}.`,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    isConcurrencySafe: true,
    call: (input, context) => call(input, context.signal),
  });
}

/** A tool with an effect. */
export function writer(
  name: string,
  call: (input: Record<string, unknown>, signal: AbortSignal) => string | Promise<string>,
): AnyTool {
  return defineTool({
    name,
    description: `Writes for ${name}.`,
    inputSchema: { type: 'object' },
    call: (input, context) => call(input, context.signal),
  });
}

export const kinds = (events: readonly AgentEvent[]) => events.map((event) => event.type);

/** A plan with one agent that has all tools and all permissions. */
export function planFor(folder: string, changes: Partial<Plan> = {}): Plan {
  const agent: AgentPlan = {
    name: 'a',
    instructions: '',
    models: [],
    tools: ['*'],
    disallowedTools: [],
    permissions: { rules: [] },
    hooks: [],
    limits: {},
    concurrency: 10,
    model: {},
  };
  return {
    configDir: folder,
    workspace: folder,
    plugins: [],
    providers: {},
    models: {},
    permissions: { mode: 'bypassPermissions', rules: [], additionalDirectories: [] },
    hooks: [],
    agents: { a: agent },
    secrets: [],
    sessions: { dir: join(folder, '.sessions') },
    ...changes,
  };
}
