import type { PluginParts } from '@loadout/core';
import { createProgramRunner } from '@loadout/tool-shell/program';
import type { Declaration } from './check/declaration.js';
import { problemsOf } from './check/problems.js';
import { errors } from './errors.js';
import { scriptTool } from './script-tool.js';

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
