import { join } from 'node:path';
import {
  type AnyHook,
  HOOK_EVENTS,
  type HookEvent,
  type HookInputs,
  type HookOutput,
  type HookSet,
  type Plugin,
} from '@loadout/core';
import { isHookEvent, registerHooks, runHooks } from '@loadout/core/run';
import { ANSWER_FIELDS } from '@loadout/core/testing';
import { isEndless } from '../mount/call-limit.js';
import { endMount, setUp } from '../mount/set-up.js';
import { type TestContext, testContext } from '../test-context.js';
import { type Recording, watch } from '../watch/watch.js';
import type { Problem } from './check.js';
import { jsonProblem } from './difference.js';
import { hookEffectProblem } from './hook-effects.js';
import { type Mount, secretsOf } from './mounted-tools.js';
import { processState, restoreProcess, stateChange } from './process-state.js';
import { repeatedSecret } from './secret-forms.js';
import type { ToolCases } from './tool-cases.js';
import type { Touches } from './touches.js';
import { underWatch } from './trial.js';

export interface HookMount extends Mount {
  readonly touches: Touches | undefined;
  readonly limitMs: number;
  /** The inputs of an event, in place of the samples. */
  readonly inputs: Readonly<Record<string, readonly object[]>>;
}

/** Calls each hook of a plugin with sample inputs, and looks at its answer and at what it does beside it. */
export async function hookProblem(plugin: Plugin, mount: HookMount): Promise<Problem> {
  const parts = await setUp(plugin, mount.options);
  if (parts.hooks === undefined) return void (await endMount(parts, mount.graceMs));
  const watching = watch();
  const context = testContext();
  const state = processState();
  try {
    const problem = await firstProblem(plugin.name, parts.hooks, {
      mount,
      context,
      recording: () => watching.record(mount.limitMs),
      secrets: secretsOf(plugin, mount.options),
    });
    const changed = stateChange(state, processState());
    await endMount(parts, mount.graceMs);
    if (problem !== undefined || changed !== undefined) return problem ?? `a hook of it: ${changed}`;
    const left = await watching.left({ graceMs: mount.graceMs });
    return left === undefined ? undefined : `after its hooks and its dispose there is still ${left}`;
  } finally {
    restoreProcess(state);
    watching.end();
    await context.dispose();
  }
}

async function firstProblem(owner: string, hooks: HookSet, place: Place): Promise<Problem> {
  for (const [event, entries] of Object.entries(hooks)) {
    // Another check finds that there is no such event.
    if (!isHookEvent(event)) continue;
    for (const entry of [entries].flat() as readonly (AnyHook | AnyHook['run'])[]) {
      const hook = typeof entry === 'function' ? { name: owner, run: entry } : entry;
      const problem = await problemOf({ event, hook }, place);
      if (problem !== undefined) return `its hook on ${event}: ${problem}`;
    }
  }
  return undefined;
}

interface Subject {
  readonly event: HookEvent;
  readonly hook: AnyHook;
}

interface Place {
  readonly mount: HookMount;
  readonly context: TestContext;
  readonly recording: () => Recording;
  readonly secrets: readonly string[];
}

async function problemOf({ event, hook }: Subject, place: Place): Promise<Problem> {
  const { mount, context } = place;
  const recording = place.recording();
  const inputs = mount.inputs[event] ?? sampleInputs({ event, matcher: hook.matcher, dir: context.dir, tools: mount.tools });
  for (const input of inputs) {
    const problem =
      (await answerProblem({ event, hook }, { ...place, recording, input })) ??
      hookEffectProblem(recording.seen, { ...mount, context });
    if (problem !== undefined) return `${problem} (input: ${JSON.stringify(input).slice(0, 200)})`;
  }
  return undefined;
}

/** Runs the hook as a run does, whatever its matcher: the pipeline reads the answer. */
async function answerProblem(
  { event, hook }: Subject,
  {
    mount,
    context,
    recording,
    secrets,
    input,
  }: Omit<Place, 'recording'> & { readonly recording: Recording; readonly input: object },
): Promise<Problem> {
  const { matcher: _, if: __, ...fields } = hook;
  let answer: HookOutput | undefined;
  let endless: string | undefined;
  const run: AnyHook['run'] = async (...given) => {
    try {
      answer = (await underWatch({ recording, limitMs: mount.limitMs }, 'hook', () => hook.run(...given))) ?? undefined;
      return answer;
    } catch (error) {
      if (isEndless(error)) endless = error.message;
      throw error;
    }
  };
  const problems: string[] = [];
  await runHooks(event, input as HookInputs[typeof event], {
    hooks: registerHooks([
      { hooks: { [event]: [{ ...fields, name: hook.name, run, timeoutSeconds: 2_000_000 }] }, owner: hook.name },
    ]),
    base: () => baseOf(context),
    clock: { now: () => performance.now(), after: () => () => {} },
    signal: context.signal,
    emit: (told) => void ('problem' in told && told.problem !== undefined && problems.push(told.problem)),
  });
  if (endless !== undefined) return endless;
  const [failed] = problems;
  if (failed !== undefined) return `it failed: ${failed}`;
  return shapeProblem(answer, event) ?? repeatedSecret([['its answer', answer]], secrets);
}

const baseOf = ({ cwd, sessionId, agentId }: TestContext) => ({
  session_id: sessionId,
  transcript_path: '',
  cwd,
  permission_mode: 'default' as const,
  agent_id: agentId,
  agent_type: '',
});

/** A field that nobody reads decides nothing, and no run says so. */
function shapeProblem(answer: HookOutput | undefined, event: HookEvent): Problem {
  if (answer === undefined) return undefined;
  const { hookSpecificOutput: specific = {} } = answer;
  const strange =
    Object.keys(answer).find((key) => !ANSWER_FIELDS.answer.includes(key)) ??
    Object.keys(specific).find((key) => !ANSWER_FIELDS.specific.includes(key));
  if (strange !== undefined)
    return `its answer has the field ${strange}, which nobody reads; it knows ${[...ANSWER_FIELDS.answer, ...ANSWER_FIELDS.specific].join(', ')}`;
  const { hookEventName = event } = specific;
  if (hookEventName !== event) return `its answer says hookEventName ${JSON.stringify(hookEventName)}`;
  if (HOOK_EVENTS[event].blocks === undefined && specific.permissionDecision !== undefined)
    return `its answer decides with permissionDecision, and ${event} decides nothing`;
  const carried = jsonProblem(answer);
  return carried === undefined ? undefined : `its answer cannot be JSON: ${carried}`;
}

interface Sampled {
  readonly event: HookEvent;
  readonly matcher: string | undefined;
  readonly dir: string;
  /** The cases of the plugin's own tools. */
  readonly tools: Readonly<Record<string, ToolCases>>;
}

/** Inputs that an event has in a run: for an event about a call, one for each tool that the matcher names. */
function sampleInputs({ event, matcher = '', dir, tools }: Sampled): readonly object[] {
  const { sample, isCall } = HOOK_EVENTS[event];
  if (isCall !== true) return [sample];
  const inputs: Readonly<Record<string, object>> = { ...usualInputs(dir), ...ownInputs(tools) };
  const named = matcher
    .split(/[|,]/)
    .map((name) => name.trim())
    .filter((name) => /^[\w-]+$/.test(name));
  const names = named.length > 0 ? named : Object.keys(inputs);
  return names.map((name) => ({ tool_name: name, tool_input: inputs[name] ?? {}, tool_use_id: 'toolu_test', ...sample }));
}

/** The tools that most agents have. */
const usualInputs = (dir: string): Readonly<Record<string, object>> => ({
  Bash: { command: 'echo hello' },
  Read: { file_path: join(dir, 'a.txt') },
  Write: { file_path: join(dir, 'a.txt'), content: 'hello' },
  Edit: { file_path: join(dir, 'a.txt'), old_string: 'hello', new_string: 'hi' },
  WebFetch: { url: 'https://example.com/' },
});

const ownInputs = (tools: Readonly<Record<string, ToolCases>>) =>
  Object.fromEntries(
    Object.entries(tools).flatMap(([name, { valid }]) => {
      const [one] = valid;
      return typeof one?.input === 'object' && one.input !== null ? [[name, one.input]] : [];
    }),
  );
