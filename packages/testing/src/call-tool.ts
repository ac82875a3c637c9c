import {
  type AnyTool,
  errors as coreErrors,
  type Issue,
  isLoadoutError,
  messageOf,
  type ToolContext,
  type ToolOutput,
  type ToolResult,
} from '@loadout/core';
import { textOf } from '@loadout/core/model';
import { issueText, messageWithFix, type PoolTool, prepareTool, refusalOf, withHome } from '@loadout/core/run';
import { readOutput } from '@loadout/core/testing';
import { testContext } from './test-context.js';

/**
 * One tool call without hooks and permissions: parse, `validateInput`, `access`, `call`, check of the output. A failure is an error
 * result, as in a session. Without a context it runs in a temporary folder that is removed afterwards.
 */
export async function callTool(tool: AnyTool, input: unknown, context?: ToolContext): Promise<ToolResult> {
  if (context !== undefined) return settle(tool, { input, context });
  const own = testContext();
  try {
    return await settle(tool, { input, context: own });
  } finally {
    await own.dispose();
  }
}

interface Given {
  readonly input: unknown;
  readonly context: ToolContext;
}

async function settle(tool: AnyTool, given: Given): Promise<ToolResult> {
  try {
    return await run(readTool(tool), given);
  } catch (error) {
    const failure = isLoadoutError(error) ? error : coreErrors.TOOL_FAILED({ name: tool.name, message: messageOf(error) });
    return resultOf({ content: messageWithFix(failure), isError: true }, { name: tool.name, toolUseId: given.context.toolUseId });
  }
}

async function run(own: PoolTool, { input, context }: Given): Promise<ToolResult> {
  const { name, tool } = own;
  const spelled = own.spell(input);
  const parsed = spelled.ok ? await own.input.parse(spelled.value) : spelled;
  if (!parsed.ok) throw coreErrors.TOOL_INPUT_INVALID({ name, details: toDetails(parsed.issues) });
  const whole = withHome(parsed.value, { tool, context });
  const refusal = refusalOf(await tool.validateInput?.(whole, context));
  if (refusal !== undefined) throw coreErrors.TOOL_INPUT_REFUSED({ name, why: refusal });
  const permitted = (await tool.access?.(whole, context)) ?? [];
  const result = resultOf(await tool.call(whole, withPermitted(context, permitted)), {
    name,
    toolUseId: context.toolUseId,
  });
  if (own.output !== undefined && !result.isError) {
    const output = await own.output.parse(result.structuredContent);
    if (!output.ok) throw coreErrors.TOOL_OUTPUT_INVALID({ name, details: toDetails(output.issues) });
  }
  return result;
}

/**
 * Reads a tool as a run does, with the members of other systems under the names of Loadout (GAP-F6). A name that no model takes is
 * no reason not to look at the rest.
 */
export const readTool = (tool: AnyTool): PoolTool =>
  prepareTool(tool, { kind: 'custom', from: 'the test' }, TAKEN_NAME.test(tool.name) ? tool.name : 'Tool');

/** The names that every model takes. */
export const TAKEN_NAME = /^[\w-]{1,64}$/;

/** Permits exactly the access that the tool declares. The context keeps its own getters. */
export const withPermitted = <C extends ToolContext>(context: C, permitted: ToolContext['permitted']): C =>
  Object.create(context, { permitted: { value: permitted, enumerable: true } }) as C;

export const toDetails = (issues: readonly Issue[]) =>
  issues.map((issue) => `${issue.path === '' ? 'the input' : issue.path} ${issueText(issue)}`).join('; ');

/** Reads an output as a run does. Throws TOOL_OUTPUT_UNREADABLE for one that a run refuses. */
export function resultOf(
  output: ToolOutput | undefined,
  { name, toolUseId }: { readonly name: string; readonly toolUseId: string },
): ToolResult {
  const read = readOutput(output, name);
  return { toolUseId, content: textOf({ content: read.typedContent }), ...read };
}
