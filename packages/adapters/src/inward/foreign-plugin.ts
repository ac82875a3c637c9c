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
import { fromZod3 } from './from-zod3.js';

/** A tool of another toolkit, in the terms of ours. */
export interface ForeignTool {
  readonly name: string;
  /** The description as the toolkit has it. Anything but a text is replaced by the name. */
  readonly description: unknown;
  readonly inputSchema: SchemaSource | Schema;
  /** Whether the tool itself wants a person to be asked: about each call, about none, or about those that a function names. */
  readonly needsApproval?: unknown;
  /** Calls the function in `needsApproval` as the toolkit does. Default: with the input alone. */
  readonly callApproval?: ((asks: Approval, input: unknown, context: ToolContext) => unknown) | undefined;
  run(input: unknown, context: ToolContext): Promise<ToolOutput>;
}

/** A function of another toolkit, whose parameters are its own. */
export type Approval = (...given: unknown[]) => unknown;

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
      return { tools: await Promise.all(tools.map((tool) => ownTool(tool, annotations[tool.name]))) };
    },
  });
}

/** The rules know nothing about a tool of another toolkit but its name, so a call is asked about unless a rule names the tool. */
async function ownTool(foreign: ForeignTool, hints: ToolAnnotations = {}): Promise<AnyTool> {
  const { name, description, inputSchema, run } = foreign;
  const tool: Tool<unknown> = {
    name,
    description: typeof description === 'string' ? description : name,
    inputSchema: compileSchema(await fromZod3(inputSchema), `the tool ${name}`),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true, ...hints },
    isConcurrencySafe: hints.readOnlyHint === true,
    ...accessOf(foreign),
    call: run,
  };
  return tool as AnyTool;
}

/** A throw of `access` leaves the call to a person, whatever the rules allow: the tool asks for exactly that. */
function accessOf({ needsApproval: asks, callApproval }: ForeignTool): Pick<Tool<unknown>, 'access'> {
  if (asks !== true && typeof asks !== 'function') return {};
  const isAsked = (input: unknown, context: ToolContext) => {
    if (asks === true) return true;
    return callApproval === undefined ? asks(input) : callApproval(asks as Approval, input, context);
  };
  return {
    access: async (input, context) => {
      if ((await isAsked(input, context)) === true) throw new Error('the tool asks for approval of this call');
      return [];
    },
  };
}

function checkNames(given: readonly string[], { of, known }: { of: string; known: readonly string[] }): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const fix = near === undefined ? `The tools are ${known.join(', ')}.` : `Did you mean ${near}?`;
  throw errors.ADAPTER_TOOL({ tool: unknown, of, problem: 'annotations name it, but there is no such tool', fix });
}
