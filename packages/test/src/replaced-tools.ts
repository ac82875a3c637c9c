import type { AnyTool, HookSet, ToolOutput } from '@loadout/core';
import { toolMatcher } from '@loadout/core/run';
import type { WrapTool } from '@loadout/runner';
import type { LoadedTest } from './tests/loaded-test.js';

type Plans = NonNullable<LoadedTest['spec']['tools']>;
type ToolPlan = Plans[string];
type Cases = Exclude<ToolPlan, string>;

/** The result of a call, or `deny`. Absent: the call runs as ever. */
export type Instead = { readonly output: ToolOutput } | { readonly error: string } | 'deny';

/** The part of a test that replaces tools: results in place of the real ones, and a hook for calls that are denied. */
export interface ReplacedTools {
  readonly wrapTool: WrapTool;
  readonly hooks: HookSet;
}

/**
 * Replaces the tools that a test names. A replaced tool keeps its name, input schema, checks and accesses, so that permissions, hooks and
 * limits apply to its calls as ever.
 */
export function replacedTools(plans: Plans, replay: (tool: string, input: unknown) => Instead | undefined): ReplacedTools {
  // A name goes before patterns, wherever it stands.
  const written = Object.entries(plans).sort(([a], [b]) => Number(a.includes('*')) - Number(b.includes('*')));
  const entries = written.map(([pattern, plan]) => ({ matches: toolMatcher(pattern), plan }));
  const planFor = (name: string, aliases: readonly string[] = []) =>
    entries.find(({ matches }) => matches({ name, aliases }))?.plan ?? 'live';
  const wrapped = new WeakMap<AnyTool, AnyTool>();
  const decide = (name: string, input: unknown, aliases?: readonly string[]) =>
    insteadOf(planFor(name, aliases), { name, input, replay });
  return {
    wrapTool(tool, name) {
      if (planFor(name, tool.aliases) === 'live') return tool;
      const known = wrapped.get(tool) ?? replacement(tool, (input) => decide(name, input, tool.aliases));
      wrapped.set(tool, known);
      return known;
    },
    hooks: {
      PreToolUse: {
        name: 'this test',
        run: ({ tool_name: name, tool_input: input }) =>
          insteadOf(planFor(name), { name, input, replay: () => undefined }) === 'deny'
            ? { decision: 'block', reason: `The test denies this call of ${name}.` }
            : undefined,
      },
    },
  };
}

/** Extends the tool without copying it, because its other members may be inherited. */
function replacement(tool: AnyTool, instead: (input: unknown) => Instead | undefined): AnyTool {
  const { call } = tool as unknown as { readonly call: (input: unknown, context: unknown) => unknown };
  const value = async (input: unknown, context: unknown) => {
    const found = instead(input);
    if (found === undefined) return call.call(tool, input, context);
    if (found === 'deny') return { content: 'The test denies this call.', isError: true };
    return 'error' in found ? { content: found.error, isError: true } : found.output;
  };
  // A tool that needs a service which nobody offers works when it is replaced, and a test writes a text where the tool gives data.
  const replaced = { call: { value, enumerable: true }, obstacle: { value: undefined }, outputSchema: { value: undefined } };
  return Object.create(tool, replaced) as AnyTool;
}

interface Asked {
  readonly name: string;
  readonly input: unknown;
  readonly replay: (tool: string, input: unknown) => Instead | undefined;
}

function insteadOf(plan: ToolPlan, { name, input, replay }: Asked): Instead | undefined {
  if (plan === 'live') return undefined;
  if (plan === 'deny') return 'deny';
  if (plan === 'replay') return replay(name, input);
  const found = plan.cases?.find((one) => one.input === undefined || contains(input, one.input));
  if (found !== undefined) return resultOf(found);
  if (plan.error !== undefined || plan.output !== undefined) return resultOf(plan);
  if (plan.replay === true) return replay(name, input);
  return otherwise(plan, name, input);
}

function otherwise(plan: Cases, name: string, input: unknown): Instead | undefined {
  if (plan.otherwise === 'live') return undefined;
  if (plan.otherwise === 'deny') return 'deny';
  return { error: `No case of this test is about this call of ${name}: ${JSON.stringify(input)}` };
}

function resultOf({ output, error }: { readonly output?: unknown; readonly error?: string | undefined }): Instead {
  if (error !== undefined) return { error };
  if (typeof output === 'string') return { output };
  return { output: { content: output === undefined ? '' : JSON.stringify(output, undefined, 2), structuredContent: output } };
}

/** Whether a value has all that is expected. Keys that are not named may have any value; lists are compared whole. */
function contains(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return Array.isArray(actual) && actual.length === expected.length && expected.every((one, at) => contains(actual[at], one));
  // A path is whole where a hook sees it, and short as the model wrote it.
  if (typeof expected === 'string' && typeof actual === 'string' && actual.endsWith(`/${expected}`)) return true;
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected);
  if (typeof actual !== 'object' || actual === null) return false;
  return Object.entries(expected).every(([key, value]) => contains((actual as Record<string, unknown>)[key], value));
}
