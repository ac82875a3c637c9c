import { type AnyTool, defineTool } from '@loadout/core';
import { accessesOf } from './call/accesses.js';
import { callScript } from './call/call-script.js';
import { fileStateOf } from './call/program-file.js';
import { valueProblem } from './call/value-problem.js';
import { inputOf } from './check/input.js';
import type { Script, Values } from './script.js';

export function scriptTool(given: Script): AnyTool {
  const { name, declaration } = given;
  const { description = name, readOnly = false, destructive = !readOnly, output, outputSchema } = declaration;
  const { schema, properties } = inputOf(declaration);
  const script: Script = { ...given, file: fileStateOf(given) };
  const paths = Object.keys(properties).filter((key) => properties[key]?.format === 'path');
  return defineTool({
    name,
    description,
    inputSchema: schema,
    ...(output === 'json' && outputSchema !== undefined ? { outputSchema } : {}),
    ...(paths.length === 0 ? {} : { paths }),
    annotations: { readOnlyHint: readOnly, destructiveHint: destructive, openWorldHint: true },
    isConcurrencySafe: readOnly,
    maxResultChars: 30_000,
    validateInput: (input: Values) => valueProblem(script, input),
    access: (input: Values, context) => accessesOf(script, { input, context }),
    call: (input: Values, context) => callScript(script, { input, context }),
  });
}
