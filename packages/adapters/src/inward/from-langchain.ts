import { isObject, type Plugin, type SchemaSource, type ToolContext, type ToolOutput } from '@loadout/core';
import { errors } from '../errors.js';
import { foreignOutput } from './foreign-output.js';
import { type ForeignOptions, type ForeignTool, foreignPlugin } from './foreign-plugin.js';

/** The parts of a structured tool of LangChain that this package reads. */
export interface LangChainToolLike {
  readonly name: string;
  readonly description?: unknown;
  readonly schema?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: the method of each tool of LangChain takes another type of input.
  invoke(input: any, config?: any): Promise<unknown>;
}

const OF = 'langchain';

/** Makes a plugin of structured tools of LangChain. The artifact of a result becomes its structured content. */
export const fromLangChainTools = (tools: readonly LangChainToolLike[], options: ForeignOptions = {}): Plugin =>
  foreignPlugin(OF, options, () => tools.map(read));

function read(tool: LangChainToolLike): ForeignTool {
  const { name, description, schema } = tool;
  if (!isObject(schema))
    throw errors.ADAPTER_TOOL({ tool: name, of: OF, problem: 'it has no schema', fix: 'Give it a schema of an object.' });
  return {
    name,
    description,
    inputSchema: schema as SchemaSource,
    run: async (input, context) => outputOf(await invoke(tool, input, context)),
  };
}

const invoke = (tool: LangChainToolLike, input: unknown, { toolUseId, signal }: ToolContext) =>
  tool.invoke({ type: 'tool_call', id: toolUseId, name: tool.name, args: input }, { signal });

/** A tool that is called as by a model answers with a message; a tool made by hand may answer with the bare result. */
function outputOf(result: unknown): ToolOutput {
  if (!isObject(result) || !('tool_call_id' in result)) return foreignOutput(result);
  const output = foreignOutput(result.content, { isError: result.status === 'error' });
  if (typeof output === 'string' || result.artifact === undefined) return output;
  return { ...output, structuredContent: result.artifact };
}
