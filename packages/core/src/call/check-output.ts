import type { Parsed, Schema } from '../contract/schema.js';
import { errors } from '../errors.js';
import { describeIssues } from './parse-input.js';
import type { CheckedCall, ExecutedCall } from './states.js';
import { toolFailure } from './tool-failure.js';

/** Structured output must fit the schema that the tool declares; an error result need not (MCPS-08, PIPE-11). */
export async function checkOutput(call: ExecutedCall): Promise<CheckedCall> {
  const { output, tool } = call;
  if (tool.output === undefined || output.isError || output.structuredContent === undefined) return { ...call, checked: true };
  const parsed = await parseOutput(call, tool.output);
  if (!parsed.ok) throw errors.TOOL_OUTPUT_INVALID({ name: tool.name, details: describeIssues(parsed.issues) });
  return { ...call, checked: true };
}

async function parseOutput(call: ExecutedCall, schema: Schema): Promise<Parsed<unknown>> {
  try {
    return await schema.parse(call.output.structuredContent);
  } catch (error) {
    throw toolFailure(error, call);
  }
}
