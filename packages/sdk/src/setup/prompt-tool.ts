import { isObject } from '@loadout/core';
import { jsonIn } from '@loadout/node';
import type { Conversation } from '@loadout/runner';
import { errors } from '../errors.js';
import type { Options } from '../types/options.js';
import type { CanUseTool, PermissionResult } from '../types/permissions.js';

/** Replaces the program's permission callback by an MCP tool, if the options name one. */
export function withPromptTool(options: Options, conversation: () => Promise<Conversation>): Options {
  const { permissionPromptToolName: tool, canUseTool } = options;
  if (tool === undefined) return options;
  if (canUseTool !== undefined)
    throw errors.SDK_OPTIONS_INVALID({
      problem: 'canUseTool and permissionPromptToolName both say who answers',
      fix: 'Give one of them.',
    });
  return { ...options, canUseTool: askedOf(tool, conversation) };
}

const askedOf =
  (tool: string, conversation: () => Promise<Conversation>): CanUseTool =>
  async (tool_name, input, { toolUseID, signal }) => {
    const asked = { tool_name, input, tool_use_id: toolUseID };
    const result = await (await conversation()).callTool(tool, { input: asked, signal });
    if (result === undefined) return no(`There is no tool ${tool} to ask whether ${tool_name} may run.`);
    if (result.isError === true) return no(`${tool} was asked whether ${tool_name} may run and failed: ${result.content}`);
    return answerIn(result.content) ?? no(`${tool} was asked whether ${tool_name} may run and answered ${result.content}.`);
  };

const no = (message: string): PermissionResult => ({ behavior: 'deny', message });

/** Parses the tool's answer: the JSON of the callback's result. */
function answerIn(text: string): PermissionResult | undefined {
  const answer = jsonIn(text);
  return isObject(answer) && 'behavior' in answer ? (answer as unknown as PermissionResult) : undefined;
}
