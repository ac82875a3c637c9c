import { type AnyTool, defineTool, type PluginParts } from '@loadout/core';
import { createProgramRunner } from '@loadout/tool-shell/program';
import { accessesOf } from './call/accesses.js';
import { callScript } from './call/call-script.js';
import { fileStateOf } from './call/program-file.js';
import { valueProblem } from './call/value-problem.js';
import type { Declaration } from './check/declaration.js';
import { inputOf } from './check/input.js';
import { problemsOf } from './check/problems.js';
import { errors } from './errors.js';
import type { Script, Values } from './script.js';

interface Folders {
  readonly configDir: string;
  readonly stateDir: string;
}

/** Makes the tools of a configuration, which share one runner. Throws SCRIPT_TOOL_INVALID. */
export async function scriptTools(
  declared: readonly (readonly [string, Declaration])[],
  { configDir, stateDir }: Folders,
): Promise<PluginParts> {
  for (const [name, declaration] of declared) {
    const [first] = await problemsOf(declaration);
    if (first !== undefined) throw errors.SCRIPT_TOOL_INVALID({ ...first, path: ['tools', name, ...first.path].join('.') });
  }
  const runner = createProgramRunner({ stateDir });
  return {
    tools: declared.map(([name, declaration]) => scriptTool({ name, declaration, configDir, runner })),
    dispose: () => runner.dispose(),
  };
}

function scriptTool(given: Script): AnyTool {
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
