import { errors } from '../errors.js';
import { describeIssues } from './parse-input.js';
import type { CheckedCall, ExecutedCall } from './states.js';

/** Structured output must fit the schema that the tool declares; an error result need not (MCPS-08, PIPE-11). */
export async function checkOutput(call: ExecutedCall): Promise<CheckedCall> {
  const { output, tool } = call;
  if (tool.output === undefined || output.isError || output.structuredContent === undefined) return { ...call, checked: true };
  const parsed = await tool.output.parse(output.structuredContent);
  if (!parsed.ok) throw errors.TOOL_OUTPUT_INVALID({ name: tool.name, details: describeIssues(parsed.issues) });
  return { ...call, checked: true };
}
