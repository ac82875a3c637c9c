import { isObject, type Plugin, type SchemaSource, type ToolOutput } from '@loadout/core';
import { foreignExecute } from './foreign-execute.js';
import { foreignOutput } from './foreign-output.js';
import { type ForeignOptions, type ForeignTool, foreignPlugin } from './foreign-plugin.js';

/** The parts of a tool of Mastra that this package reads. */
export interface MastraToolLike {
  readonly id: string;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly execute?: unknown;
  readonly requireApproval?: unknown;
  readonly needsApprovalFn?: unknown;
}

const OF = 'mastra';

/** Makes a plugin of tools of Mastra, under the names that they have in the map. A tool that suspends its run fails here. */
export const fromMastraTools = (tools: Readonly<Record<string, MastraToolLike>>, options: ForeignOptions = {}): Plugin =>
  foreignPlugin(OF, options, () => Object.entries(tools).map(([name, tool]) => read(name, tool)));

function read(name: string, tool: MastraToolLike): ForeignTool {
  const { description, inputSchema, requireApproval, needsApprovalFn } = tool;
  const execute = foreignExecute(tool.execute, { tool: name, of: OF });
  return {
    name,
    description,
    inputSchema: (inputSchema ?? { type: 'object', properties: {} }) as SchemaSource,
    needsApproval: needsApprovalFn ?? requireApproval,
    run: async (input, { signal }) => outputOf(await execute.call(tool, input, { abortSignal: signal })),
  };
}

/** Mastra returns the problems of an input instead of throwing them. */
function outputOf(result: unknown): ToolOutput {
  const isProblem = isObject(result) && result.error === true && typeof result.message === 'string';
  return isProblem ? foreignOutput(result.message, { isError: true }) : foreignOutput(result);
}
