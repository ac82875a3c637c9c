import type { AnyTool, Plugin, PluginParts } from '@loadout/core';
import { setUp } from '../plugin-manifest.js';
import type { Check, Problem } from './check.js';
import type { ToolCases } from './tool-cases.js';
import { toolChecks } from './tool-checks.js';

interface Mount {
  readonly options: unknown;
  readonly tools: Readonly<Record<string, ToolCases>>;
}

/**
 * The checks of `describeTool` for each tool of a plugin, with the tools that `setup` makes of the options. The plugin is set up
 * once, by the first check that runs.
 */
export function mountedToolChecks(plugin: Plugin, { options, tools }: Mount): readonly Check[] {
  let mounting: Promise<PluginParts> | undefined;
  const mount = () => {
    mounting ??= setUp(plugin, options);
    return mounting;
  };
  return Object.entries(tools).flatMap(([name, cases]) => {
    let made: Promise<readonly Check[]> | undefined;
    const real = () => {
      made ??= mount().then((parts) => toolChecks(toolOf(parts, name), cases));
      return made;
    };
    // The names of the checks follow from the cases alone, and a test runner wants them before anything runs.
    const named = toolChecks({ name } as AnyTool, cases);
    return named.map((check, index) => ({
      name: `has a tool ${name} that ${check.name}`,
      run: async () => (await real())[index]?.run(),
    }));
  });
}

/** Finds a tool without cases, and cases without a tool. */
export function casesProblem(parts: PluginParts, tools: Readonly<Record<string, ToolCases>>): Problem {
  const names = (parts.tools ?? []).map((tool) => tool.name);
  const untested = names.find((name) => !Object.hasOwn(tools, name));
  if (untested !== undefined) return `the tool ${untested} has no cases; add them under tools.${untested}`;
  const strange = Object.keys(tools).find((name) => !names.includes(name));
  return strange === undefined ? undefined : `it has no tool ${strange}; it has ${names.join(', ') || 'none'}`;
}

function toolOf(parts: PluginParts, name: string): AnyTool {
  const found = parts.tools?.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`The plugin has no tool ${name}.`);
  return found;
}
