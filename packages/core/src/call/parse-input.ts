import type { Issue } from '../contract/schema.js';
import { errors } from '../errors.js';
import { repair } from './repair.js';
import type { ParsedCall, ResolvedCall } from './states.js';

/** The input becomes what the schema gives back, or the call ends here: no hook, no permission, no tool has seen it (PIPE-03). */
export async function parseInput(call: ResolvedCall): Promise<ParsedCall> {
  if (call.malformed !== undefined) throw errors.TOOL_INPUT_MALFORMED({ name: call.tool.name, raw: call.malformed });
  const input = await parseFor(call, call.input);
  const refusal = await call.tool.tool.validateInput?.(input, call.context);
  if (refusal !== undefined) throw errors.TOOL_INPUT_REFUSED({ name: call.tool.name, why: refusal });
  return { ...call, parsed: { input } };
}

/** Also for input that a hook or a person changed. What fits only after a repair is repaired (PIPE-05). */
export async function parseFor(call: ResolvedCall, input: unknown): Promise<unknown> {
  const copy = structuredClone(input);
  const first = await call.tool.input.parse(copy);
  if (first.ok) return first.value;
  const second = await call.tool.input.parse(repair(copy, call.tool.input.json, first.issues));
  if (second.ok) return second.value;
  throw errors.TOOL_INPUT_INVALID({ name: call.tool.name, details: describeIssues(first.issues) });
}

export function describeIssues(issues: readonly Issue[]): string {
  return issues
    .map((issue) => `${issue.path === '' ? 'the input' : issue.path.slice(1).replaceAll('/', '.')}: ${issue.message}`)
    .join('; ');
}
