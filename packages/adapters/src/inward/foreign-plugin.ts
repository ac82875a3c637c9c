import {
  type AnyTool,
  compileSchema,
  definePlugin,
  nearest,
  type Plugin,
  type Schema,
  type SchemaSource,
  type Tool,
  type ToolAnnotations,
  type ToolContext,
  type ToolOutput,
} from '@loadout/core';
import { errors } from '../errors.js';

/** A tool of another toolkit, in the terms of ours. */
export interface ForeignTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: SchemaSource | Schema;
  /** Whether the tool itself wants a person to be asked about this call. */
  readonly needsApproval?: ((input: unknown, context: ToolContext) => unknown) | undefined;
  run(input: unknown, context: ToolContext): Promise<ToolOutput>;
}

export interface ForeignOptions {
  /** The name of the plugin. Default: the toolkit's name. */
  readonly name?: string | undefined;
  /** Hints about a tool, by its name. Default: it may destroy, and it reaches beyond this machine. */
  readonly annotations?: Readonly<Record<string, ToolAnnotations>> | undefined;
}

/** Makes a plugin of another toolkit's tools. They are read in `setup`, so that a problem is told at the plugin's entry. */
export function foreignPlugin(
  of: string,
  { name = of, annotations = {} }: ForeignOptions,
  read: () => readonly ForeignTool[] | Promise<readonly ForeignTool[]>,
): Plugin {
  return definePlugin({
    name,
    setup: async () => {
      const tools = await read();
      checkNames(Object.keys(annotations), { of, known: tools.map((tool) => tool.name) });
      return { tools: tools.map((tool) => ownTool(tool, annotations[tool.name])) };
    },
  });
}

/** The rules know nothing about a tool of another toolkit but its name, so a call is asked about unless a rule names the tool. */
function ownTool({ name, description, inputSchema, needsApproval, run }: ForeignTool, hints: ToolAnnotations = {}): AnyTool {
  const tool: Tool<unknown> = {
    name,
    description,
    inputSchema: compileSchema(inputSchema, `the tool ${name}`),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true, ...hints },
    isConcurrencySafe: hints.readOnlyHint === true,
    ...(needsApproval === undefined ? {} : { access: (input, context) => approved(needsApproval(input, context)) }),
    call: run,
  };
  return tool as AnyTool;
}

/** A throw of `access` leaves the call to a person, whatever the rules allow: the tool asks for exactly that. */
async function approved(asks: unknown): Promise<readonly []> {
  if ((await asks) === true) throw new Error('the tool asks for approval of this call');
  return [];
}

function checkNames(given: readonly string[], { of, known }: { of: string; known: readonly string[] }): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const fix = near === undefined ? `The tools are ${known.join(', ')}.` : `Did you mean ${near}?`;
  throw errors.ADAPTER_TOOL({ tool: unknown, of, problem: 'annotations name it, but there is no such tool', fix });
}
