import {
  fromJsonSchema,
  isObject,
  type JsonSchema,
  messageOf,
  type Plugin,
  type Schema,
  type SchemaSource,
  type ToolContext,
  type ToolOutput,
} from '@loadout/core';
import { type Execute, foreignExecute } from './foreign-execute.js';
import { foreignOutput } from './foreign-output.js';
import { type ForeignOptions, type ForeignTool, foreignPlugin } from './foreign-plugin.js';

/** The parts of a tool of the AI SDK that this package reads. */
export interface AiSdkToolLike {
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly execute?: unknown;
  readonly needsApproval?: unknown;
  readonly toModelOutput?: unknown;
  readonly type?: unknown;
}

type Call = { readonly toolCallId: string; readonly messages: readonly never[]; readonly abortSignal: AbortSignal };
type ToModelOutput = (result: { toolCallId: string; input: unknown; output: unknown }) => unknown;

const OF = 'ai-sdk';

/** Makes a plugin of tools of the AI SDK. Each needs `execute`: a tool of the provider or of the browser cannot run here. */
export const fromAiSdkTools = (tools: Readonly<Record<string, AiSdkToolLike>>, options: ForeignOptions = {}): Plugin =>
  foreignPlugin(OF, options, () => Promise.all(Object.entries(tools).map(([name, tool]) => read(name, tool))));

async function read(name: string, tool: AiSdkToolLike): Promise<ForeignTool> {
  const { description, toModelOutput, needsApproval } = tool;
  const execute = foreignExecute(tool.execute, { tool: name, of: OF });
  return {
    name,
    description,
    inputSchema: await schemaOf(tool.inputSchema, name),
    needsApproval,
    callApproval: (asks, input, context) => asks(input, callOf(context)),
    run: (input, context) => run(input, context, { execute, toModelOutput }),
  };
}

const callOf = ({ toolUseId, signal }: ToolContext): Call => ({ toolCallId: toolUseId, messages: [], abortSignal: signal });

async function run(
  input: unknown,
  context: ToolContext,
  { execute, toModelOutput }: { readonly execute: Execute; readonly toModelOutput: unknown },
): Promise<ToolOutput> {
  const output = await lastOf(await execute(input, callOf(context)));
  if (typeof toModelOutput !== 'function') return foreignOutput(output);
  const shown = await (toModelOutput as ToModelOutput)({ toolCallId: context.toolUseId, input, output });
  return modelOutput(shown, output);
}

/** A tool may yield preliminary results; its last result counts. */
async function lastOf(output: unknown): Promise<unknown> {
  if (!isObject(output) || !(Symbol.asyncIterator in output)) return output;
  let last: unknown;
  for await (const one of output as unknown as AsyncIterable<unknown>) last = one;
  return last;
}

/** Reads the AI SDK's description of what its model sees of an output. */
function modelOutput(shown: unknown, output: unknown): ToolOutput {
  if (!isObject(shown) || typeof shown.type !== 'string') return foreignOutput(shown);
  const isError = shown.type.startsWith('error') || shown.type === 'execution-denied';
  const given = foreignOutput(shown.value ?? shown.reason, { isError });
  const data = isObject(output) ? { structuredContent: output } : {};
  return typeof given === 'string' ? given : { ...given, ...data };
}

/** Schemas of the AI SDK itself have a JSON Schema, which may be a promise, and maybe a check; they may be made on demand. */
async function schemaOf(given: unknown, name: string): Promise<SchemaSource | Schema> {
  if (given === undefined) return { type: 'object', properties: {} };
  const source = typeof given === 'function' && !('~standard' in given) ? given() : given;
  if (!isObject(source) || !('jsonSchema' in source) || !('validate' in source)) return source as SchemaSource;
  const json = (await source.jsonSchema) as JsonSchema;
  const { validate } = source;
  const plain = fromJsonSchema(json, `the tool ${name}`);
  return typeof validate === 'function' ? { json, parse: (value: unknown) => checked(validate as Validate, value) } : plain;
}

type Validate = (value: unknown) => unknown;

async function checked(validate: Validate, value: unknown): Promise<Awaited<ReturnType<Schema['parse']>>> {
  try {
    const result = (await validate(value)) as { success: boolean; value?: unknown; error?: unknown };
    if (result.success) return { ok: true, value: result.value };
    return { ok: false, issues: [{ path: '', message: messageOf(result.error) }] };
  } catch (error) {
    return { ok: false, issues: [{ path: '', message: `the schema itself failed: ${messageOf(error)}` }] };
  }
}
