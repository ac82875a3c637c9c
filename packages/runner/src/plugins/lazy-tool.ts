import { type AnyTool, compileSchema, type JsonSchema, type Schema, type Tool } from '@loadout/core';
import type { ListedTool } from './listing.js';

type RealTool = Tool<unknown>;

/**
 * Builds a tool from its listing. `real` returns the tool itself and loads its plugin the first time: when input is parsed, since
 * every other use of a call comes later.
 */
export function lazyTool(listed: ListedTool, real: () => RealTool): AnyTool {
  const { inputSchema, outputSchema, needs, isReadOnly, isConcurrencySafe, maxResultChars, timeoutMs, functions, ...plain } =
    listed;
  const has = (name: (typeof functions)[number]) => functions.includes(name);
  const tool: RealTool = {
    ...plain,
    inputSchema: lazySchema(inputSchema, () => real().inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: lazySchema(outputSchema, () => real().outputSchema ?? outputSchema) }),
    ...(needs === undefined ? {} : { needs: needs.map((key) => ({ key })) }),
    ...(isReadOnly === undefined ? {} : { isReadOnly: lazyFlag('isReadOnly', isReadOnly, real) }),
    ...(isConcurrencySafe === undefined ? {} : { isConcurrencySafe: lazyFlag('isConcurrencySafe', isConcurrencySafe, real) }),
    ...(maxResultChars === undefined ? {} : { maxResultChars: Number(maxResultChars) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: Number(timeoutMs) }),
    call: (input, context) => real().call(input, context),
    // Methods that the tool lacks must be missing here too, because their absence has a meaning.
    ...(has('access') ? { access: (input, context) => real().access?.(input, context) ?? [] } : {}),
    ...(has('validateInput') ? { validateInput: (input, context) => real().validateInput?.(input, context) } : {}),
    ...(has('obstacle') ? { obstacle: (input, context) => real().obstacle?.(input, context) } : {}),
    ...(has('mapResult') ? { mapResult: (result) => real().mapResult?.(result) } : {}),
  };
  return tool as AnyTool;
}

function lazySchema(json: JsonSchema, real: () => JsonSchema | Schema): Schema {
  let schema: Schema | undefined;
  return {
    json,
    parse(value) {
      schema ??= compileSchema(real(), 'a listed tool');
      return schema.parse(value);
    },
  };
}

function lazyFlag(name: 'isReadOnly' | 'isConcurrencySafe', listed: boolean | 'input', real: () => RealTool) {
  if (listed !== 'input') return listed;
  return (input: unknown): boolean => {
    const tool = real();
    const flag = tool[name];
    return typeof flag === 'function' ? flag.call(tool, input) : flag === true;
  };
}
