import type { Issue } from '../contract/schema.js';
import { errors } from '../errors.js';
import { spell } from '../names/spelling.js';
import type { CallEnvironment } from './environment.js';
import { inputExcess } from './input-bounds.js';
import { unlessInterrupted } from './interrupt.js';
import { repair } from './repair.js';
import type { ParsedCall, ResolvedCall } from './states.js';
import { toolFailure } from './tool-failure.js';
import { withWholePaths } from './whole-paths.js';

/** The input becomes what the schema gives back, or the call ends here: no hook, no permission, no tool has seen it (PIPE-03). */
export async function parseInput(call: ResolvedCall, env: CallEnvironment): Promise<ParsedCall> {
  if (call.malformed !== undefined) throw errors.TOOL_INPUT_MALFORMED({ name: call.tool.name, raw: call.malformed });
  if (call.excess !== undefined) throw errors.TOOL_INPUT_TOO_LARGE({ name: call.tool.name, problem: call.excess });
  return { ...call, parsed: await parseFor(call, call.input, env) };
}

/**
 * Input that a hook or a person changed: as good as new, so it passes all that the model's input passed. A call that may no
 * longer run beside others waits to run alone.
 */
export async function replaceInput<C extends ParsedCall>(call: C, input: unknown, env: CallEnvironment): Promise<C> {
  const changed = { ...call, parsed: await parseFor(call, input, env) };
  const { tool } = call;
  if (tool.isConcurrencySafe(call.parsed.input) && !tool.isConcurrencySafe(changed.parsed.input))
    await unlessInterrupted(() => env.turn(changed), call, env);
  return changed;
}

async function parseFor(call: ResolvedCall, given: unknown, env: CallEnvironment): Promise<ParsedCall['parsed']> {
  const problem = inputExcess(given, env.inputBounds);
  if (problem !== undefined) throw errors.TOOL_INPUT_TOO_LARGE({ name: call.tool.name, problem });
  try {
    const result = await unlessInterrupted(() => parsed(call, given), call, env);
    const refusal = await unlessInterrupted(async () => call.tool.tool.validateInput?.(result.input, call.context), call, env);
    if (refusal === undefined) return { ...result, written: withWholePaths(result.written, whereIn(call)) };
    throw errors.TOOL_INPUT_REFUSED({ name: call.tool.name, why: refusal });
  } catch (error) {
    throw toolFailure(error, call);
  }
}

const whereIn = ({ tool, context }: ResolvedCall) => ({ paths: tool.tool.paths, cwd: context.cwd });

/** What fits only after a repair is repaired (PIPE-05). */
async function parsed(call: ResolvedCall, given: unknown): Promise<ParsedCall['parsed']> {
  const spelled = spell(structuredClone(given), call.tool.otherNames);
  if (!spelled.ok) throw errors.TOOL_INPUT_INVALID({ name: call.tool.name, details: describeIssues(spelled.issues) });
  const written = spelled.value;
  const first = await call.tool.input.parse(structuredClone(written));
  if (first.ok) return { written, input: first.value };
  const repaired = repair(written, call.tool.input.json, first.issues);
  const second = await call.tool.input.parse(structuredClone(repaired));
  if (second.ok) return { written: repaired, input: second.value };
  throw errors.TOOL_INPUT_INVALID({ name: call.tool.name, details: describeIssues(first.issues) });
}

export function describeIssues(issues: readonly Issue[]): string {
  return issues
    .map((issue) => `${issue.path === '' ? 'the input' : issue.path.slice(1).replaceAll('/', '.')}: ${issue.message}`)
    .join('; ');
}
