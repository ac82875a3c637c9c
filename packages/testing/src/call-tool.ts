import {
  type AnyTool,
  type ContentBlock,
  compileSchema,
  errors as coreErrors,
  type Issue,
  isLoadoutError,
  issueText,
  messageOf,
  otherNames,
  spell,
  type Tool,
  type ToolContext,
  type ToolOutput,
  type ToolResult,
  withFix,
  withHome,
} from '@loadout/core';
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
    return await run(tool as Tool<unknown>, given);
  } catch (error) {
    const failure = isLoadoutError(error) ? error : coreErrors.TOOL_FAILED({ name: tool.name, message: messageOf(error) });
    const text = withFix(failure);
    return toToolResult({ content: text, isError: true }, given.context.toolUseId);
  }
}

async function run(tool: Tool<unknown>, { input, context }: Given): Promise<ToolResult> {
  const name = tool.name;
  const schema = compileSchema(tool.inputSchema, `the tool ${name}`);
  const spelled = spell(input, otherNames(schema.json, tool.inputAliases));
  const parsed = spelled.ok ? await schema.parse(spelled.value) : spelled;
  if (!parsed.ok) throw coreErrors.TOOL_INPUT_INVALID({ name, details: toDetails(parsed.issues) });
  const whole = withHome(parsed.value, { tool, context });
  const refusal = await tool.validateInput?.(whole, context);
  if (refusal !== undefined) throw coreErrors.TOOL_INPUT_REFUSED({ name, why: refusal });
  const permitted = (await tool.access?.(whole, context)) ?? [];
  const result = toToolResult(await tool.call(whole, withPermitted(context, permitted)), context.toolUseId);
  if (tool.outputSchema !== undefined && !result.isError) {
    const output = await compileSchema(tool.outputSchema, `the tool ${name}`).parse(result.structuredContent);
    if (!output.ok) throw coreErrors.TOOL_OUTPUT_INVALID({ name, details: toDetails(output.issues) });
  }
  return result;
}

/** Permits exactly the access that the tool declares. The context keeps its own getters. */
export const withPermitted = <C extends ToolContext>(context: C, permitted: ToolContext['permitted']): C =>
  Object.create(context, { permitted: { value: permitted, enumerable: true } }) as C;

export const toDetails = (issues: readonly Issue[]) =>
  issues.map((issue) => `${issue.path === '' ? 'the input' : issue.path} ${issueText(issue)}`).join('; ');

export function toToolResult(output: ToolOutput, toolUseId: string): ToolResult {
  const whole = typeof output === 'string' ? { content: output } : output;
  const typedContent: readonly ContentBlock[] =
    typeof whole.content === 'string' ? [{ type: 'text', text: whole.content }] : whole.content;
  return {
    toolUseId,
    content: typedContent.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    typedContent,
    isError: whole.isError ?? false,
    ...(whole.structuredContent === undefined ? {} : { structuredContent: whole.structuredContent }),
  };
}
