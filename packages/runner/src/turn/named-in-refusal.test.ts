import { expect, it } from 'vitest';
import { isAboutTools, refusedTool } from './ask-again.js';

const NAMES = ['Read', 'mcp__s__a', 'mcp__s__b'];

it.each([
  ['tools.2.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12', 'mcp__s__b'],
  ["tools.1.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'", 'mcp__s__a'],
  ["Invalid schema for function 'mcp__s__a': In context=('properties', 'tags'), array schema missing items.", 'mcp__s__a'],
  ['GenerateContentRequest.tools[0].function_declarations[2].parameters.properties[tags].items: missing field.', 'mcp__s__b'],
  ['The value at toolConfig.tools.1.toolSpec.inputSchema.json.type must be one of the following: object.', 'mcp__s__a'],
  ['tools[1].function.parameters is not valid', 'mcp__s__a'],
  ['tools.7.custom.input_schema is invalid', undefined],
  ['messages.1.content.0: the text "mcp__s__a" is too long', undefined],
  ["tools 'mcp__s__a' and 'mcp__s__b' have one name", undefined],
  ['max_tokens: must be at most 8192', undefined],
])('%s is about %s (GAP-B5)', (said, name) => expect(refusedTool(said, NAMES)).toBe(name));

it.each([
  ['a tool has an invalid input schema', true],
  ["Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 300 instead.", true],
  ['Function declaration parameters are invalid', true],
  ['messages.3: tool_use ids must have a tool_result with these parameters', false],
  ['tool_choice: the parameter names no tool', false],
  ['max_tokens: the parameter must be at most 8192', false],
  ['The tool was slow', false],
])('%s: is it about the tools of the request? %s (GAP-B5)', (said, isAbout) => expect(isAboutTools(said)).toBe(isAbout));
